/**
 * Payloads that are already in the archive. A response whose payload is stored elsewhere becomes a `revisit` record that names the response
 * which holds it: by its id, address and date (ISO 28500:2017, 6.7.2). It keeps its own id, which its request and metadata records name,
 * and its own HTTP head.
 */
import { zstdDecompressSync } from 'node:zlib'
import type { ArchiveFolder } from '../archive-folder.ts'
import { base32 } from '../format/base32.ts'
import { type Compression, type Pack, packerFor } from '../format/pack.ts'
import type { PackedRecords } from '../format/warc.ts'
import {
  type ArchivedRecord,
  gunzipHead,
  parseRecord,
  type RecordBytesAt,
  readHeadAt,
} from '../read/reader.ts'

/** A response, as revisit records name it. */
export interface PayloadHolder {
  readonly id: string
  readonly url: string
  readonly at: number
}

export interface RevisitsOptions {
  readonly folder: ArchiveFolder
  readonly compression: Compression
  readonly level: number
  /** Finds a dictionary by its number. */
  readonly dictionaries: { readonly of: (number: number) => { readonly dictionary: Uint8Array } } | null
}

/** Packers kept at a time, one for each dictionary. */
const MAX_PACKERS = 16

export class Revisits {
  readonly #options: RevisitsOptions
  /** By the number of the dictionary, 0 for none. */
  readonly #packers = new Map<number, Pack>()

  constructor(options: RevisitsOptions) {
    this.#options = options
  }

  /** The response at a place of the archive; null if it does not have this payload, or cannot be read from here. */
  async holderAt(place: RecordBytesAt, digest: Uint8Array): Promise<PayloadHolder | null> {
    const record = await readHeadAt(this.#options.folder, place).catch(() => null)
    return record && holderIn(record, digest)
  }

  /** The same for a response that is waiting to be written. */
  holderIn(packed: Buffer, dictionary: number, digest: Uint8Array): PayloadHolder | null {
    const head = this.#unpackHead(packed, dictionary)
    return head && holderIn(parseRecord(head), digest)
  }

  /** The records of a visit, with the first one now referring to another record's payload; null if it has to stay as it is. */
  referring(
    { bytes, firstLength }: PackedRecords,
    dictionary: number,
    holder: PayloadHolder,
  ): PackedRecords | null {
    const head = this.#unpackHead(bytes.subarray(0, firstLength), dictionary)
    const record = head && revisitFrom(head, holder)
    if (!record) return null
    const first = this.#packer(dictionary)(record)
    return { bytes: Buffer.concat([first, bytes.subarray(firstLength)]), firstLength: first.length }
  }

  /** Null if it cannot be unpacked: then the record stays as it is, which costs some space but no visit. */
  #unpackHead(packed: Buffer, number: number): Buffer | null {
    const { compression, dictionaries } = this.#options
    if (compression === 'none') return packed
    try {
      if (compression === 'gzip') return gunzipHead(packed, 2)
      return zstdDecompressSync(
        packed,
        number === 0 ? {} : { dictionary: dictionaries!.of(number).dictionary },
      )
    } catch {
      return null
    }
  }

  #packer(number: number): Pack {
    const { compression, level, dictionaries } = this.#options
    const dictionary = number === 0 ? null : dictionaries!.of(number).dictionary
    const packer = this.#packers.get(number) ?? packerFor(compression, level, dictionary)
    this.#packers.delete(number)
    this.#packers.set(number, packer)
    for (const oldest of this.#packers.keys())
      if (this.#packers.size > MAX_PACKERS) this.#packers.delete(oldest)
    return packer
  }
}

function holderIn({ type, headers }: ArchivedRecord, digest: Uint8Array): PayloadHolder | null {
  const [id, url] = [headers.get('warc-record-id'), headers.get('warc-target-uri')]
  const at = Date.parse(headers.get('warc-date') ?? '')
  const isIt = type === 'response' && headers.get('warc-payload-digest') === `sha1:${base32(digest)}`
  return isIt && id && url && !Number.isNaN(at) ? { id, url, at } : null
}

const CRLF = '\r\n'
const EMPTY_LINE = CRLF + CRLF
/** The headers that a revisit record replaces or does not have. */
const REPLACED = /^(?:WARC-Type|WARC-Profile|WARC-Refers-To(?:-Target-URI|-Date)?|Content-Length):/i
const IDENTICAL = 'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest'

/** Made from a response, or from a revisit record that referred to another one; null if the record is truncated or has no head. */
export function revisitFrom(record: Buffer, { id, url, at }: PayloadHolder): Buffer | null {
  const parts = partsOf(record)
  if (!parts || parts.lines.some(line => /^WARC-Truncated:/i.test(line))) return null
  const profile = parts.lines.find(line => /^WARC-Profile:/i.test(line)) ?? IDENTICAL
  return recordOf(
    parts,
    'revisit',
    [
      profile,
      `WARC-Refers-To: ${id}`,
      `WARC-Refers-To-Target-URI: ${url}`,
      `WARC-Refers-To-Date: ${new Date(at).toISOString()}`,
    ],
    parts.httpHead,
  )
}

/** A revisit record together with the payload that it refers to, as the response that it stands for; null if it has no head. */
export function responseFrom(record: Buffer, payload: Uint8Array): Buffer | null {
  const parts = partsOf(record)
  return parts && recordOf(parts, 'response', [], Buffer.concat([parts.httpHead, payload]))
}

interface RecordParts {
  readonly version: string
  readonly lines: readonly string[]
  readonly httpHead: Buffer
}

function partsOf(record: Buffer): RecordParts | null {
  const headEnd = record.indexOf(EMPTY_LINE)
  const httpEnd = headEnd < 0 ? -1 : record.indexOf(EMPTY_LINE, headEnd + EMPTY_LINE.length)
  if (httpEnd < 0) return null
  const [version = '', ...lines] = record.toString('utf8', 0, headEnd).split(CRLF)
  const httpHead = record.subarray(headEnd + EMPTY_LINE.length, httpEnd + EMPTY_LINE.length)
  return { version, lines, httpHead }
}

function recordOf(
  { version, lines }: RecordParts,
  type: 'response' | 'revisit',
  more: readonly string[],
  block: Buffer,
): Buffer {
  const kept = lines.filter(line => !REPLACED.test(line))
  const head = [version, `WARC-Type: ${type}`, ...kept, ...more, `Content-Length: ${block.length}`]
  return Buffer.concat([Buffer.from(head.join(CRLF) + EMPTY_LINE), block, Buffer.from(EMPTY_LINE)])
}
