/** Fields that a page declares itself: structured data that varies, and other properties of an item of which something varies. */
import { allStructured, structuredOf } from '../../document/index.ts'
import type { FieldType } from '../specification/specification.ts'
import { slug } from './field-names.ts'
import type { WrapperField } from './model.ts'
import { folded, type PageUnits } from './page-units.ts'
import { commonType } from './types.ts'

export interface DeclaredField extends WrapperField {
  /** The texts of each sample page. */
  readonly texts: readonly (readonly string[])[]
}

const MIN_SHARE = 0.3
const MAX_FIELDS = 60
const MAX_CHARS = 5_000
/** Properties that are about how the page was made, not about its subject. */
const NO_DATA =
  /token|csrf|nonce|verif|viewport|robots|generator|theme|msapplication|^fb:|^al:|twitter:(?:card|site)|@id$|request/i
const TRUST: Readonly<Record<string, number>> = {
  'json-ld': 0.98,
  microdata: 0.97,
  rdfa: 0.96,
  microformats: 0.95,
  meta: 0.9,
}

export function declaredFields(pages: readonly PageUnits[]): DeclaredField[] {
  const addresses = new Map<string, (readonly string[])[]>()
  for (const [i, { tree }] of pages.entries())
    for (const [address, texts] of allStructured(structuredOf(tree))) {
      if (!addresses.has(address))
        addresses.set(
          address,
          Array.from(pages, () => []),
        )
      addresses.get(address)![i] = texts.map(folded).filter(text => text !== '' && text.length <= MAX_CHARS)
    }
  const found = [...addresses]
    .filter(([address]) => !NO_DATA.test(address) && !address.startsWith('rdfa()'))
    .map(([address, texts]) => fieldOf(address, texts))
    .filter(field => field.share >= MIN_SHARE && field.texts.filter(own => own.length > 0).length >= 2)
  const living = new Set(found.filter(varies).map(({ xpath }) => itemOf(xpath)))
  const kept = found.filter(field =>
    field.xpath.startsWith('meta(') ? varies(field) : living.has(itemOf(field.xpath)),
  )
  return withoutEchoes(kept.sort((a, b) => b.confidence - a.confidence)).slice(0, MAX_FIELDS)
}

const itemOf = (address: string) => address.slice(0, address.indexOf(')') + 1)
const varies = ({ texts }: DeclaredField) => new Set(texts.map(own => own.join('\n'))).size > 1

/** Whether on every page where the first has values, the second has the same ones. */
export function isEcho(texts: readonly (readonly string[])[], of: readonly (readonly string[])[]): boolean {
  return texts.every(
    (own, i) =>
      own.length === 0 || (own.length === of[i]!.length && own.every((text, k) => text === of[i]![k])),
  )
}

/** OpenGraph mostly repeats what better sources say. */
function withoutEchoes(fields: readonly DeclaredField[]): DeclaredField[] {
  const kept: DeclaredField[] = []
  for (const field of fields)
    if (!field.xpath.startsWith('meta(') || !kept.some(other => isEcho(field.texts, other.texts)))
      kept.push(field)
  return kept
}

function fieldOf(address: string, texts: readonly (readonly string[])[]): DeclaredField {
  const counts = texts.map(own => own.length).filter(count => count > 0)
  const share = counts.length / texts.length
  const trust = TRUST[address.slice(0, address.indexOf('('))] ?? 0.9
  return {
    name: nameOf(address),
    type: typeAt(address, texts.flat()),
    xpath: address,
    many: counts.filter(count => count > 1).length > 0.5 * counts.length,
    share,
    confidence: Math.round(trust * (0.4 + 0.6 * share) * 1000) / 1000,
    texts,
  }
}

function typeAt(address: string, texts: readonly string[]): FieldType {
  const type = commonType(texts)
  return /(?:image|logo|thumbnail|photo)(?:url|:url|:secure_url)?\)?$/i.test(address) && type !== 'number'
    ? 'img'
    : type
}

/** `price` for `json-ld(Product)/offers/price`; `brand-name` for `json-ld(Product)/brand/name`. */
function nameOf(address: string): string {
  const meta = /^meta\((.*)\)$/.exec(address)?.[1]
  if (meta !== undefined) return slug(meta.replace(/^og:/, ''))
  const steps = address
    .slice(address.indexOf(')') + 2)
    .split('/')
    .map(step => decodeURIComponent(step.replace(/%(?![\da-f]{2})/gi, '%25')))
  const words = steps.map(step => /[^/#:]*$/.exec(step)![0].replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2'))
  return slug(/^(?:name|value|url|id|text)$/i.test(words.at(-1)!) ? words.slice(-2).join('-') : words.at(-1)!)
}
