/** Files made to break their readers, or broken in transit: each gives a reason, in bounded time and memory. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { convertDocument, documentText } from './index.ts'

const OOXML = 'application/vnd.openxmlformats-officedocument.'
const DOCX = `${OOXML}wordprocessingml.document`
const XLSX = `${OOXML}spreadsheetml.sheet`
const ODT = 'application/vnd.oasis.opendocument.text'
const ODS = 'application/vnd.oasis.opendocument.spreadsheet'
const EPUB = 'application/epub+zip'
const PDF = 'application/pdf'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../test/fixtures', name))
const zipped = (files: Readonly<Record<string, string | Uint8Array>>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? strToU8(file) : file]),
    ),
  )

async function reasonFor(bytes: Uint8Array, type: string): Promise<string> {
  const document = await convertDocument(bytes, { type })
  return document.kind === 'unreadable'
    ? document.reason
    : `was read: ${documentText(document).slice(0, 100)}`
}

describe('archives', () => {
  it('a bomb is not unpacked', async () => {
    const bomb = zipped({ 'word/document.xml': new Uint8Array(200_000_000) })
    expect(bomb.length).toBeLessThan(300_000)
    expect(await reasonFor(bomb, DOCX)).toBe(
      'unpacks to far more than documents do: it looks like a zip bomb',
    )
  })

  it('what swells less, but to too much, is not unpacked either', async () => {
    const text = `<w:t>${'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(10)}</w:t>`
    const noise = Array.from({ length: 300 }, (_, n) => text + String(n * 7919)).join('')
    const large = zipped({ 'word/document.xml': noise.repeat(700) })
    expect(await reasonFor(large, DOCX)).toMatch(/^unpacks to (?:more than 64 MiB|far more)/)
  })

  it.each([
    ['cut short', fixture('harbour.docx').subarray(0, 6_000), 'is damaged or cut short'],
    ['empty', Buffer.alloc(0), 'is empty'],
    ['no archive', Buffer.from('PK\x03\x04 and then nothing of the kind'), 'is damaged or cut short'],
    [
      'without its text',
      zipped({ 'word/x.xml': '<x/>' }),
      'is no word processor document: its text is missing',
    ],
    [
      'encrypted, in another container',
      Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
      'is encrypted: it needs a password',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await reasonFor(bytes, DOCX)).toBe(reason)
  })

  it('encrypted files say so', async () => {
    const locked = Buffer.from(zipped({ 'word/document.xml': '<w:t>x</w:t>' }))
    locked[6]! |= 1
    locked[locked.indexOf('PK\x01\x02') + 8]! |= 1
    expect(await reasonFor(locked, DOCX)).toBe('is encrypted')
    const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>'
    expect(await reasonFor(zipped({ 'META-INF/manifest.xml': manifest, 'content.xml': '?' }), ODT)).toBe(
      'is encrypted',
    )
    const book = {
      'META-INF/container.xml': '<rootfile full-path="b.opf"/>',
      'META-INF/encryption.xml': '<CipherReference URI="p.xhtml"/>',
      'b.opf': '<item id="p" href="p.xhtml" media-type="application/xhtml+xml"/><itemref idref="p"/>',
      'p.xhtml': '????',
    }
    expect(await reasonFor(zipped(book), EPUB)).toBe('is encrypted')
  })

  it('more files than any document has are refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`f${n}`, '']))
    expect(await reasonFor(zipped(many), DOCX)).toBe('holds more than 10000 files')
  })
})

describe('XML', () => {
  const docx = (xml: string) => zipped({ 'word/document.xml': xml })

  it('entities of the document type are neither fetched nor multiplied', async () => {
    const laughs = Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    )
    const type = `<!DOCTYPE x [<!ENTITY l0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">${laughs}]>`
    const bytes = docx(`${type}<w:document><w:p><w:r><w:t>&l20;&file; end</w:t></w:r></w:p></w:document>`)
    expect(await reasonFor(bytes, DOCX)).toBe('was read: &l20;&file; end')
  })

  it('nesting without end costs no stack', async () => {
    const deep = docx(`${'<w:p><w:tbl><w:tr><w:tc>'.repeat(100_000)}<w:t>deep</w:t>`)
    expect(await reasonFor(deep, DOCX)).toBe('was read: deep')
  })

  it('a repeated cell is not repeated a million times', async () => {
    const row =
      '<table:table-row><table:table-cell table:number-columns-repeated="16384"><text:p>abcdefgh</text:p></table:table-cell></table:table-row>'
    const xml = `<office:body><table:table table:name="t">${row.repeat(2_000)}</table:table></office:body>`
    const document = await convertDocument(zipped({ 'content.xml': xml }), { type: ODS })
    if (document.kind === 'unreadable') throw new Error(document.reason)
    expect(document.isPartial).toBe(true)
    expect(documentText(document).length).toBeLessThan(6_000_000)
  })

  it('cells far to the right and styles in circles are no work', async () => {
    const sheet = `<sheetData>${'<row><c r="XFD1" t="str"><v>x</v></c></row>'.repeat(1_000)}</sheetData>`
    const book = {
      'xl/workbook.xml': '<sheet name="s" r:id="r1"/>',
      'xl/_rels/workbook.xml.rels': '<Relationship Id="r1" Type="a/worksheet" Target="s.xml"/>',
      'xl/s.xml': sheet,
    }
    expect(await reasonFor(zipped(book), XLSX)).toContain('was read: s\n')
    const circle = {
      'word/document.xml': '<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr><w:t>round</w:t></w:p>',
      'word/_rels/document.xml.rels': '<Relationship Id="r" Type="a/styles" Target="styles.xml"/>',
      'word/styles.xml':
        '<w:style w:styleId="a"><w:basedOn w:val="b"/></w:style><w:style w:styleId="b"><w:basedOn w:val="a"/></w:style>',
    }
    expect(await reasonFor(zipped(circle), DOCX)).toBe('was read: round')
  })
})

/** A PDF of objects, with a cross-reference table. */
function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.4\n'
  const places = objects.map((object, n) => {
    const at = text.length
    text += `${n + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${text}${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF`,
    'latin1',
  )
}

describe('PDF', () => {
  it('pages that are their own parents come to an end', async () => {
    const loop = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000>>'])
    expect(await reasonFor(loop, PDF)).toMatch(/^is (?:damaged|no PDF)/)
  })

  it('a million claimed pages are not looked for', async () => {
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>'
    const claims = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1000000>>', page])
    const document = await convertDocument(claims, { type: PDF })
    expect(document).toMatchObject({ kind: 'document', blocks: [] })
  })

  it('encrypted, cut and foreign files give a reason', async () => {
    const locked = pdfOf(
      [
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[]/Count 0>>',
        `<</Filter/Standard/V 1/R 2/P -1/O<${'00'.repeat(32)}>/U<${'00'.repeat(32)}>>>`,
      ],
      `/Encrypt 3 0 R/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]`,
    )
    expect(await reasonFor(locked, PDF)).toBe('is encrypted: it needs a password')
    expect(await reasonFor(fixture('harbour.pdf').subarray(0, 900), PDF)).toMatch(/^is (?:no PDF|damaged)/)
    expect(await reasonFor(Buffer.from('%PDF-1.7\nnothing'), PDF)).toMatch(/^is no PDF/)
  })

  it('stops when its time is up', async () => {
    const document = await convertDocument(fixture('harbour.pdf'), { type: PDF, isOver: () => true })
    expect(document).toMatchObject({ blocks: [], isPartial: true })
  })
})

it('RTF: groups without end, and ends without groups', async () => {
  expect(await reasonFor(Buffer.from(`{\\rtf1 a${'{'.repeat(500_000)} b`), 'application/rtf')).toBe(
    'was read: a b',
  )
  expect(
    await reasonFor(Buffer.from(`{\\rtf1 a${'}'.repeat(500_000)} b\\bin999999999 c`), 'application/rtf'),
  ).toBe('was read: a b')
})

it.each([
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'audio/mpeg',
  'video/mp4',
  'application/ogg',
])('%s: noise gives a reason', async type => {
  expect(await reasonFor(Buffer.alloc(5_000, 0xff), type)).toMatch(/^is damaged/)
})

it('what no reader is for is named', async () => {
  expect(await reasonFor(Buffer.from('x'), 'application/x-executable')).toBe(
    'is of the type application/x-executable, which is not read',
  )
})
