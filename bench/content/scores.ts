/** How well a text that was found agrees with one that people marked. */
export interface Agreement {
  readonly precision: number
  readonly recall: number
}

export function agreement(found: readonly string[], wanted: readonly string[]): Agreement {
  const [ours, theirs] = [counted(found), counted(wanted)]
  let shared = 0
  for (const [item, count] of ours) shared += Math.min(count, theirs.get(item) ?? 0)
  return {
    precision: found.length === 0 ? (wanted.length === 0 ? 1 : 0) : shared / found.length,
    recall: wanted.length === 0 ? 1 : shared / wanted.length,
  }
}

function counted(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

export const harmonic = (precision: number, recall: number): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)

const WORD = /[\p{L}\p{N}_]+/gu
const SHINGLE = 4

/** Words as evaluate.py of scrapinghub's benchmark takes them, but without regard to case, in overlapping fours. */
export function shingles(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? []
  if (words.length < SHINGLE) return words.length === 0 ? [] : [words.join(' ')]
  return words.slice(SHINGLE - 1).map((_, i) => words.slice(i, i + SHINGLE).join(' '))
}
