/**
 * What a crawler recorded in a WARC file, ours or another's, capture by capture: an answer of a server, with the request that it answers and
 * the notes about it. These are records of one address that follow each other; some crawlers write the request first, some the answer.
 */
import { type HeaderList, header } from '../../fetch/header-list.ts'
import { Dechunker } from '../format/dechunk.ts'
import { DigestCheck } from '../format/digests.ts'
import { readRecords, type Stopped, type StreamedRecord } from './read-records.ts'
import { type ArchivedHttp, parseHttp } from './reader.ts'

export interface Capture {
  /** As recorded. */
  readonly url: string
  readonly at: number
  /** The answer itself, or an answer whose payload is in another record. */
  readonly kind: 'response' | 'revisit'
  /** The method of the request; null if no request was recorded. */
  readonly method: string | null
  readonly status: number
  readonly statusText: string
  readonly headers: HeaderList
  /** Without transfer coding, but still content-encoded. */
  readonly payload: Buffer
  /** The digest that the record states, such as `sha1:BASE32`. */
  readonly payloadDigest: string | null
  readonly address: string | null
  readonly truncated: 'length' | 'time' | 'disconnect' | null
  /** Number of links between a seed and the page, if it was recorded. */
  readonly depth: number | null
  /** The records as they are in the file, the answer first; empty if the payload in them is not as it is here, or not as it is stated. */
  readonly records: readonly Buffer[]
}

/** A file, or a part of one. */
export interface WarcFile {
  readonly path: string
  readonly startAt?: number
  readonly endAt?: number
}

/** An answer that cannot be used, and why: it is larger than wanted, or damaged. */
export interface UnusableCapture {
  readonly kind: 'unusable'
  readonly why: 'large' | 'damaged'
}

export interface CapturesOptions {
  /** Larger answers are passed over. */
  readonly maxBytes: number
  /** Called if the file cannot be read to its end. */
  readonly onStopped: (stopped: Stopped) => void
}

/** A record in memory. */
interface Held {
  readonly type: string
  readonly url: string
  readonly id: string
  readonly concurrentTo: string | null
  readonly headers: ReadonlyMap<string, string>
  readonly block: Buffer
  readonly bytes: Buffer
}

interface Group {
  answer: Held | null
  request: Held | null
  notes: Held | null
}

const ANSWERS = new Set(['response', 'revisit', 'resource'])
const USED = new Set([...ANSWERS, 'request', 'metadata'])
const RECORD_END = Buffer.from('\r\n\r\n')

export async function* capturesIn(
  { path, ...part }: WarcFile,
  { maxBytes, onStopped }: CapturesOptions,
): AsyncGenerator<Capture | UnusableCapture> {
  const records = readRecords(path, { ...part, skipsDamage: true })
  let group: Group = { answer: null, request: null, notes: null }
  for await (const record of records) {
    const url = record.headers.get('warc-target-uri') ?? ''
    if (!USED.has(record.type) || !/^<?https?:/i.test(url)) continue
    const held = record.contentLength > maxBytes ? 'large' : await hold(record)
    if (typeof held === 'string') {
      if (ANSWERS.has(record.type)) yield { kind: 'unusable', why: held }
      continue
    }
    if (!belongs(held, group)) {
      yield* captureOf(group)
      group = { answer: null, request: null, notes: null }
    }
    group[slotOf(held)] = held
  }
  yield* captureOf(group)
  if (records.stopped) onStopped(records.stopped)
}

async function hold(record: StreamedRecord): Promise<Held | 'damaged'> {
  const pieces: Buffer[] = []
  for await (const piece of record.block) pieces.push(Buffer.from(piece))
  const { isCut, problem } = await record.finish()
  if (isCut || problem !== null) return 'damaged'
  const { headers, type, head } = record
  const block = Buffer.concat(pieces)
  return {
    type,
    headers,
    block,
    // Version 1.0 of the standard shows addresses in angle brackets.
    url: headers.get('warc-target-uri')!.replace(/^<|>$/g, ''),
    id: headers.get('warc-record-id') ?? '',
    concurrentTo: headers.get('warc-concurrent-to') ?? null,
    bytes: Buffer.concat([head, block, RECORD_END]),
  }
}

const slotOf = ({ type }: Held): keyof Group =>
  type === 'request' ? 'request' : type === 'metadata' ? 'notes' : 'answer'

/** Whether a record belongs to the capture that the records before it make. */
function belongs(record: Held, group: Group): boolean {
  const others = [group.answer, group.request, group.notes].filter(held => held !== null)
  if (others.length === 0) return true
  if (group[slotOf(record)] !== null || others.some(({ url }) => url !== record.url)) return false
  const isNamed = others.some(({ id }) => id === record.concurrentTo)
  return record.concurrentTo === null || isNamed
}

function* captureOf({ answer, request, notes }: Group): Generator<Capture | UnusableCapture> {
  if (!answer) return
  const { startLine, headers, payload } = httpOf(answer)
  const line = /^HTTP\/\d(?:\.\d)? +(\d{3})(?: (.*))?$/i.exec(startLine.trimEnd())
  const at = Date.parse(answer.headers.get('warc-date') ?? '')
  if (!line || Number.isNaN(at)) return yield { kind: 'unusable', why: 'damaged' }
  const plain = dechunked(headers, payload)
  const records = [answer, request, notes].flatMap(held => (held && isAsStated(held) ? [held.bytes] : []))
  yield {
    url: answer.url,
    at,
    kind: answer.type === 'revisit' ? 'revisit' : 'response',
    method: request && (/^[A-Z]+/.exec(request.block.toString('latin1', 0, 20))?.[0] ?? null),
    status: Number(line[1]),
    statusText: line[2] ?? '',
    headers,
    payload: plain,
    payloadDigest: answer.headers.get('warc-payload-digest') ?? null,
    address: answer.headers.get('warc-ip-address') ?? null,
    // A revisit record leaves out its payload, which some crawlers call truncated; the payload itself is whole.
    truncated: answer.type === 'revisit' ? null : truncationOf(answer.headers.get('warc-truncated')),
    depth: notes && depthIn(notes.block.toString('utf8')),
    records: plain === payload && isAsStated(answer) ? records : [],
  }
}

/** Some writers state digests of something else; whoever checks our archive would take such records for damaged. */
function isAsStated({ headers, block }: Held): boolean {
  const claim = headers.get('warc-block-digest')
  const check = new DigestCheck(claim)
  check.update(block)
  return check.verdict() !== 'wrong'
}

/** The answer of the server. Some archives have only the content, or leave out an answer that brought nothing new. */
function httpOf({ type, headers, block }: Held): ArchivedHttp {
  if (type !== 'resource' && block.length > 0) return parseHttp(block)
  const contentType = type === 'resource' ? ['Content-Type', headers.get('content-type') ?? ''] : []
  return { startLine: 'HTTP/1.1 200 OK', headers: contentType, payload: block }
}

const CHUNK_START = /^[0-9a-f]{1,12}[ \t]*(?:;[^\n]*)?\r?\n/i

/** Many archives say "chunked" and hold plain bytes. */
function dechunked(headers: HeaderList, payload: Buffer): Buffer {
  const isClaimed = /\bchunked\b/i.test(header(headers, 'transfer-encoding') ?? '')
  if (!isClaimed || !CHUNK_START.test(payload.toString('latin1', 0, 64))) return payload
  const dechunker = new Dechunker()
  const pieces = dechunker.push(payload)
  return dechunker.failed ? payload : Buffer.concat(pieces)
}

function truncationOf(reason: string | undefined): Capture['truncated'] {
  if (reason === undefined) return null
  return reason === 'time' || reason === 'disconnect' ? reason : 'length'
}

/** As we write it, or as Heritrix does: a letter for each step from the seed. */
function depthIn(notes: string): number | null {
  const ours = /^depth: (\d{1,6})\s*$/m.exec(notes)
  if (ours) return Number(ours[1])
  return /^hopsFromSeed: *([A-Z]{0,500})\s*$/m.exec(notes)?.[1]?.length ?? null
}
