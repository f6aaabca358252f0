/** Form fields say what they are for (WCAG 1.3.1, 1.3.5, 3.3.2, 4.1.2). */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import { accessibleName, labelName, pointedName } from '../accessible-name.ts'
import { inputType, isDisabled, writtenRole } from '../roles.ts'
import { passIf, type Rule, type RuleVerdict } from '../rule.ts'
import { autocompleteVerdict } from './autocomplete.ts'
import { isDecoration, isNamedByAttribute } from './pictures.ts'

const NOT_LABELED = new Set(['hidden', 'image', 'button', 'submit', 'reset'])

const isField = (node: TreeNode): boolean => node.name !== 'input' || !NOT_LABELED.has(inputType(node))

function label(node: TreeNode, page: AccessPage): RuleVerdict {
  if (!isField(node)) return 'skip'
  if (isDecoration(node)) return 'pass'
  return passIf(accessibleName(node, page) !== '')
}

/** With several labels, some assistive technologies read all of them and others only one. */
function multipleLabels(node: TreeNode, page: AccessPage): RuleVerdict {
  if (!isField(node)) return 'skip'
  const labels = page.labelsOf(node).filter(each => !page.isHidden(each))
  if (labels.length < 2) return 'pass'
  const pointed = new Set(page.named(node.attribute('aria-labelledby')))
  return labels.every(each => pointed.has(each)) ? 'pass' : 'unsure'
}

/** A title alone is shown only to users of a mouse. */
function titleOnly(node: TreeNode, page: AccessPage): RuleVerdict {
  if (!isField(node)) return 'skip'
  const hasTitle = Boolean(
    node.attribute('title')?.trim() || page.named(node.attribute('aria-describedby')).length,
  )
  if (!hasTitle) return 'pass'
  const isLabeled =
    labelName(node, page) !== '' ||
    Boolean(node.attribute('aria-label')?.trim()) ||
    pointedName(node, page).trim() !== ''
  return passIf(isLabeled)
}

const NATIVE_FIELD = /^(?:input|select|textarea|button)$/

function ownField(node: TreeNode, page: AccessPage): RuleVerdict {
  return NATIVE_FIELD.test(node.name) ? 'skip' : passIf(isNamedByAttribute(node, page))
}

function ownToggle(node: TreeNode, page: AccessPage): RuleVerdict {
  return NATIVE_FIELD.test(node.name) || node.name === 'option'
    ? 'skip'
    : passIf(accessibleName(node, page) !== '')
}

export const fieldRules: readonly Rule[] = [
  {
    id: 'label',
    level: 'A',
    criteria: '4.1.2',
    says: 'Form fields have a label.',
    on: { tags: 'input textarea' },
    check: label,
  },
  {
    id: 'select-name',
    level: 'A',
    criteria: '4.1.2',
    says: 'Lists to choose from have a label.',
    on: { tags: 'select' },
    check: label,
  },
  {
    id: 'form-field-multiple-labels',
    level: 'A',
    criteria: '3.3.2',
    says: 'A form field has one label.',
    on: { tags: 'input select textarea' },
    check: multipleLabels,
  },
  {
    id: 'label-title-only',
    level: 'advice',
    criteria: '3.3.2',
    says: 'Form fields have a label that is seen, not only a title.',
    on: { tags: 'input select textarea' },
    check: titleOnly,
  },
  {
    id: 'aria-input-field-name',
    level: 'A',
    criteria: '4.1.2',
    says: 'Elements that act as input fields have a name.',
    on: { roles: 'combobox listbox searchbox slider spinbutton textbox' },
    check: ownField,
  },
  {
    id: 'aria-toggle-field-name',
    level: 'A',
    criteria: '4.1.2',
    says: 'Elements that act as switches or choices have a name.',
    on: { roles: 'checkbox menuitemcheckbox menuitemradio radio switch option' },
    check: ownToggle,
  },
  {
    id: 'autocomplete-valid',
    level: 'AA',
    criteria: '1.3.5',
    says: 'The purpose of form fields is named in a way that browsers know.',
    on: { attributes: 'autocomplete' },
    check: node => {
      if (!/^(?:input|select|textarea)$/.test(node.name) || isDisabled(node)) return 'skip'
      if (node.name === 'input' && NOT_LABELED.has(inputType(node))) return 'skip'
      if (node.attribute('aria-disabled') === 'true' || isOutOfReach(node)) return 'skip'
      return autocompleteVerdict(node)
    },
  },
]

function isOutOfReach(node: TreeNode): boolean {
  const role = writtenRole(node)
  return node.attribute('tabindex') === '-1' && role !== '' && !/box$|^(?:slider|spinbutton)$/.test(role)
}
