import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { trecDocument } from './format/trec.ts'
import { ZipWriter } from './format/zip.ts'
import { IndexRuns } from './index/merge-index.ts'

describe('merging sorted runs', () => {
  it('gives all lines in order, with more runs than may be open at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tidewatch-runs-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const runs = new IndexRuns(folder)
    const all: string[] = []
    for (let i = 0; i < 150; i++) {
      const lines = [0, 1, 2].map(j => `key${(i * 37 + j * 91) % 100} ${i} ${j}\n`).sort()
      all.push(...lines)
      await runs.add(lines)
    }
    const merged: string[] = []
    for await (const line of runs.lines()) merged.push(line)
    expect(merged).toEqual(all.sort())
  })
})

describe('a ZIP file (APPNOTE 4.3)', () => {
  it('has heads, sizes and offsets that agree', async () => {
    let bytes = Buffer.alloc(0)
    const sink = {
      write: async (piece: Uint8Array) => void (bytes = Buffer.concat([bytes, piece])),
      patch: async (piece: Uint8Array, at: number) => void bytes.set(piece, at),
    }
    const zip = new ZipWriter(sink, Date.UTC(2026, 0, 2))
    await zip.entry('a/one.txt', content => content.write(Buffer.from('hello')))
    await zip.entry('ø.txt', async () => {})
    await zip.end()
    const end = bytes.length - 22
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
    expect(bytes.readUInt16LE(end + 10)).toBe(2)
    const central = bytes.readUInt32LE(end + 16)
    expect(bytes.readUInt32LE(central)).toBe(0x02014b50)
    const local = bytes.readUInt32LE(central + 42)
    expect(bytes.subarray(local + 14, local + 26)).toEqual(bytes.subarray(central + 16, central + 28))
    // Some viewers find the data by the central directory alone.
    expect(bytes.readUInt16LE(central + 30)).toBe(bytes.readUInt16LE(local + 28))
    const dataAt = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    expect(bytes.toString('utf8', dataAt, dataAt + bytes.readUInt32LE(local + 18))).toBe('hello')
  })
})

describe('TREC documents', () => {
  const page = {
    key: '0'.repeat(32),
    url: 'http://example.org/',
    address: null,
    at: Date.UTC(2026, 0, 2, 3, 4, 5),
    type: 'text/html',
    startLine: 'HTTP/1.1 200 OK',
    headers: ['Content-Type', 'text/html'],
    text: 'ø',
  }

  it('say address, date, type and length', () => {
    expect(trecDocument(page)).toBe(
      `<DOC>\n<DOCNO>TW-${page.key}</DOCNO>\n<DOCHDR>\nhttp://example.org/ - 20260102030405 text/html 2\nHTTP/1.1 200 OK\nContent-Type: text/html\n</DOCHDR>\nø\n</DOC>\n`,
    )
  })

  it('end once, whatever a page or a header says', () => {
    const tag = fc.constantFrom('</DOC>', '<doc>', '</Doc >', '<DOCNO>', '</DOCHDR>', '<', '</', 'DOC>', '\n')
    fc.assert(
      fc.property(fc.array(fc.oneof(tag, fc.string())), parts => {
        const text = parts.join('')
        const document = trecDocument({ ...page, text, headers: ['X', text] })
        expect(document.match(/<\/DOC\s*>/gi)).toHaveLength(1)
        expect(document.match(/<DOC\s*>/gi)).toHaveLength(1)
        expect(document.match(/<\/DOCHDR\s*>/gi)).toHaveLength(1)
      }),
    )
  })
})
