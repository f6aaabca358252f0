/** The set of a page's outgoing links as one hash: order, repetition and fragments do not count. */
import { hex32, OTHER_SEED, PRIME, SEED, scramble } from '../text/hash.ts'

/** Two hashes of an address, fed part by part, so that the address need not be assembled. */
class AddressHash {
  low: number = SEED
  high: number = OTHER_SEED

  constructor(text = '') {
    this.add(text, 0, text.length)
  }

  /** Continues from the state of another hash. */
  behind({ low, high }: AddressHash): this {
    this.low = low
    this.high = high
    return this
  }

  add(text: string, from: number, to: number): this {
    let { low, high } = this
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      low = Math.imul(low ^ code, PRIME)
      high = Math.imul(high + code, 0x9e3779b1) ^ (high >>> 15)
    }
    this.low = low
    this.high = high
    return this
  }
}

export function linkSetHash(targets: Iterable<string>, baseHref: string | undefined, url: string): string {
  const resolver = new Resolver((baseHref !== undefined && URL.parse(baseHref, url)?.href) || url)
  /** By the first hash alone: in one of four billion pairs, two links count as one. */
  const seen = new Set<number>()
  let low = 0
  let high = 0
  for (const target of targets) {
    const address = resolver.hash(target)
    if (seen.has(address.low)) continue
    seen.add(address.low)
    low = (low + scramble(address.low)) | 0
    high = (high + scramble(address.high)) | 0
  }
  return hex32(high) + hex32(low)
}

/** Most targets are absolute already or need only be appended to the origin or folder; the others are parsed. */
class Resolver {
  private readonly base: string
  private readonly origin: AddressHash | undefined
  /** The folder of the page and those above it, computed on first use. */
  private readonly folders: AddressHash[] = []
  private readonly folder: string
  private readonly root: number
  private readonly address = new AddressHash()
  private readonly none = new AddressHash()

  constructor(base: string) {
    const parsed = URL.parse(base)
    const isFlat = parsed !== null && parsed.origin !== 'null'
    this.base = base
    this.origin = isFlat ? new AddressHash(parsed.origin) : undefined
    this.root = isFlat ? parsed.origin.length : 0
    this.folder = parsed === null ? '' : new URL('.', parsed.href.split(/[?#]/, 1)[0]).href
  }

  /** Hash of the absolute address without its fragment; valid until the next call. */
  hash(target: string): AddressHash {
    const fragment = target.indexOf('#')
    const end = fragment < 0 ? target.length : fragment
    if (target.startsWith('http')) return this.address.behind(this.none).add(target, 0, end)
    const up = stepsUp(target)
    const from = 3 * up
    const isRooted = target.charCodeAt(from) === SLASH
    if (this.origin === undefined || (isRooted && up > 0) || !isPlain(target, from, end))
      return this.parsed(target, end)
    return this.address.behind(isRooted ? this.origin : this.folderUp(up)).add(target, from, end)
  }

  private parsed(target: string, end: number): AddressHash {
    const text = target.slice(0, end)
    const absolute = URL.parse(text, this.base)?.href ?? text
    return this.address.behind(this.none).add(absolute, 0, absolute.length)
  }

  /** The folder that many steps up, or the root. */
  private folderUp(steps: number): AddressHash {
    const most = Math.min(steps, MAX_STEPS)
    return (this.folders[most] ??= new AddressHash(this.folder.slice(0, this.endOf(most) + 1)))
  }

  private endOf(steps: number): number {
    let end = this.folder.length - 1
    for (; steps > 0 && end > this.root; steps--) end = this.folder.lastIndexOf('/', end - 1)
    return end
  }
}

/** More steps than any folder is deep. */
const MAX_STEPS = 1000

/** How many times "../" occurs at the beginning. */
function stepsUp(target: string): number {
  let steps = 0
  while (target.startsWith('../', 3 * steps)) steps++
  return steps
}

const SLASH = 47
const DOT = 46
const COLON = 58

/** Whether it has no empty segments, no dots to resolve, no scheme, not just a query, and nothing to escape. */
function isPlain(target: string, from: number, to: number): boolean {
  let before = SLASH
  for (let at = from; at < to; at++) {
    const code = target.charCodeAt(at)
    const begins = before === SLASH && at > from && (code === SLASH || code === DOT)
    if (code <= 34 || code === COLON || code > 122 || begins || code === 60 || code === 62 || code === 92)
      return false
    if (at === from && (code === DOT || code === 63)) return false
    before = code
  }
  return to > from
}
