/**
 * Addresses of structured data, as text that can be used in place of an XPath:
 *
 *     json-ld(Product)/offers/price     items of that type in scripts, at any level of the script's own lists and graphs
 *     microdata(Product)/name           items of that type, outermost ones
 *     rdfa(Person)/name
 *     microformats(h-entry)/author/name
 *     meta(og:title)
 *
 * The type is the last part of its address (`Product` of `https://schema.org/Product`), empty for items without one. A slash inside a
 * name is written `%2F`, parentheses, spaces and percent signs likewise. Lists are traversed: an address may give several texts.
 */

import type { StructuredData } from './index.ts'
import { isObject, type Json, type JsonObject } from './json-ld.ts'
import type { Item } from './microdata.ts'

export interface StructuredAddress {
  readonly kind: 'json-ld' | 'microdata' | 'rdfa' | 'microformats' | 'meta'
  readonly type: string
  readonly path: readonly string[]
}

const FORM = /^(json-ld|microdata|rdfa|microformats|meta)\(([^()]*)\)((?:\/[^/]+)*)$/
const MAX_TEXTS = 1_000
const MAX_DEPTH = 12
/** Longer names are not used in wrappers, and would be part of the address of everything below. */
const MAX_NAME_CHARS = 200

export function parseAddress(text: string): StructuredAddress | undefined {
  const match = FORM.exec(text.trim())
  if (match === null) return undefined
  const path = match[3]!.split('/').slice(1).map(readName)
  if ((match[1] === 'meta') !== (path.length === 0)) return undefined
  return { kind: match[1] as StructuredAddress['kind'], type: readName(match[2]!), path }
}

export function writeAddress({ kind, type, path }: StructuredAddress): string {
  return [`${kind}(${writeName(type)})`, ...path.map(writeName)].join('/')
}

const writeName = (name: string) =>
  name.replace(/[%/()\s]/g, one =>
    /[()]/.test(one) ? (one === '(' ? '%28' : '%29') : encodeURIComponent(one),
  )

function readName(name: string): string {
  return name.replace(/(?:%[\da-f]{2})+/gi, codes => {
    try {
      return decodeURIComponent(codes)
    } catch {
      return codes
    }
  })
}

/** The texts that the page has at an address. */
export function structuredTexts(data: StructuredData, address: StructuredAddress): string[] {
  const texts: string[] = []
  if (address.kind === 'meta')
    return data.meta.filter(({ name }) => name === address.type).map(({ content }) => content)
  for (const [type, item] of itemsOf(data, address.kind))
    if (type === address.type) collect(item, address.path, texts)
  return texts
}

/** All texts of a page, by address. */
export function allStructured(data: StructuredData): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const note = (address: string, text: string) => {
    const texts = found.get(address)
    if (texts === undefined) {
      if (found.size < MAX_TEXTS) found.set(address, [text])
    } else if (texts.length < MAX_TEXTS) texts.push(text)
  }
  for (const { name, content } of data.meta)
    note(writeAddress({ kind: 'meta', type: name, path: [] }), content)
  for (const kind of ['json-ld', 'microdata', 'rdfa', 'microformats'] as const)
    for (const [type, item] of itemsOf(data, kind))
      if (type.length <= MAX_NAME_CHARS) spread(item, writeAddress({ kind, type, path: [] }), 0, note)
  return found
}

type Value = Json | Item | undefined
const isItem = (value: Value): value is Item =>
  typeof value === 'object' && value !== null && 'properties' in value && 'types' in value

function itemsOf(data: StructuredData, kind: Exclude<StructuredAddress['kind'], 'meta'>): [string, Value][] {
  if (kind === 'json-ld')
    return data.jsonLd
      .flatMap(graph)
      .flatMap(item => typesOf(item).map((type): [string, Value] => [type, item]))
  return data[kind].flatMap(item =>
    (item.types.length === 0 ? [''] : item.types.map(localName)).map((type): [string, Value] => [type, item]),
  )
}

function graph(item: JsonObject): JsonObject[] {
  const inner = item['@graph']
  return Array.isArray(inner) ? inner.filter(isObject) : [item]
}

function typesOf(item: JsonObject): string[] {
  const types = [item['@type'] ?? ''].flat().filter(type => typeof type === 'string')
  return types.length === 0 ? [''] : types.map(localName)
}

/** What follows the last slash, hash or colon. */
export function localName(type: string): string {
  let at = type.length
  while (at > 0 && !'/#:'.includes(type[at - 1]!)) at--
  return type.slice(at)
}

function entries(value: Value): [string, Value][] {
  if (isItem(value)) return Object.entries(value.properties) as [string, Value][]
  if (isObject(value as Json))
    return Object.entries(value as JsonObject).filter(([name]) => !/^(?:@type|@context|)$/.test(name))
  return []
}

function collect(value: Value, path: readonly string[], texts: string[], depth = 0): void {
  if (texts.length >= MAX_TEXTS || depth > 2 * MAX_DEPTH) return
  if (Array.isArray(value)) for (const one of value) collect(one, path, texts, depth + 1)
  else if (path.length === 0) {
    const text = leafText(value)
    if (text !== undefined) texts.push(text)
  } else
    for (const [name, inner] of entries(value))
      if (name === path[0]) collect(inner, path.slice(1), texts, depth + 1)
}

/** Calls `note` for every text below the address; `depth` is the number of its names. */
function spread(
  value: Value,
  address: string,
  depth: number,
  note: (address: string, text: string) => void,
): void {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value)) {
    for (const one of value.slice(0, MAX_TEXTS)) if (!Array.isArray(one)) spread(one, address, depth, note)
    return
  }
  const text = depth === 0 ? undefined : leafText(value)
  if (text !== undefined) note(address, text)
  else
    for (const [name, inner] of entries(value))
      if (name.length <= MAX_NAME_CHARS) spread(inner, `${address}/${writeName(name)}`, depth + 1, note)
}

function leafText(value: Value): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
