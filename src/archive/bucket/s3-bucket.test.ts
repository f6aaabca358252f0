import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BUCKET_KEYS, type BucketServer, startBucketServer } from '../../../test/world/bucket-server.ts'
import { bucketParts } from './bucket.ts'
import { S3Bucket } from './s3-bucket.ts'

let server: BucketServer
let folder: string
beforeEach(async () => {
  server = await startBucketServer()
  folder = mkdtempSync(join(tmpdir(), 'tidewatch-bucket-'))
})
afterEach(() => {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const bucketWith = (variables: Record<string, string>, url = 's3://archive/sites/one') =>
  new S3Bucket({ url, endpoint: server.endpoint, region: null }, variables)

const bucket = () => bucketWith(BUCKET_KEYS)

function file(bytes: Buffer): string {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return path
}

/** Every position is told from every other. */
const distinct = (length: number) => Buffer.from(Uint32Array.from({ length: length / 4 }, (_, i) => i).buffer)

it.each([
  ['s3://archive', { name: 'archive', prefix: '' }],
  ['s3://archive/', { name: 'archive', prefix: '' }],
  ['s3://my.archive/a/b/', { name: 'my.archive', prefix: 'a/b/' }],
  ['s3://Archive', null],
  ['https://archive', null],
  ['s3://', null],
  ['s3://archive/a b', null],
])('%s is the address of %o', (url, parts) => expect(bucketParts(url)).toEqual(parts))

it.each([0, 100, 16 * 1024 * 1024, 36 * 1024 * 1024])('keeps a file of %i bytes', async size => {
  const bytes = distinct(size)
  await bucket().put('a.warc.gz', file(bytes))
  expect(server.objects.get('archive/sites/one/a.warc.gz')!.equals(bytes)).toBe(true)
  expect(server.uploads.size).toBe(0)
  expect(await bucket().sizeOf('a.warc.gz')).toBe(size)
})

it('reads parts of an object', async () => {
  server.objects.set('archive/sites/one/a', distinct(1_000))
  expect(await bucket().read('a', 10, 20)).toEqual(distinct(1_000).subarray(10, 30))
  expect(await bucket().read('a', 990, 20)).toHaveLength(10)
  expect(await bucket().read('a', 2_000, 20)).toHaveLength(0)
  await expect(bucket().read('b', 0, 1)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await bucket().sizeOf('b')).toBeNull()
})

it('lists what is below its prefix, page by page', async () => {
  for (let i = 0; i < 8; i++) server.objects.set(`archive/sites/one/${i}`, Buffer.alloc(i))
  server.objects.set('archive/sites/other', Buffer.alloc(1))
  const sizes = await bucket().sizes()
  expect([...sizes]).toEqual(Array.from({ length: 8 }, (_, i) => [String(i), i]))
})

it('removes an object, whether it is there or not', async () => {
  server.objects.set('archive/sites/one/a', Buffer.alloc(1))
  await bucket().remove('a')
  await bucket().remove('a')
  expect(server.objects.size).toBe(0)
})

it.each([503, 'reset'] as const)('repeats a request after %s', async fault => {
  let left = 3
  server.fault = () => (left-- > 0 ? fault : null)
  await bucket().put('a', file(distinct(100)))
  expect(server.objects.size).toBe(1)
})

it('an upload that breaks off leaves nothing behind', async () => {
  server.fault = request => (request.url?.includes('partNumber=2') ? 403 : null)
  await expect(bucket().put('a', file(distinct(36 * 1024 * 1024)))).rejects.toThrow(
    's3://archive/sites/one refused a request (SlowDown: no & never)',
  )
  expect(server.objects.size).toBe(0)
  expect(server.uploads.size).toBe(0)
})

it('an interrupted upload leaves nothing behind', async () => {
  const stopping = new AbortController()
  server.fault = request => {
    if (request.url?.includes('partNumber=1')) stopping.abort()
    return null
  }
  await expect(bucket().put('a', file(distinct(36 * 1024 * 1024)), stopping.signal)).rejects.toThrow()
  expect(server.objects.size).toBe(0)
  expect(server.uploads.size).toBe(0)
})

it('says who is unknown, and who is away', async () => {
  await expect(bucketWith({ ...BUCKET_KEYS, AWS_SECRET_ACCESS_KEY: 'wrong' }).sizes()).rejects.toThrow(
    'SignatureDoesNotMatch',
  )
  await expect(bucketWith({ AWS_SHARED_CREDENTIALS_FILE: '/nowhere' }).sizes()).rejects.toThrow(
    'no credentials for s3://archive/sites/one: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  )
  server.stop()
  await expect(bucket().sizes()).rejects.toThrow(
    `s3://archive/sites/one cannot be reached at ${server.endpoint}/archive (ECONNREFUSED)`,
  )
})

it('takes credentials from a profile in a file', async () => {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_REGION } = BUCKET_KEYS
  const path = file(
    Buffer.from(
      `[default]\naws_access_key_id = x\naws_secret_access_key = y\n\n[crawler]\naws_access_key_id=${id}\naws_secret_access_key = ${secret}\n`,
    ),
  )
  const variables = { AWS_SHARED_CREDENTIALS_FILE: path, AWS_REGION }
  expect((await bucketWith({ ...variables, AWS_PROFILE: 'crawler' }).sizes()).size).toBe(0)
  await expect(bucketWith(variables).sizes()).rejects.toThrow('InvalidAccessKeyId')
})
