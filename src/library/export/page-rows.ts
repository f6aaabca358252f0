/**
 * `export csv` and `export jsonl`: one row or one object for each stored page.
 *
 * CSV is RFC 4180: CRLF, quotes where needed, quotes doubled. A cell that a spreadsheet would take for a formula (it
 * starts with = + - @, a tab or a carriage return) is prefixed with an apostrophe, because titles come from untrusted
 * pages. Our own numbers are never negative, so none is affected. JSON lines hold the values unchanged; characters that
 * a terminal would interpret are escaped.
 */
import { printableLines } from '../../env/index.ts'
import type { Visible } from '../visible.ts'
import {
  COLUMNS,
  CONTENTS,
  type ExportedContents,
  type ExportedPage,
  type ExportOrder,
  exportedPages,
  hasContents,
} from './exported-pages.ts'
import type { Target } from './target.ts'

const BATCH = 65_536

export async function exportRows(
  visible: Visible,
  { format, ...order }: ExportOrder & { readonly format: 'csv' | 'jsonl' },
  target: Target,
): Promise<{ readonly pages: number }> {
  const lineOf = format === 'csv' ? csvLine : jsonLine
  let batch = format === 'csv' ? `${[...COLUMNS, ...(hasContents(order) ? CONTENTS : [])].join(',')}\r\n` : ''
  let pages = 0
  for await (const page of exportedPages(visible, order)) {
    batch += lineOf(page)
    pages++
    if (batch.length < BATCH) continue
    await target.write(batch)
    batch = ''
  }
  await target.write(batch)
  return { pages }
}

function csvLine({ contents, ...page }: ExportedPage): string {
  const cells = COLUMNS.map(name => csvCell(page[name]))
  const said = contents ? CONTENTS.map(name => csvCell(cellOf(contents[name]))) : []
  return `${[...cells, ...said].join(',')}\r\n`
}

const cellOf = (value: ExportedContents[keyof ExportedContents]) =>
  Array.isArray(value) ? value.join('; ') : value

const jsonLine = ({ contents, ...page }: ExportedPage) =>
  `${printableLines(JSON.stringify({ ...page, ...contents }))}\n`

export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
