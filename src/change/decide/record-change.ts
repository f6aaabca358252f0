/**
 * Level `record`: two versions of a page are compared by the fields that its wrapper reads, and by nothing else. A field that came,
 * went or has another value differs; the difference is the share of such fields.
 */

/** As wrappers write it: a value, several, or the records of a list. */
export type RecordFields = Readonly<Record<string, unknown>>

export interface RecordDifference {
  /** Of the fields of both versions, in 0..1. */
  readonly difference: number
  /** Their names. */
  readonly fields: readonly string[]
  /** The first of them, before and after, in one line. */
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

/** Null where a text is no record. */
export function recordFrom(text: string | null): RecordFields | null {
  if (text === null) return null
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as RecordFields) : null
  } catch {
    return null
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `“${text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS - 1)}…` : text}”`
}
