/**
 * Accessibility: the checks of WCAG 2.2 that can be decided from a page's source, without a browser.
 *
 * `AccessibilityChecker.check` goes over the tree once. Each element is passed to the rules for its tag, role or attributes
 * (rule-table.ts); whether it is hidden, its role and its name are computed when a rule needs them (hidden.ts with page-styles.ts,
 * roles.ts, accessible-name.ts). Rules have the names that axe-core gives them. What only a browser can tell (colors, sizes, the effect of
 * scripts and external style sheets) is not checked, and where the source leaves it open, a rule is `unsure` and counts neither way.
 *
 * A check is one rule on one page: it is passed if no element fails. A level's score is the share of passed checks among those that apply,
 * and as in WCAG a level includes all requirements of the levels below it. Time and memory are linear in the page: a page made to cost
 * more is checked in part.
 *
 * Quality and cost: `npm run bench:accessibility`.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import { AccessPage } from './access-page.ts'
import { elementPath } from './element-path.ts'
import { type BrowserFindings, withFindings } from './in-browser.ts'
import {
  type LevelScores,
  type PackedFailure,
  type PackedReport,
  packScores,
  scoresOf,
} from './level-scores.ts'
import { LinkWords, type MoreLinkWords } from './link-words.ts'
import type { Rule, RuleLevel, RuleVerdict } from './rule.ts'
import { eachRuleOf, RULES } from './rule-table.ts'

export { AXE_RULES, RULE_FACTS, withFindings } from './in-browser.ts'
export type { MoreLinkWords } from './link-words.ts'
export type { RuleLevel } from './rule.ts'
export { RULES } from './rule-table.ts'

/** How pages are checked. */
export interface AccessibilitySettings {
  /** By the source alone, or, where a browser renders the page, by axe-core in it. */
  readonly by: 'static' | 'browser'
  readonly linkWords: MoreLinkWords
}

export interface FailedRule {
  readonly rule: string
  readonly level: RuleLevel
  /** Number of elements that fail. */
  readonly count: number
  /** XPaths of the first of them. */
  readonly elements: readonly string[]
}

export interface AccessibilityReport {
  readonly score: LevelScores
  readonly failed: readonly FailedRule[]
  readonly passed: readonly string[]
  /** Rules that apply but that only a browser could decide. */
  readonly unsure: readonly string[]
}

/** Most elements listed for each rule. */
const MAX_ELEMENTS = 5

interface Tally {
  readonly passes: Uint32Array
  readonly unsure: Uint32Array
  readonly fails: Map<number, { count: number; readonly elements: TreeNode[] }>
}

export class AccessibilityChecker {
  readonly #linkWords: LinkWords

  constructor({ linkWords }: Pick<AccessibilitySettings, 'linkWords'> = { linkWords: {} }) {
    this.#linkWords = new LinkWords(linkWords)
  }

  check(tree: Tree): AccessibilityReport {
    const page = new AccessPage(tree, this.#linkWords)
    const tally: Tally = {
      passes: new Uint32Array(RULES.length),
      unsure: new Uint32Array(RULES.length),
      fails: new Map(),
    }
    for (const node of tree.nodes) {
      if (node.kind !== 'element') continue
      const isHidden = page.isHidden(node)
      eachRuleOf(node, n => {
        const rule = RULES[n]!
        if (!isHidden || rule.includesHidden) count(tally, n, rule.check(node, page), node)
      })
    }
    return reportOf(tally)
  }
}

function count({ passes, unsure, fails }: Tally, rule: number, verdict: RuleVerdict, node: TreeNode): void {
  if (verdict === 'pass') passes[rule]!++
  else if (verdict === 'unsure') unsure[rule]!++
  else if (verdict === 'fail') {
    const failed = fails.get(rule) ?? { count: 0, elements: [] }
    fails.set(rule, failed)
    failed.count++
    if (failed.elements.length < MAX_ELEMENTS) failed.elements.push(node)
  }
}

function reportOf({ passes, unsure, fails }: Tally): AccessibilityReport {
  const failed: FailedRule[] = []
  const passed: Rule[] = []
  const open: string[] = []
  RULES.forEach((rule, n) => {
    const { id, level } = rule
    const fail = fails.get(n)
    if (fail !== undefined)
      failed.push({ rule: id, level, count: fail.count, elements: fail.elements.map(elementPath) })
    else if (unsure[n]! > 0) open.push(id)
    else if (passes[n]! > 0) passed.push(rule)
  })
  const levels = (rules: readonly { readonly level: RuleLevel }[]) => rules.map(({ level }) => level)
  const score = scoresOf(levels(passed), levels(failed))
  return { score, failed, passed: passed.map(({ id }) => id), unsure: open }
}

/** The report as stored with a page. */
export const packReport = ({ score, failed }: AccessibilityReport): PackedReport => ({
  score: packScores(score),
  failed: JSON.stringify(failed.map(({ rule, count, elements }): PackedFailure => [rule, count, elements])),
})

/** Checks a page by its source, and by a browser's findings if there are any. */
export type PackedCheck = (tree: Tree, found?: BrowserFindings) => PackedReport

export function packedCheck(settings: AccessibilitySettings): PackedCheck {
  const checker = new AccessibilityChecker(settings)
  return (tree, found) => {
    const report = checker.check(tree)
    return packReport(found ? withFindings(report, found) : report)
  }
}
