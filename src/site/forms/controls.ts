/**
 * The content of a form: its fields and buttons in order, each with the words around it. One pass over the form; the
 * number of nodes, the number of controls and the length of every text are limited, because anybody can write a page.
 */
import type { TreeNode } from '../../html/index.ts'
import { belongsElsewhere, controlsElsewhere, isControl, labelAround } from './elsewhere.ts'

export interface Control {
  readonly node: TreeNode
  readonly name: string
  /** The type of an input or button, or `select`, `textarea`. */
  readonly type: string
  /** Text between the previous control and this one, and between this one and the next. */
  before: string
  after: string
  /** Text of a label around the control or for it. */
  label: string
  /** The text of a button, or the first options of a choice. */
  inside: string
  options: number
}

export interface FormContent {
  readonly controls: readonly Control[]
  /** Texts of links: "Forgot your password?" says much about a form. */
  readonly links: string
  readonly text: string
}

const MAX_NODES = 20_000
export const MAX_CONTROLS = 200
const MAX_TEXT_CHARS = 200
const MAX_FORM_TEXT_CHARS = 3_000
const UNREAD = new Set(['script', 'style', 'noscript', 'textarea', 'template'])
const MAX_INSIDE = 200

export function contentOf(form: TreeNode): FormContent {
  return new FormReader(form).read()
}

class FormReader {
  private readonly form: TreeNode
  private readonly controls: Control[] = []
  private readonly labels = new Map<string, string>()
  private label: { readonly node: TreeNode; text: string; readonly controls: Control[] } | undefined
  private links = ''
  private text = ''
  private between = ''

  constructor(form: TreeNode) {
    this.form = form
  }

  read(): FormContent {
    const { order, last, tree } = this.form
    const end = Math.min(last, order + MAX_NODES)
    for (let i = order + 1; i <= end; i++) {
      const node = tree.nodes[i]!
      if (this.label !== undefined && i > this.label.node.last) this.closeLabel()
      if (node.kind === 'text') this.say(node)
      else if (node.name === 'label') this.openLabel(node)
      else if (isControl(node) && !belongsElsewhere(node, this.form)) this.control(node)
    }
    this.closeLabel()
    this.endBetween()
    for (const node of controlsElsewhere(this.form)) this.elsewhere(node)
    for (const control of this.controls)
      control.label ||= this.labels.get(control.node.attribute('id') ?? '') ?? ''
    return { controls: this.controls, links: this.links, text: this.text }
  }

  /** Adds a control outside the form. The text around it belongs to the page, except for its label. */
  private elsewhere(node: TreeNode): void {
    this.control(node)
    const control = this.controls.at(-1)
    if (control?.node !== node) return
    control.label = labelAround(node)
    const end = Math.min(node.last, node.order + MAX_INSIDE)
    for (let i = node.order + 1; i <= end; i++)
      if (node.tree.nodes[i]!.kind === 'text') this.say(node.tree.nodes[i]!)
  }

  private control(node: TreeNode): void {
    if (this.controls.length >= MAX_CONTROLS) return
    const before = this.endBetween()
    const control: Control = {
      node,
      name: node.attribute('name') ?? node.attribute('id') ?? '',
      type: typeOf(node),
      before,
      after: '',
      label: '',
      inside: '',
      options: 0,
    }
    this.controls.push(control)
    this.label?.controls.push(control)
  }

  private endBetween(): string {
    const text = this.between
    const previous = this.controls.at(-1)
    if (previous !== undefined) previous.after = text.slice(0, MAX_TEXT_CHARS)
    this.between = ''
    return text.slice(-MAX_TEXT_CHARS)
  }

  private say(node: TreeNode): void {
    const { name } = node.parent!
    if (UNREAD.has(name) || node.rawLength > 5 * MAX_FORM_TEXT_CHARS) return
    const text = node.text().trim()
    if (text === '') return
    const control = this.controls.at(-1)
    if (control !== undefined && node.order <= control.node.last) sayInside(control, text, name)
    else this.sayBetween(node, text)
  }

  private sayBetween(node: TreeNode, text: string): void {
    const isLink = node.parent!.name === 'a' || node.parent!.parent?.name === 'a'
    if (this.label !== undefined) this.label.text = joined(this.label.text, text, MAX_TEXT_CHARS)
    if (isLink) this.links = joined(this.links, text, MAX_TEXT_CHARS)
    this.text = joined(this.text, text, MAX_FORM_TEXT_CHARS)
    this.between = `${this.between.slice(-2 * MAX_TEXT_CHARS)} ${text.slice(-MAX_TEXT_CHARS)}`
  }

  private openLabel(node: TreeNode): void {
    this.closeLabel()
    this.label = { node, text: '', controls: [] }
  }

  private closeLabel(): void {
    if (this.label === undefined) return
    const { node, text, controls } = this.label
    const made = node.attribute('for')
    if (made !== undefined) this.labels.set(made, text)
    for (const control of controls) control.label = text
    this.label = undefined
  }
}

function sayInside(control: Control, text: string, parent: string): void {
  if (parent === 'option') control.options++
  control.inside = joined(control.inside, text, MAX_TEXT_CHARS)
}

const joined = (text: string, more: string, longest: number) =>
  text.length >= longest ? text : `${text} ${more.slice(0, longest)}`

function typeOf(node: TreeNode): string {
  if (node.name === 'select' || node.name === 'textarea') return node.name
  return (node.attribute('type') || (node.name === 'button' ? 'submit' : 'text')).toLowerCase().slice(0, 20)
}
