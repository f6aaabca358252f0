/** Files made in the browser from rows that are on the screen anyway. */

/** Spreadsheets take such cells for formulas; what strangers wrote must not become one. */
const FORMULA = /^[=+\-@\t\r]/

/** RFC 4180, as `tidewatch export csv` writes it. */
export function csvOf(rows: readonly (readonly unknown[])[]): string {
  return rows.map(row => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: unknown): string {
  const text = textOf(value)
  const safe = typeof value === 'number' || !FORMULA.test(text) ? text : `'${text}`
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What a cell holds, as one piece of text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function download(name: string, type: 'text/csv' | 'application/json', text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
