/**
 * RDFa 1.1: `vocab`, `typeof`, `property`, `resource`, `prefix` (and `xmlns:` as of old); with `about`, `content` and `rel` besides. Items in the same shape as those of
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
  article: 'http://ogp.me/ns/article#',
  book: 'http://ogp.me/ns/book#',
  music: 'http://ogp.me/ns/music#',
  profile: 'http://ogp.me/ns/profile#',
  video: 'http://ogp.me/ns/video#',
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
  const relations: Relation[] = []
  for (const node of tree.nodes) {
    if (node.kind !== 'element') continue
    const around = scopes[node.parent!.order] ?? top
    const scope = hasRdfa(node) ? declared(node, around) : around
    const names = words(node.attribute('property')).flatMap(name => whole(name, scope) || [])
    const rels = relationsOf(node, scope)
    const isOpen = items.length < MOST_ITEMS && scope.depth < DEEPEST
    const item = !isOpen
      ? undefined
      : rels.length > 0
        ? relatedAt(node, scope)
        : itemAt(node, scope, names.length > 0)
    scopes[node.order] = item === undefined ? scope : { ...scope, item, depth: scope.depth + 1 }
    if (item !== undefined && rels.length > 0) relations.push({ from: scope.item, rels, item })
    const value = (rels.length === 0 && item) || (names.length > 0 ? propertyText(node, rels.length > 0) : '')
    for (const name of names) (scope.item.properties[name] ??= []).push(value)
    if (item !== undefined && names.length === 0 && rels.length === 0) items.push(item)
  }
  relate(relations)
  return [page, ...items].filter(item => item.types.length > 0 || Object.keys(item.properties).length > 0)
}

const XMLNS = 'xmlns:'

function hasRdfa(node: TreeNode): boolean {
  for (let i = 0; i < node.attributes.length; i += 2) {
    const name = node.attributes[i]!
    if (name === 'vocab' || name === 'prefix' || name.startsWith(XMLNS)) return true
  }
  return false
}

interface Relation {
  readonly from: Open
  readonly rels: readonly string[]
  readonly item: Open
}

/** Relations between things have a prefix or a vocabulary; bare words (`nofollow`, `stylesheet`) are of HTML. */
function relationsOf(node: TreeNode, scope: Scope): string[] {
  const value = node.attribute('rel')
  if (value === undefined) return []
  return words(value).flatMap(rel =>
    rel.includes(':') && whole(rel, scope) !== rel ? whole(rel, scope) : [],
  )
}

/** What a relation leads to: a thing with an address, or one without a name that is told inside. */
function relatedAt(node: TreeNode, scope: Scope): Open {
  const types = words(node.attribute('typeof')).flatMap(type => whole(type, scope) || [])
  const id = (node.attribute('resource') ?? node.attribute('href') ?? node.attribute('src'))?.trim()
  return { types, ...(id !== undefined && { id }), properties: Object.create(null) }
}

/** Innermost first: a thing without a name of which nothing is told is none. */
function relate(relations: readonly Relation[]): void {
  for (const { from, rels, item } of relations.toReversed()) {
    if (item.id === undefined && item.types.length === 0 && Object.keys(item.properties).length === 0)
      continue
    for (const rel of rels) (from.properties[rel] ??= []).unshift(item)
  }
}

function declared(node: TreeNode, around: Scope): Scope {
  const prefixes: Record<string, string> = { ...around.prefixes }
  for (const [, name, address] of (node.attribute('prefix') ?? '')
    .slice(0, 4_000)
    .matchAll(/([\w.-]+):\s+(\S+)/g))
    prefixes[name!.toLowerCase()] = address!
  for (let i = 0; i < node.attributes.length; i += 2)
    if (node.attributes[i]!.startsWith(XMLNS))
      prefixes[node.attributes[i]!.slice(XMLNS.length).toLowerCase()] = node.attributes[i + 1]!.trim()
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

/** Of an element with a relation the address belongs to that. */
function propertyText(node: TreeNode, isRelation: boolean): string {
  const said = node.attribute('content')
  if (said !== undefined) return said
  if (isRelation) return blockText(node)
  const address = node.attribute('resource') ?? node.attribute('href') ?? node.attribute('src')
  return address?.trim() ?? node.attribute('datetime') ?? blockText(node)
}
