/** What a rule is: an entry of a table, with a small function that looks at one element. */
import type { TreeNode } from '../../html/index.ts'
import type { AccessPage } from './access-page.ts'

/** `advice` is what is good for readers although WCAG does not ask for it: it is told, and no part of the score. */
export type RuleLevel = 'A' | 'AA' | 'AAA' | 'advice'

/** `skip`: the rule says nothing of this element. `unsure`: it does, and only a browser could tell. */
export type RuleVerdict = 'pass' | 'fail' | 'skip' | 'unsure'

/** The elements a rule looks at: those with one of the tags, of the written roles, or with one of the attributes; `html` for the page as a whole. */
export interface RuleScope {
  readonly tags?: string
  readonly roles?: string
  readonly attributes?: string
  /** Elements with any role, or any attribute of ARIA. */
  readonly any?: 'role' | 'aria'
}

export interface Rule {
  /** That of axe-core, where it has the same. */
  readonly id: string
  readonly level: RuleLevel
  /** Success criteria of WCAG 2.2. */
  readonly criteria: string
  /** What a page that passes does. */
  readonly says: string
  readonly on: RuleScope
  /** It also looks at what readers of the page do not get to see. */
  readonly includesHidden?: true
  check(node: TreeNode, page: AccessPage): RuleVerdict
}

export const passIf = (isGood: boolean): RuleVerdict => (isGood ? 'pass' : 'fail')
