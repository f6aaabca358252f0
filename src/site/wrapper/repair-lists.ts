/** Lists of a changed template: found anew, and given their old names by the values they share with the records known before. */
import { extractRecords, type PageRecords } from './extract.ts'
import { unique } from './field-names.ts'
import { findLists } from './lists.ts'
import type { FieldValues, WrapperField, WrapperList } from './model.ts'
import type { Looked } from './repair-places.ts'

interface KnownLists {
  readonly lists?: PageRecords['lists']
}

export interface ListRepair {
  readonly lists: readonly WrapperList[]
  readonly repaired: readonly { readonly field: string; readonly before: string; readonly after: string }[]
  readonly lost: readonly string[]
}

const MIN_SHARED = 0.4

export function repairLists(
  lists: readonly WrapperList[],
  looked: Looked,
  pages: readonly KnownLists[],
): ListRepair {
  const trees = looked.found.pages.map(page => page.tree)
  const recordsOf = (list: WrapperList) =>
    trees.flatMap(tree => extractRecords({ fields: [], lists: [list] }, tree).lists[list.name]!)
  const known = (name: string) => pages.flatMap(page => page.lists?.[name] ?? [])
  const strayed = lists.filter(
    list => known(list.name).length > 0 && !isWhole(recordsOf(list), known(list.name)),
  )
  if (strayed.length === 0) return { lists, repaired: [], lost: [] }
  const fresh = unique(findLists(looked.found, new Set())).map(list => ({ list, records: recordsOf(list) }))
  const repaired: { field: string; before: string; after: string }[] = []
  const lost: string[] = []
  const mended = lists.map(list => {
    if (!strayed.includes(list)) return list
    const again = bestList(list, known(list.name), fresh)
    if (again === undefined) lost.push(list.name)
    else repaired.push({ field: list.name, before: list.xpath, after: again.xpath })
    return again ?? list
  })
  return { lists: mended, repaired, lost }
}

/** Whether the list yields about as many records as before, and most of their values. */
function isWhole(now: readonly FieldValues[], before: readonly FieldValues[]): boolean {
  const names = Object.keys(before[0] ?? {})
  return (
    now.length >= 0.5 * before.length && names.every(name => shared(now, name, before, name) >= MIN_SHARED)
  )
}

function bestList(
  list: WrapperList,
  before: readonly FieldValues[],
  fresh: readonly { readonly list: WrapperList; readonly records: readonly FieldValues[] }[],
): WrapperList | undefined {
  const matched = fresh.map(({ list: candidate, records }) => {
    const fields = list.fields.flatMap((field): WrapperField[] => {
      const best = candidate.fields
        .map(one => ({ one, score: shared(records, one.name, before, field.name) }))
        .sort((a, b) => b.score - a.score)[0]
      return best === undefined || best.score < MIN_SHARED ? [] : [{ ...field, xpath: best.one.xpath }]
    })
    return { ...list, xpath: candidate.xpath, fields }
  })
  const best = matched.sort((a, b) => b.fields.length - a.fields.length)[0]
  return best === undefined || best.fields.length === 0 ? undefined : best
}

/** Share of the known values of a field that another field has too. */
function shared(
  now: readonly FieldValues[],
  name: string,
  before: readonly FieldValues[],
  old: string,
): number {
  const own = new Set(now.map(record => (record[name] ?? []).join('\n')))
  const known = before.map(record => (record[old] ?? []).join('\n')).filter(text => text !== '')
  return known.length === 0 ? 1 : known.filter(text => own.has(text)).length / known.length
}
