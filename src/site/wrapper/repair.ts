/**
 * When a template changes, fields go empty. The loss is noticed on later pages, and repaired by looking for the known values of
 * unchanged records on the new pages: where most of them stand now is the new place of the field.
 */
import type { SourcePage } from '../source.ts'
import { extract } from './extract.ts'
import { induceWrapper } from './induce.ts'
import type { FieldValues, Wrapper, WrapperField } from './model.ts'

/** A page as it is now, and what its record said before. */
export interface KnownPage extends SourcePage {
  readonly record: FieldValues
}

export interface Repair {
  readonly wrapper: Wrapper
  readonly repaired: readonly { readonly field: string; readonly before: string; readonly after: string }[]
  /** Lost, and nowhere found again. */
  readonly lost: readonly string[]
}

/** A field is lost when fewer pages have it than this share of what the sample had. */
const LOST = 0.5
const LEAST_AGREEMENT = 0.6

/** Names of fields that have gone empty on these pages. */
export function lostFields(wrapper: Wrapper, pages: readonly SourcePage[]): string[] {
  const records = pages.map(page => extract(wrapper, page.html))
  return wrapper.fields
    .filter(
      ({ name, share }) =>
        records.filter(record => record[name]!.length > 0).length < LOST * share * pages.length,
    )
    .map(field => field.name)
}

export function repairWrapper(wrapper: Wrapper, pages: readonly KnownPage[]): Repair {
  const lost = new Set(lostFields(wrapper, pages))
  if (lost.size === 0) return { wrapper, repaired: [], lost: [] }
  const candidates = induceWrapper(pages).fields
  const found = pages.map(page => extract({ fields: candidates }, page.html))
  const repaired: { field: string; before: string; after: string }[] = []
  const fields = wrapper.fields.map(field => {
    const now = lost.has(field.name) ? newPlace(field, candidates, found, pages) : undefined
    if (now === undefined) return field
    lost.delete(field.name)
    repaired.push({ field: field.name, before: field.xpath, after: now.xpath })
    return { ...field, xpath: now.xpath }
  })
  return { wrapper: { fields }, repaired, lost: [...lost] }
}

/** The candidate that yields the known values on most pages that have one. */
function newPlace(
  field: WrapperField,
  candidates: readonly WrapperField[],
  found: readonly FieldValues[],
  pages: readonly KnownPage[],
): WrapperField | undefined {
  const known = pages.map(page => page.record[field.name]?.join('\n') ?? '')
  const total = known.filter(text => text !== '').length
  const agreement = (candidate: WrapperField) =>
    known.filter((text, i) => text !== '' && found[i]![candidate.name]!.join('\n') === text).length
  const best = candidates
    .map(candidate => ({ candidate, count: agreement(candidate) }))
    .sort((a, b) => b.count - a.count)[0]
  return best !== undefined && total > 0 && best.count >= LEAST_AGREEMENT * total ? best.candidate : undefined
}
