/**
 * The name of an element: Accessible Name and Description Computation 1.2, as far as a page without its styles allows.
 *
 * Names are only tested, compared with one another and looked up in lists, so they are cut at MAX_NAME_CHARS.
 */
import type { TreeNode } from '../../html/index.ts'
import type { AccessPage } from './access-page.ts'
import { ROLES } from './aria-facts.ts'
import { inputType, roleOf } from './roles.ts'

const MAX_NAME_CHARS = 1_000
/** The name returned when the effort of a page is used up, so that no rule complains when unsure. */
const UNKNOWN = '…'

const BLOCK =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|option|p|pre|section|table|td|th|tr|ul)$/

/** Tags named by their content whatever their role, in addition to those that ARIA lists. */
const NAMED_BY_CONTENT = new Set(['summary', 'label', 'legend', 'caption', 'figcaption', 'option', 'a'])

/** The name, with white space folded; '' if it has none. */
export function accessibleName(node: TreeNode, page: AccessPage): string {
  return page.remembered(node, () => fold(nameIn(node, page, 'start')))
}

/** The text of an element's content, ignoring its attributes. */
export function contentText(node: TreeNode, page: AccessPage): string {
  return fold(contentOf(node, page, 'content'))
}

/** The words in an element, without the texts of pictures and attributes. */
export function visibleText(node: TreeNode, page: AccessPage): string {
  const { nodes } = page.tree
  let text = ''
  for (let i = node.order + 1; i <= node.last && text.length <= MAX_NAME_CHARS; i++) {
    if (page.spend(1)) return UNKNOWN
    const each = nodes[i]!
    if (each.kind === 'text') text += each.text().slice(0, MAX_NAME_CHARS)
    else if (each.kind === 'element' && (page.isHidden(each) || isSilent(each))) i = each.last
    else if (BLOCK.test(each.name)) text += ' '
  }
  return fold(text)
}

/**
 * Stage of the computation (its steps 2B and 2F): references inside referenced names are not followed, and hidden elements count only if
 * referenced.
 */
type Stage = 'start' | 'content' | 'pointed'

function nameIn(node: TreeNode, page: AccessPage, stage: Stage): string {
  if (page.spend(1)) return UNKNOWN
  if (stage !== 'pointed') {
    const pointed = pointedName(node, page)
    if (pointed.trim() !== '') return pointed
  }
  const label = node.attribute('aria-label')
  if (label !== undefined && label.trim() !== '') return label
  const native = nativeName(node, page, stage)
  if (native !== null && native.trim() !== '') return native
  const isFree = stage !== 'start' || isNamedByContent(node)
  const content = isFree && native === null ? contentOf(node, page, stage) : ''
  if (content.trim() !== '') return content
  return node.attribute('title') ?? ''
}

export function pointedName(node: TreeNode, page: AccessPage): string {
  const list = node.attribute('aria-labelledby')
  if (list === undefined) return ''
  let name = ''
  for (const each of page.named(list)) {
    name += ` ${nameIn(each, page, 'pointed')}`
    if (name.length > MAX_NAME_CHARS) break
  }
  return name
}

function isNamedByContent(node: TreeNode): boolean {
  const role = roleOf(node)
  if (ROLES.get(role)?.namedByContent) return true
  return NAMED_BY_CONTENT.has(node.name)
}

/** The name that HTML gives the element; null if it is named by its content. */
function nativeName(node: TreeNode, page: AccessPage, stage: Stage): string | null {
  switch (node.name) {
    case 'img':
      return roleOf(node) === 'presentation' || roleOf(node) === 'none' ? '' : (node.attribute('alt') ?? '')
    case 'area':
      return node.attribute('alt') ?? ''
    case 'input':
      return inputName(node, page, stage)
    case 'select':
      return stage === 'start' ? labelName(node, page) : heldValue(node)
    case 'textarea':
      return stage === 'start'
        ? labelName(node, page) || (node.attribute('placeholder') ?? '')
        : heldValue(node)
    case 'button':
      return labelName(node, page) || null
    case 'svg':
      return childText(node, page, 'title')
    case 'fieldset':
      return childText(node, page, 'legend')
    case 'table':
      return stage === 'start' ? childText(node, page, 'caption') : null
    case 'iframe':
    case 'object':
    case 'video':
    case 'audio':
    case 'script':
    case 'style':
      return ''
    default:
      return null
  }
}

function inputName(node: TreeNode, page: AccessPage, stage: Stage): string {
  const type = inputType(node)
  const labels = stage === 'start' ? labelName(node, page) : ''
  if (labels !== '') return labels
  if (type === 'image') return node.attribute('alt') ?? (node.attribute('title') ? '' : 'Submit')
  if (type === 'submit' || type === 'reset') return node.attribute('value') ?? type
  if (type === 'button') return node.attribute('value') ?? ''
  if (stage === 'start') return node.attribute('title')?.trim() || (node.attribute('placeholder') ?? '')
  return /^(?:checkbox|radio|file|hidden|password)$/.test(type) ? '' : (node.attribute('value') ?? '')
}

export function labelName(node: TreeNode, page: AccessPage): string {
  let name = ''
  for (const label of page.labelsOf(node)) {
    if (page.spend(1) || name.length > MAX_NAME_CHARS) break
    if (!page.isHidden(label)) name += ` ${labelText(label, node, page)}`
  }
  return name.trim()
}

/** A field inside its label is not part of its own name. */
function labelText(label: TreeNode, field: TreeNode, page: AccessPage): string {
  const said = label.attribute('aria-label')?.trim()
  return said ? said : contentOf(label, page, 'content', field)
}

/** The value of a field, where it is part of another element's name. */
function heldValue(node: TreeNode): string {
  if (node.name === 'textarea') return node.text()
  const { nodes } = node.tree
  let first: TreeNode | null = null
  for (let i = node.order + 1; i <= Math.min(node.last, node.order + 500); i++) {
    const option = nodes[i]!
    if (option.name !== 'option') continue
    first ??= option
    if (option.attribute('selected') !== undefined) return option.text()
  }
  return first?.text() ?? ''
}

function childText(node: TreeNode, page: AccessPage, name: string): string | null {
  for (let child = node.firstChild; child !== undefined; child = child.nextSibling) {
    if (page.spend(1)) return UNKNOWN
    if (child.name === name) return name === 'title' ? child.text() : contentOf(child, page, 'content')
  }
  return null
}

function contentOf(node: TreeNode, page: AccessPage, stage: Stage, without?: TreeNode): string {
  const { nodes } = page.tree
  const isPointedAtHidden = stage === 'pointed' && page.isHidden(node)
  let text = ''
  for (let i = node.order + 1; i <= node.last; i++) {
    if (page.spend(1)) return UNKNOWN
    if (text.length > MAX_NAME_CHARS) return text
    const each = nodes[i]!
    if (each.kind === 'text') text += each.text().slice(0, MAX_NAME_CHARS)
    if (each.kind !== 'element') continue
    if (each === without || (page.isHidden(each) && !isPointedAtHidden) || isSilent(each)) i = each.last
    else if (hasOwnName(each)) {
      text += ` ${nameIn(each, page, stage === 'pointed' ? 'pointed' : 'content')} `
      i = each.last
    } else if (BLOCK.test(each.name)) text += ' '
  }
  return text
}

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'title', 'head', 'datalist'])
const isSilent = (node: TreeNode): boolean => SILENT.has(node.name)

// biome-ignore format: a list
const OWN_NAME = new Set([
  'img', 'area', 'input', 'textarea', 'select', 'svg', 'iframe', 'object', 'video', 'audio',
])

/** Whether it has a name other than its content. */
function hasOwnName(node: TreeNode): boolean {
  if (OWN_NAME.has(node.name)) return true
  if (node.attributes.length === 0) return false
  return (
    node.attribute('aria-label') !== undefined ||
    node.attribute('aria-labelledby') !== undefined ||
    node.attribute('title') !== undefined
  )
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARS)
}
