/** The record of a page: what the wrapper of its class reads, each value typed. */
import type { Tree } from '../../html/index.ts'
import { extractRecords } from '../wrapper/extract.ts'
import { valueOf as typedValue } from '../wrapper/field-value.ts'
import type { FieldValues, Wrapper, WrapperField } from '../wrapper/model.ts'

export type FieldValue = string | number

/** A field has one value, or several if the page has several; missing fields are left out. */
export type FlatRecord = Readonly<Record<string, FieldValue | readonly FieldValue[]>>

/** Includes one record for each item of the lists on the page. */
export type GuidedRecord = Readonly<
  Record<string, FieldValue | readonly FieldValue[] | readonly FlatRecord[]>
>

interface ReadRecord {
  readonly values: GuidedRecord
  readonly images: readonly string[]
}

/** Null if the class has no wrapper. */
export function readRecord(wrapper: Wrapper | undefined, tree: Tree, base: string): ReadRecord | null {
  if (wrapper === undefined) return null
  const { record, lists } = extractRecords(wrapper, tree)
  const values: Record<string, FieldValue | readonly FieldValue[] | readonly FlatRecord[]> = {
    ...typed(record, wrapper.fields, base),
  }
  for (const { name, fields } of wrapper.lists ?? []) {
    const items = (lists[name] ?? []).map(item => typed(item, fields, base))
    if (items.length > 0) values[name] = items
  }
  const pictures = wrapper.fields.filter(field => field.type === 'img').map(field => values[field.name] ?? [])
  return { values, images: pictures.flat().map(String) }
}

function typed(record: FieldValues, fields: readonly WrapperField[], base: string): FlatRecord {
  const values: Record<string, FieldValue | readonly FieldValue[]> = {}
  for (const { name, type } of fields) {
    const found = (record[name] ?? []).map(text => typedValue(type, text, base))
    if (found.length > 0) values[name] = found.length === 1 ? found[0]! : found
  }
  return values
}
