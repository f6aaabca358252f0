/** Files that are not pages, with right and wrong types. */
import { deflateSync } from 'node:zlib'
import { leaf, listing } from '../listing.ts'
import { writeDocument } from '../markup.ts'
import { routes } from '../routes.ts'
import type { Page, Site } from '../site.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** An empty archive: the end-of-directory record alone. */
const ZIP = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
const NOISE = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 167 + (i >> 3)) & 0xff))

/** A PDF of one page that shows one line. */
export function pdf(line: string): Buffer {
  const stream = deflateSync(`BT /F1 18 Tf 72 720 Td (${line.replace(/[()\\]/g, '')}) Tj ET`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n${stream.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const starts = objects.map((object, n) => {
    const start = body.length
    body += `${n + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const rows = starts.map(start => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const tail = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${tail}`, 'latin1')
}

const PDF = pdf('A short report about the harbour')

/** Path → the type that the header claims, the true type, the bytes (undefined: an HTML page). */
const FILES: Readonly<
  Record<string, readonly [claimed: string | undefined, real: string, bytes?: Uint8Array]>
> = {
  '/report.pdf': ['application/pdf', 'application/pdf', PDF],
  '/picture.png': ['image/png', 'image/png', PNG],
  '/files.zip': ['application/zip', 'application/zip', ZIP],
  '/noise.bin': ['application/octet-stream', 'application/octet-stream', NOISE],
  '/notes.txt': ['text/plain', 'text/plain', Buffer.from('Plain notes.\n')],
  '/pdf-as-html': ['text/html', 'application/pdf', PDF],
  '/png-as-html.html': ['text/html; charset=utf-8', 'image/png', PNG],
  '/zip-as-text': ['text/plain', 'application/zip', ZIP],
  '/noise-as-html': ['text/html', 'application/octet-stream', NOISE],
  '/html-as-text': ['text/plain', 'text/html'],
  '/html-as-binary': ['application/octet-stream', 'text/html'],
  '/html-as-pdf.pdf': ['application/pdf', 'text/html'],
  '/html-without-type': [undefined, 'text/html'],
  '/html-bad-type': ['text;;html', 'text/html'],
}

export function media(host: string): Site {
  const find = routes({
    '/': ({ seed }) => listing(seed, 'home', 'Media', Object.keys(FILES)),
    '/:name': ({ seed, pathname }) => file(seed, pathname),
  })
  return { host, kind: 'media', entries: ['/'], find }
}

function file(seed: number, path: string): Page | undefined {
  const found = FILES[path]
  if (!found) return undefined
  const [claimed, real, bytes] = found
  const html = () => writeDocument(leaf(seed, 'page', path).draw!({ seed, nowMs: 0, edits: [] }))
  return {
    template: real === 'text/html' ? 'page' : 'file',
    headers: { 'content-type': claimed ?? '' },
    fields: () => ({ type: real }),
    names: () => (real === 'text/html' ? ['/'] : []),
    bytes: () => bytes ?? html(),
  }
}
