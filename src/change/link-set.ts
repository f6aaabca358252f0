/** The set of a page's outgoing links as one hash: order and repetition do not count, nor do fragments. */
import { hashText, hex32 } from './hash.ts'

const OTHER_SEED = 0x2545f491

export function linkSetHash(targets: Iterable<string>, baseHref: string | undefined, url: string): string {
  const resolve = resolver((baseHref !== undefined && URL.parse(baseHref, url)?.href) || url)
  const seen = new Set<string>()
  let low = 0
  let high = 0
  for (const target of targets) {
    const absolute = resolve(withoutFragment(target))
    if (seen.has(absolute)) continue
    seen.add(absolute)
    low = (low + hashText(absolute)) >>> 0
    high = (high + hashText(absolute, OTHER_SEED)) >>> 0
  }
  return hex32(high) + hex32(low)
}

function withoutFragment(target: string): string {
  const at = target.indexOf('#')
  return at < 0 ? target : target.slice(0, at)
}

/** Most targets are absolute already or need only be put behind the origin or folder; the parser is asked about the others. */
function resolver(base: string): (target: string) => string {
  const parsed = URL.parse(base)
  const origin = parsed === null || parsed.origin === 'null' ? undefined : parsed.origin
  const folder = parsed === null ? '' : new URL('.', parsed.href.split(/[?#]/, 1)[0]).href
  return target => {
    if (target.startsWith('http')) return target
    if (origin === undefined) return URL.parse(target, base)?.href ?? target
    const up = stepsUp(target)
    const rest = up === 0 ? target : target.slice(3 * up)
    if (rest.charCodeAt(0) === SLASH ? up > 0 || !isPlain(rest) : !isPlain(rest))
      return URL.parse(target, base)?.href ?? target
    if (up > 0) return foldersUp(up) + rest
    return target.charCodeAt(0) === SLASH ? origin + target : folder + target
  }

  /** The folder so many steps above, or the root. */
  function foldersUp(steps: number): string {
    let end = folder.length - 1
    for (; steps > 0 && end > origin!.length; steps--) end = folder.lastIndexOf('/', end - 1)
    return folder.slice(0, end + 1)
  }
}

/** How many times "../" stands at its beginning. */
function stepsUp(target: string): number {
  let steps = 0
  while (target.startsWith('../', 3 * steps)) steps++
  return steps
}

const SLASH = 47
const DOT = 46
const COLON = 58

/** Neither empty segments nor dots to be resolved, no scheme, no query of its own, nothing to be escaped. */
function isPlain(target: string): boolean {
  let before = SLASH
  for (let at = 0; at < target.length; at++) {
    const code = target.charCodeAt(at)
    const begins = before === SLASH && at > 0 && (code === SLASH || code === DOT)
    if (code <= 34 || code === COLON || code > 122 || begins || code === 60 || code === 62 || code === 92)
      return false
    if (at === 0 && (code === DOT || code === 63)) return false
    before = code
  }
  return target !== ''
}
