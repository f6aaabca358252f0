/** Step 7 of a visit: its answer in the words of the store and of the archive. Pure. */
import { header } from '../fetch/index.ts'
import type { QueuedPage, RevisionCommit, VisitCommit } from '../store/index.ts'
import { IMAGE_CLASS } from './guide/image-class.ts'
import type { ParseResult } from './parse/job.ts'
import { SOURCE_RANK } from './queue.ts'
import type { PackedRecords } from './record.ts'
import type { Finding } from './refresh/refresher.ts'
import type { Look, Looks } from './second-look.ts'

export type Row = Omit<VisitCommit, 'place'>

/** A page that is new, or whose other bytes are not noise. A difference without a second look is no noise either. */
export function isChange(
  { revision }: QueuedPage,
  { outcome, parsed: { facts, comparison } }: Look,
): boolean {
  if (outcome.kind !== 'fetched') return false
  if (revision === 0 || !comparison) return !facts.same
  return comparison.verdict !== 'unchanged'
}

/** What the answer says of the page's changes. A date is believed unless the host's dates lie. */
export function findingOf(
  { revision }: QueuedPage,
  { answer }: Look,
  changed: boolean,
  datesLie: boolean,
): Finding {
  if (revision === 0) return { kind: 'first' }
  if (!changed) return { kind: 'unchanged' }
  return { kind: 'changed', modifiedAt: datesLie ? null : dateOf(header(answer.headers, 'last-modified')) }
}

/** The archive has lost its last payload: the next one is kept whole, even if it is the same. */
const isLost = ({ revision, payloadAt }: QueuedPage) => revision > 0 && payloadAt === null

/** What an answer adds to the row of a visit. */
export function answerRow(page: QueuedPage, look: Look, stored: boolean): Partial<Row> {
  const { answer, parsed, outcome } = look
  const isFetched = outcome.kind === 'fetched'
  return {
    httpStatus: answer.status,
    durationMs: Math.round(answer.endedAt - answer.startedAt),
    sizeBytes: isFetched ? parsed.facts.sizeBytes : null,
    digest: isFetched && (!parsed.facts.same || isLost(page)) ? Buffer.from(parsed.digest) : null,
    restores: isLost(page),
    etag: header(answer.headers, 'etag') ?? null,
    lastModified: header(answer.headers, 'last-modified') ?? null,
    links: stored && parsed.packedLinks ? bufferOf(parsed.packedLinks) : null,
    pageClass: isFetched ? (parsed.guided?.pageClass ?? null) : null,
    ...(isFetched ? comparisonRow(page, parsed, stored) : {}),
  }
}

/** What the comparison leaves for the next one, and its words for people. */
function comparisonRow(
  { revision }: QueuedPage,
  { comparison }: ParseResult,
  stored: boolean,
): Pick<Row, 'note' | 'fingerprint'> {
  if (!comparison) return {}
  const { learned } = comparison
  const after = bufferOf(comparison.after)
  const before = comparison.before && bufferOf(comparison.before)
  return {
    note: revision === 0 ? null : comparison.note,
    fingerprint: stored ? { revised: after, seen: null, learned } : { revised: before, seen: after, learned },
  }
}

export function revisionOf(
  page: QueuedPage,
  { facts, found, guided }: ParseResult,
  fields: Readonly<Record<string, unknown>> | undefined,
): RevisionCommit {
  return {
    number: page.revision + 1,
    type: facts.type,
    charset: facts.charset,
    title: facts.title,
    truncated: facts.truncated,
    fields: fields && Object.keys(fields).length > 0 ? JSON.stringify(fields) : null,
    isSource: page.rank === SOURCE_RANK || found.kind !== 'links' || page.pageClass === IMAGE_CLASS,
    record: guided?.record ?? null,
  }
}

/** What goes to the archive: the answer and, where another payload came seconds before, that one too. */
export function recordsOf(page: QueuedPage, { last, first }: Looks): PackedRecords[] {
  const isOther = first && !Buffer.from(first.parsed.digest).equals(last.parsed.digest)
  return (isOther ? [last, first] : [last])
    .filter(look => look.parsed.records.length > 0)
    .map(look => packedOf(page, look))
}

function packedOf(page: QueuedPage, { at, answer: { status }, parsed }: Look): PackedRecords {
  const { records: bytes, firstLength, dictionary, facts, digest } = parsed
  const isRevisit = page.digest !== null && !isLost(page) && (facts.same || status === 304)
  const named = status === 304 && page.digest ? page.digest : digest
  const mime = isRevisit ? 'warc/revisit' : facts.type
  return { bytes, firstLength, at, status, dictionary, mime, digest: named }
}

function dateOf(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : time
}

/** The same bytes, not a copy: what waits for the disk should not be held twice. */
const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
