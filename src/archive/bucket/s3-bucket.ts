/**
 * A bucket of any service that speaks S3: Amazon's, MinIO, Ceph, R2 and others. Requests are signed (AWS Signature Version 4), repeated if the
 * service is busy or away for a moment, and every upload carries its MD5, so that what arrives is what was sent.
 *
 *   up to 16 MiB: one PUT · longer: a multipart upload in parts of 16 MiB, or of as much as 10,000 parts take
 */
import { hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { realClock } from '../../env/clock.ts'
import { importExtra } from '../../env/extras.ts'
import { errorCode, Failure } from '../../env/failure.ts'
import { type Bucket, type BucketAddress, BucketFailure, bucketParts, NoSuchObject } from './bucket.ts'
import { credentialsFrom } from './credentials.ts'
import { elements, textIn } from './s3-answers.ts'

const PART_BYTES = 16 * 1024 * 1024
const MAX_PARTS = 10_000
/** Attempts at a request, with waits of 0.2, 0.4, … seconds in between. */
const MAX_ATTEMPTS = 5
const FIRST_WAIT_MS = 200
const TIMEOUT_MS = 60_000
/** A service that was just found to be away is not asked again for so long: whoever waits for it has other things to do. */
const AWAY_MS = 5_000
const BUSY = new Set([429, 500, 502, 503, 504])

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

interface S3Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export class S3Bucket implements Bucket {
  readonly name: string
  readonly #base: string
  readonly #prefix: string
  readonly #region: string
  readonly #variables: NodeJS.ProcessEnv
  #away: { readonly untilMs: number; readonly failure: Failure } | null = null

  constructor({ url, endpoint, region }: BucketAddress, variables: NodeJS.ProcessEnv = process.env) {
    const parts = bucketParts(url)
    if (!parts)
      throw new Failure('usage', `${url} is not the address of a bucket: s3://NAME or s3://NAME/PREFIX`)
    this.name = url
    this.#prefix = parts.prefix
    this.#variables = variables
    this.#region = region ?? variables.AWS_REGION ?? variables.AWS_DEFAULT_REGION ?? 'us-east-1'
    this.#base = endpoint
      ? `${endpoint.replace(/\/+$/, '')}/${parts.name}`
      : atAmazon(parts.name, this.#region)
  }

  async sizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>()
    let token: string | undefined
    do {
      const query = { 'list-type': '2', prefix: this.#prefix, ...(token && { 'continuation-token': token }) }
      const text = (await this.#ask({ method: 'GET', key: '', query })).body.toString('utf8')
      for (const entry of elements(text, 'Contents'))
        sizes.set((textIn(entry, 'Key') ?? '').slice(this.#prefix.length), Number(textIn(entry, 'Size')))
      token = textIn(text, 'IsTruncated') === 'true' ? textIn(text, 'NextContinuationToken') : undefined
    } while (token)
    return sizes
  }

  async sizeOf(name: string): Promise<number | null> {
    const { status, headers } = await this.#ask({ method: 'HEAD', key: this.#prefix + name }, [404])
    return status === 404 ? null : Number(headers['content-length'])
  }

  async read(name: string, offset: number, length: number): Promise<Buffer> {
    if (length === 0) return Buffer.alloc(0)
    const headers = { range: `bytes=${offset}-${offset + length - 1}` }
    const answer = await this.#ask({ method: 'GET', key: this.#prefix + name, headers }, [404, 416])
    if (answer.status === 404) throw new NoSuchObject(`${this.name} has no ${name}`)
    if (answer.status === 416) return Buffer.alloc(0)
    // A service that knows no ranges sends everything.
    return answer.status === 200 ? answer.body.subarray(offset, offset + length) : answer.body
  }

  async put(name: string, path: string, signal?: AbortSignal): Promise<void> {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const key = this.#prefix + name
      if (size <= PART_BYTES) await this.#upload({ method: 'PUT', key, body: await bytesAt(file, 0, size) })
      else await this.#putParts(key, file, size, signal)
      const stored = await this.sizeOf(name)
      if (stored !== size)
        throw new BucketFailure(
          'broken',
          `${this.name} has ${stored ?? 'nothing'} of the ${size} bytes of ${name}`,
        )
    } finally {
      await file.close()
    }
  }

  async remove(name: string): Promise<void> {
    await this.#ask({ method: 'DELETE', key: this.#prefix + name }, [404])
  }

  async #putParts(key: string, file: FileHandle, size: number, signal?: AbortSignal): Promise<void> {
    const begun = await this.#ask({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = textIn(begun.body.toString('utf8'), 'UploadId') ?? ''
    try {
      const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
      const parts: string[] = []
      for (let at = 0; at < size; at += partBytes) {
        signal?.throwIfAborted()
        const partNumber = String(parts.length + 1)
        const body = await bytesAt(file, at, Math.min(partBytes, size - at))
        const { headers } = await this.#upload({ method: 'PUT', key, query: { partNumber, uploadId }, body })
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${headers.etag}</ETag></Part>`)
      }
      const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const done = await this.#ask({ method: 'POST', key, query: { uploadId }, body: Buffer.from(list) })
      // An upload that fails at this point is answered with 200 and an error.
      const text = done.body.toString('utf8')
      if (elements(text, 'Error').length > 0) throw this.#refused(done.status, text)
    } catch (error) {
      await this.#ask({ method: 'DELETE', key, query: { uploadId } }, [404]).catch(() => {})
      throw error
    }
  }

  #upload(request: S3Request & { readonly body: Buffer }): Promise<S3Answer> {
    return this.#ask({ ...request, headers: { 'content-md5': hash('md5', request.body, 'base64') } })
  }

  /** The answer, if it is a success or one of the `expected` refusals. */
  async #ask(request: S3Request, expected: readonly number[] = []): Promise<S3Answer> {
    if (this.#away && realClock.monotonic() < this.#away.untilMs) throw this.#away.failure
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#send(request).catch(error => {
        if (error instanceof Failure) throw new BucketFailure(error.code, error.message, { cause: error })
        return this.#unreachable(error)
      })
      if (!(answer instanceof Failure)) {
        if (answer.status < 300 || expected.includes(answer.status)) return answer
        if (!BUSY.has(answer.status)) throw this.#refused(answer.status, answer.body.toString('utf8'))
      }
      if (attempt >= MAX_ATTEMPTS) throw this.#gaveUp(answer)
      await realClock.sleep(FIRST_WAIT_MS * 2 ** (attempt - 1))
    }
  }

  async #send({ method, key, query = {}, headers = {}, body }: S3Request): Promise<S3Answer> {
    const { AwsV4Signer } = await importExtra(
      'aws4fetch',
      'an archive in a bucket',
      () => import('aws4fetch'),
    )
    const { request } = await import('undici')
    const url = new URL(key === '' ? this.#base : `${this.#base}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers },
      service: 's3',
      region: this.#region,
      // Read anew each time: credentials of roles expire, and whoever renews them writes them to the same place.
      ...(await credentialsFrom(this.#variables, this.name)),
    })
    const signed = await signer.sign()
    const answer = await request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    return { status: answer.statusCode, headers: answer.headers, body: bytes }
  }

  #gaveUp(last: S3Answer | Failure): Failure {
    const failure = last instanceof Failure ? last : this.#refused(last.status, last.body.toString('utf8'))
    this.#away = { untilMs: realClock.monotonic() + AWAY_MS, failure }
    return failure
  }

  #unreachable(error: unknown): BucketFailure {
    return new BucketFailure(
      'broken',
      `${this.name} cannot be reached at ${this.#base} (${errorCode(error)})`,
      {
        cause: error,
      },
    )
  }

  #refused(status: number, text: string): BucketFailure {
    const code = textIn(text, 'Code')
    const message = textIn(text, 'Message')
    const said = code ? `${code}${message ? `: ${message}` : ''}` : `HTTP ${status}`
    return new BucketFailure('broken', `${this.name} refused a request (${said})`)
  }
}

/** Names with dots do not fit the certificate of the usual form. */
function atAmazon(name: string, region: string): string {
  const service = `s3.${region}.amazonaws.com`
  return name.includes('.') ? `https://${service}/${name}` : `https://${name}.${service}`
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read)
    if (bytesRead === 0) throw new Failure('broken', 'an archive file became shorter while it was moved')
    read += bytesRead
  }
  return bytes
}
