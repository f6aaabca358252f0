import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { GzipInto } from './gzip-into.ts'

it('makes one member and tells its length', async () => {
  const parts: Uint8Array[] = []
  const gzip = new GzipInto({ write: async bytes => void parts.push(bytes) }, 6)
  const input = randomBytes(300_000)
  for (let at = 0; at < input.length; at += 50_000) await gzip.write(input.subarray(at, at + 50_000))
  const length = await gzip.end()
  const packed = Buffer.concat(parts)
  expect(packed.length).toBe(length)
  expect(gunzipSync(packed).equals(input)).toBe(true)
})

it('tells the writer that the sink failed', async () => {
  const full = { write: () => Promise.reject(new Error('the disk is full')) }
  const gzip = new GzipInto(full, 6)
  const writeMuch = async () => {
    for (let i = 0; i < 100; i++) await gzip.write(randomBytes(100_000))
    await gzip.end()
  }
  await expect(writeMuch()).rejects.toThrow('the disk is full')
})
