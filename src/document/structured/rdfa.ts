/**
 * RDFa Lite 1.1: `vocab`, `typeof`, `property`, `resource`, `prefix`; with `about` and `content` besides. Items in the same shape as those of
 * microdata, but types and properties are whole addresses: terms are completed by the vocabulary around them, prefixes by their
 * declarations and the well-known ones.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import { type Item, words } from './microdata.ts'
import { blockText } from './text.ts'

const DEEPEST = 30
const MOST_ITEMS = 2_000
const PREFIXES: Readonly<Record<string, string>> = {
  schema: 'http://schema.org/',
  og: 'http://ogp.me/ns#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  dc: 'http://purl.org/dc/terms/',
  dcterms: 'http://purl.org/dc/terms/',
  v: 'http://rdf.data-vocabulary.org/#',
  gr: 'http://purl.org/goodrelations/v1#',
  sioc: 'http://rdfs.org/sioc/ns#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  cc: 'http://creativecommons.org/ns#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
}

interface Scope {
  readonly vocabulary: string
  readonly prefixes: Readonly<Record<string, string>>
  /** The item whose properties are read here. */
  readonly item: Open
  readonly depth: number
}

interface Open {
  readonly types: readonly string[]
  readonly id?: string
  readonly properties: Record<string, (string | Item)[]>
}

/** Items, outermost ones, in document order; the first is the page itself, where properties stand outside of all others. */
export function rdfaOf(tree: Tree): Item[] {
  const page: Open = { types: [], id: '', properties: Object.create(null) }
  const top: Scope = { vocabulary: '', prefixes: PREFIXES, item: page, depth: 0 }
  const items: Item[] = []
  const scopes: (Scope | undefined)[] = [top]
  for (const node of tree.nodes) {
    if (node.kind !== 'element') continue
    const around = scopes[node.parent!.order] ?? top
    const scope = hasRdfa(node) ? declared(node, around) : around
    const names = words(node.attribute('property')).flatMap(name => whole(name, scope) || [])
    const item =
      items.length < MOST_ITEMS && scope.depth < DEEPEST ? itemAt(node, scope, names.length > 0) : undefined
    scopes[node.order] = item === undefined ? scope : { ...scope, item, depth: scope.depth + 1 }
    const value = item ?? (names.length > 0 ? propertyText(node) : '')
    for (const name of names) (scope.item.properties[name] ??= []).push(value)
    if (item !== undefined && names.length === 0) items.push(item)
  }
  return [page, ...items].filter(item => item.types.length > 0 || Object.keys(item.properties).length > 0)
}

const hasRdfa = (node: TreeNode) =>
  node.attribute('vocab') !== undefined || node.attribute('prefix') !== undefined

function declared(node: TreeNode, around: Scope): Scope {
  const prefixes: Record<string, string> = { ...around.prefixes }
  for (const [, name, address] of (node.attribute('prefix') ?? '')
    .slice(0, 4_000)
    .matchAll(/([\w.-]+):\s+(\S+)/g))
    prefixes[name!.toLowerCase()] = address!
  return { ...around, vocabulary: node.attribute('vocab')?.trim() ?? around.vocabulary, prefixes }
}

/** A type opens an item; so does a resource, or what the element is about, unless the element is a property. */
function itemAt(node: TreeNode, scope: Scope, isProperty: boolean): Open | undefined {
  const types = words(node.attribute('typeof')).flatMap(type => whole(type, scope) || [])
  const about = node.attribute('about') ?? node.attribute('resource')
  if (types.length === 0 && (isProperty || about === undefined)) return undefined
  const id = (about ?? node.attribute('href') ?? node.attribute('src'))?.trim()
  return { types, ...(id !== undefined && { id }), properties: Object.create(null) }
}

/** A term, a prefixed name or an address as an address; empty when nothing says what it means. */
function whole(name: string, { vocabulary, prefixes }: Scope): string {
  const colon = name.indexOf(':')
  if (colon < 0) return vocabulary === '' ? '' : vocabulary + name
  const prefix = prefixes[name.slice(0, colon).toLowerCase()]
  return prefix === undefined ? name : prefix + name.slice(colon + 1)
}

function propertyText(node: TreeNode): string {
  const said = node.attribute('content')
  if (said !== undefined) return said
  const address = node.attribute('resource') ?? node.attribute('href') ?? node.attribute('src')
  return address?.trim() ?? node.attribute('datetime') ?? blockText(node)
}
