import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { base32 } from '../format/base32.ts'
import { type Compression, packerFor } from '../format/pack.ts'
import { packVisit } from '../format/warc.ts'
import { indexFile } from '../index/make-index.ts'
import { copyOut } from '../write/copy-out.ts'
import { inspectRecord } from './inspect.ts'
import { readRecords } from './read-records.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidewatch-archive-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function packed(url: string, payload: Uint8Array, compression: Compression): Buffer {
  const visit = {
    url,
    at: Date.UTC(2026, 0, 2, 3, 4, 5),
    address: '192.0.2.1',
    request: { method: 'GET', path: '/', headers: ['Host', 'example.org'] },
    response: { status: 200, statusText: 'OK', headers: ['Content-Type', 'Text/HTML; charset=utf-8'] },
    payload,
    payloadDigest: createHash('sha1').update(payload).digest(),
    truncated: null,
    revisit: null,
    metadata: { depth: 1 },
    newId: () => `urn:uuid:${randomUUID()}`,
  }
  return packVisit(visit, packerFor(compression, 6, null)).bytes
}

async function file(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${randomUUID()}.warc`)
  await writeFile(path, bytes)
  return path
}

async function typesOf(path: string): Promise<string[]> {
  const types: string[] = []
  for await (const record of readRecords(path)) types.push(record.type)
  return types
}

const plain = (fields: string, block: string) =>
  `WARC/1.0\r\n${fields}\r\nContent-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`

const response = (fields: string, head: string, body: string) =>
  plain(
    `WARC-Type: response\r\nWARC-Target-URI: http://example.org/\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: application/http${fields}`,
    `${head}\r\n\r\n${body}`,
  )

describe.each(['gzip', 'zstd', 'none'] as const)('a file of ours in %s', compression => {
  const small = packed('http://example.org/a/?y=2&x=1', Buffer.from('hello'), compression)
  // Large enough to be streamed: incompressible, and longer than any window.
  const noise = Buffer.from(
    Array.from({ length: 60_000 }, (_, i) => createHash('sha1').update(`${i}`).digest('hex')).join(''),
  )
  const large = packed('http://example.org/large', noise, compression)

  it('is read record by record with right digests, small and large', async () => {
    const path = await file(Buffer.concat([small, large, small]))
    const index = await indexFile(path)
    expect(index).toMatchObject({ records: 9, problems: [], stopped: null })
    const offsets = index.lines.map(line => Number(/"offset":"(\d+)"/.exec(line)?.[1])).sort((a, b) => a - b)
    expect(offsets).toEqual([0, small.length, small.length + large.length])
    expect(index.lines[0]).toMatch(
      /^org,example\)\/a\?x=1&y=2 20260102030405 \{"url":"http:\/\/example.org\/a\/\?y=2&x=1","mime":"text\/html","status":"200"/,
    )
  })

  it('may be cut anywhere: complete records are read, and the place of the tear is reported', async () => {
    const whole = Buffer.concat([small, small])
    const starts: number[] = []
    for await (const { offset } of readRecords(await file(whole))) starts.push(offset)
    expect(starts).toHaveLength(6)
    // Without compression, a record is complete before the empty lines that follow it.
    const behind = compression === 'none' ? 4 : 0
    const isWhole = (length: number) =>
      [...starts, whole.length].some(end => length >= end - behind && length <= end)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: small.length + 1, max: whole.length - 1 }), async length => {
        const { lines, stopped } = await indexFile(await file(whole.subarray(0, length)))
        expect(lines.length).toBeGreaterThanOrEqual(1)
        const torn = starts.findLast(start => start < length)
        expect(stopped?.offset).toBe(isWhole(length) ? undefined : torn)
      }),
      { numRuns: 60 },
    )
  })

  it('never throws on changed bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(small.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const hurt = Buffer.concat([small, small])
        hurt[at]! ^= mask
        await indexFile(await file(hurt))
      }),
      { numRuns: 100 },
    )
  })

  it('ends on any file put together of its pieces, with no more records than heads', async () => {
    const whole = Buffer.concat([small, small])
    const range = fc
      .tuple(fc.nat(whole.length), fc.nat(400))
      .map(([from, length]) => whole.subarray(from, from + length))
    const change = fc.tuple(fc.nat(whole.length), range, fc.integer({ min: 1, max: 20 }), fc.nat(40))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async changes => {
        let hurt = whole
        for (const [at, piece, copies, dropped] of changes)
          hurt = Buffer.concat([
            hurt.subarray(0, at),
            ...Array<Buffer>(copies).fill(piece),
            hurt.subarray(at + dropped),
          ])
        const { records } = await indexFile(await file(hurt))
        expect(records).toBeLessThanOrEqual(hurt.length)
      }),
      { numRuns: 100 },
    )
  })

  it('is exported as .warc.gz with the same blocks, committed bytes only', async () => {
    const path = await file(Buffer.concat([small, large, Buffer.from('not yet committed')]))
    const suffix = { gzip: '.warc.gz', zstd: '.warc.zst', none: '.warc' }[compression]
    const parts: Buffer[] = []
    const sink = { write: async (bytes: Uint8Array) => void parts.push(Buffer.from(bytes)) }
    const copied = await copyOut(path, { name: `x${suffix}`, sizeBytes: small.length + large.length }, sink)
    const bytes = Buffer.concat(parts)
    expect(copied).toMatchObject({
      name: 'x.warc.gz',
      records: 6,
      problems: [],
      stopped: null,
      sizeBytes: bytes.length,
    })
    expect((await indexFile(await file(bytes), { fileName: 'x.warc.gz' })).lines).toEqual(copied.lines)
    for (const line of copied.lines) {
      const offset = Number(/"offset":"(\d+)"/.exec(line)?.[1])
      const length = Number(/"length":"(\d+)"/.exec(line)?.[1])
      expect(gunzipSync(bytes.subarray(offset, offset + length)).toString('latin1', 0, 8)).toBe('WARC/1.1')
    }
  })
})

describe('files of other writers', () => {
  it('may have several records in one gzip member', async () => {
    const text = response('', 'HTTP/1.1 200 OK', 'a') + response('', 'HTTP/1.1 404 Not Found', 'b')
    expect(await typesOf(await file(gzipSync(text)))).toEqual(['response', 'response'])
  })

  it('may end lines in LF, fold headers and claim no digest', async () => {
    const text = response('', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain', 'body').replaceAll('\r\n', '\n')
    const folded = text
      .replace('WARC-Date:', 'X-Note: one\n two\nWARC-Date:')
      .replace(/Content-Length: \d+/, 'Content-Length: 46')
    const reader = readRecords(await file(Buffer.from(folded)))
    for await (const record of reader) expect(record.headers.get('x-note')).toBe('one two')
    const sha1 = base32(createHash('sha1').update('body').digest())
    const index = await indexFile(await file(Buffer.from(response('', 'HTTP/1.1 200 OK', 'body'))))
    expect(index.lines[0]).toContain(`sha1:${sha1}`)
  })

  it('may begin the value of a header on its next line, and spell the version in lower case', async () => {
    const text = response('', 'HTTP/1.1 200 OK', 'body')
      .replace('Content-Length: ', 'Content-Length:\r\n ')
      .replace('WARC/1.0', 'warc/1.0')
    for (const bytes of [Buffer.from(text + text), gzipSync(text + text)]) {
      const index = await indexFile(await file(bytes))
      expect(index).toMatchObject({ records: 2, problems: [], stopped: null })
    }
    const cut = readRecords(await file(Buffer.from(`${text}warc/1`)))
    for await (const _ of cut);
    expect(cut.stopped).toMatchObject({ offset: text.length, kind: 'torn' })
  })

  it('may cut a record into segments, whose payload digest is that of all of them (ISO 28500, 7)', async () => {
    const sha1 = base32(createHash('sha1').update('hello world').digest())
    const digest = `\r\nWARC-Payload-Digest: sha1:${sha1}`
    const first = response(`${digest}\r\nWARC-Segment-Number: 1`, 'HTTP/1.1 200 OK', 'hello ')
    const rest = plain(`WARC-Type: continuation${digest}\r\nWARC-Segment-Number: 2`, 'world')
    const index = await indexFile(await file(Buffer.from(first + rest)))
    expect(index).toMatchObject({ records: 2, problems: [], stopped: null })
  })

  it('may store chunked payloads, whose digest is that of the content (RFC 9112, 7.1)', async () => {
    const sha1 = base32(createHash('sha1').update('hello world').digest())
    const digest = `\r\nWARC-Payload-Digest: sha1:${sha1}`
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked'
    const chunked = response(digest, head, '5;x=1\r\nhello\r\n6\r\n world\r\n0\r\n\r\n')
    const already = response(digest, head, 'hello world')
    const wrong = response(digest, head, '5\r\nHELLO\r\n0\r\n\r\n')
    const verdicts: string[] = []
    for await (const record of readRecords(await file(Buffer.from(chunked + already + wrong))))
      verdicts.push((await inspectRecord(record)).payloadDigest)
    expect(verdicts).toEqual(['right', 'right', 'wrong'])
  })

  it('may spell digests in hexadecimal or base 64, by other algorithms', async () => {
    const hash = (name: string) => createHash(name).update('body').digest()
    const claims = [
      `sha1:${hash('sha1').toString('hex')}`,
      `sha1:${hash('sha1').toString('base64')}`,
      `sha-256:${hash('sha256').toString('base64url')}`,
      `md5:${hash('md5').toString('hex')}`,
    ]
    for (const claim of claims) {
      const text = response(`\r\nWARC-Payload-Digest: ${claim}`, 'HTTP/1.1 200 OK', 'body')
      for await (const record of readRecords(await file(Buffer.from(text))))
        expect([claim, (await inspectRecord(record)).payloadDigest]).toEqual([claim, 'right'])
    }
  })

  it('may have a record that does not say how long it is, which ends the reading', async () => {
    const whole = response('', 'HTTP/1.1 200 OK', 'a')
    const reader = readRecords(
      await file(Buffer.from(`${whole}WARC/1.0\r\nWARC-Type: metadata\r\n\r\n${whole}`)),
    )
    const types: string[] = []
    for await (const { type } of reader) types.push(type)
    expect(types).toEqual(['response'])
    expect(reader.stopped).toMatchObject({ offset: whole.length, kind: 'damaged' })
  })

  it('may hold empty members, but not without end', async () => {
    const empty = gzipSync('')
    const whole = gzipSync(response('', 'HTTP/1.1 200 OK', 'a'))
    const few = Array.from({ length: 100 }, () => empty)
    expect(await typesOf(await file(Buffer.concat([...few, whole, ...few, whole])))).toEqual([
      'response',
      'response',
    ])
    const reader = readRecords(await file(Buffer.concat(Array.from({ length: 10_001 }, () => empty))))
    for await (const _ of reader) throw new Error('no record here')
    expect(reader.stopped).toEqual({
      offset: 10_000 * empty.length,
      kind: 'damaged',
      reason: '10000 members in a row hold no record',
    })
  })

  it('may be no WARC files at all', async () => {
    const reader = readRecords(await file(Buffer.from('<html>')))
    for await (const _ of reader) throw new Error('no record here')
    expect(reader.stopped).toMatchObject({ offset: 0, kind: 'damaged' })
    expect(await typesOf(await file(Buffer.alloc(0)))).toEqual([])
  })
})

describe.each(['gzip', 'zstd'] as const)('a damaged file in %s', compression => {
  const text = (id: number) =>
    Buffer.from(Array.from({ length: 90 }, (_, i) => `${id * 7 + i * i}`).join(' '))
  const visits = [1, 2, 3, 4].map(id => packed(`http://example.org/${id}`, text(id), compression))
  const whole = Buffer.concat(visits)

  it('loses the record that is damaged, and none behind it, in the index and in a copy', async () => {
    const { records: all } = await indexFile(await file(whole))
    for (let at = visits[0]!.length; at < whole.length - visits[3]!.length; at += 7) {
      const bytes = Buffer.from(whole)
      bytes[at]! ^= 0x10
      const path = await file(bytes)
      const index = await indexFile(path, { fileName: 'a.warc.gz' })
      expect(index.lines.length).toBeGreaterThanOrEqual(3)
      expect(index.lines.some(line => line.includes('/4'))).toBe(true)
      const pieces: Uint8Array[] = []
      const named = { name: compression === 'gzip' ? 'a.warc.gz' : 'a.warc.zst', sizeBytes: bytes.length }
      const copied = await copyOut(path, named, { write: async piece => void pieces.push(piece) })
      expect(copied.records).toBeGreaterThanOrEqual(all - 1)
      const again = await indexFile(await file(Buffer.concat(pieces)))
      expect([again.stopped, again.records]).toEqual([null, copied.records])
    }
  })

  it('is read up to the damage where nobody asks for more', async () => {
    const bytes = Buffer.from(whole)
    bytes.fill(0, visits[0]!.length, visits[0]!.length + visits[1]!.length)
    const path = await file(bytes)
    expect(await typesOf(path)).toHaveLength(3)
    const reader = readRecords(path, { skipsDamage: true })
    let records = 0
    for await (const _ of reader) records++
    expect([records, reader.stopped]).toMatchObject([9, { offset: visits[0]!.length, kind: 'damaged' }])
  })
})
