/** A link text says where the link leads, without the text around it (WCAG 2.4.9): "here" and "read more" do not. */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import { accessibleName } from '../accessible-name.ts'
import { passIf, type Rule, type RuleVerdict } from '../rule.ts'

function linkPurpose(node: TreeNode, page: AccessPage): RuleVerdict {
  if (node.attribute('href') === undefined && node.name === 'a') return 'skip'
  const name = accessibleName(node, page)
  return name === '' ? 'skip' : passIf(!page.linkWords.isEmpty(name))
}

export const linkTextRules: readonly Rule[] = [
  {
    id: 'link-purpose',
    level: 'AAA',
    criteria: '2.4.9',
    says: 'The text of a link says where it leads.',
    on: { tags: 'a', roles: 'link' },
    check: linkPurpose,
  },
]
