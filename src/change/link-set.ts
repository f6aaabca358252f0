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

/** Most targets are absolute already or need only be put behind the origin; the parser is asked about the others. */
function resolver(base: string): (target: string) => string {
  const parsed = URL.parse(base)
  const origin = parsed === null || parsed.origin === 'null' ? undefined : parsed.origin
  return target => {
    if (target.startsWith('http')) return target
    if (origin !== undefined && isPlainPath(target)) return origin + target
    return URL.parse(target, base)?.href ?? target
  }
}

const isPlainPath = (target: string) =>
  target.charCodeAt(0) === 47 &&
  target.charCodeAt(1) !== 47 &&
  !target.includes('/.') &&
  !target.includes(' ')
