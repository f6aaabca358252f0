/** Reads one record to its end in constant memory: checks its digests, and collects what an index says about it. */
import { createHash } from 'node:crypto'
import { header } from '../../fetch/header-list.ts'
import { base32 } from '../format/base32.ts'
import { Dechunker } from '../format/dechunk.ts'
import { DigestCheck, type DigestVerdict } from '../format/digests.ts'
import type { CdxEntry } from '../index/cdxj.ts'
import type { RecordEnd, StreamedRecord } from './read-records.ts'

export interface Inspection extends RecordEnd {
  readonly http: { readonly status: number; readonly headers: readonly string[] } | null
  readonly blockDigest: DigestVerdict
  readonly payloadDigest: DigestVerdict
  /** SHA-1 of the payload in base 32, for indexes of records that have no digest. */
  readonly payloadSha1: string
  readonly payloadBytes: number
}

const MAX_HTTP_HEAD_BYTES = 256 * 1024

/** `onBlock` gets every piece of the block as it is read, and may delay reading. */
export async function inspectRecord(
  record: StreamedRecord,
  onBlock?: (piece: Buffer) => void | Promise<void>,
): Promise<Inspection> {
  const block = new DigestCheck(record.headers.get('warc-block-digest'))
  const payload = new PayloadInspector(record)
  for await (const piece of record.block) {
    block.update(piece)
    payload.push(piece)
    if (onBlock) await onBlock(piece)
  }
  const found = payload.end()
  return { ...(await record.finish()), ...found, blockDigest: block.verdict() }
}

class PayloadInspector {
  readonly #isHttp: boolean
  /** Its payload digest is that of bytes which are stored elsewhere, at least in part. */
  readonly #isElsewhere: boolean
  readonly #raw: DigestCheck
  readonly #decoded: DigestCheck
  readonly #sha1 = createHash('sha1')
  #head: Buffer | null = Buffer.alloc(0)
  #http: Inspection['http'] = null
  #dechunker: Dechunker | null = null
  #bytes = 0

  constructor(record: StreamedRecord) {
    const claim = record.headers.get('warc-payload-digest')
    this.#raw = new DigestCheck(claim)
    this.#decoded = new DigestCheck(claim)
    // ISO 28500, 7: the digest of a segmented record covers all its segments.
    this.#isElsewhere = record.type === 'revisit' || record.headers.has('warc-segment-number')
    this.#isHttp = /^application\/http/i.test(record.headers.get('content-type') ?? '')
    if (!this.#isHttp) this.#head = null
  }

  push(piece: Buffer): void {
    if (this.#head === null) {
      this.#payload(piece)
      return
    }
    this.#head = Buffer.concat([this.#head, piece])
    const end = this.#head.indexOf('\r\n\r\n')
    if (end < 0 && this.#head.length <= MAX_HTTP_HEAD_BYTES) return
    const headEnd = end < 0 ? 0 : end + 4
    const rest = this.#head.subarray(headEnd)
    this.#readHead(this.#head.subarray(0, headEnd))
    if (rest.length > 0) this.#payload(rest)
  }

  end(): Omit<Inspection, keyof RecordEnd | 'blockDigest'> {
    // A head without its empty line is all there is, as in the revisit records of some writers.
    if (this.#head !== null && this.#head.length > 0) this.#readHead(this.#head)
    const raw = this.#raw.verdict()
    const decoded = this.#dechunker && !this.#dechunker.failed ? this.#decoded.verdict() : raw
    const payloadDigest = this.#isElsewhere ? 'unchecked' : raw === 'wrong' ? decoded : raw
    return {
      http: this.#http,
      payloadDigest,
      payloadSha1: base32(this.#sha1.digest()),
      payloadBytes: this.#bytes,
    }
  }

  #readHead(bytes: Buffer): void {
    this.#head = null
    const [startLine = '', ...lines] = bytes.toString('latin1').split(/\r{0,2}\n/)
    const headers: string[] = []
    for (const line of lines) {
      const colon = line.indexOf(':')
      if (colon > 0) headers.push(line.slice(0, colon), line.slice(colon + 1).trim())
    }
    const status = /^HTTP\/[\d.]+\s+(\d{3})/.exec(startLine)?.[1]
    this.#http = { status: status === undefined ? 0 : Number(status), headers }
    if (/chunked/i.test(header(headers, 'transfer-encoding') ?? '')) this.#dechunker = new Dechunker()
  }

  #payload(piece: Buffer): void {
    this.#bytes += piece.length
    this.#raw.update(piece)
    if (!this.#dechunker) {
      this.#sha1.update(piece)
      return
    }
    for (const part of this.#dechunker.push(piece)) {
      this.#decoded.update(part)
      this.#sha1.update(part)
    }
  }
}

const INDEXED = new Set(['response', 'revisit', 'resource'])

/** The index entry of a record, or null for records that are not indexed. */
export function entryOf(
  record: StreamedRecord,
  inspection: Inspection,
  place: { readonly offset: number; readonly length: number; readonly file: string },
): CdxEntry | null {
  const url = record.headers.get('warc-target-uri')?.replace(/^<|>$/g, '')
  const at = Date.parse(record.headers.get('warc-date') ?? '')
  if (!INDEXED.has(record.type) || url === undefined || Number.isNaN(at)) return null
  const digest = record.headers.get('warc-payload-digest')
  return {
    url,
    at,
    mime: mimeOf(record, inspection),
    status: inspection.http?.status ?? (record.type === 'resource' ? 200 : 0),
    digest: digest?.replace(/^sha1:/i, '') ?? (record.type === 'revisit' ? '-' : inspection.payloadSha1),
    ...place,
  }
}

function mimeOf(record: StreamedRecord, { http }: Inspection): string {
  if (record.type === 'revisit') return 'warc/revisit'
  const type = http ? header(http.headers, 'content-type') : record.headers.get('content-type')
  return type?.split(';')[0]?.trim().toLowerCase() || 'unk'
}
