/** Reading pages by a wrapper: XPaths are compiled once a wrapper, a page is walked once a field. */
import { compileXPath, parseTree, type Tree, type XPath } from '../../html/index.ts'
import type { SpecificationLine } from '../specification.ts'
import type { FieldValues, Wrapper, WrapperField } from './model.ts'
import { folded } from './units.ts'

const compiled = new WeakMap<WrapperField, XPath | undefined>()

function compiledOf(field: WrapperField): XPath | undefined {
  if (!compiled.has(field)) {
    const answer = compileXPath(field.xpath)
    compiled.set(field, answer.ok ? answer.xpath : undefined)
  }
  return compiled.get(field)
}

/** What a wrapper finds on a page; a field that is missing has no values. */
export function extract(wrapper: Wrapper, html: string): FieldValues {
  return extractFrom(wrapper, parseTree(html))
}

export function extractFrom({ fields }: Wrapper, { root }: Tree): FieldValues {
  return Object.fromEntries(
    fields.map(field => [
      field.name,
      (compiledOf(field)?.texts(root) ?? []).map(folded).filter(text => text !== ''),
    ]),
  )
}

/** The fields as lines of the crawl specification. */
export function wrapperLines(source: string, { fields }: Wrapper): SpecificationLine[] {
  return fields.map(({ name, xpath, type }) => ({ kind: 'field', source, xpath, name, type }))
}
