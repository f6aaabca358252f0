/**
 * Changes of a template, made by machine: the same for all pages of a class, as a redesign is. Each kind is a function from page to page; which
 * elements it meets follows from a hash of their tag and words, so that pages of one template change alike.
 */
import { parseTree, type TreeNode } from '../../src/html/index.ts'

export interface Element {
  name: string
  attributes: [string, string][]
  children: Child[]
}
export type Child = Element | string
export type Change = (root: Element, plan: Plan) => void

/** What the pages of a class have in common, so that all of them change in one way. */
export interface Plan {
  /** Texts, and labels before a colon, that are template. */
  readonly labels: ReadonlySet<string>
  /** Words of classes and ids that most pages have. */
  readonly words: ReadonlySet<string>
  /** Kinds of DIV that hold nothing but elements on all pages. */
  readonly bare: ReadonlySet<string>
  /** Kinds of table that have rows of two cells on all pages. */
  readonly tables: ReadonlySet<string>
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const isElement = (child: Child): child is Element => typeof child !== 'string'

export function readPage(html: string): Element {
  const top: Element = { name: '', attributes: [], children: [] }
  const made = new Map<TreeNode, Element>()
  const { nodes, root } = parseTree(html)
  made.set(root, top)
  for (const node of nodes) {
    if (node === root || node.kind === 'comment') continue
    const parent = made.get(node.parent!)!
    if (node.kind === 'text') parent.children.push(node.text())
    else {
      const attributes: [string, string][] = []
      for (let i = 0; i < node.attributes.length; i += 2)
        attributes.push([node.attributes[i]!, node.attributes[i + 1]!])
      const element: Element = { name: node.name, attributes, children: [] }
      made.set(node, element)
      parent.children.push(element)
    }
  }
  return top
}

export function writePage({ name, attributes, children }: Element): string {
  const raw = name === 'script' || name === 'style'
  const inner = children
    .map(child => (isElement(child) ? writePage(child) : raw ? child : escaped(child)))
    .join('')
  if (name === '') return inner
  const tag = `<${name}${attributes.map(([key, value]) => ` ${key}="${escaped(value).replaceAll('"', '&quot;')}"`).join('')}>`
  return VOID.has(name) ? tag : `${tag}${inner}</${name}>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function hash(text: string): number {
  let value = 2166136261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619) >>> 0
  return value
}

function each(element: Element, visit: (element: Element) => void): void {
  for (const child of element.children) if (isElement(child)) each(child, visit)
  visit(element)
}

const ownWords = ({ attributes }: Element) =>
  attributes.filter(([key]) => key === 'class' || key === 'id').flatMap(([, value]) => value.split(/\s+/))

/** The tag and the words that other pages have too. */
const kind = (element: Element, { words }: Pick<Plan, 'words'>) =>
  [element.name, ...ownWords(element).filter(word => words.has(word))].join(' ')

/** Names of classes and ids, every one of them. */
const rename: Change = root =>
  each(root, element => {
    element.attributes = element.attributes.map(([key, value]) => [
      key,
      key === 'class' || key === 'id'
        ? value.replace(/[^\s]+/g, word => `n${hash(word).toString(36)}`)
        : value,
    ])
  })

const BLOCKS = new Set('div section article main aside header footer ul table dl p h1 h2 h3'.split(' '))

/** A third of the blocks get a DIV around them, and a third of the DIVs that hold nothing but elements go. */
const wrap: Change = (root, plan) =>
  each(root, element => {
    element.children = element.children.flatMap((child): Child[] => {
      if (!isElement(child) || !BLOCKS.has(child.name)) return [child]
      const own = kind(child, plan)
      const chance = hash(own) % 3
      if (chance === 0) return [{ name: 'div', attributes: [['class', 'box']], children: [child] }]
      return chance === 1 && plan.bare.has(own) ? child.children : [child]
    })
  })

const GROUPS = new Set('body div section main article tbody ul dl'.split(' '))

/** Blocks in another order; rows too, and pairs of DT and DD stay together. */
const reorder: Change = (root, plan) =>
  each(root, element => {
    if (!GROUPS.has(element.name) || element.children.some(child => !isElement(child) && child.trim() !== ''))
      return
    const groups: Element[][] = []
    for (const child of element.children.filter(isElement)) {
      if (child.name === 'dd' && groups.length > 0) groups.at(-1)!.push(child)
      else groups.push([child])
    }
    const key = (group: readonly Element[]) =>
      hash(`${kind(group[0]!, plan)} ${labelAt(group[0]!, plan.labels)}`)
    if (groups.some(([first]) => first!.name === 'script' || first!.name === 'style')) return
    element.children = groups
      .map((group, i) => ({ group, i, key: key(group) }))
      .sort((a, b) => a.key - b.key || a.i - b.i)
      .flatMap(({ group }) => group)
  })

/** What a row begins with, if that is a label: pages of one template are put into one order. */
function labelAt(element: Element, labels: ReadonlySet<string>): string {
  const text = /^(?:tr|dt|li)$/.test(element.name) ? firstText(element) : ''
  const prefix = PREFIX.exec(text)?.[1] ?? ''
  return labels.has(text) ? text : labels.has(prefix) ? prefix : ''
}

function firstText(element: Element): string {
  for (const child of element.children) {
    const text = isElement(child) ? firstText(child) : child.trim()
    if (text !== '') return text
  }
  return ''
}

/** Texts that most pages have, and labels before a colon, in other words. */
const relabel: Change = (root, { labels }) =>
  each(root, element => {
    if (element.name === 'script' || element.name === 'style') return
    element.children = element.children.map(child => {
      if (isElement(child)) return child
      if (labels.has(child.trim())) return child.replace(child.trim(), reworded(child.trim()))
      const prefix = PREFIX.exec(child)?.[1]
      return prefix !== undefined && labels.has(prefix) ? child.replace(prefix, reworded(prefix)) : child
    })
  })

const reworded = (label: string) =>
  label.replace(/\p{L}+/gu, word =>
    word.length < 3 ? word : `${word.slice(-2)}${word.slice(0, -2)}`.toLowerCase(),
  )

/** Tables of rows with two cells become lists of terms. */
const tableToList: Change = (root, plan) =>
  each(root, element => {
    if (element.name !== 'table' || !plan.tables.has(tableKind(element, plan))) return
    const cells = cellsOf(element)
    element.name = 'dl'
    element.children = cells.flatMap(row =>
      row.map((cell, i) => ({ ...cell, name: row.length === 2 && i === 0 ? 'dt' : 'dd' })),
    )
  })

function rowsOf(table: Element): Element[] {
  return table.children
    .filter(isElement)
    .flatMap(child =>
      child.name === 'tr'
        ? [child]
        : /^t(?:body|head|foot)$/.test(child.name)
          ? child.children.filter(isElement)
          : [],
    )
}

export const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  'classes renamed': [rename],
  'wrapped and unwrapped': [wrap],
  'order changed': [reorder],
  'labels reworded': [relabel],
  'tables to lists': [tableToList],
  'all at once': [tableToList, relabel, reorder, wrap, rename],
}

const tableKind = (table: Element, plan: Pick<Plan, 'words' | 'labels'>) => {
  const first = firstText(table)
  return `${kind(table, plan)} ${plan.labels.has(first) ? first : ''}`
}
const cellsOf = (table: Element) =>
  rowsOf(table).map(row =>
    row.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th'),
  )
const isPaired = (table: Element) => {
  const cells = cellsOf(table)
  return cells.length > 1 && cells.filter(row => row.length === 2).length >= 0.7 * cells.length
}

const PREFIX = /^\s*((?!\s|https?:)[^:]{2,40}:)/

/** Each text that says just this says something else, wherever it stands. */
export function withText(html: string, changes: ReadonlyMap<string, string>): string {
  const root = readPage(html)
  each(root, element => {
    element.children = element.children.map(child => {
      if (isElement(child)) return child
      const text = child.replace(/[\s\u00a0\u200b]+/g, ' ').trim()
      return changes.get(text) ?? child
    })
  })
  return writePage(root)
}

/** What all pages have in common; `values` are data, whatever they look like. */
export function planOf(pages: readonly string[], values: ReadonlySet<string>): Plan {
  const roots = pages.map(readPage)
  const least = 0.8 * pages.length
  const words = common(roots, element => ownWords(element), least)
  const labels = common(roots, labelsIn, least)
  for (const value of values) labels.delete(value)
  const shared = { words, labels }
  const kinds = (name: string, key: (element: Element) => string, test: (element: Element) => boolean) => {
    const good = new Set<string>()
    const bad = new Set<string>()
    for (const root of roots)
      each(root, element => element.name === name && (test(element) ? good : bad).add(key(element)))
    return new Set([...good].filter(one => !bad.has(one)))
  }
  const isBare = ({ children }: Element) => children.every(inner => isElement(inner) || inner.trim() === '')
  return {
    ...shared,
    bare: kinds('div', element => kind(element, shared), isBare),
    tables: kinds('table', element => tableKind(element, shared), isPaired),
  }
}

function labelsIn({ name, children }: Element): string[] {
  if (name === 'script' || name === 'style') return []
  return children
    .filter(child => typeof child === 'string')
    .filter(text => text.length < 200)
    .flatMap(text => [text.trim(), PREFIX.exec(text)?.[1] ?? ''])
    .filter(text => /\p{L}/u.test(text) && text.length < 60)
}

function common(roots: readonly Element[], read: (element: Element) => string[], least: number): Set<string> {
  const counts = new Map<string, number>()
  for (const root of roots) {
    const own = new Set<string>()
    each(root, element => {
      for (const text of read(element)) own.add(text)
    })
    for (const text of own) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count >= least).map(([text]) => text))
}

export function redesigned(html: string, changes: readonly Change[], plan: Plan): string {
  const page = readPage(html)
  for (const change of changes) change(page, plan)
  return writePage(page)
}
