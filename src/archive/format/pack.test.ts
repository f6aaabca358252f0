import { createHash, randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { packerFor } from './pack.ts'

/** Noise that is the same in every test run. */
function noise(length: number): Buffer {
  const parts: Buffer[] = []
  for (let i = 0; i * 32 < length; i++) parts.push(createHash('sha256').update(`${i}`).digest())
  return Buffer.concat(parts).subarray(0, length)
}

const page = (paragraphs: number) => Buffer.from('<p>some <b>words</b> of a page</p>\n'.repeat(paragraphs))

it('makes the same bytes as zlib, record after record', () => {
  for (const level of [1, 2, 6, 9]) {
    const pack = packerFor('gzip', level, null)
    const records = [page(1000), noise(100_000), page(200), noise(5000), page(20_000), page(1000)]
    for (const record of records) expect(pack(record).equals(gzipSync(record, { level }))).toBe(true)
    expect(gunzipSync(pack(page(1))).equals(page(1))).toBe(true)
  }
})

it('does not change earlier output when it packs the next record', () => {
  const pack = packerFor('gzip', 2, null)
  const first = pack(page(1000))
  const copy = Buffer.from(first)
  pack(randomBytes(50_000))
  expect(first.equals(copy)).toBe(true)
})
