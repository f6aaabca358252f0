/** The score of a page, as it is told, kept and compared. Apart from the checks, which are large and loaded where they run. */
import type { RuleLevel } from './rule.ts'

/** For each level of WCAG, the share of the checks passed, in percent. */
export interface LevelScores {
  readonly a: number
  readonly aa: number
  readonly aaa: number
}

const LEVELS = ['A', 'AA', 'AAA'] as const

/** Of the levels of the checks that apply. */
export function scoresOf(passed: readonly RuleLevel[], failed: readonly RuleLevel[]): LevelScores {
  const share = (upTo: number) => {
    const isAsked = (level: RuleLevel) => level !== 'advice' && LEVELS.indexOf(level) <= upTo
    const good = passed.filter(isAsked).length
    const all = good + failed.filter(isAsked).length
    return all === 0 ? 100 : Math.floor((100 * good) / all)
  }
  return { a: share(0), aa: share(1), aaa: share(2) }
}

/** `A80 AA65 AAA40` is 80065040: one column, which sorts from the worst to the best. */
export const packScores = ({ a, aa, aaa }: LevelScores): number => a * 1_000_000 + aa * 1_000 + aaa

export const unpackScores = (score: number): LevelScores => ({
  a: Math.trunc(score / 1_000_000),
  aa: Math.trunc(score / 1_000) % 1_000,
  aaa: score % 1_000,
})

/** `A80 AA65 AAA40` */
export const formatScores = ({ a, aa, aaa }: LevelScores): string =>
  `A${Math.floor(a)} AA${Math.floor(aa)} AAA${Math.floor(aaa)}`

/** A rule that failed: its name, how many elements, and the XPaths of the first of them. */
export type PackedFailure = readonly [rule: string, count: number, elements: readonly string[]]

/** What is kept of a report. */
export interface PackedReport {
  readonly score: number
  /** `PackedFailure`s, as JSON. */
  readonly failed: string
}

export function failuresIn({ failed }: Pick<PackedReport, 'failed'>): readonly PackedFailure[] {
  return JSON.parse(failed) as PackedFailure[]
}
