/** Words of pages as unit vectors: how often each word occurs, with less weight for words that many pages have (tf-idf). */
import { parseTree } from '../../html/index.ts'

export type CountedWords = ReadonlyMap<string, number>
type Vector = ReadonlyMap<string, number>
interface Centroid {
  readonly sums: Map<string, number>
  pages: number
}

const MAX_WORDS = 1_000
/** Shorter texts are labels and links. */
const MIN_TEXT = 40
const SILENT = new Set('script style noscript template nav header footer aside'.split(' '))

/** The words of the running text of a page. */
export function wordsOf(html: string): CountedWords {
  const words = new Map<string, number>()
  let skipTo = 0
  for (const node of parseTree(html).nodes) {
    if (node.order < skipTo) continue
    if (node.kind === 'element' && SILENT.has(node.name)) skipTo = node.last + 1
    if (node.kind !== 'text' || node.rawLength < MIN_TEXT) continue
    for (const [word] of node
      .text()
      .toLowerCase()
      .matchAll(/\p{L}{3,30}/gu)) {
      const count = words.get(word)
      if (count === undefined && words.size >= MAX_WORDS) continue
      words.set(word, (count ?? 0) + 1)
    }
  }
  return words
}

export function weighed(pages: readonly CountedWords[]): Vector[] {
  const spread = new Map<string, number>()
  for (const words of pages) for (const word of words.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)
  return pages.map(words => {
    const entries = [...words]
      .filter(([word]) => spread.get(word)! > 1)
      .map(
        ([word, count]) =>
          [word, (1 + Math.log(count)) * Math.log(pages.length / spread.get(word)!)] as const,
      )
    const length = Math.hypot(...entries.map(([, weight]) => weight)) || 1
    return new Map(entries.map(([word, weight]) => [word, weight / length]))
  })
}

/** One centroid for each part; pages of part -1 count for none. */
export function centroidsOf(parts: readonly number[], vectors: readonly Vector[]): Centroid[] {
  const centroids: Centroid[] = []
  for (const [page, part] of parts.entries()) {
    if (part < 0) continue
    const own = (centroids[part] ??= { sums: new Map(), pages: 0 })
    own.pages++
    for (const [word, weight] of vectors[page]!) own.sums.set(word, (own.sums.get(word) ?? 0) + weight)
  }
  return centroids
}

/** The part with the nearest centroid; the page's own contribution to its part is subtracted first. */
export function nearest(vector: Vector, centroids: readonly Centroid[], own: number): number {
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (const [part, { sums, pages }] of centroids.entries()) {
    const less = part === own ? 1 : 0
    if (pages - less === 0) continue
    let common = 0
    for (const [word, weight] of vector) common += weight * ((sums.get(word) ?? 0) - less * weight)
    const likeness = common / (pages - less)
    if (likeness > most) {
      most = likeness
      best = part
    }
  }
  return best
}
