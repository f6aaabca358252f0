/**
 * How many new pages a query is expected to bring. Unknown pages are assumed to contain a word as often as known ones (Ntoulas, Zerfos and
 * Cho 2005, "Downloading textual hidden web content through keyword queries"), and no answer is longer than the longest so far. How far
 * that is off is learned along the way: queries are grouped by the frequency of their word, by the field of their choice, and by having
 * both, and the last answers of a group predict its next one. So for a site that truncates long answers, or sorts them all alike, other
 * words are soon chosen than for one that does not.
 */

/** What is known about a form's answers when queries are compared. */
export interface AnswersSoFar {
  /** Pages found, and the estimated number of further ones. */
  readonly found: number
  readonly rest: number
  /** Length of the longest answer. */
  readonly longest: number
}

export type SavedWorths = Readonly<Record<string, readonly [weight: number, sum: number]>>

/** A guess has the weight of this many answers. With 1 and with 4, `bench:forms --dry` finds as much, with 3 queries fewer and 4 more. */
const GUESS_WEIGHT = 2
/**
 * Weight of answers to words twice or half as frequent, because words change their group as more pages are read. At 0, querying ends 20
 * queries earlier, with 30 fewer of 5,000 records.
 */
const NEAR = 0.5
/**
 * Factor by which an answer's weight falls with each later one of its group: about the last ten count, since yields fall. With the last
 * five or twenty, `bench:forms --dry` finds as much.
 */
const FORGETTING = 0.9

export class QueryWorths {
  readonly #groups: Map<string, [weight: number, sum: number]>

  constructor(saved: SavedWorths = {}) {
    this.#groups = new Map(Object.entries(saved).map(([group, [weight, sum]]) => [group, [weight, sum]]))
  }

  /** Worth of a word that this share of the known documents has. */
  ofWord(share: number, so: AnswersSoFar): number {
    const octave = octaveOf(share)
    const near = [this.#group(wordGroup(octave - 1)), this.#group(wordGroup(octave + 1))]
    return learned(this.#group(wordGroup(octave)), near, guess(share, so))
  }

  /** Worth of one of `values` values of a field. */
  ofChoice(name: string, values: number, so: AnswersSoFar): number {
    return learned(this.#group(groupOfChoice(name)), [], guess(1 / (values + 1), so))
  }

  /** Worth of one of `values` values of a field together with a word that this share of the known documents has. */
  ofBoth(name: string, share: number, values: number, so: AnswersSoFar): number {
    return learned(this.#group(groupOfBoth(name)), [], guess(share / (values + 1), so))
  }

  /** Records that a query of this group brought `fresh` new pages. */
  learn(group: string, fresh: number): void {
    const [weight, sum] = this.#group(group)
    this.#groups.set(group, [weight * FORGETTING + 1, sum * FORGETTING + fresh])
  }

  toJSON(): SavedWorths {
    const rounded = (value: number) => Math.round(value * 100) / 100
    return Object.fromEntries(
      [...this.#groups].map(([group, [weight, sum]]) => [group, [rounded(weight), rounded(sum)]]),
    )
  }

  #group(name: string): Learned {
    return this.#groups.get(name) ?? [0, 0]
  }
}

type Learned = readonly [weight: number, sum: number]

/** Combines what the group taught, what its neighbors taught at half weight, and a guess. */
function learned([weight, sum]: Learned, near: readonly Learned[], guessed: number): number {
  let weights = GUESS_WEIGHT + weight
  let sums = GUESS_WEIGHT * guessed + sum
  for (const [beside, brought] of near) {
    weights += beside * NEAR
    sums += brought * NEAR
  }
  return sums / weights
}

/** Each doubling of the frequency is a group. */
const octaveOf = (share: number) => Math.round(-Math.log2(Math.max(share, 1e-6)))
const wordGroup = (octave: number) => `word ${octave}`
export const groupOfWord = (share: number) => wordGroup(octaveOf(share))
export const groupOfChoice = (name: string) => `choice ${name}`
export const groupOfBoth = (name: string) => `word and ${name}`

function guess(share: number, { found, rest, longest }: AnswersSoFar): number {
  const unseen = rest / Math.max(1, found + rest)
  return Math.min(rest * share, longest * unseen)
}
