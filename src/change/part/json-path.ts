/** Parts of JSON by the path expressions that need no filters (RFC 9535): `$.items[*].price`, `$['a b'][0]`, `$..stock`, `$.list[-1]`. */

export type JsonStep =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'place'; readonly place: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'below' }

export interface JsonPath {
  readonly source: string
  readonly steps: readonly JsonStep[]
}

const STEP =
  /\.\.(?=[\w$*[])|\.?\*|\[\s*\*\s*\]|\[\s*(-?\d+)\s*\]|\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\[\s*"((?:[^"\\]|\\.)*)"\s*\]|\.?([\p{L}_$][\p{L}\p{N}_$-]*)/uy
/** More than any answer has that somebody reads; a path with several `..` could name values again and again. */
const MAX_VALUES = 100_000

/** Throws an error with a sentence if it is not valid. */
export function compileJsonPath(source: string): JsonPath {
  const steps: JsonStep[] = []
  let at = 1
  while (at < source.length) {
    STEP.lastIndex = at
    const found = STEP.exec(source)
    if (!found)
      throw new Error(
        `not a JSON path such as $.items[0].price (at character ${at + 1} of ${JSON.stringify(source)})`,
      )
    steps.push(stepOf(found))
    at = STEP.lastIndex
  }
  return { source, steps }
}

function stepOf([whole, place, single, double, bare]: RegExpExecArray): JsonStep {
  if (whole === '..') return { kind: 'below' }
  if (place !== undefined) return { kind: 'place', place: Number(place) }
  const name = bare ?? (single ?? double)?.replace(/\\(.)/g, '$1')
  return name === undefined ? { kind: 'all' } : { kind: 'member', name }
}

/** A value and where it stands. */
interface Found {
  readonly value: unknown
  readonly holder: object | null
  readonly key: string
}

/** Each selected value on its own lines; null selects everything. Text that is not JSON stays as it is. */
export function jsonPart(
  text: string,
  select: readonly JsonPath[] | null,
  leaveOut: readonly JsonPath[],
): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  for (const path of leaveOut) for (const found of findIn(value, path)) remove(found)
  const chosen = select ? select.flatMap(path => findIn(value, path)) : [{ value }]
  return chosen.map(each => shown(each.value)).join('\n')
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1))

function findIn(value: unknown, { steps }: JsonPath): readonly Found[] {
  let found: Found[] = [{ value, holder: null, key: '' }]
  for (const step of steps) {
    const next: Found[] = []
    for (const each of found) {
      for (const inside of stepped(each, step)) {
        if (next.length === MAX_VALUES) break
        next.push(inside)
      }
    }
    found = next
  }
  return found
}

function* stepped(found: Found, step: JsonStep): Generator<Found> {
  if (step.kind === 'below') {
    yield* below(found)
    return
  }
  const { value } = found
  if (typeof value !== 'object' || value === null) return
  const held = value as Record<string, unknown>
  if (step.kind === 'all') {
    for (const key of Object.keys(held)) yield { value: held[key], holder: held, key }
  } else {
    const key = step.kind === 'member' ? step.name : String(placeIn(held, step.place))
    if (Object.hasOwn(held, key) && Array.isArray(held) === (step.kind === 'place'))
      yield { value: held[key], holder: held, key }
  }
}

const placeIn = (value: object, place: number) =>
  place < 0 && Array.isArray(value) ? value.length + place : place

/** The value and everything in it, without recursion. */
function* below(found: Found): Generator<Found> {
  const waiting = [found]
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    yield each
    const { value } = each
    if (typeof value !== 'object' || value === null) continue
    const held = value as Record<string, unknown>
    for (const key of Object.keys(held).reverse()) waiting.push({ value: held[key], holder: held, key })
  }
}

function remove({ holder, key }: Found): void {
  if (holder === null) return
  // The items behind one that is removed keep their places for the paths that follow.
  if (Array.isArray(holder)) holder[Number(key)] = null
  else delete (holder as Record<string, unknown>)[key]
}
