/** The role of an element: the one written, or the one implied by its tag (HTML Accessibility API Mappings). */
import type { TreeNode } from '../../html/index.ts'
import { GLOBAL_ATTRIBUTES, ROLES } from './aria-facts.ts'

const SPACE = /\s+/

/** The first valid role written; '' if there is none. */
export function writtenRole(node: TreeNode): string {
  const written = node.attribute('role')
  if (written === undefined) return ''
  for (const word of written.toLowerCase().split(SPACE, 20)) if (ROLES.has(word)) return word
  return ''
}

/** An element that can be focused, or that has global ARIA attributes, cannot be mere decoration. */
export function roleOf(node: TreeNode): string {
  const written = writtenRole(node)
  const isDecoration = written === 'none' || written === 'presentation'
  if (written !== '' && !(isDecoration && (isFocusable(node) || hasGlobalAttribute(node)))) return written
  return nativeRole(node)
}

/** An element that describes itself to assistive technology is not a mere box. */
export function hasGlobalAttribute({ attributes }: TreeNode): boolean {
  for (let i = 0; i < attributes.length; i += 2)
    if (attributes[i] !== 'aria-hidden' && GLOBAL_ATTRIBUTES.has(attributes[i]!)) return true
  return false
}

// biome-ignore format: a table
const BY_TAG: Readonly<Record<string, string>> = {
  article: 'article', aside: 'complementary', blockquote: 'blockquote', button: 'button',
  caption: 'caption', code: 'code', datalist: 'listbox', dd: 'definition', del: 'deletion',
  details: 'group', dfn: 'term', dialog: 'dialog', dt: 'term', em: 'emphasis', fieldset: 'group',
  figure: 'figure', form: 'form', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading',
  h5: 'heading', h6: 'heading', hr: 'separator', ins: 'insertion', li: 'listitem', main: 'main',
  math: 'math', menu: 'list', meter: 'meter', nav: 'navigation', ol: 'list', optgroup: 'group',
  option: 'option', output: 'status', p: 'paragraph', progress: 'progressbar', search: 'search',
  strong: 'strong', sub: 'subscript', sup: 'superscript', table: 'table', tbody: 'rowgroup',
  td: 'cell', textarea: 'textbox', tfoot: 'rowgroup', thead: 'rowgroup', time: 'time', tr: 'row',
  ul: 'list', svg: 'graphics-document',
}

// biome-ignore format: a table
const BY_INPUT_TYPE: Readonly<Record<string, string>> = {
  button: 'button', image: 'button', reset: 'button', submit: 'button', checkbox: 'checkbox',
  radio: 'radio', range: 'slider', number: 'spinbutton',
  color: '', date: '', 'datetime-local': '', file: '', hidden: '', month: '', password: '',
  time: '', week: '',
}

/** '' for a tag without a role. */
export function nativeRole(node: TreeNode): string {
  switch (node.name) {
    case 'a':
    case 'area':
      return node.attribute('href') === undefined ? 'generic' : 'link'
    case 'img':
      return node.attribute('alt') === '' && !isNamedByAria(node) ? 'presentation' : 'img'
    case 'input':
      return inputRole(node)
    case 'select':
      return node.attribute('multiple') !== undefined || Number(node.attribute('size')) > 1
        ? 'listbox'
        : 'combobox'
    case 'section':
      return isNamedByAria(node) ? 'region' : 'generic'
    case 'th':
      return /^row/i.test(node.attribute('scope') ?? '') ? 'rowheader' : 'columnheader'
    default:
      return BY_TAG[node.name] ?? ''
  }
}

export function inputType(node: TreeNode): string {
  return (node.attribute('type') ?? 'text').trim().toLowerCase()
}

function inputRole(node: TreeNode): string {
  const type = inputType(node)
  const role = BY_INPUT_TYPE[type]
  if (role !== undefined) return role
  if (node.attribute('list') !== undefined) return 'combobox'
  return type === 'search' ? 'searchbox' : 'textbox'
}

function isNamedByAria(node: TreeNode): boolean {
  return Boolean(node.attribute('aria-label')?.trim() || node.attribute('aria-labelledby')?.trim())
}

/** Whether the keyboard, or at least a script, can focus it. */
export function isFocusable(node: TreeNode): boolean {
  return isNativelyFocusable(node) || tabIndex(node) !== null
}

/** Whether the Tab key stops there. */
export function isTabbable(node: TreeNode): boolean {
  const index = tabIndex(node)
  return index === null ? isNativelyFocusable(node) : index >= 0 && !isDisabled(node)
}

export function tabIndex(node: TreeNode): number | null {
  const written = node.attribute('tabindex')
  const index = written === undefined ? null : /^\s*[-+]?\d+/.exec(written)
  return index === null ? null : Number(index[0])
}

export function isNativelyFocusable(node: TreeNode): boolean {
  switch (node.name) {
    case 'a':
    case 'area':
      return node.attribute('href') !== undefined
    case 'input':
      return inputType(node) !== 'hidden' && !isDisabled(node)
    case 'button':
    case 'select':
    case 'textarea':
      return !isDisabled(node)
    case 'summary':
      return node.parent?.name === 'details'
    case 'iframe':
      return true
    case 'audio':
    case 'video':
      return node.attribute('controls') !== undefined
    default: {
      const editable = node.attribute('contenteditable')?.toLowerCase()
      return editable !== undefined && editable !== 'false'
    }
  }
}

const MAY_BE_DISABLED = new Set(['button', 'fieldset', 'input', 'optgroup', 'option', 'select', 'textarea'])

export function isDisabled(node: TreeNode): boolean {
  if (!MAY_BE_DISABLED.has(node.name)) return false
  if (node.attribute('disabled') !== undefined) return true
  return isInDisabledGroup(node)
}

/** Fields of a disabled group are disabled, except in its legend; groups are at most this many levels above their fields. */
const MAX_GROUP_LEVELS = 30

function isInDisabledGroup(node: TreeNode): boolean {
  let at = node.parent
  for (let level = 0; at !== null && level < MAX_GROUP_LEVELS; level++, at = at.parent) {
    if (at.name === 'legend') return false
    if (at.name === 'fieldset' && at.attribute('disabled') !== undefined) return true
  }
  return false
}
