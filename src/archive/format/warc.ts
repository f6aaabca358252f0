/**
 * WARC/1.1 records (ISO 28500:2017), written by hand because the libraries take ten times as long.
 *
 * A file is a sequence of gzip (or zstd) members, one per record, so that a reader can seek to any of them. It starts with a `warcinfo`
 * record. A visit writes up to three records in this order:
 *
 *   response (or revisit)   what the server sent: status line, headers, payload as received
 *   request                 what was sent, `WARC-Concurrent-To` the response
 *   metadata                `application/warc-fields`: via, hops, fetchTimeMs, outcome facts
 *
 * A page that was rendered in a browser has one more record, before the others:
 *
 *   resource                the rendered document, `text/html`, under `urn:dom:` and the page's address
 *
 * and, if pictures are stored, two more after them, `image/jpeg`, under `urn:view:` and, small, under `urn:thumbnail:`.
 *
 * A `revisit` record refers to a payload that is already in the archive: profile `identical-payload-digest` when the same bytes came again,
 * `server-not-modified` after a 304. It names the earlier record by URI and date.
 *
 * Headers that no longer describe the stored bytes (`Transfer-Encoding: chunked`, removed by the HTTP client, and `Content-Encoding` with
 * `Content-Length` if a payload is stored decoded so that dictionaries work on it) are stored under the name `X-Archive-Orig-…`, as other
 * archivers do, so that replay does not decode twice.
 */
import { hash } from 'node:crypto'
import { joinBytes } from '../../fetch/copy-bytes.ts'
import { type HeaderList, headerPairs } from '../../fetch/header-list.ts'
import { withoutHash } from '../../url/index.ts'
import { base32 } from './base32.ts'
import type { Pack } from './pack.ts'

export interface Head {
  readonly status: number
  readonly statusText: string
  /** Name, value, name, value …, as received. */
  readonly headers: readonly string[]
  /** Whether the payload is stored without its content coding. */
  readonly isDecoded?: boolean
}

export interface RequestHead {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: readonly string[]
  /** The body of a POST. */
  readonly body?: string
}

/** The record that already holds this payload. */
export interface EarlierRecord {
  readonly url: string
  readonly at: number
  readonly digest: Buffer
}

export interface VisitRecords {
  readonly url: string
  readonly at: number
  readonly address: string | null
  readonly request: RequestHead | null
  readonly response: Head
  readonly payload: Uint8Array
  readonly payloadDigest: Buffer | null
  readonly truncated: 'length' | 'time' | 'disconnect' | null
  readonly revisit: {
    readonly profile: 'identical-payload-digest' | 'server-not-modified'
    readonly of: EarlierRecord
  } | null
  readonly metadata: Readonly<Record<string, string | number | null | undefined>>
  readonly newId: () => string
}

export interface PackedRecords {
  readonly bytes: Buffer
  /** The length of the first record, the response or revisit, which readers seek to. */
  readonly firstLength: number
}

const CRLF = '\r\n'
const RECORD_END = Buffer.from(CRLF + CRLF)

export function packVisit(visit: VisitRecords, pack: Pack): PackedRecords {
  const id = visit.newId()
  const records = [visit.revisit ? revisitRecord(visit, id) : responseRecord(visit, id)]
  if (visit.request) records.push(requestRecord(visit, visit.request, id))
  records.push(metadataRecord(visit, id))
  return packRecords(records, pack)
}

/** Packs records as they are; the first is the answer. */
export function packRecords(records: readonly Uint8Array[], pack: Pack): PackedRecords {
  const parts = records.map(record => pack(asBuffer(record)))
  return { bytes: Buffer.concat(parts), firstLength: parts[0]!.length }
}

/** Bytes from another thread are no longer a Buffer. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Something that no server sent: a document as rendered by a browser, or a picture of it. */
export interface ResourceRecord {
  readonly address: string
  readonly at: number
  readonly type: string
  readonly bytes: Uint8Array
  readonly newId: () => string
}

/** Not the page's own address: replay looks for what its server sent. Pictures have the addresses that other archivers use for them. */
export const renderedAddress = (url: string): string => `urn:dom:${url}`
/** Whether a record belongs to a page: what its server sent, or what a browser rendered. */
export const isOfPage = (target: string | undefined, url: string): boolean =>
  target === withoutHash(url) || target === renderedAddress(url)

export const pictureAddress = (url: string): string => `urn:view:${url}`
export const thumbnailAddress = (url: string): string => `urn:thumbnail:${url}`

export function packResource({ address, at, type, bytes, newId }: ResourceRecord, pack: Pack): Buffer {
  const head = {
    'WARC-Type': 'resource',
    'WARC-Target-URI': address,
    ...identity(newId(), at),
    'WARC-Payload-Digest': `sha1:${base32(hash('sha1', bytes, 'buffer'))}`,
    'Content-Type': type,
  }
  return pack(record(head, [bytes]))
}

/** The description of a file in its first record. */
export interface FileInfo {
  readonly name: string
  readonly at: number
  readonly id: string
  readonly software: string
  /** The family of pages that the file's dictionary was learned from. */
  readonly family: string | null
}

export function warcinfoRecord({ name, at, id, software, family }: FileInfo): Buffer {
  const fields = `software: ${software}${CRLF}format: WARC File Format 1.1${CRLF}conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/${CRLF}`
  const ofDictionary = family === null ? '' : `${FAMILY_FIELD}: ${oneLine(family)}${CRLF}`
  const head = {
    'WARC-Type': 'warcinfo',
    'WARC-Filename': name,
    ...identity(id, at),
    'Content-Type': 'application/warc-fields',
  }
  return record(head, [Buffer.from(fields + ofDictionary)])
}

/** How our files name the program that wrote them. */
export const SOFTWARE = 'tidewatch/0.1'

export const FAMILY_FIELD = 'dictionaryFamily'

function responseRecord(visit: VisitRecords, id: string): Buffer {
  const head = {
    'WARC-Type': 'response',
    'WARC-Target-URI': withoutHash(visit.url),
    ...identity(id, visit.at),
    ...fromServer(visit),
    'Content-Type': 'application/http; msgtype=response',
    ...(visit.truncated ? { 'WARC-Truncated': visit.truncated } : {}),
  }
  return record(head, [httpHead(visit.response), visit.payload])
}

function revisitRecord(visit: VisitRecords, id: string): Buffer {
  const { profile, of } = visit.revisit!
  const head = {
    'WARC-Type': 'revisit',
    'WARC-Target-URI': withoutHash(visit.url),
    ...identity(id, visit.at),
    ...fromServer({ ...visit, payloadDigest: of.digest }),
    'WARC-Profile': `http://netpreserve.org/warc/1.1/revisit/${profile}`,
    'WARC-Refers-To-Target-URI': withoutHash(of.url),
    'WARC-Refers-To-Date': warcDate(of.at),
    'Content-Type': 'application/http; msgtype=response',
  }
  return record(head, [httpHead(visit.response)])
}

function requestRecord(visit: VisitRecords, request: RequestHead, responseId: string): Buffer {
  const head = {
    'WARC-Type': 'request',
    'WARC-Target-URI': withoutHash(visit.url),
    ...identity(visit.newId(), visit.at),
    'WARC-Concurrent-To': `<${responseId}>`,
    'Content-Type': 'application/http; msgtype=request',
  }
  const body = Buffer.from(request.body ?? '')
  // The client adds the length when it sends; readers of the record need it, too.
  const headers =
    body.length === 0 ? request.headers : [...request.headers, 'Content-Length', `${body.length}`]
  const lines = `${request.method} ${request.path} HTTP/1.1${CRLF}${headerLines(headers)}${CRLF}`
  return record(head, [Buffer.from(lines, 'latin1'), body])
}

function metadataRecord(visit: VisitRecords, responseId: string): Buffer {
  let fields = ''
  for (const [name, value] of Object.entries(visit.metadata))
    if (value !== null && value !== undefined) fields += `${name}: ${oneLine(String(value))}${CRLF}`
  const head = {
    'WARC-Type': 'metadata',
    'WARC-Target-URI': withoutHash(visit.url),
    ...identity(visit.newId(), visit.at),
    'WARC-Concurrent-To': `<${responseId}>`,
    'Content-Type': 'application/warc-fields',
  }
  return record(head, [Buffer.from(fields)])
}

const identity = (id: string, at: number) => ({ 'WARC-Record-ID': `<${id}>`, 'WARC-Date': warcDate(at) })

const fromServer = (visit: VisitRecords) => ({
  ...(visit.address ? { 'WARC-IP-Address': visit.address } : {}),
  ...(visit.payloadDigest ? { 'WARC-Payload-Digest': `sha1:${base32(visit.payloadDigest)}` } : {}),
})

function record(head: Readonly<Record<string, string>>, block: readonly Uint8Array[]): Buffer {
  let lines = `WARC/1.1${CRLF}`
  for (const name in head) lines += `${name}: ${head[name]}${CRLF}`
  const length = block.reduce((sum, part) => sum + part.length, 0)
  lines += `Content-Length: ${length}${CRLF}${CRLF}`
  return joinBytes([Buffer.from(lines), ...block, RECORD_END])
}

function httpHead({ status, statusText, headers, isDecoded }: Head): Buffer {
  const lines = headerLines(headers, isDecoded ? UNTRUE_IF_DECODED : UNTRUE)
  return Buffer.from(`HTTP/1.1 ${status} ${oneLine(statusText)}${CRLF}${lines}${CRLF}`, 'latin1')
}

const UNTRUE = /^transfer-encoding$/i
const UNTRUE_IF_DECODED = /^(?:transfer-encoding|content-encoding|content-length)$/i

function headerLines(headers: HeaderList, untrue = UNTRUE): string {
  return headerPairs(headers)
    .map(([name, value]) => {
      const stored = untrue.test(name) ? `X-Archive-Orig-${name}` : name
      return `${stored}: ${oneLine(value)}${CRLF}`
    })
    .join('')
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

export const warcDate = (at: number): string => new Date(at).toISOString()
