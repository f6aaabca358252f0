/**
 * Microformats 2: items and properties marked by classes. `h-entry` opens an item, `p-name`, `u-url`, `dt-published` and `e-content` are
 * its properties; an item that is a property of another is its value, and one that is merely inside is among its `children`. If a card or
 * an entry has no properties, its own text, link or picture are its name, url and photo.
 *
 * Only the types of the vocabulary count: utility classes (`h-100`, `h-hidden-phone`) begin alike. Not read: the older formats (`hentry`),
 * values composed of `value` classes. One pass over the page; depth and number of items are bounded.
 *
 * Source: the microformats2 parsing specification (microformats.org).
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import { type Item, words } from './microdata.ts'
import { BlockTexts } from './text.ts'

const TYPE =
  /^h-(?:adr|app|card|cite|entry|event|feed|geo|item|listing|measure|news|product|recipe|resume|review|review-aggregate)$/
const PROPERTY = /^(?:p|u|dt|e)-[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/
const MAX_DEPTH = 30
const MAX_ITEMS = 2_000

interface Open {
  readonly node: TreeNode
  readonly properties: Record<string, (string | Item)[]>
  readonly item: Item
}

/** Outermost items in document order. */
export function microformatsOf(tree: Tree): Item[] {
  const items: Item[] = []
  const open: Open[] = []
  const texts = new BlockTexts()
  let count = 0
  for (const node of tree.nodes) {
    if (node.kind !== 'element') continue
    while (open.length > 0 && node.order > open.at(-1)!.node.last) close(open.pop()!, texts)
    if (node.attributes.length === 0) continue
    const names = words(node.attribute('class'))
    if (names.length === 0) continue
    const types = names.filter(name => TYPE.test(name)).sort()
    const around = open.at(-1)
    const isItem = types.length > 0 && count < MAX_ITEMS && open.length < MAX_DEPTH
    const inner = isItem ? opened(node, types) : undefined
    if (around !== undefined) note(around, names, inner?.item, name => saidBy(node, name, texts))
    if (inner === undefined) continue
    count++
    if (around === undefined) items.push(inner.item)
    open.push(inner)
  }
  for (const item of open.reverse()) close(item, texts)
  return items
}

function opened(node: TreeNode, types: readonly string[]): Open {
  const properties: Open['properties'] = Object.create(null)
  return { node, properties, item: { types, properties } }
}

function note(
  around: Open,
  names: readonly string[],
  item: Item | undefined,
  said: (name: string) => string,
): void {
  const properties = new Set(names.filter(name => PROPERTY.test(name)))
  for (const name of properties) {
    const own = (around.properties[name.slice(name.indexOf('-') + 1)] ??= [])
    own.push(item ?? said(name))
  }
  if (item !== undefined && properties.size === 0) (around.properties.children ??= []).push(item)
}

const ADDRESSES: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  audio: 'src',
  video: 'src',
  source: 'src',
  iframe: 'src',
  object: 'data',
}

function saidBy(node: TreeNode, name: string, texts: BlockTexts): string {
  const { name: tag } = node
  if (name.startsWith('u-')) {
    const address = node.attribute(ADDRESSES[tag] ?? '')
    if (address !== undefined) return address.trim()
  }
  if (name.startsWith('dt-')) {
    const time = node.attribute('datetime')
    if (time !== undefined) return time
  }
  if (tag === 'abbr') return node.attribute('title') ?? texts.of(node)
  if (tag === 'data' || tag === 'input') return node.attribute('value') ?? texts.of(node)
  if (tag === 'img' || tag === 'area') return node.attribute('alt') ?? ''
  return texts.of(node)
}

/** Adds implied properties: the name of an item without properties, and its link and picture. */
function close({ node, properties }: Open, texts: BlockTexts): void {
  const said = Object.keys(properties)
  const only = onlyInside(node)
  if (said.length === 0)
    properties.name = [only?.attribute('alt') ?? node.attribute('title') ?? texts.of(node)]
  const link = node.name === 'a' ? node : only?.name === 'a' ? only : undefined
  const address = link?.attribute('href')
  if (address !== undefined && properties.url === undefined) properties.url = [address.trim()]
  const picture = node.name === 'img' ? node : only?.name === 'img' ? only : undefined
  const source = picture?.attribute('src')
  if (source !== undefined && properties.photo === undefined) properties.photo = [source.trim()]
}

/** The only child element, if there is exactly one. */
function onlyInside(node: TreeNode): TreeNode | undefined {
  let only: TreeNode | undefined
  for (let child = node.firstChild; child !== undefined; child = child.nextSibling) {
    if (child.kind !== 'element') continue
    if (only !== undefined) return undefined
    only = child
  }
  return only
}
