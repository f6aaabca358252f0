/**
 * Step 8 of a visit: what is written of it, in the words of the store and of the archive. The recorder (`../recorder.ts`) writes it
 * together with others: archive first, then one transaction, then the report.
 */
import type { Clock } from '../../env/index.ts'
import { header } from '../../fetch/index.ts'
import type { QueuedPage, RevisionCommit, VisitCommit } from '../../store/index.ts'
import { IMAGE_CLASS } from '../models/image-class.ts'
import type { FinishedVisit, PackedRecords } from '../recorder.ts'
import type { ParseResult } from '../thread/job.ts'
import type { Judged, Look } from './5-judge.ts'
import type { Scheduled } from './7-schedule.ts'
import { SOURCE_RANK } from './candidates.ts'
import type { Outcome } from './outcome.ts'
import type { Visit } from './visit.ts'

export type Row = Omit<VisitCommit, 'place'>

/** A visit that is over, as the recorder takes it. */
export interface Finished {
  readonly kind: 'finished'
  readonly outcome: Outcome
  readonly visit: Omit<FinishedVisit, 'onCommitted' | 'onRefused'>
  /** What a site model read on the page, as JSON. */
  readonly record: string | null
  /** How often the page was asked for. */
  readonly fetches: number
}

export class Recording {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  record(visit: Visit, scheduled: Scheduled): Finished {
    const { page } = visit
    const { judged, candidates } = scheduled
    const { outcome } = judged
    const server = this.#server(visit)
    const common = { kind: 'finished', outcome } as const
    if (judged.kind === 'unanswered') {
      const { durationMs } = judged
      const commit = {
        ...rowOf(visit, scheduled),
        durationMs: Math.round(durationMs),
        error: scheduled.state.reason,
      }
      return {
        ...common,
        visit: { commit, records: [], candidates, url: page.url, server },
        record: null,
        fetches: 1,
      }
    }
    const commit = answeredRow(visit, scheduled, judged)
    if (commit.revision?.number === 1 && !commit.revision.isSource) visit.host.pageStored()
    const records = recordsOf(page, judged)
    const record = judged.last.parsed.guided?.record ?? null
    return {
      ...common,
      visit: { commit, records, candidates, url: page.url, server },
      record,
      fetches: judged.fetches,
    }
  }

  #server({ slot: { server } }: Visit) {
    const { lease, turn } = server
    const nextAt = Math.round(this.#clock.now() + Math.max(0, turn.readyAt - this.#clock.monotonic()))
    return { shard: lease.shard, id: lease.id, nextAt, ...turn.state }
  }
}

function rowOf({ page, slot, at }: Visit, { judged, state, next }: Scheduled): Row {
  const { outcome } = judged
  return {
    page: { shard: page.shard, id: page.id },
    host: { shard: slot.queue.host.shard, id: slot.queue.host.id },
    at: judged.kind === 'judged' ? judged.last.at : at,
    outcome: outcome.kind,
    movedTo: outcome.kind === 'moved' ? outcome.to : null,
    httpStatus: null,
    durationMs: 0,
    error: outcome.kind === 'failed' || outcome.kind === 'gone' ? state.reason : null,
    status: next.excluded === null ? state.status : 'excluded',
    reason: next.excluded ?? state.reason,
    dueAt: next.excluded === null ? next.dueAt : null,
    rank: next.rank,
    failures: state.failures,
    sizeBytes: null,
    digest: null,
    etag: null,
    lastModified: null,
    revision: null,
    links: null,
  }
}

function answeredRow(visit: Visit, scheduled: Scheduled, { last, outcome }: Judged): Row {
  const { page } = visit
  const { changed, plugged, belief } = scheduled
  const isStored = outcome.kind === 'fetched' && changed
  return {
    ...rowOf(visit, scheduled),
    ...answerRow(page, last, isStored),
    revision: isStored ? revisionOf(page, last.parsed, plugged?.fields) : null,
    belief,
  }
}

/** The archive has lost its last payload: the next one is kept whole, even if it is the same. */
const isLost = ({ revision, payloadAt }: QueuedPage) => revision > 0 && payloadAt === null

/** What an answer adds to the row of a visit. */
function answerRow(page: QueuedPage, look: Look, stored: boolean): Partial<Row> {
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
    note: revision === 0 ? null : JSON.stringify(comparison.note),
    fingerprint: stored ? { revised: after, seen: null, learned } : { revised: before, seen: after, learned },
  }
}

function revisionOf(
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
function recordsOf(page: QueuedPage, { last, first }: Judged): PackedRecords[] {
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

/** The same bytes, not a copy: what waits for the disk should not be held twice. */
const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
