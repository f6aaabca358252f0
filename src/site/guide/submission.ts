/**
 * What a browser would send for a form: its own values with some fields filled in (HTML, "Constructing the entry list").
 * The first button that submits is the one that is pressed. Files are never sent.
 */
import { parseTree, type TreeNode } from '../../html/index.ts'
import { canonicalUrl, formCharset, formEncoded } from '../../url/index.ts'
import { belongsElsewhere, controlsElsewhere, isControl } from '../forms/elsewhere.ts'

export interface Submission {
  readonly method: 'GET' | 'POST'
  /** The address; for GET, with the values in its query. */
  readonly url: string
  /** For POST, as `application/x-www-form-urlencoded`. */
  readonly body: string
  /** Whether the form asks for a password. */
  readonly isLogin: boolean
}

export interface Filled {
  readonly field: TreeNode
  readonly text: string
}

const MAX_FIELDS = 1_000
/** Maximum number of elements and texts read in one choice. */
const MAX_OPTION_NODES = 20_000
const NEVER_SENT = new Set(['file', 'reset', 'button'])

/** Null if the form leads nowhere that can be fetched. */
export function submissionOf(form: TreeNode, fills: readonly Filled[], base: string): Submission | null {
  const action = canonicalUrl(form.attribute('action')?.trim() || base, base)
  if (action === undefined || !/^https?:/.test(action)) return null
  const controls = controlsOf(form)
  const entries = entriesOf(controls, new Map(fills.map(({ field, text }) => [field.order, text])))
  const isPost = form.attribute('method')?.trim().toLowerCase() === 'post'
  const encoded = formEncoded(entries, formCharset(form.attribute('accept-charset'), form.tree.charset))
  const isLogin = controls.some(field => typeOf(field) === 'password')
  if (isPost) return { method: 'POST', url: action, body: encoded, isLogin }
  const url = new URL(action)
  url.search = encoded
  return { method: 'GET', url: url.href, body: '', isLogin }
}

/** The hidden fields of the form that has a field of one of these names; empty if no form has. */
export function hiddenFieldsOf(html: string, known: readonly string[]): Record<string, string> {
  for (const form of parseTree(html).nodes.filter(({ name }) => name === 'form')) {
    const controls = controlsOf(form)
    if (!controls.some(field => known.includes(field.attribute('name') ?? ''))) continue
    return Object.fromEntries(entriesOf(controls.filter(field => typeOf(field) === 'hidden')))
  }
  return {}
}

/** Names and values in order, with the filled-in values in place of the form's own. */
export function entriesOf(
  controls: readonly TreeNode[],
  texts: ReadonlyMap<number, string> = new Map(),
): [string, string][] {
  const entries: [string, string][] = []
  let pressed = false
  for (const field of controls) {
    const name = field.attribute('name')
    const type = typeOf(field)
    const isButton = type === 'submit' || type === 'image'
    if (name === undefined || name === '' || NEVER_SENT.has(type)) continue
    if (isButton && pressed) continue
    pressed ||= isButton
    const filled = texts.get(field.order)
    if (filled === undefined && field.attribute('disabled') !== undefined) continue
    for (const value of valuesOf(field, type, filled)) entries.push([name, value])
  }
  return entries
}

/** Controls of the form in document order: those inside it, and those elsewhere that name it. */
function controlsOf(form: TreeNode): TreeNode[] {
  const { nodes } = form.tree
  const elsewhere = controlsElsewhere(form)
  const controls = elsewhere.filter(({ order }) => order < form.order)
  for (let i = form.order + 1; i <= form.last && controls.length < MAX_FIELDS; i++) {
    const node = nodes[i]!
    if (isControl(node) && !belongsElsewhere(node, form)) controls.push(node)
  }
  for (const control of elsewhere) if (control.order > form.last) controls.push(control)
  return controls.slice(0, MAX_FIELDS)
}

function typeOf(field: TreeNode): string {
  const type = field.attribute('type')?.trim().toLowerCase()
  if (field.name === 'button') return type === 'button' || type === 'reset' ? type : 'submit'
  return field.name === 'input' ? (type ?? 'text') : field.name
}

/** A box or a choice is filled in by any text that is not empty; a text that names one of several choices picks it. */
function valuesOf(field: TreeNode, type: string, filled: string | undefined): string[] {
  if (type === 'checkbox' || type === 'radio') {
    const isOn = filled === undefined ? field.attribute('checked') !== undefined : filled !== ''
    return isOn ? [field.attribute('value') ?? 'on'] : []
  }
  if (type === 'select') return filled === undefined ? selectedIn(field) : [optionFor(field, filled)]
  if (filled !== undefined) return [filled]
  return [type === 'textarea' ? field.text() : (field.attribute('value') ?? '')]
}

export function optionsOf(select: TreeNode): TreeNode[] {
  const end = Math.min(select.last, select.order + MAX_OPTION_NODES)
  return select.tree.nodes.slice(select.order + 1, end + 1).filter(node => node.name === 'option')
}

export const optionValue = (option: TreeNode) => option.attribute('value') ?? option.text().trim()

export function selectedIn(select: TreeNode): string[] {
  const options = optionsOf(select)
  const selected = options.filter(option => option.attribute('selected') !== undefined)
  const several = select.attribute('multiple') !== undefined
  if (selected.length > 0) return (several ? selected : selected.slice(-1)).map(optionValue)
  return several || options.length === 0 ? [] : [optionValue(options[0]!)]
}

/** People write what they see, so an option is found by its text as well as by its value. */
function optionFor(select: TreeNode, text: string): string {
  const options = optionsOf(select)
  const shown = options.find(option => option.text().trim() === text)
  return options.some(option => optionValue(option) === text) || shown === undefined
    ? text
    : optionValue(shown)
}
