/** Lists contain only items (WCAG 1.3.1). */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import { writtenRole } from '../roles.ts'
import { passIf, type Rule, type RuleVerdict } from '../rule.ts'

const hasRole = (node: TreeNode): boolean => Boolean(node.attribute('role')?.trim())

/** Everything shown in a list must be one of its items. */
function onlyItems(list: TreeNode, page: AccessPage, isItem: (child: TreeNode) => boolean): RuleVerdict {
  if (hasRole(list)) return 'skip'
  for (let child = list.firstChild; child !== undefined; child = child.nextSibling) {
    if (child.kind === 'text' && child.text().trim() !== '') return 'fail'
    if (child.kind === 'element' && !page.isHidden(child) && !isItem(child)) return 'fail'
  }
  return 'pass'
}

const isListItem = (child: TreeNode): boolean => {
  const role = writtenRole(child)
  return role === 'listitem' || (child.name === 'li' && role === '')
}

const isTerm = (child: TreeNode): boolean => {
  const role = writtenRole(child)
  if (role !== '') return role === 'definition' || role === 'term' || role === 'listitem'
  return child.name === 'dt' || child.name === 'dd' || child.name === 'div'
}

const LIST_ROLES = /^(?:list|none|presentation)?$/

function listItem(node: TreeNode): RuleVerdict {
  if (hasRole(node)) return 'skip'
  const parent = node.parent!
  const role = writtenRole(parent)
  if (role === 'list') return 'pass'
  return passIf(LIST_ROLES.test(role) && /^(?:ul|ol|menu)$/.test(parent.name))
}

function definitionList(node: TreeNode, page: AccessPage): RuleVerdict {
  const verdict = onlyItems(node, page, isTerm)
  return verdict === 'pass' && isOutOfOrder(node) ? 'fail' : verdict
}

/** Terms must come before their definitions. */
function isOutOfOrder(list: TreeNode): boolean {
  const names: string[] = []
  for (let child = list.firstChild; child !== undefined; child = child.nextSibling)
    if (child.name === 'dt' || child.name === 'dd') names.push(child.name)
  return names.length > 0 && (names[0] === 'dd' || names.at(-1) === 'dt')
}

function definitionItem(node: TreeNode): RuleVerdict {
  if (hasRole(node)) return 'skip'
  const isGrouped = node.parent!.name === 'div' && !/[^\s]/.test(node.parent!.attribute('role') ?? '')
  const list = isGrouped ? node.parent!.parent! : node.parent!
  return passIf(list.name === 'dl' && LIST_ROLES.test(writtenRole(list)))
}

export const structureRules: readonly Rule[] = [
  {
    id: 'list',
    level: 'A',
    criteria: '1.3.1',
    says: 'Lists hold nothing but items.',
    on: { tags: 'ul ol' },
    check: (node, page) => onlyItems(node, page, isListItem),
  },
  {
    id: 'listitem',
    level: 'A',
    criteria: '1.3.1',
    says: 'Items stand in a list.',
    on: { tags: 'li' },
    check: listItem,
  },
  {
    id: 'definition-list',
    level: 'A',
    criteria: '1.3.1',
    says: 'Lists of terms hold terms and what they mean, in this order.',
    on: { tags: 'dl' },
    check: definitionList,
  },
  {
    id: 'dlitem',
    level: 'A',
    criteria: '1.3.1',
    says: 'Terms and what they mean stand in a list of terms.',
    on: { tags: 'dt dd' },
    check: definitionItem,
  },
]
