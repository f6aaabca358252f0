/**
 * How much a page is about a topic. With given words, it is how far the page covers them, each weighted by its rarity on the pages seen so
 * far and its prominence on this one. With example pages, it is how much nearer the page is to them than the pages seen so far, up to as
 * near as they are to each other.
 */
import type { Background } from './background.ts'
import type { TermBag } from './term-bag.ts'

/** A topic as the judge needs it. */
export interface TopicTerms {
  readonly name: string
  /** Stems of the given words; empty if there are only examples. */
  readonly words: readonly string[]
  readonly examples: readonly TermBag[]
}

/** A word that occurs once in running text counts for a third, one in the title for four fifths. */
const HALF_PROMINENT = 2
/** A page that covers this much of the given words is entirely about them. */
const WORDS_COVERED = 0.75
/** Rarity is learned as pages come in, so topics are reweighted whenever the number of pages has grown by this factor. */
const WEIGHED_AGAIN = 1.3
/** With a single example, others of its topic are assumed to be this near to it. */
const ALONE = 0.5
/** Weight of each new page in the moving average of pages that are not about the topic. */
const MOVING = 0.02

/** From this relevance on, a page is about its topic. */
export const RELEVANT = 0.5

export const isRelevant = (relevance: number) => relevance >= RELEVANT

type Vector = ReadonlyMap<string, number>

export class TopicJudge {
  readonly topic: TopicTerms
  readonly #background: Background
  /** The topic as a unit vector. */
  #center: Vector = new Map()
  /** Mean nearness to the topic of the examples (each against the others), and of pages of other topics. */
  #near = 1
  #far = 0
  #weighedAt = -1

  constructor(topic: TopicTerms, background: Background) {
    this.topic = topic
    this.#background = background
  }

  /** Between 0 and 1. */
  relevance(bag: TermBag): number {
    this.#weigh()
    return this.topic.words.length > 0 ? this.#covered(bag) : this.#nearness(bag)
  }

  /** The share of a few words, such as a link text or an address, that is about the topic. */
  share(stems: readonly string[]): number {
    this.#weigh()
    let all = 0
    let told = 0
    const highest = Math.max(1e-9, ...this.#center.values())
    for (const stem of new Set(stems)) {
      const rarity = this.#rarity(stem)
      all += rarity
      told += rarity * Math.sqrt((this.#center.get(stem) ?? 0) / highest)
    }
    return all === 0 ? 0 : told / all
  }

  #rarity(term: string): number {
    return Math.max(0, this.#background.rarity(term))
  }

  #weigh(): void {
    const { pages } = this.#background
    if (this.#weighedAt >= 0 && pages < this.#weighedAt * WEIGHED_AGAIN + 1) return
    this.#weighedAt = pages
    const { words, examples } = this.topic
    if (words.length > 0) {
      this.#center = unit(new Map(words.map(word => [word, Math.max(0.1, this.#rarity(word))])))
      return
    }
    const vectors = examples.map(bag => this.#vector(bag))
    this.#center = mean(vectors)
    const among = vectors.map((vector, i) => cosine(vector, mean(vectors.toSpliced(i, 1))))
    this.#near = vectors.length > 1 ? among.reduce((sum, each) => sum + each, 0) / among.length : ALONE
  }

  #covered({ terms, weights }: TermBag): number {
    let covered = 0
    let all = 0
    for (const weight of this.#center.values()) all += weight
    for (const [i, term] of terms.entries())
      covered += (this.#center.get(term) ?? 0) * prominence(weights[i]!)
    return Math.min(1, covered / all / WORDS_COVERED)
  }

  #nearness(bag: TermBag): number {
    const near = cosine(this.#vector(bag), this.#center)
    const relevance = (near - this.#far) / Math.max(0.02, this.#near - this.#far)
    if (!isRelevant(relevance)) this.#far += (near - this.#far) * MOVING
    return Math.max(0, Math.min(1, relevance))
  }

  #vector({ terms, weights }: TermBag): Vector {
    return unit(new Map(terms.map((term, i) => [term, Math.log1p(weights[i]!) * this.#rarity(term)])))
  }
}

const prominence = (weight: number) => weight / (weight + HALF_PROMINENT)

function cosine(a: Vector, b: Vector): number {
  let sum = 0
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0)
  return sum
}

function mean(vectors: readonly Vector[]): Vector {
  const sums = new Map<string, number>()
  for (const vector of vectors)
    for (const [term, weight] of vector) sums.set(term, (sums.get(term) ?? 0) + weight)
  return unit(sums)
}

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector.values())
  return new Map([...vector].map(([term, weight]) => [term, weight / Math.max(1e-9, length)]))
}
