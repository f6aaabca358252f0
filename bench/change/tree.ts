/** Real pages as parse5 trees: where noise and edits can stand, found by another parser than the one that is measured. */
import { parse, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5'

export type Document = Tree.Document
export type Element = Tree.Element
export type Text = Tree.TextNode
type Node = Tree.ChildNode

const UNSEEN = new Set(
  'head script style noscript template iframe svg math select textarea object video audio canvas datalist'.split(
    ' ',
  ),
)
const APART = new Set(['nav', 'header', 'footer', 'aside', 'dialog', 'menu'])
const APART_ROLES = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar'.split(' '),
)

export const treeOf = (html: string): Document => parse(html)
export const htmlOf = (tree: Document): string => serialize(tree)

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find(attr => attr.name === name)?.value

export function setAttribute(element: Element, name: string, value: string): void {
  const found = element.attrs.find(attr => attr.name === name)
  if (found) found.value = value
  else element.attrs.push({ name, value })
}

export const isElement = (node: Node): node is Element => 'tagName' in node
export const isText = (node: Node): node is Text => node.nodeName === '#text'

function isUnseen(element: Element): boolean {
  if (UNSEEN.has(element.tagName) || attribute(element, 'hidden') !== undefined) return true
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute(element, 'style') ?? '')
}

/** Sidebars stand for asides; "mainNav" is a nav as "main-nav" is. */
const APART_NAME =
  /(?:^|[\s_-])(?:\w*nav(?:bar|igation)?|\w*menu|side-?bar|breadcrumbs?|footer|social|share|sharing|masthead|cookies?)(?:$|[\s_-])/i

const isApart = (element: Element): boolean =>
  APART.has(element.tagName) ||
  APART_ROLES.has(attribute(element, 'role') ?? '') ||
  (element.tagName !== 'body' &&
    APART_NAME.test(`${attribute(element, 'class')} ${attribute(element, 'id')}`))

const MIN_MENU_LINKS = 4

/** A list or block of short links and nothing else. */
function isMenu(element: Element): boolean {
  if (!/^(?:ul|ol|div|td|p|table|dl)$/.test(element.tagName)) return false
  const links = linksIn(element)
  const linked = links.map(link => textOf(link).trim()).filter(text => text !== '')
  const length = linked.join('').length
  if (linked.length < MIN_MENU_LINKS || length > 20 * linked.length) return false
  return length >= 0.8 * textOf(element).replace(/\s+/g, ' ').trim().length
}

function linksIn(element: Element): Element[] {
  const found: Element[] = []
  for (const child of element.childNodes) {
    if (!isElement(child) || UNSEEN.has(child.tagName)) continue
    if (child.tagName === 'a') found.push(child)
    else found.push(...linksIn(child))
  }
  return found
}

export interface Places {
  /** Visible elements of BODY. */
  readonly elements: Element[]
  /** Visible texts with a letter or digit in them. */
  readonly texts: Text[]
}

/** Everything that can be seen; `matterOnly` leaves out nav, header, footer, aside, what is named like them, and menus. */
export function placesOf(tree: Document, matterOnly: boolean): Places {
  const places: Places = { elements: [], texts: [] }
  const visit = (node: Node) => {
    if (isText(node)) {
      if (/[\p{L}\d]/u.test(node.value)) places.texts.push(node)
    } else if (isElement(node) && !isUnseen(node) && !(matterOnly && (isApart(node) || isMenu(node)))) {
      places.elements.push(node)
      for (const child of node.childNodes) visit(child)
    }
  }
  const body = bodyOf(tree)
  for (const child of body?.childNodes ?? []) visit(child)
  return places
}

export function bodyOf(tree: Document): Element | undefined {
  const html = tree.childNodes.find(node => node.nodeName === 'html') as Element | undefined
  return html?.childNodes.find(node => node.nodeName === 'body') as Element | undefined
}

export function allElements(tree: Document): Element[] {
  const found: Element[] = []
  const visit = (node: Node) => {
    if (!isElement(node)) return
    found.push(node)
    for (const child of node.childNodes) visit(child)
  }
  for (const child of tree.childNodes) visit(child)
  return found
}

/** Markup as nodes for a place inside `parent`. */
export function nodesOf(markup: string): Node[] {
  const nodes = bodyOf(parse(`<body>${markup}`))!.childNodes
  return [...nodes]
}

export function insertAt(parent: Element, index: number, markup: string): void {
  const nodes = nodesOf(markup)
  for (const node of nodes) node.parentNode = parent
  parent.childNodes.splice(index, 0, ...nodes)
}

export function remove(node: Element | Text): void {
  const siblings = node.parentNode!.childNodes as Node[]
  siblings.splice(siblings.indexOf(node), 1)
}

export function textOf(node: Node): string {
  if (isText(node)) return node.value
  return isElement(node) ? node.childNodes.map(textOf).join('') : ''
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
