/** Controls and links have a name (WCAG 2.4.4, 4.1.2). */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import { accessibleName, contentText } from '../accessible-name.ts'
import { isFocusable, tabIndex, writtenRole } from '../roles.ts'
import { passIf, type Rule, type RuleVerdict } from '../rule.ts'
import { isDecoration, isNamedByAttribute, needsName } from './pictures.ts'

const isCalled = (node: TreeNode, page: AccessPage): RuleVerdict => passIf(accessibleName(node, page) !== '')

/** Tags with their own way of being named are checked by other rules. */
const NAMES_ITSELF = /^(?:button|input|select|textarea|img|area|summary|fieldset|table|figure|details)$/

function unlessNative(node: TreeNode, page: AccessPage): RuleVerdict {
  const isLink = node.name === 'a' && node.attribute('href') !== undefined
  return isLink || NAMES_ITSELF.test(node.name) ? 'skip' : isCalled(node, page)
}

function byAttribute(node: TreeNode, page: AccessPage): RuleVerdict {
  return NAMES_ITSELF.test(node.name) ? 'skip' : passIf(isNamedByAttribute(node, page))
}

function inputButton(node: TreeNode, page: AccessPage): RuleVerdict {
  const type = node.attribute('type')?.trim().toLowerCase()
  if (type !== 'button' && type !== 'submit' && type !== 'reset') return 'skip'
  if (!needsName(node)) return 'skip'
  return isDecoration(node) ? 'pass' : isCalled(node, page)
}

function frameTitle(node: TreeNode, page: AccessPage): RuleVerdict {
  if ((tabIndex(node) ?? 0) < 0) return 'skip'
  const role = writtenRole(node)
  return passIf(role === 'none' || role === 'presentation' || isNamedByAttribute(node, page))
}

/** Two frames with one title may show the same thing; only a person can tell. */
function frameTitleUnique(node: TreeNode, page: AccessPage): RuleVerdict {
  const title = node.attribute('title')?.trim().toLowerCase()
  if (!title) return 'skip'
  return page.frameTitles.get(title)! > 1 ? 'unsure' : 'pass'
}

function heading(node: TreeNode, page: AccessPage): RuleVerdict {
  const role = writtenRole(node)
  return role !== '' && role !== 'heading' && !isDecoration(node) ? 'skip' : isCalled(node, page)
}

/** A `summary` outside `details` does nothing. */
function summary(node: TreeNode, page: AccessPage): RuleVerdict {
  const isFirst = node.parent?.name === 'details' && firstSummary(node.parent) === node
  return isFirst && (writtenRole(node) === '' || isFocusable(node)) ? isCalled(node, page) : 'skip'
}

function firstSummary(details: TreeNode): TreeNode | undefined {
  for (let child = details.firstChild; child !== undefined; child = child.nextSibling)
    if (child.name === 'summary') return child
  return undefined
}

const named = (id: string, roles: string, says: string, check: Rule['check']): Rule => ({
  id,
  level: 'A',
  criteria: '4.1.2',
  says,
  on: { roles },
  check,
})

export const nameRules: readonly Rule[] = [
  {
    id: 'button-name',
    level: 'A',
    criteria: '4.1.2',
    says: 'Buttons have a name.',
    on: { tags: 'button' },
    check: (node, page) => (needsName(node) ? (isDecoration(node) ? 'pass' : isCalled(node, page)) : 'skip'),
  },
  {
    id: 'input-button-name',
    level: 'A',
    criteria: '4.1.2',
    says: 'Buttons made of `input` have a name.',
    on: { tags: 'input' },
    check: inputButton,
  },
  {
    id: 'link-name',
    level: 'A',
    criteria: '2.4.4 4.1.2',
    says: 'Links have a name.',
    on: { tags: 'a' },
    check: (node, page) => (node.attribute('href') === undefined ? 'skip' : isCalled(node, page)),
  },
  named(
    'aria-command-name',
    'button link menuitem',
    'Elements that act as buttons, links or menu items have a name.',
    unlessNative,
  ),
  named('aria-dialog-name', 'dialog alertdialog', 'Dialogs have a name.', byAttribute),
  named('aria-meter-name', 'meter', 'Meters have a name.', byAttribute),
  named('aria-progressbar-name', 'progressbar', 'Progress bars have a name.', byAttribute),
  named('aria-tab-name', 'tab', 'Tabs have a name.', unlessNative),
  named('aria-tooltip-name', 'tooltip', 'Tooltips have a name.', unlessNative),
  named('aria-treeitem-name', 'treeitem', 'Items of trees have a name.', unlessNative),
  {
    id: 'summary-name',
    level: 'A',
    criteria: '4.1.2',
    says: 'What opens a `details` element has a name.',
    on: { tags: 'summary' },
    check: summary,
  },
  {
    id: 'frame-title',
    level: 'A',
    criteria: '4.1.2',
    says: 'Frames have a title.',
    on: { tags: 'frame iframe' },
    check: frameTitle,
  },
  {
    id: 'frame-title-unique',
    level: 'A',
    criteria: '4.1.2',
    says: 'Frames that show different things have different titles.',
    on: { tags: 'frame iframe' },
    check: frameTitleUnique,
  },
  {
    id: 'empty-heading',
    level: 'advice',
    criteria: '1.3.1 2.4.6',
    says: 'Headings have text.',
    on: { tags: 'h1 h2 h3 h4 h5 h6', roles: 'heading' },
    check: heading,
  },
  {
    id: 'empty-table-header',
    level: 'advice',
    criteria: '1.3.1',
    says: 'Header cells have text.',
    on: { tags: 'th', roles: 'rowheader columnheader' },
    check: (node, page) => {
      const isOther = node.name === 'th' && node.attribute('role') !== undefined
      if (isOther && !/header$/.test(writtenRole(node))) return 'skip'
      return passIf(contentText(node, page) !== '')
    },
  },
]
