/** The score of a page, as shown, stored and compared. Separate from the checks, which are large and loaded only where they run. */
import type { RuleLevel } from './rule.ts'

/** For each WCAG level, the percentage of checks passed. */
export interface LevelScores {
  readonly a: number
  readonly aa: number
  readonly aaa: number
}

const LEVELS = ['A', 'AA', 'AAA'] as const

/** The scores, given the levels of the checks that passed and failed. */
export function scoresOf(passed: readonly RuleLevel[], failed: readonly RuleLevel[]): LevelScores {
  const share = (upTo: number) => {
    const isAsked = (level: RuleLevel) => level !== 'advice' && LEVELS.indexOf(level) <= upTo
    const good = passed.filter(isAsked).length
    const all = good + failed.filter(isAsked).length
    return all === 0 ? 100 : Math.floor((100 * good) / all)
  }
  return { a: share(0), aa: share(1), aaa: share(2) }
}

/** `A80 AA65 AAA40` is 80065040: one column, which sorts from worst to best. */
export const packScores = ({ a, aa, aaa }: LevelScores): number => a * 1_000_000 + aa * 1_000 + aaa

export const unpackScores = (score: number): LevelScores => ({
  a: Math.trunc(score / 1_000_000),
  aa: Math.trunc(score / 1_000) % 1_000,
  aaa: score % 1_000,
})

/** `A80 AA65 AAA40` */
export const formatScores = ({ a, aa, aaa }: LevelScores): string =>
  `A${Math.floor(a)} AA${Math.floor(aa)} AAA${Math.floor(aaa)}`

/** A failed rule: its name, the number of elements, and the XPaths of the first of them. */
export type PackedFailure = readonly [rule: string, count: number, elements: readonly string[]]

/** The stored part of a report. */
export interface PackedReport {
  readonly score: number
  /** `PackedFailure`s, as JSON. */
  readonly failed: string
}

export function failuresIn({ failed }: Pick<PackedReport, 'failed'>): readonly PackedFailure[] {
  return JSON.parse(failed) as PackedFailure[]
}
