/** A rule: an entry in a table, with a small function that checks one element. */
import type { TreeNode } from '../../html/index.ts'
import type { AccessPage } from './access-page.ts'

/** `advice` is good for readers although WCAG does not require it: it is reported but is not part of the score. */
export type RuleLevel = 'A' | 'AA' | 'AAA' | 'advice'

/** `skip`: the rule does not apply to this element. `unsure`: it does, but only a browser could tell. */
export type RuleVerdict = 'pass' | 'fail' | 'skip' | 'unsure'

/** The elements a rule checks: those with one of the tags, written roles or attributes; `html` stands for the whole page. */
export interface RuleScope {
  readonly tags?: string
  readonly roles?: string
  readonly attributes?: string
  /** Elements with any role, or any ARIA attribute. */
  readonly any?: 'role' | 'aria'
}

export interface Rule {
  /** The id in axe-core, if it has the same rule. */
  readonly id: string
  readonly level: RuleLevel
  /** Success criteria of WCAG 2.2. */
  readonly criteria: string
  /** What a page that passes does. */
  readonly says: string
  readonly on: RuleScope
  /** Whether it also checks hidden elements. */
  readonly includesHidden?: true
  check(node: TreeNode, page: AccessPage): RuleVerdict
}

export const passIf = (isGood: boolean): RuleVerdict => (isGood ? 'pass' : 'fail')
