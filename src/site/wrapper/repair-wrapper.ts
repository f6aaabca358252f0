/**
 * When a template changes, fields go empty or say something else. The loss is noticed on later pages, and repaired by looking for the
 * known values of records that are mostly unchanged: the place on the new pages where most of them are is the new place of
 * the field. All places of the survey are candidates, not only those that would become fields of a new wrapper.
 *
 * If several places say the same (a title in the heading and in the breadcrumbs), the one with the field's old label wins, then the
 * one that lasts longest.
 */
import { parseTree } from '../../html/index.ts'
import type { SourcePage } from '../sample/source.ts'
import { extract, type PageRecords } from './extract.ts'
import type { FieldValues, Wrapper, WrapperField } from './model.ts'
import { repairLists } from './repair-lists.ts'
import { candidatePlaces, type Looked, lookAt, type PlaceCandidate } from './repair-places.ts'

/** A page as it is now, and its previous record. */
export interface RememberedPage extends SourcePage {
  readonly record: FieldValues
  readonly lists?: PageRecords['lists']
}

export interface Repair {
  readonly wrapper: Wrapper
  /** Fields, and lists by their names, that were found again. */
  readonly repaired: readonly { readonly field: string; readonly before: string; readonly after: string }[]
  /** Fields that were lost and not found again. */
  readonly lost: readonly string[]
}

/** A field is lost if fewer pages have it than this share of what the sample had. */
const LOST = 0.5
/** A field that says what it said before on a smaller share of pages than this is lost. */
const STRAYED = 0.5
/** On a smaller share than this, it may be found better elsewhere: records change too, though most do not. */
const DOUBTFUL = 0.75
/** Share of the known values that must be found, if they are longer than a number that may be there by chance. */
const MIN_FOUND = 0.3

/** Names of fields that have gone empty on these pages. */
function lostOf({ fields }: Wrapper, records: readonly FieldValues[]): string[] {
  return fields
    .filter(({ name, share }) => {
      const found = records.filter(record => record[name]!.length > 0).length
      return found < LOST * share * records.length
    })
    .map(field => field.name)
}

export function repairWrapper(wrapper: Wrapper, pages: readonly RememberedPage[]): Repair {
  const records = pages.map(page => extract(wrapper, page.html))
  const agreeing = agreements(wrapper, records, pages)
  const lost = new Set([...lostOf(wrapper, records), ...fieldsBelow(STRAYED, agreeing)])
  const doubtful = new Set(fieldsBelow(DOUBTFUL, agreeing))
  const lists = wrapper.lists ?? []
  if (lost.size === 0 && doubtful.size === 0 && lists.length === 0) return { wrapper, repaired: [], lost: [] }
  const looked = lookAt(pages.map(page => parseTree(page.html)))
  const repaired: { field: string; before: string; after: string }[] = []
  const fields = wrapper.fields.map(field => {
    const isLost = lost.has(field.name)
    if (!isLost && !doubtful.has(field.name)) return field
    const xpath = newPlace(field, looked, pages, isLost ? 0 : agreeing.get(field.name)!.same + 1)
    if (xpath === undefined) return field
    lost.delete(field.name)
    if (xpath === field.xpath) return field
    repaired.push({ field: field.name, before: field.xpath, after: xpath })
    return { ...field, xpath }
  })
  const mended = repairLists(lists, looked, pages)
  return {
    wrapper: { ...wrapper, fields, ...(wrapper.lists !== undefined && { lists: mended.lists }) },
    repaired: [...repaired, ...mended.repaired],
    lost: [...lost, ...mended.lost],
  }
}

const joined = (texts: readonly string[] | undefined) => texts?.join('\n') ?? ''

interface Agreement {
  /** Pages whose value is known, and how many of them still have it. */
  readonly known: number
  readonly same: number
}

function agreements(
  { fields }: Wrapper,
  records: readonly FieldValues[],
  pages: readonly RememberedPage[],
): Map<string, Agreement> {
  return new Map(
    fields.map(({ name }) => {
      const known = pages.flatMap(({ record }, i) => (joined(record[name]) === '' ? [] : [i]))
      const same = known.filter(i => joined(pages[i]!.record[name]) === joined(records[i]![name])).length
      return [name, { known: known.length, same }]
    }),
  )
}

/** Fields that say something, but not what they said before: for example a position that now holds its neighbor. */
function fieldsBelow(share: number, agreeing: ReadonlyMap<string, Agreement>): string[] {
  return [...agreeing]
    .filter(([, { known, same }]) => known > 0 && same < share * known)
    .map(([name]) => name)
}

/** The XPath of the best place whose values match the known ones on most pages that have any, and on at least `least` pages. */
function newPlace(
  field: WrapperField,
  looked: Looked,
  pages: readonly RememberedPage[],
  least: number,
): string | undefined {
  const known = pages.map(({ record }) => record[field.name] ?? [])
  const total = known.filter(texts => texts.length > 0).length
  if (total === 0) return undefined
  const best = candidatePlaces(field, known, looked).filter(
    ({ hits, telling }) =>
      hits >= least && (hits >= STRAYED * total || (telling > 2 && telling >= MIN_FOUND * total)),
  )
  for (const candidate of best.sort(better).slice(0, MAX_TRIED)) {
    const xpath = candidate.xpath()
    if (xpath !== undefined) return xpath
  }
  return undefined
}

const MAX_TRIED = 12

/** A place that lasts longer may be right on one page fewer. */
const worth = ({ hits, misses, trust }: PlaceCandidate) => hits - misses + 2 * trust

function better(a: PlaceCandidate, b: PlaceCandidate): number {
  return worth(b) - worth(a)
}
