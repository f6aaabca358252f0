import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { packerFor } from '../format/pack.ts'
import { warcinfoRecord } from '../format/warc.ts'
import { indexFile } from '../index/make-index.ts'
import { erasedRecord, eraseRanges, joinedRanges } from './erase.ts'

const ERASURE = { at: Date.UTC(2026, 0, 2), newId: () => `urn:uuid:${'0'.repeat(36)}` }
const KINDS = [
  { name: 'a.warc', unpack: (bytes: Buffer) => bytes },
  { name: 'a.warc.gz', unpack: gunzipSync },
  { name: 'a.warc.zst', unpack: zstdDecompressSync },
] as const

describe.each(KINDS)('a record that says something was erased, in $name', ({ name, unpack }) => {
  it('takes exactly as many bytes as what it replaces', () => {
    const lengths = fc.oneof(fc.integer({ min: 300, max: 3_000 }), fc.integer({ min: 60_000, max: 400_000 }))
    fc.assert(
      fc.property(lengths, length => {
        const bytes = erasedRecord(name, length, ERASURE)
        expect(bytes).toHaveLength(length)
        const text = unpack(bytes).toString()
        const [head = '', block = ''] = text.split(/\r\n\r\n/)
        expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBe(block.length)
        expect(block.trim()).toBe('')
        expect(text.endsWith('\r\n\r\n')).toBe(true)
      }),
    )
  })

  it('stands where one block more or less would do', () => {
    for (let length = 65_400; length < 65_700; length++)
      expect(erasedRecord(name, length, ERASURE)).toHaveLength(length)
    for (let length = 131_000; length < 131_300; length++)
      expect(erasedRecord(name, length, ERASURE)).toHaveLength(length)
  })

  it('leaves the file whole', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tidewatch-erase-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, name)
    const compression = name.endsWith('.gz') ? 'gzip' : name.endsWith('.zst') ? 'zstd' : 'none'
    const pack = packerFor(compression, 3, null)
    const about = { name, at: 0, id: 'urn:uuid:1', software: 'test', family: null }
    const records = ['first', 'secret', 'last'].map(software => pack(warcinfoRecord({ ...about, software })))
    await writeFile(path, Buffer.concat(records))
    const range = { offset: records[0]!.length, length: records[1]!.length }
    for (const _ of [1, 2]) await eraseRanges(path, [range], ERASURE)
    expect(await indexFile(path)).toMatchObject({ records: 3, problems: [], stopped: null })
    const bytes = await readFile(path)
    expect(bytes.subarray(0, range.offset)).toEqual(records[0])
    expect(bytes.subarray(range.offset + range.length)).toEqual(records[2])
    expect(unpack(bytes.subarray(range.offset, range.offset + range.length)).toString()).not.toContain(
      'secret',
    )
  })
})

describe('ranges to erase', () => {
  it('are joined where they touch or overlap', () => {
    const ranges = [
      { offset: 50, length: 10 },
      { offset: 0, length: 20 },
      { offset: 20, length: 5 },
      { offset: 52, length: 3 },
    ]
    expect(joinedRanges(ranges)).toEqual([
      { offset: 0, length: 25 },
      { offset: 50, length: 10 },
    ])
  })

  it('must be long enough for a record', () => {
    expect(() => erasedRecord('a.warc.gz', 60, ERASURE)).toThrow('too few for a record')
  })
})
