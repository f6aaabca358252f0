/** Identifiers that names and labels depend on are unique (WCAG 4.1.2). */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import { passIf, type Rule, type RuleVerdict } from '../rule.ts'

function duplicateId(node: TreeNode, page: AccessPage): RuleVerdict {
  const id = node.attribute('id')!
  if (id === '' || !page.isPointedAt(id)) return 'skip'
  return page.ids.get(id) === node && page.idCounts.get(id)! > 1 ? 'fail' : 'pass'
}

/** Each key must be used once: with two elements, browsers choose as they like. */
function accessKey(node: TreeNode, page: AccessPage): RuleVerdict {
  const key = node.attribute('accesskey')!.trim().toLowerCase()
  return key === '' ? 'skip' : passIf(page.accessKeys.get(key) === 1)
}

export const identifierRules: readonly Rule[] = [
  {
    id: 'duplicate-id-aria',
    level: 'A',
    criteria: '4.1.2',
    says: 'Identifiers that names and labels point at are there once.',
    on: { attributes: 'id' },
    includesHidden: true,
    check: duplicateId,
  },
  {
    id: 'accesskeys',
    level: 'advice',
    criteria: '2.1.1',
    says: 'A shortcut leads to one element.',
    on: { attributes: 'accesskey' },
    check: accessKey,
  },
]
