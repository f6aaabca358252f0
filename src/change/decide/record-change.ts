/**
 * Level `record`: compares two versions of a page only by the fields that its wrapper reads. A field differs if it came, went or has
 * another value; the difference is the share of such fields.
 */

import { jsonOf } from '../../env/json.ts'

/** Fields as wrappers write them: a value, several values, or the records of a list. */
export type RecordFields = Readonly<Record<string, unknown>>

export interface RecordDifference {
  /** Share of the fields of both versions that differ, from 0 to 1. */
  readonly difference: number
  /** Names of the fields that differ. */
  readonly fields: readonly string[]
  /** The first of them, before and after, on one line. */
  readonly summary: string
}

const MAX_FIELDS = 20
const MAX_VALUE_CHARS = 60

export function compareRecords(before: RecordFields, after: RecordFields): RecordDifference {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const [first] = changed
  return {
    difference: names.length === 0 ? 0 : changed.length / names.length,
    fields: changed.slice(0, MAX_FIELDS),
    summary: first === undefined ? '' : `${first}: ${shown(before[first])} → ${shown(after[first])}`,
  }
}

/** Null if the text is not a record. */
export function recordFrom(text: string | null): RecordFields | null {
  const parsed = jsonOf<unknown>(text)
  return typeof parsed === 'object' && parsed !== null ? (parsed as RecordFields) : null
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `“${text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS - 1)}…` : text}”`
}
