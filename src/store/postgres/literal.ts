/**
 * Array parameters in PostgreSQL's own text format. A batch is a few arrays, one for each column; building their text here costs a fraction
 * of what a driver spends on finding out the type of every element.
 */
type Maybe<T> = T | null | undefined

/** Integers; measured values with fractions (durations) are rounded. */
export function ints(values: readonly Maybe<number>[]): string {
  return `{${values.map(value => (value === null || value === undefined ? 'NULL' : Math.round(value))).join(',')}}`
}

export function floats(values: readonly Maybe<number>[]): string {
  return `{${values.map(value => value ?? 'NULL').join(',')}}`
}

export function booleans(values: readonly boolean[]): string {
  return `{${values.map(value => (value ? 't' : 'f')).join(',')}}`
}

export function texts(values: readonly Maybe<string>[]): string {
  return `{${values.map(value => (value === null || value === undefined ? 'NULL' : quoted(storable(value)))).join(',')}}`
}

export function bytes(values: readonly Maybe<Buffer>[]): string {
  return `{${values.map(value => (value ? `"\\\\x${value.toString('hex')}"` : 'NULL')).join(',')}}`
}

/** PostgreSQL text cannot contain NUL; titles and headers from the web can. */
export function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}

const SPECIAL = /["\\]/g

function quoted(text: string): string {
  return `"${text.replace(SPECIAL, '\\$&')}"`
}
