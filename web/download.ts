/** Downloads: rows that are already on the screen, and files made by the server. */

/** Spreadsheets take such cells for formulas; text from untrusted pages must not become one. */
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

/** The value of a cell as text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function download(name: string, type: 'text/csv' | 'application/json', text: string): void {
  save(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Saves a file made by the server, requested with our token. */
export async function downloadFile(name: string, answer: Promise<Response>): Promise<void> {
  save(name, await (await answer).blob())
}

function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
