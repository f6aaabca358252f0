/** Pictures have alternative text (WCAG 1.1.1). */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import { contentText, pointedName, visibleText } from '../accessible-name.ts'
import { ROLES } from '../aria-facts.ts'
import { isFocusable, writtenRole } from '../roles.ts'
import { passIf, type Rule, type RuleVerdict } from '../rule.ts'

const isSaid = (text: string | undefined): boolean => text !== undefined && text.trim() !== ''

/** Whether it is named by an ARIA attribute or its title. */
export function isNamedByAttribute(node: TreeNode, page: AccessPage): boolean {
  if (isSaid(node.attribute('aria-label')) || isSaid(node.attribute('title'))) return true
  return isSaid(pointedName(node, page))
}

/** With a role that needs no name, the element is exempt from the checks for its tag. */
export function needsName(node: TreeNode): boolean {
  const role = writtenRole(node)
  if (role === '' || role === 'none' || role === 'presentation') return true
  return ROLES.get(role)!.mustBeNamed || isFocusable(node)
}

export function isDecoration(node: TreeNode): boolean {
  const role = writtenRole(node)
  return (role === 'none' || role === 'presentation') && !isFocusable(node)
}

function imageAlt(node: TreeNode, page: AccessPage): RuleVerdict {
  if (!needsName(node)) return 'skip'
  const alt = node.attribute('alt')
  if (alt !== undefined) return passIf(alt === '' || alt.trim() !== '')
  return passIf(isNamedByAttribute(node, page) || isDecoration(node))
}

/** Fails only if the alternative text repeats the words beside the picture. */
function redundantAlt(node: TreeNode, page: AccessPage): RuleVerdict {
  const alt = node.attribute('alt')?.trim().toLowerCase()
  if (!alt) return 'pass'
  let around = node.parent
  for (let level = 0; around !== null && level < 10 && !REPEATS.test(around.name); level++)
    around = around.parent
  if (around === null || !REPEATS.test(around.name)) return 'pass'
  if (around.name === 'a' && around.attribute('href') === undefined) return 'pass'
  return passIf(visibleText(around, page).toLowerCase() !== alt)
}
const REPEATS = /^(?:button|a|p|li|td|th)$/

function objectAlt(node: TreeNode, page: AccessPage): RuleVerdict {
  return passIf(isNamedByAttribute(node, page) || isDecoration(node))
}

export const imageRules: readonly Rule[] = [
  {
    id: 'image-alt',
    level: 'A',
    criteria: '1.1.1',
    says: 'Images have alternative text, which may be empty for decoration.',
    on: { tags: 'img' },
    check: imageAlt,
  },
  {
    id: 'input-image-alt',
    level: 'A',
    criteria: '1.1.1 4.1.2',
    says: 'Image buttons have alternative text.',
    on: { tags: 'input' },
    check: (node, page) => {
      if (node.attribute('type')?.trim().toLowerCase() !== 'image') return 'skip'
      return passIf(isSaid(node.attribute('alt')) || isNamedByAttribute(node, page) || hasLabel(node, page))
    },
  },
  {
    id: 'area-alt',
    level: 'A',
    criteria: '2.4.4 4.1.2',
    says: 'The areas of an image map have alternative text.',
    on: { tags: 'area' },
    includesHidden: true,
    check: (node, page) => {
      if (node.attribute('href') === undefined) return 'skip'
      return passIf(isSaid(node.attribute('alt')) || isNamedByAttribute(node, page))
    },
  },
  {
    id: 'object-alt',
    level: 'A',
    criteria: '1.1.1',
    says: 'Embedded objects have a name.',
    on: { tags: 'object' },
    check: (node, page) => (node.attribute('data') === undefined ? 'skip' : objectAlt(node, page)),
  },
  {
    id: 'role-img-alt',
    level: 'A',
    criteria: '1.1.1',
    says: 'Elements with the role of an image have a name.',
    on: { roles: 'img' },
    check: (node, page) => {
      if (page.isSvg(node) || /^(?:img|area|input|object)$/.test(node.name)) return 'skip'
      return passIf(isNamedByAttribute(node, page))
    },
  },
  {
    id: 'svg-img-alt',
    level: 'A',
    criteria: '1.1.1',
    says: 'Drawings with the role of an image have a title or a name.',
    on: { roles: 'img graphics-symbol graphics-document' },
    check: (node, page) => {
      const isOther = writtenRole(node) === 'graphics-document' && node.name !== 'svg'
      if (!page.isSvg(node) || isOther) return 'skip'
      return passIf(isNamedByAttribute(node, page) || hasTitle(node))
    },
  },
  {
    id: 'image-redundant-alt',
    level: 'advice',
    criteria: '1.1.1',
    says: 'The alternative text of an image does not repeat the words beside it.',
    on: { tags: 'img' },
    check: redundantAlt,
  },
  {
    id: 'server-side-image-map',
    level: 'A',
    criteria: '2.1.1',
    says: 'Image maps are not left to the server.',
    on: { tags: 'img' },
    check: node => (node.attribute('ismap') === undefined ? 'skip' : 'fail'),
  },
]

function hasTitle(node: TreeNode): boolean {
  for (let child = node.firstChild; child !== undefined; child = child.nextSibling)
    if (child.name === 'title') return child.text().trim() !== ''
  return false
}

function hasLabel(node: TreeNode, page: AccessPage): boolean {
  return page.labelsOf(node).some(label => !page.isHidden(label) && contentText(label, page) !== '')
}
