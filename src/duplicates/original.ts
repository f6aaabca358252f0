import { type Sketch, sketchResemblance } from '../change/signature/sketch.ts'
import { commonPhrases } from './common-phrases.ts'
import { sketchFrom } from './page-likeness.ts'

/** A page that has just been stored, or whose group has lost its original. */
export interface Arrival {
  readonly url: string
  readonly title: string | null
  readonly sketch: Uint8Array
}

/** A page that represents a group, or only itself. */
export interface Original<Id> extends Arrival {
  readonly id: Id
}

/** The original that the arrival is a copy of. If it `leads`, it replaces that page as the original. */
export interface Sorting<Id> {
  readonly of: Id
  readonly leads: boolean
}

/** The original that a page shares most with, if it shares enough; `neighbors` are sketches of other pages of its host. */
export function originalFor<Id>(
  arrival: Arrival,
  originals: readonly Original<Id>[],
  neighbors: readonly Uint8Array[],
  minResemblance: number,
): Sorting<Id> | null {
  const sketch = sketchFrom(arrival.sketch)
  const common = commonPhrases(neighbors.map(sketchFrom))
  let best: { readonly original: Original<Id>; readonly share: number } | null = null
  for (const original of originals) {
    const isSameTitle = arrival.title === original.title
    const share = likenessShare(sketch, sketchFrom(original.sketch), common, isSameTitle)
    if (share >= minResemblance && share > (best?.share ?? 0)) best = { original, share }
  }
  return best && { of: best.original.id, leads: isPlainer(arrival.url, best.original.url) }
}

/** If two pages together have fewer phrases of their own, they hardly say anything that others do not: their titles tell them apart. */
const MIN_OWN_PHRASES = 16
/** So few phrases are a small sample: half of them in common suggest a copy, if the titles are the same. */
const MIN_SHARE_OF_FEW = 0.5

/**
 * If the titles are the same too, this share of the pages' own phrases is enough when their whole texts are alike: one missing word is a
 * tenth of a short page most of which belongs to the site.
 */
const MIN_SHARE_OF_OWN = 0.75

/** The share of phrases that two pages have in common; 0 if their own phrases tell them apart. */
export function likenessShare(
  a: Sketch,
  b: Sketch,
  common: ReadonlySet<number>,
  isSameTitle: boolean,
): number {
  const own = sketchResemblance(a, b, common)
  const isShort = ownPhrases(a, common) + ownPhrases(b, common) < MIN_OWN_PHRASES
  if (isSameTitle && own >= (isShort ? MIN_SHARE_OF_FEW : MIN_SHARE_OF_OWN))
    return Math.max(own, sketchResemblance(a, b))
  return isShort ? 0 : own
}

const ownPhrases = ({ hashes }: Sketch, common: ReadonlySet<number>) =>
  hashes.reduce((count, hash) => (common.has(hash) ? count : count + 1), 0)

/** Of two addresses of the same text, people prefer the one without parameters, then the shorter one. */
export function isPlainer(url: string, other: string): boolean {
  const [ours, theirs] = [parameters(url), parameters(other)]
  if (ours !== theirs) return ours < theirs
  return url.length !== other.length ? url.length < other.length : url < other
}

const parameters = (url: string) => (url.includes('?') ? url.split('&').length : 0)
