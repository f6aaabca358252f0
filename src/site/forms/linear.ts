/**
 * A linear model over clues: each answer adds up the weights of the clues present; the highest sum wins, and ties go to the
 * answer named first. Weights are written as `clue weight clue weight …`, one text for each answer.
 */
export class LinearModel<Answer extends string> {
  private readonly answers: readonly Answer[]
  private readonly weights = new Map<string, [answer: number, weight: number][]>()

  constructor(table: Readonly<Record<Answer, string>>) {
    this.answers = Object.keys(table) as Answer[]
    for (const [i, answer] of this.answers.entries()) {
      const parts = table[answer].trim().split(/\s+/)
      for (let at = 0; at + 1 < parts.length; at += 2) this.add(parts[at]!, i, Number(parts[at + 1]))
    }
  }

  answer(clues: ReadonlySet<string>): Answer {
    const sums = new Array<number>(this.answers.length).fill(0)
    for (const clue of clues)
      for (const [answer, weight] of this.weights.get(clue) ?? []) sums[answer]! += weight
    let best = 0
    for (let i = 1; i < sums.length; i++) if (sums[i]! > sums[best]!) best = i
    return this.answers[best]!
  }

  private add(clue: string, answer: number, weight: number): void {
    const known = this.weights.get(clue)
    if (known === undefined) this.weights.set(clue, [[answer, weight]])
    else known.push([answer, weight])
  }
}
