/**
 * Predicts what a link promises before it is followed: a logistic regression over clues, learned from every page judged. It starts with
 * what is true on most sites: pages about a topic link to others about it, and link texts and addresses say where they lead.
 */

/** By name: 1 for a clue that is present, or its strength. */
export type LinkClues = ReadonlyMap<string, number>

export type PredictorData = readonly (readonly [clue: string, weight: number, squares: number])[]

/** A clue and its weight: positive if it speaks for a page, negative if against it. */
export interface LinkReason {
  readonly clue: string
  readonly weight: number
}

interface Weight {
  value: number
  /** Sum of squared gradients so far: clues seen often move little. */
  squares: number
}

const FIRST: Readonly<Record<string, number>> = { bias: -3, parent: 3.5, anchor: 4, address: 3 }
/** AdaGrad's step size; half and twice as much find about as many pages. */
const STEP = 0.3
/** The initial clues are typical of many sites, so a page moves them as if about a hundred had been seen before. */
const FIRST_SQUARES = 10
const MAX_CLUES = 100_000
/** A smaller weight moves a promise by less than three percentage points. */
const MIN_REASON = 0.1

export class LinkPredictor {
  readonly #weights: Map<string, Weight>

  constructor(data: PredictorData = []) {
    this.#weights = new Map(data.map(([clue, value, squares]) => [clue, { value, squares }]))
    for (const [clue, value] of Object.entries(FIRST))
      if (!this.#weights.has(clue)) this.#weights.set(clue, { value, squares: FIRST_SQUARES })
  }

  promise(clues: LinkClues): number {
    let sum = 0
    for (const [clue, strength] of clues) sum += (this.#weights.get(clue)?.value ?? 0) * strength
    return 1 / (1 + Math.exp(-sum))
  }

  /** The strongest clues for and against a page, without the bias, which is the same for all links. */
  reasons(clues: LinkClues, most: number): LinkReason[] {
    return [...clues]
      .map(([clue, strength]) => ({ clue, weight: round((this.#weights.get(clue)?.value ?? 0) * strength) }))
      .filter(({ clue, weight }) => clue !== 'bias' && Math.abs(weight) >= MIN_REASON)
      .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
      .slice(0, most)
  }

  learn(clues: LinkClues, relevance: number): void {
    const error = relevance - this.promise(clues)
    for (const [clue, strength] of clues) {
      const gradient = error * strength
      const weight = this.#weights.get(clue) ?? { value: 0, squares: 0 }
      weight.squares += gradient * gradient
      if (weight.squares > 0) weight.value += (STEP * gradient) / Math.sqrt(weight.squares)
      this.#weights.set(clue, weight)
    }
    if (this.#weights.size > MAX_CLUES) this.#forget()
  }

  #forget(): void {
    const sizes = [...this.#weights.values()].map(({ value }) => Math.abs(value)).sort((a, b) => a - b)
    const least = sizes[sizes.length >> 1]!
    for (const [clue, { value }] of this.#weights)
      if (Math.abs(value) < least && !(clue in FIRST)) this.#weights.delete(clue)
  }

  toJSON(): PredictorData {
    return [...this.#weights].map(([clue, { value, squares }]) => [clue, round(value), round(squares)])
  }
}

const round = (value: number) => Math.round(value * 1e4) / 1e4
