import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { inflate } from './inflate.ts'

const LIMIT = 1 << 20
const page = Buffer.from('<p>a page of some length</p>'.repeat(20))
const text = async (body: Uint8Array, encoding: string, limit = LIMIT) => {
  const { bytes, cut } = await inflate(body, encoding, limit)
  return { text: Buffer.from(bytes).toString(), cut }
}
const whole = { text: page.toString(), cut: false }

it('decodes what the header says, also twice', async () => {
  expect(await text(gzipSync(page), 'gzip')).toEqual(whole)
  expect(await text(zstdCompressSync(brotliCompressSync(page)), 'br, zstd')).toEqual(whole)
})

it('reads gzip with garbage after it or a wrong checksum, as browsers do', async () => {
  const packed = gzipSync(page)
  expect(await text(Buffer.concat([packed, Buffer.from('garbage')]), 'gzip')).toEqual(whole)
  const wrong = Buffer.from(packed)
  wrong[wrong.length - 6]! ^= 0xff
  expect(await text(wrong, 'x-gzip')).toEqual(whole)
})

it('keeps what came out of two members when the second is broken', async () => {
  const large = Buffer.from(Array.from({ length: 40_000 }, (_, n) => String(n)).join(' '))
  const body = Buffer.concat([gzipSync(large), gzipSync(page).subarray(0, 30)])
  const read = await text(body, 'gzip')
  expect(read.cut).toBe(true)
  expect(read.text.length).toBeGreaterThanOrEqual(large.length)
})

it('opens a gzip file that may have been served as gzip once more', async () => {
  expect(await text(gzipSync(gzipSync(page)), 'gzip, gzip')).toEqual(whole)
  expect(await text(gzipSync(page), 'gzip, gzip')).toEqual(whole)
})

it('keeps what a truncated body decodes to, and returns the body unchanged if that is nothing', async () => {
  const packed = gzipSync(page)
  expect(await text(packed.subarray(0, 12), 'gzip')).toEqual({ text: '<', cut: true })
  const head = packed.subarray(0, 10)
  expect(await inflate(head, 'gzip', LIMIT)).toEqual({ bytes: head, cut: false })
})

it('cuts a bomb at the limit', async () => {
  const { bytes, cut } = await inflate(gzipSync(new Uint8Array(64 << 20)), 'gzip', 1000)
  expect([bytes.length, cut]).toEqual([1000, true])
})

it('returns a body unchanged that is not encoded as its header says', async () => {
  expect(await text(page, 'gzip')).toEqual(whole)
  expect(await text(page, 'x-secret')).toEqual(whole)
})
