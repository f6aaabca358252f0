/**
 * RDFa 1.1: `vocab`, `typeof`, `property`, `resource`, `prefix` (and the older `xmlns:`); also `about`, `content` and `rel`. Items in the
 * same shape as those of microdata, but types and properties are whole addresses: terms are completed by the vocabulary around them,
 * prefixes by their declarations and the well-known ones.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import { type Item, words } from './microdata.ts'
import { BlockTexts } from './text.ts'

const MAX_DEPTH = 30
const MAX_ITEMS = 2_000
/** A longer address is not a vocabulary, and would be part of every name. */
const MAX_ADDRESS_CHARS = 2_000
const MAX_LIST_CHARS = 4_000
const KNOWN_PREFIXES: Readonly<Record<string, string>> = {
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
  /** The item whose properties are being read. */
  readonly item: Open
  readonly depth: number
}

interface Open {
  readonly types: readonly string[]
  readonly id?: string
  readonly properties: Record<string, (string | Item)[]>
}

/**
 * The meanings of prefixes, element by element in document order. Each prefix has a stack of declarations; those that have ended are
 * dropped when it is looked up, because a page may declare a prefix on every element.
 */
class Prefixes {
  private readonly declared = new Map<string, { readonly address: string; readonly last: number }[]>()

  constructor() {
    for (const [name, address] of Object.entries(KNOWN_PREFIXES))
      this.declared.set(name, [{ address, last: Number.POSITIVE_INFINITY }])
  }

  /** Declares a prefix for an element and its content. */
  declare(name: string, address: string, { last }: TreeNode): void {
    if (address.length > MAX_ADDRESS_CHARS) return
    const own = this.declared.get(name.toLowerCase())
    if (own === undefined) this.declared.set(name.toLowerCase(), [{ address, last }])
    else own.push({ address, last })
  }

  /** The meaning of a prefix at an element. */
  at({ order }: TreeNode, name: string): string | undefined {
    const own = this.declared.get(name.toLowerCase())
    while (own !== undefined && own.length > 0 && own.at(-1)!.last < order) own.pop()
    return own?.at(-1)?.address
  }
}

/** Outermost items in document order; the first is the page itself, if there are properties outside all others. */
export function rdfaOf(tree: Tree): Item[] {
  return new Reader().read(tree)
}

class Reader {
  private readonly page: Open = { types: [], id: '', properties: Object.create(null) }
  private readonly items: Item[] = []
  private readonly relations: Relation[] = []
  private readonly prefixes = new Prefixes()
  private readonly texts = new BlockTexts()

  read(tree: Tree): Item[] {
    const top: Scope = { vocabulary: '', item: this.page, depth: 0 }
    const scopes: (Scope | undefined)[] = [top]
    for (const node of tree.nodes)
      if (node.kind === 'element') scopes[node.order] = this.element(node, scopes[node.parent!.order] ?? top)
    relate(this.relations)
    return [this.page, ...this.items].filter(
      item => item.types.length > 0 || Object.keys(item.properties).length > 0,
    )
  }

  /** Returns the scope inside the element. */
  private element(node: TreeNode, around: Scope): Scope {
    if (!saysAnything(node)) return around
    const scope = hasRdfa(node) ? this.declared(node, around) : around
    const names = words(node.attribute('property')).flatMap(name => this.whole(name, node, scope) || [])
    const rels = this.relationsOf(node, scope)
    const item = this.itemOf(node, scope, names.length > 0, rels.length > 0)
    if (item !== undefined && rels.length > 0) this.relations.push({ from: scope.item, rels, item })
    const value = (rels.length === 0 && item) || (names.length > 0 ? this.text(node, rels.length > 0) : '')
    for (const name of names) (scope.item.properties[name] ??= []).push(value)
    if (item !== undefined && names.length === 0 && rels.length === 0) this.items.push(item)
    return item === undefined ? scope : { ...scope, item, depth: scope.depth + 1 }
  }

  private itemOf(node: TreeNode, scope: Scope, isProperty: boolean, isRelated: boolean): Open | undefined {
    if (this.items.length >= MAX_ITEMS || scope.depth >= MAX_DEPTH) return undefined
    return isRelated ? this.relatedAt(node, scope) : this.itemAt(node, scope, isProperty)
  }

  /** Relations between things have a prefix or a vocabulary; bare words (`nofollow`, `stylesheet`) belong to HTML. */
  private relationsOf(node: TreeNode, scope: Scope): string[] {
    return words(node.attribute('rel')).flatMap(rel => {
      const address = rel.includes(':') ? this.whole(rel, node, scope) : rel
      return address === rel ? [] : address
    })
  }

  /** The target of a relation: a thing with an address, or an unnamed one described inside. */
  private relatedAt(node: TreeNode, scope: Scope): Open {
    const id = (node.attribute('resource') ?? node.attribute('href') ?? node.attribute('src'))?.trim()
    return openItem(this.typesOf(node, scope), id)
  }

  /** A type opens an item; so does a `resource` or `about`, unless the element is a property. */
  private itemAt(node: TreeNode, scope: Scope, isProperty: boolean): Open | undefined {
    const types = this.typesOf(node, scope)
    const about = node.attribute('about') ?? node.attribute('resource')
    if (types.length === 0 && (isProperty || about === undefined)) return undefined
    return openItem(types, (about ?? node.attribute('href') ?? node.attribute('src'))?.trim())
  }

  private typesOf(node: TreeNode, scope: Scope): string[] {
    return words(node.attribute('typeof')).flatMap(type => this.whole(type, node, scope) || [])
  }

  private declared(node: TreeNode, around: Scope): Scope {
    const list = (node.attribute('prefix') ?? '').slice(0, MAX_LIST_CHARS)
    for (const [, name, address] of list.matchAll(/([\w.-]+):\s+(\S+)/g))
      this.prefixes.declare(name!, address!, node)
    for (let i = 0; i < node.attributes.length; i += 2)
      if (node.attributes[i]!.startsWith(XMLNS))
        this.prefixes.declare(node.attributes[i]!.slice(XMLNS.length), node.attributes[i + 1]!.trim(), node)
    const vocabulary = node.attribute('vocab')?.trim() ?? around.vocabulary
    return vocabulary.length > MAX_ADDRESS_CHARS ? around : { ...around, vocabulary }
  }

  /** A term, a prefixed name or an address as a full address; empty if its meaning is not declared. */
  private whole(name: string, node: TreeNode, { vocabulary }: Scope): string {
    const colon = name.indexOf(':')
    if (colon < 0) return vocabulary === '' ? '' : vocabulary + name
    const prefix = this.prefixes.at(node, name.slice(0, colon))
    return prefix === undefined ? name : prefix + name.slice(colon + 1)
  }

  /** If the element has a relation, its address belongs to that. */
  private text(node: TreeNode, isRelation: boolean): string {
    const said = node.attribute('content')
    if (said !== undefined) return said
    if (isRelation) return this.texts.of(node)
    const address = node.attribute('resource') ?? node.attribute('href') ?? node.attribute('src')
    return address?.trim() ?? node.attribute('datetime') ?? this.texts.of(node)
  }
}

const openItem = (types: readonly string[], id: string | undefined): Open => ({
  types,
  ...(id !== undefined && { id }),
  properties: Object.create(null),
})

const XMLNS = 'xmlns:'

const SAYING: ReadonlySet<string> = new Set('vocab prefix property rel typeof about resource'.split(' '))

/** Whether it has an attribute of RDFa: most elements have none. */
function saysAnything({ attributes }: TreeNode): boolean {
  for (let i = 0; i < attributes.length; i += 2)
    if (SAYING.has(attributes[i]!) || attributes[i]!.startsWith(XMLNS)) return true
  return false
}

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

/** Innermost first: an unnamed thing without any description is dropped. Targets of relations come before other values. */
function relate(relations: readonly Relation[]): void {
  const found = new Map<Open, Map<string, Item[]>>()
  for (const { from, rels, item } of relations.toReversed()) {
    if (item.id === undefined && item.types.length === 0 && Object.keys(item.properties).length === 0)
      continue
    const own = found.get(from) ?? new Map<string, Item[]>()
    found.set(from, own)
    for (const rel of rels) {
      from.properties[rel] ??= []
      own.set(rel, own.get(rel) ?? [])
      own.get(rel)!.push(item)
    }
  }
  for (const [{ properties }, own] of found)
    for (const [rel, items] of own) properties[rel] = [...items.reverse(), ...properties[rel]!]
}
