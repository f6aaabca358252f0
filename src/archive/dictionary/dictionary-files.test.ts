import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { header } from '../../fetch/header-list.ts'
import { ArchiveFolder } from '../archive-folder.ts'
import { packerFor } from '../format/pack.ts'
import { packVisit, type VisitRecords } from '../format/warc.ts'
import { indexFile } from '../index/make-index.ts'
import { dictionaryFrameLength, dictionaryIn } from '../read/frames.ts'
import { readRecords } from '../read/read-records.ts'
import { readRecordAt } from '../read/reader.ts'
import { copyOut } from '../write/copy-out.ts'
import { ArchiveWriter, repairFile } from '../write/writer.ts'
import { dictionaryId, trainDictionary } from './dictionary.ts'
import { keptDictionaries, readSamples } from './samples.ts'

const html = (n: number) =>
  `<!doctype html><title>${n}</title>${'<li><a href="/menu">Menu</a>'.repeat(50)}${n ** 5}`
const { dictionary } = trainDictionary(
  Array.from({ length: 30 }, (_, n) => Buffer.from(html(n))),
  4096,
  0.4,
)
const number = dictionaryId(dictionary)

function visit(n: number, payload = Buffer.from(html(n))): VisitRecords {
  return {
    url: `http://a.example/${n}`,
    at: Date.UTC(2026, 0, 2),
    address: null,
    request: { method: 'GET', path: `/${n}`, headers: ['Host', 'a.example'] },
    response: { status: 200, statusText: 'OK', headers: ['Content-Type', 'text/html'] },
    payload,
    payloadDigest: null,
    truncated: null,
    revisit: null,
    metadata: { depth: n },
    newId: () => `urn:uuid:${n}`,
  }
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidewatch-families-'))
})
afterEach(() => rm(folder, { recursive: true }))

function newWriter(rotateBytes = 1 << 30) {
  let files = 0
  return new ArchiveWriter(
    {
      folder: new ArchiveFolder(folder),
      worker: 'w',
      compression: 'zstd',
      level: 3,
      dictionaries: { of: () => ({ dictionary, family: 'a.example' }) },
      rotateBytes,
      software: 'test',
      now: () => Date.UTC(2026, 0, 2),
      newId: () => 'urn:uuid:0',
    },
    { openArchiveFile: async () => ++files, closeArchiveFile: async () => {} },
  )
}

const pack = packerFor('zstd', 3, dictionary)
const plain = packerFor('zstd', 3, null)

describe('files with a dictionary (WARC-zstd 1.0)', () => {
  test('are begun beside the plain one, and read as any other', async () => {
    const writer = newWriter()
    const packed = packVisit(visit(1), pack)
    const [with_, without] = await Promise.all([
      writer.write(packed.bytes, [], number),
      writer.write(packVisit(visit(2), plain).bytes, []),
    ])
    expect(with_.file).not.toBe(without.file)
    const again = await writer.write(packVisit(visit(3), pack).bytes, [], number)
    expect(again).toMatchObject({ file: with_.file, offset: with_.sizeBytes })
    await writer.close()

    const place = { file: with_.name, offset: with_.offset, length: packed.firstLength }
    expect((await readRecordAt(new ArchiveFolder(folder), place)).http!.payload.toString()).toBe(html(1))
    const types: string[] = []
    for await (const record of readRecords(join(folder, with_.name))) types.push(record.type)
    expect(types.join(' ')).toBe('warcinfo response request metadata response request metadata')
    const { problems, stopped, records } = await indexFile(join(folder, with_.name))
    expect({ problems, stopped, records }).toEqual({ problems: [], stopped: null, records: 7 })
  })

  test('begin with the dictionary, and every frame has its number, size and checksum', async () => {
    const writer = newWriter()
    const block = await writer.write(packVisit(visit(1), pack).bytes, [], number)
    await writer.close()
    const bytes = await readFile(join(folder, block.name))
    expect(bytes.subarray(0, 4).toString('hex')).toBe('5d2a4d18')
    const length = dictionaryFrameLength(bytes)!
    expect(dictionaryIn(bytes.subarray(0, length))).toEqual(dictionary)
    // Frame_Header_Descriptor (RFC 8878, 3.1.1.1.1): dictionary id of four bytes, checksum, single segment with its size.
    for (const at of [length, block.offset]) expect(bytes[at + 4]! & 0x27).toBe(0x27)
  })

  test('become ordinary .warc.gz on their way out', async () => {
    const writer = newWriter()
    const block = await writer.write(packVisit(visit(1), pack).bytes, [], number)
    await writer.close()
    const pieces: Uint8Array[] = []
    const sink = { write: async (piece: Uint8Array) => void pieces.push(piece) }
    const copied = await copyOut(join(folder, block.name), block, sink)
    expect(copied).toMatchObject({ records: 4, problems: [], stopped: null })
    expect(gunzipSync(Buffer.concat(pieces)).toString()).toContain(html(1))
  })

  test('are torn inside the dictionary, inside a record, or cut to what was reported', async () => {
    const writer = newWriter()
    const first = await writer.write(packVisit(visit(1), pack).bytes, [], number)
    const last = await writer.write(packVisit(visit(2), pack).bytes, [], number)
    await writer.close()
    const path = join(folder, first.name)
    expect((await indexFile(path, { endAt: 100 })).stopped).toMatchObject({ offset: 0, kind: 'torn' })
    expect((await indexFile(path, { endAt: last.sizeBytes - 1 })).stopped).toMatchObject({ kind: 'torn' })
    await repairFile(new ArchiveFolder(folder), { name: first.name, sizeBytes: first.sizeBytes })
    expect(await indexFile(path)).toMatchObject({ records: 4, problems: [], stopped: null })
    await truncate(path, 60)
    await expect(
      readRecordAt(new ArchiveFolder(folder), { file: first.name, offset: first.offset, length: 10 }),
    ).rejects.toThrow('doctor')
  })

  test('are not read with a damaged dictionary, and say so', async () => {
    const writer = newWriter()
    const packed = packVisit(visit(1), pack)
    const block = await writer.write(packed.bytes, [], number)
    await writer.close()
    const path = join(folder, block.name)
    const bytes = await readFile(path)
    bytes.fill(0, 20, 60)
    await writeFile(path, bytes)
    const place = { file: block.name, offset: block.offset, length: packed.firstLength }
    await expect(readRecordAt(new ArchiveFolder(folder), place)).rejects.toThrow(
      'does not begin with its dictionary',
    )
    expect((await indexFile(path)).stopped).toMatchObject({ kind: 'damaged' })
  })

  test('give their dictionary and their records to a later run', async () => {
    const writer = newWriter(1)
    const { bytes } = packVisit(visit(1), pack)
    const blocks = [await writer.write(bytes, [], number), await writer.write(bytes, [], number)]
    await writer.write(packVisit(visit(2), plain).bytes, [])
    await writer.close()
    expect((await readdir(folder)).filter(name => name.endsWith('.zst'))).toHaveLength(3)
    const kept = await keptDictionaries(new ArchiveFolder(folder))
    expect([...kept.keys()]).toEqual(['a.example'])
    expect(await kept.get('a.example')!()).toEqual(dictionary)
    const places = blocks.map(({ name, offset }) => ({ file: name, offset, length: bytes.length }))
    const samples = readSamples(folder, [...places, { file: 'none', offset: 0, length: 9 }])
    expect(samples).toHaveLength(2)
    expect(samples[0]!.toString()).toMatch(
      /^WARC\/1.1\r\nWARC-Type: response.*html.*Type: request.*Type: metadata/s,
    )
  })
})

test('a payload that is kept decoded no longer claims its coding', async () => {
  const headers = ['Content-Encoding', 'br', 'content-length', '7', 'ETag', '"x"']
  const decoded = { ...visit(1), response: { status: 200, statusText: 'OK', headers, isDecoded: true } }
  const writer = newWriter()
  const { bytes, firstLength } = packVisit(decoded, plain)
  const { name, offset } = await writer.write(bytes, [])
  const { http } = await readRecordAt(new ArchiveFolder(folder), { file: name, offset, length: firstLength })
  expect(header(http!.headers, 'content-encoding')).toBeUndefined()
  expect(header(http!.headers, 'x-archive-orig-content-encoding')).toBe('br')
  expect(header(http!.headers, 'x-archive-orig-content-length')).toBe('7')
  expect(header(http!.headers, 'etag')).toBe('"x"')
  await writer.close()
})
