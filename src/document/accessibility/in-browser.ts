/**
 * Combines axe-core's results for a page in a browser with our own checks. A browser sees what the source does not tell: colors, sizes,
 * what style sheets hide and scripts build. So where axe-core has a rule, its result counts.
 */
import browserRules from './browser-rules.json' with { type: 'json' }
import type { AccessibilityReport, FailedRule } from './index.ts'
import { type PackedFailure, scoresOf } from './level-scores.ts'
import type { Rule, RuleLevel } from './rule.ts'
import { RULES } from './rule-table.ts'

/** Results for the rules that axe-core was run with; rules that do not apply or cannot be decided are in neither list. */
export interface BrowserFindings {
  readonly passed: readonly string[]
  readonly failed: readonly PackedFailure[]
}

/** What is shown about a rule. */
export type RuleFacts = Pick<Rule, 'level' | 'criteria' | 'says'>

/** Facts about all rules, including those that only a browser can decide. */
export const RULE_FACTS: ReadonlyMap<string, RuleFacts> = new Map([
  ...Object.entries(browserRules.rules as Readonly<Record<string, RuleFacts>>),
  ...RULES.map((rule): [string, RuleFacts] => [rule.id, rule]),
])

/** Rules that axe-core lacks. */
const OUR_OWN: ReadonlySet<string> = new Set(['link-purpose'])

/** The rules that axe-core is run with. */
export const AXE_RULES: readonly string[] = [...RULE_FACTS.keys()].filter(name => !OUR_OWN.has(name))

export function withFindings(report: AccessibilityReport, found: BrowserFindings): AccessibilityReport {
  const failed: FailedRule[] = [
    ...found.failed.map(([rule, count, elements]) => ({ rule, level: levelOf(rule), count, elements })),
    ...report.failed.filter(({ rule }) => OUR_OWN.has(rule)),
  ]
  const passed = [...found.passed, ...report.passed.filter(rule => OUR_OWN.has(rule))]
  const score = scoresOf(
    passed.map(levelOf),
    failed.map(({ level }) => level),
  )
  return { score, failed, passed, unsure: report.unsure.filter(rule => OUR_OWN.has(rule)) }
}

const levelOf = (rule: string): RuleLevel => RULE_FACTS.get(rule)?.level ?? 'advice'
