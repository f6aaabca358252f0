/** Containment: widgets with their parts, and nothing focusable inside hidden or atomic elements (WCAG 1.3.1, 4.1.2). */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import { contentText } from '../accessible-name.ts'
import { ROLES } from '../aria-facts.ts'
import {
  hasGlobalAttribute,
  isFocusable,
  isNativelyFocusable,
  isTabbable,
  nativeRole,
  roleOf,
  tabIndex,
  writtenRole,
} from '../roles.ts'
import { passIf, type Rule, type RuleVerdict } from '../rule.ts'

/** Roles of the elements that a role owns: the nearest descendants with a role, and those in `aria-owns`. */
function owned(node: TreeNode, page: AccessPage): string[] {
  const roles: string[] = []
  const { nodes } = page.tree
  const walk = (top: TreeNode, from: number) => {
    for (let i = from; i <= top.last && !page.spend(1); i++) {
      const each = nodes[i]!
      if (each.kind !== 'element') continue
      const role = page.isHidden(each) ? null : roleOf(each)
      if (role !== null && PASSED_OVER.has(role) && !hasGlobalAttribute(each)) continue
      if (role === 'rowgroup') roles.push(role)
      if (role === 'rowgroup' || (role === 'group' && GROUPING.test(writtenRole(node)))) continue
      if (role !== null) roles.push(role)
      i = each.last
    }
  }
  walk(node, node.order + 1)
  for (const each of page.named(node.attribute('aria-owns'))) walk(each, each.order)
  return roles
}

/** Roles whose items may be in groups. */
const GROUPING = /^(?:menu|menubar|tree|listbox)$/
const PASSED_OVER = new Set(['', 'generic', 'presentation', 'none'])

function requiredChildren(node: TreeNode, page: AccessPage): RuleVerdict {
  const role = writtenRole(node)
  const wanted = ROLES.get(role)?.owns ?? []
  if (wanted.length === 0 || role === 'combobox' || role === 'radiogroup') return 'skip'
  if (node.attribute('aria-busy') === 'true') return 'pass'
  const allowed = new Set(wanted.flatMap(path => path.split('>')))
  const roles = owned(node, page)
  if (page.isExhausted) return 'unsure'
  if (roles.length === 0) return contentText(node, page) === '' ? 'unsure' : 'fail'
  return passIf(roles.every(each => allowed.has(each) || isAlsoIn(role, each)))
}

/** Menus may contain separators; ARIA lists what is required, not everything that is allowed. */
const isAlsoIn = (role: string, child: string): boolean =>
  (/^menu/.test(role) && /^(?:menuitem|separator|none)/.test(child)) ||
  (role === 'list' && child === 'listitem')

function requiredParent(node: TreeNode, page: AccessPage): RuleVerdict {
  const role = writtenRole(node)
  const within = ROLES.get(role)?.within
  if (within === undefined || within.size === 0) return 'skip'
  if (page.ownerOf(node) !== null) return passIf(within.has(roleOf(page.ownerOf(node)!)))
  const parent = page.parentWithRole(node, each =>
    roleOf(each) === 'group' && GROUPED.has(role) ? '' : roleOf(each),
  )
  if (page.isExhausted) return 'unsure'
  return passIf(parent !== null && within.has(roleOf(parent)))
}
const GROUPED = new Set(['listitem', 'treeitem', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'option'])

/** Of nested hidden parts, only the outermost is checked. */
function hiddenFocus(node: TreeNode, page: AccessPage): RuleVerdict {
  if (node.attribute('aria-hidden') !== 'true' || node.name === 'body') return 'skip'
  if (node.parent !== null && page.isHidden(node.parent)) return 'skip'
  const { nodes } = page.tree
  for (let i = node.order; i <= node.last; i++) {
    const each = nodes[i]!
    if (page.spend(1)) return 'unsure'
    if (each.kind === 'element' && !page.isUnseen(each) && isTabbable(each)) return 'fail'
  }
  return 'pass'
}

function nestedInteractive(node: TreeNode, page: AccessPage): RuleVerdict {
  const isOpener = node.name === 'summary' && isNativelyFocusable(node)
  const isOneThing = isOpener || ROLES.get(roleOf(node))?.hidesChildren
  if (!isOneThing || node.last === node.order) return 'skip'
  for (const each of page.visibleElements(node)) {
    if (!isFocusable(each) || each.name === 'summary') continue
    if ((tabIndex(each) ?? 0) >= 0) return 'fail'
    if (nativeRole(each) !== '' && ROLES.get(nativeRole(each))?.isWidget) return 'fail'
  }
  return page.isExhausted ? 'unsure' : 'pass'
}

/** Decoration that can be focused, or describes itself, is not decoration. */
function roleConflict(node: TreeNode): RuleVerdict {
  const role = writtenRole(node)
  const isEmptyImage = node.name === 'img' && node.attribute('alt') === ''
  if (!isEmptyImage && role !== 'none' && role !== 'presentation') return 'skip'
  if (isEmptyImage && role !== '' && role !== 'none' && role !== 'presentation') return 'skip'
  if (!isEmptyImage && PASSED_OVER.has(nativeRole(node))) return 'skip'
  return passIf(!isFocusable(node) && !hasGlobalAttribute(node))
}

export const relationRules: readonly Rule[] = [
  {
    id: 'aria-required-children',
    level: 'A',
    criteria: '1.3.1',
    says: 'Lists, menus and the like hold the parts that make them.',
    on: { any: 'role' },
    check: requiredChildren,
  },
  {
    id: 'aria-required-parent',
    level: 'A',
    criteria: '1.3.1',
    says: 'Parts stand in the list, menu or the like that they are part of.',
    on: { any: 'role' },
    check: requiredParent,
  },
  {
    id: 'aria-hidden-body',
    level: 'A',
    criteria: '1.3.1 4.1.2',
    says: 'The page as a whole is not hidden.',
    on: { tags: 'body' },
    includesHidden: true,
    check: node =>
      node.attribute('aria-hidden') === undefined ? 'skip' : passIf(node.attribute('aria-hidden') !== 'true'),
  },
  {
    id: 'aria-hidden-focus',
    level: 'A',
    criteria: '4.1.2',
    says: 'What is hidden cannot be reached with the keyboard.',
    on: { attributes: 'aria-hidden' },
    includesHidden: true,
    check: hiddenFocus,
  },
  {
    id: 'nested-interactive',
    level: 'A',
    criteria: '4.1.2',
    says: 'Buttons, links and the like hold nothing else to use.',
    on: { tags: 'button summary option meter progress svg', any: 'role' },
    check: nestedInteractive,
  },
  {
    id: 'presentation-role-conflict',
    level: 'advice',
    criteria: '4.1.2',
    says: 'Decoration cannot be reached and says nothing.',
    on: { tags: 'img', roles: 'none presentation' },
    check: roleConflict,
  },
  {
    id: 'tabindex',
    level: 'advice',
    criteria: '2.4.3',
    says: 'The keyboard goes through the page in its order.',
    on: { attributes: 'tabindex' },
    check: node => (tabIndex(node) === null ? 'pass' : passIf(tabIndex(node)! <= 0)),
  },
]
