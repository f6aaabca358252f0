/**
 * How well a model fits a golden set.
 *
 * For true class i and computed class j with e_ij pages in common: F_i is the best harmonic mean of precision and recall over
 * j, F* their mean weighted by size; purity and entropy likewise. Scored on the fine partition (names) and on the merged one
 * (templates), without traps; the better F* counts, and links are scored on the same partition.
 */
import type { Golden, GoldenClass } from './golden.ts'

interface ComputedLink {
  readonly from: string
  readonly to: string
  readonly type: string
}

export interface ModelScore {
  /** Number of pages that a class of the golden set claims. */
  readonly pages: number
  readonly fStar: number
  readonly purity: number
  readonly entropy: number
  readonly recall: number
  readonly recallWithKind: number
  readonly precision: number
  readonly coverage: number
  readonly partition: 'fine' | 'merged'
  /** By golden name (or template): the F of the computed class that fits it best, and that class. */
  readonly perClass: ReadonlyMap<
    string,
    { readonly f: number; readonly pages: number; readonly best: string }
  >
  readonly missedLinks: readonly string[]
  /** Links that were found, but as another type. */
  readonly otherKind: readonly string[]
  readonly wrongLinks: readonly string[]
}

/** A page: its golden class and the class computed for it. */
export interface JudgedPage {
  readonly truth: GoldenClass | undefined
  readonly computed: string
}

type Word = (one: GoldenClass) => string

const templateOf: Word = one => one.template ?? one.name

interface Partition {
  readonly fStar: number
  readonly purity: number
  readonly entropy: number
  readonly perClass: Map<string, { f: number; pages: number; best: string }>
  /** For each computed class, the golden name that most of its pages have. */
  readonly mostly: Map<string, string>
}

export function scoreModel(
  golden: Golden,
  pages: readonly JudgedPage[],
  links: readonly ComputedLink[],
): ModelScore {
  const fine = partition(pages, one => one.name)
  const merged = partition(pages, templateOf)
  const better = fine.fStar >= merged.fStar ? fine : merged
  const word: Word = better === fine ? one => one.name : templateOf
  return {
    pages: pages.filter(isScored).length,
    fStar: better.fStar,
    purity: better.purity,
    entropy: better.entropy,
    ...scoreLinks(golden, better, word, links, pages),
    coverage: coverage(golden, pages),
    partition: better === fine ? 'fine' : 'merged',
    perClass: better.perClass,
  }
}

const isScored = ({ truth }: JudgedPage) => truth !== undefined && truth.trap !== true

function partition(pages: readonly JudgedPage[], word: Word): Partition {
  const scored = pages.filter(isScored)
  const common = new Map<string, Map<string, number>>()
  const computed = new Map<string, Map<string, number>>()
  for (const page of scored) {
    add(common, word(page.truth!), page.computed)
    add(computed, page.computed, word(page.truth!))
  }
  const perClass = new Map<string, { f: number; pages: number; best: string }>()
  for (const [name, row] of common) perClass.set(name, bestMatch(row, computed))
  const mean = (value: (row: Map<string, number>) => number) =>
    [...computed.values()].reduce((sum, row) => sum + (value(row) * total(row)) / scored.length, 0)
  const fStar = [...perClass.values()].reduce(
    (sum, { f, pages: size }) => sum + (f * size) / scored.length,
    0,
  )
  const mostly = new Map(
    [...computed].map(([name, row]) => [name, [...row].sort((a, b) => b[1] - a[1])[0]![0]]),
  )
  return {
    fStar,
    purity: mean(row => Math.max(...row.values()) / total(row)),
    entropy: mean(entropy),
    perClass,
    mostly,
  }
}

function add(table: Map<string, Map<string, number>>, row: string, column: string): void {
  const known = table.get(row) ?? new Map<string, number>()
  known.set(column, (known.get(column) ?? 0) + 1)
  table.set(row, known)
}

function total(row: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const count of row.values()) sum += count
  return sum
}

function entropy(row: ReadonlyMap<string, number>): number {
  const all = total(row)
  let sum = 0
  for (const count of row.values()) sum -= (count / all) * Math.log(count / all)
  return sum
}

function bestMatch(row: Map<string, number>, computed: Map<string, Map<string, number>>) {
  const pages = total(row)
  let best = { f: 0, pages, best: '' }
  for (const [name, count] of row) {
    const f = (2 * count) / (pages + total(computed.get(name)!))
    if (f > best.f) best = { f, pages, best: name }
  }
  return best
}

const MIN_COVERAGE = 0.5
const FOUND = 0.5

function scoreLinks(
  golden: Golden,
  found: Partition,
  word: Word,
  links: readonly ComputedLink[],
  pages: readonly JudgedPage[],
) {
  const byName = new Map(golden.classes.map(one => [one.name, one]))
  const wanted = new Map<string, Set<string>>()
  const allowed = new Set<string>()
  for (const { from, to, type, coverage: share = 1 } of golden.links) {
    const a = byName.get(from)!
    const b = byName.get(to)!
    allowed.add(`${word(a)} → ${word(b)}`)
    if (share < MIN_COVERAGE || a.trap === true || b.trap === true) continue
    const key = `${word(a)} → ${word(b)}`
    wanted.set(key, (wanted.get(key) ?? new Set()).add(type === 'list' ? 'list' : 'other'))
  }
  const has = new Map<string, Set<string>>()
  for (const { from, to, type } of links) {
    const key = `${from} → ${to}`
    has.set(key, (has.get(key) ?? new Set()).add(type === 'list' ? 'list' : 'other'))
  }
  const missed: string[] = []
  const otherKind: string[] = []
  let kinds = 0
  let kindsFound = 0
  for (const [key, types] of wanted) {
    const [from, to] = key.split(' → ') as [string, string]
    const computed = has.get(computedPair(found, from, to) ?? '')
    if (computed === undefined) missed.push(key)
    kinds += types.size
    for (const type of types) {
      if (computed?.has(type) === true) kindsFound++
      else if (computed !== undefined) otherKind.push(`${key} (${type})`)
    }
  }
  const traps = trapClasses(pages)
  const judged = [...has.keys()].filter(key =>
    key.split(' → ').every(name => found.mostly.has(name) && !traps.has(name)),
  )
  const wrong = judged.filter(
    key =>
      !allowed.has(
        key
          .split(' → ')
          .map(name => found.mostly.get(name))
          .join(' → '),
      ),
  )
  return {
    recall: wanted.size === 0 ? 1 : 1 - missed.length / wanted.size,
    recallWithKind: kinds === 0 ? 1 : kindsFound / kinds,
    precision: judged.length === 0 ? 1 : 1 - wrong.length / judged.length,
    missedLinks: missed,
    otherKind,
    wrongLinks: wrong.map(key =>
      key
        .split(' → ')
        .map(name => found.mostly.get(name))
        .join(' → '),
    ),
  }
}

/** The computed pair for a golden one, if both ends were found, and as different classes if they differ. */
function computedPair(found: Partition, from: string, to: string): string | undefined {
  const a = found.perClass.get(from)
  const b = found.perClass.get(to)
  if (a === undefined || b === undefined || a.f < FOUND || b.f < FOUND) return undefined
  if (from !== to && a.best === b.best) return undefined
  return `${a.best} → ${b.best}`
}

/** Computed classes whose pages are mostly traps. */
function trapClasses(pages: readonly JudgedPage[]): Set<string> {
  const shares = new Map<string, [traps: number, all: number]>()
  for (const { truth, computed } of pages) {
    const [traps, all] = shares.get(computed) ?? [0, 0]
    shares.set(computed, [traps + (truth === undefined || truth.trap === true ? 1 : 0), all + 1])
  }
  return new Set([...shares].filter(([, [traps, all]]) => traps > all / 2).map(([name]) => name))
}

function coverage(golden: Golden, pages: readonly JudgedPage[]): number {
  const seen = new Set(pages.map(page => page.truth?.name))
  const content = golden.classes.filter(one => one.trap !== true)
  const sum = (list: typeof content) => list.reduce((all, one) => all + (one.pages ?? 1), 0)
  return sum(content.filter(one => seen.has(one.name))) / sum(content)
}
