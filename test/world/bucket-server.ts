/**
 * An S3 service on loopback that is as strict as the real ones where a client may go wrong: signatures (AWS Signature Version 4, checked with
 * node:crypto), MD5 of bodies, the smallest size of a part, the list of parts, pages of listings. It forgets everything when it stops.
 */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const BUCKET_KEYS = {
  AWS_ACCESS_KEY_ID: 'AKTIDEWATCH',
  AWS_SECRET_ACCESS_KEY: 'a/secret+key',
  AWS_REGION: 'eu-north-1',
}

const MIN_PART_BYTES = 5 * 1024 * 1024
/** Real ones list a thousand at a time. */
const PAGE = 3

export interface BucketServer {
  readonly endpoint: string
  /** By `BUCKET/KEY`. */
  readonly objects: Map<string, Buffer>
  /** Uploads in parts that were neither completed nor aborted. */
  readonly uploads: ReadonlyMap<string, unknown>
  /** `METHOD /path?query` of every request. */
  readonly asked: string[]
  /** What happens to a request instead of an answer; null for nothing. */
  fault: (request: IncomingMessage) => number | 'reset' | null
  stop(): void
}

interface Upload {
  readonly at: string
  readonly parts: Map<number, Buffer>
}

class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export async function startBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Upload>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const fault = service.fault(request)
    if (fault === 'reset') return void request.socket.destroy()
    if (fault !== null) return refuse(response, new Refusal(fault, 'SlowDown'))
    void bodyOf(request)
      .then(body => answer(request, body, response, { objects, uploads }))
      .catch(error => refuse(response, error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const service: BucketServer = {
    endpoint: `http://127.0.0.1:${port}`,
    ...{ objects, uploads, asked },
    fault: () => null,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return service
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function refuse(response: ServerResponse, error: unknown): void {
  const { status, code } = error instanceof Refusal ? error : new Refusal(500, String(error))
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no &amp; never</Message></Error>`)
}

type Held = { readonly objects: Map<string, Buffer>; readonly uploads: Map<string, Upload> }

function answer(request: IncomingMessage, body: Buffer, response: ServerResponse, held: Held): void {
  const url = new URL(request.url ?? '/', 'http://bucket')
  checkSignature(request, url)
  checkDigest(request, body)
  const at = decodeURIComponent(url.pathname.slice(1))
  const query = url.searchParams
  const uploadId = query.get('uploadId')
  const isBucket = !at.includes('/')
  if (isBucket) list(at, query, response, held)
  else if (request.method === 'POST' && query.has('uploads')) begin(at, response, held)
  else if (uploadId !== null) part(request, { at, query, uploadId, body }, response, held)
  else if (request.method === 'PUT') {
    held.objects.set(at, body)
    response.writeHead(200, { etag: etagOf(body) }).end()
  } else if (request.method === 'DELETE') {
    held.objects.delete(at)
    response.writeHead(204).end()
  } else send(request, held.objects.get(at), response)
}

function send(request: IncomingMessage, bytes: Buffer | undefined, response: ServerResponse): void {
  if (!bytes) throw new Refusal(404, 'NoSuchKey')
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (range && Number(range[1]) >= bytes.length) throw new Refusal(416, 'InvalidRange')
  const wanted = range ? bytes.subarray(Number(range[1]), Number(range[2]) + 1) : bytes
  response.writeHead(range ? 206 : 200, { 'content-length': wanted.length, etag: etagOf(bytes) })
  response.end(request.method === 'HEAD' ? undefined : wanted)
}

function list(bucket: string, query: URLSearchParams, response: ServerResponse, { objects }: Held): void {
  const prefix = query.get('prefix') ?? ''
  const keys = [...objects.keys()]
    .filter(at => at.startsWith(`${bucket}/${prefix}`))
    .map(at => at.slice(bucket.length + 1))
    .sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const page = keys.slice(from, from + PAGE)
  const next =
    from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
  const entries = page.map(
    key => `<Contents><Key>${key}</Key><Size>${objects.get(`${bucket}/${key}`)!.length}</Size></Contents>`,
  )
  response.end(
    `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${next !== ''}</IsTruncated>${entries.join('')}${next}</ListBucketResult>`,
  )
}

function begin(at: string, response: ServerResponse, { uploads }: Held): void {
  const id = `upload+${uploads.size}/${at.length}`
  uploads.set(id, { at, parts: new Map() })
  response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
}

function part(
  request: IncomingMessage,
  { at, query, uploadId, body }: { at: string; query: URLSearchParams; uploadId: string; body: Buffer },
  response: ServerResponse,
  { objects, uploads }: Held,
): void {
  const upload = uploads.get(uploadId)
  if (upload?.at !== at) throw new Refusal(404, 'NoSuchUpload')
  if (request.method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    response.writeHead(200, { etag: etagOf(body) }).end()
    return
  }
  uploads.delete(uploadId)
  if (request.method === 'DELETE') {
    response.writeHead(204).end()
    return
  }
  objects.set(at, joined(upload, body.toString('utf8')))
  response.end('<CompleteMultipartUploadResult/>')
}

function joined({ parts }: Upload, list: string): Buffer {
  const named = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
  const bodies = named.map(([, number, etag]) => {
    const body = parts.get(Number(number))
    if (!body || etagOf(body) !== etag) throw new Refusal(400, 'InvalidPart')
    return body
  })
  if (bodies.slice(0, -1).some(body => body.length < MIN_PART_BYTES)) throw new Refusal(400, 'EntityTooSmall')
  return Buffer.concat(bodies)
}

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`

function checkDigest(request: IncomingMessage, body: Buffer): void {
  const claimed = request.headers['content-md5']
  const isPut = request.method === 'PUT'
  if (isPut && claimed !== createHash('md5').update(body).digest('base64'))
    throw new Refusal(400, 'BadDigest')
}

/** docs.aws.amazon.com, "Signature Calculations for the Authorization Header". */
function checkSignature(request: IncomingMessage, url: URL): void {
  const authorization = request.headers.authorization ?? ''
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      authorization,
    )
  const [, key, day = '', region = '', signed = '', signature] = match ?? []
  if (key !== BUCKET_KEYS.AWS_ACCESS_KEY_ID) throw new Refusal(403, 'InvalidAccessKeyId')
  if (region !== BUCKET_KEYS.AWS_REGION) throw new Refusal(400, 'AuthorizationHeaderMalformed')
  const canonical = [
    request.method,
    url.pathname.split('/').map(escaped).join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...signed.split(';').map(name => `${name}:${request.headers[name]}`),
    '',
    signed,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const made = [day, region, 's3', 'aws4_request'].reduce(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`AWS4${BUCKET_KEYS.AWS_SECRET_ACCESS_KEY}`),
  )
  if (createHmac('sha256', made).update(text).digest('hex') !== signature)
    throw new Refusal(403, 'SignatureDoesNotMatch')
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const escaped = (segment: string) => encoded(decodeURIComponent(segment))
