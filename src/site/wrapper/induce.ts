/**
 * Wrappers that write themselves. From sample pages of one class: what stands at the same place on most pages and says
 * something else on each is data, what says the same is template. A field is named by microdata, its label, or the class of
 * its element, typed by its values, and found again by the shortest XPath that no other value of the pages shares.
 */
import { compileXPath, parseTree } from '../../html/index.ts'
import type { SourcePage } from '../source.ts'
import type { FieldType, SpecificationLine } from '../specification.ts'
import { quoted, shortXPath } from '../step-xpath.ts'
import { labelXPath, type PageValue, valuesOf } from './values.ts'

export interface WrapperField {
  readonly name: string
  readonly type: FieldType
  readonly xpath: string
  /** Several on a page: the cells of a record list. */
  readonly many: boolean
  /** Share of the sample pages that have it. */
  readonly share: number
  /** 0 to 1: how often it was there, and how much it varied. */
  readonly confidence: number
}

export interface Wrapper {
  readonly fields: readonly WrapperField[]
}

export type FieldValues = Readonly<Record<string, readonly string[]>>

interface Place {
  readonly first: PageValue
  /** Texts of each page that has any. */
  readonly pages: Map<number, string[]>
  readonly types: Map<FieldType, number>
}

const LEAST_SHARE = 0.5
const LEAST_VARIETY = 0.4
const MOST_FIELDS = 60

export function induceWrapper(pages: readonly SourcePage[]): Wrapper {
  const places = new Map<string, Place>()
  for (const [i, page] of pages.entries())
    for (const value of valuesOf(parseTree(page.html))) note(places, i, value)
  const paths = [...new Set([...places.values()].map(place => place.first.path))]
  const fields: WrapperField[] = []
  for (const place of places.values()) {
    const field = fieldOf(place, pages.length, paths)
    if (field !== undefined) fields.push(field)
  }
  fields.sort((a, b) => b.confidence - a.confidence)
  return { fields: named(fields.slice(0, MOST_FIELDS)) }
}

function note(places: Map<string, Place>, page: number, value: PageValue): void {
  const place: Place = places.get(value.key) ?? { first: value, pages: new Map(), types: new Map() }
  places.set(value.key, place)
  place.types.set(value.type, (place.types.get(value.type) ?? 0) + 1)
  const texts = place.pages.get(page)
  if (texts === undefined) place.pages.set(page, [value.text])
  else texts.push(value.text)
}

function fieldOf(place: Place, pages: number, paths: readonly string[]): WrapperField | undefined {
  const share = place.pages.size / pages
  const texts = [...place.pages.values()].map(own => own.join('\n'))
  const variety = (new Set(texts).size - 1) / Math.max(1, texts.length - 1)
  if (share < LEAST_SHARE || place.pages.size < 2 || variety < LEAST_VARIETY) return undefined
  const counts = [...place.pages.values()].map(own => own.length).sort((a, b) => a - b)
  const [type] = [...place.types].sort((a, b) => b[1] - a[1])[0]!
  const many = counts[Math.floor(counts.length / 2)]! > 1
  return {
    name: nameOf(place.first),
    type,
    xpath: xpathOf(place.first, paths),
    many,
    share,
    confidence: share * (0.5 + variety / 2),
  }
}

function xpathOf({ property, path, label, type }: PageValue, paths: readonly string[]): string {
  const node =
    property !== ''
      ? `//*[@itemprop=${quoted(property)}]`
      : ((label === '' ? undefined : labelXPath(path, label)) ?? shortXPath(path, paths))
  return type === 'img' ? `${node}/@src` : node
}

function nameOf({ property, label, path }: PageValue): string {
  const last = path.split('/').at(-1)!
  const word = last.includes('.')
    ? last.slice(last.indexOf('.') + 1)
    : (path
        .match(/\.([^/]+)/g)
        ?.at(-1)
        ?.slice(1) ?? last)
  const wish = property || label || (/^h1(\.|$)/.test(last) ? 'title' : word)
  return wish.replace(/[:#]+/g, '').trim().toLowerCase().replace(/\s+/g, '-').slice(0, 40) || 'field'
}

function named(fields: readonly WrapperField[]): WrapperField[] {
  const used = new Set<string>()
  return fields.map(field => {
    let name = field.name
    for (let i = 2; used.has(name); i++) name = `${field.name}-${i}`
    used.add(name)
    return { ...field, name }
  })
}

/** What a wrapper finds on a page; a field that is missing has no values. */
export function extract({ fields }: Wrapper, html: string): FieldValues {
  const { root } = parseTree(html)
  return Object.fromEntries(
    fields.map(({ name, xpath }) => {
      const answer = compileXPath(xpath)
      const texts = answer.ok ? answer.xpath.texts(root) : []
      return [name, texts.map(text => text.replace(/\s+/g, ' ').trim()).filter(text => text !== '')]
    }),
  )
}

/** The fields as lines of the crawl specification. */
export function wrapperLines(source: string, { fields }: Wrapper): SpecificationLine[] {
  return fields.map(({ name, xpath, type }) => ({ kind: 'field', source, xpath, name, type }))
}
