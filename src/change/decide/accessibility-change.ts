/**
 * Level `accessibility`: compares two versions of a page only by the scores of their accessibility checks. The difference is the largest
 * difference of any conformance level.
 */
import {
  failuresIn,
  formatScores,
  type PackedReport,
  unpackScores,
} from '../../document/accessibility/level-scores.ts'

export interface ReportDifference {
  /** From 0 to 1. */
  readonly difference: number
  /** Rules that fail in one of the two versions only. */
  readonly rules: readonly string[]
  /** Scores, before and after. */
  readonly summary: string
}

const MAX_RULES = 20

export function compareReports(before: PackedReport, after: PackedReport): ReportDifference {
  const [old, now] = [unpackScores(before.score), unpackScores(after.score)]
  const apart = Math.max(Math.abs(old.a - now.a), Math.abs(old.aa - now.aa), Math.abs(old.aaa - now.aaa))
  const [failedBefore, failsNow] = [before, after].map(
    report => new Set(failuresIn(report).map(([rule]) => rule)),
  )
  const all = new Set([...failsNow!, ...failedBefore!])
  return {
    difference: apart / 100,
    rules: [...all].filter(rule => failedBefore!.has(rule) !== failsNow!.has(rule)).slice(0, MAX_RULES),
    summary: `${formatScores(old)} → ${formatScores(now)}`,
  }
}
