/**
 * Step 8 of a visit: turn it into rows for the store and records for the archive. The recorder (`../recorder.ts`) writes them
 * in batches: archive first, then one transaction, then the report.
 */
import { renderedAddress } from '../../archive/index.ts'
import type { Clock } from '../../env/index.ts'
import { header } from '../../fetch/index.ts'
import {
  type ContentCommit,
  NO_CONTENT,
  type QueuedPage,
  type RevisionCommit,
  type VisitEnd,
} from '../../store/index.ts'
import { fieldsJson } from '../plugin-values.ts'
import { type FinishedVisit, type NumberedRecords, REVISIT } from '../recorder-batch.ts'
import { searchCommitOf } from '../search-commit.ts'
import type { ParseResult } from '../thread/job.ts'
import type { Judged, Look } from './5-judge.ts'
import type { Scheduled } from './7-schedule.ts'
import { type Outcome, outcomeReason } from './outcome.ts'
import type { Visit } from './visit.ts'

/** A finished visit, in the form the recorder takes. */
export interface Finished {
  readonly kind: 'finished'
  readonly outcome: Outcome
  readonly visit: Omit<FinishedVisit, 'onCommitted' | 'onRefused'>
  /** The record that a site model extracted from the page, as JSON. */
  readonly record: string | null
  /** How many requests were made for the page. */
  readonly fetches: number
}

export class Recording {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  record(visit: Visit, scheduled: Scheduled): Finished {
    const { page } = visit
    const { judged, candidates, moved } = scheduled
    const commit = { ...anyRow(visit, scheduled, this.#clock.speed ?? 1), ...endOf(visit, scheduled) }
    if (commit.revision?.number === 1 && !commit.revision.isSource) visit.host.pageStored()
    const isJudged = judged.kind === 'judged'
    const records = isJudged ? recordsOf(page, judged) : []
    return {
      kind: 'finished',
      outcome: judged.outcome,
      visit: { commit, records, candidates, moved, url: page.url, server: this.#server(visit) },
      record: isJudged ? (judged.last.parsed.guided?.record ?? null) : null,
      fetches: fetchesOf(judged),
    }
  }

  #server({ slot: { server } }: Visit) {
    const { lease, turn } = server
    const nextAt = Math.round(this.#clock.now() + Math.max(0, turn.readyAt - this.#clock.monotonic()))
    return { shard: lease.shard, id: lease.id, nextAt, ...turn.state }
  }
}

/** A page that must not be requested was not. */
function fetchesOf(judged: Scheduled['judged']): number {
  if (judged.kind === 'judged') return judged.fetches
  return judged.outcome.kind === 'denied' ? 0 : 1
}

/** Answers take real time, however fast the clock of a demonstration runs. */
function anyRow({ page, slot, at }: Visit, scheduled: Scheduled, speed: number) {
  const { judged, state, next, belief, rate } = scheduled
  const { outcome } = judged
  const look = judged.kind === 'judged' ? judged.last : null
  const isTold =
    look === null || outcome.kind === 'failed' || outcome.kind === 'gone' || outcome.kind === 'walled'
  return {
    page: { shard: page.shard, id: page.id },
    host: { shard: slot.queue.host.shard, id: slot.queue.host.id },
    at: look?.at ?? at,
    httpStatus: look?.answer.status ?? null,
    durationMs: Math.round(
      (judged.kind === 'judged'
        ? judged.last.answer.endedAt - judged.last.answer.startedAt
        : judged.durationMs) / speed,
    ),
    error: isTold ? outcomeReason(outcome) : null,
    status: next.excluded === null ? state.status : 'excluded',
    excludedBy: next.excluded?.by ?? state.excludedBy ?? null,
    reason: next.excluded?.reason ?? state.reason,
    dueAt: next.excluded === null ? next.dueAt : null,
    rank: next.rank,
    failures: state.failures,
    belief,
    rate,
  } as const
}

/** The result of the visit, with what is stored about a document. */
function endOf({ page }: Visit, { judged, changed, plugged, relevance, expected }: Scheduled): VisitEnd {
  const { outcome } = judged
  switch (outcome.kind) {
    case 'fetched':
      return {
        outcome: 'fetched',
        ...contentOf(page, (judged as Judged).last, changed, plugged?.fields),
        relevance,
        expected: expected && JSON.stringify(expected),
      }
    case 'moved':
      return { outcome: 'moved', movedTo: outcome.to, ...NO_CONTENT }
    case 'walled':
      return { outcome: 'walled', wall: outcome.wall, ...NO_CONTENT }
    default:
      return { outcome: outcome.kind, ...NO_CONTENT }
  }
}

type PluginFields = Readonly<Record<string, unknown>> | undefined

/** Whether the archive has lost the last payload. The next one is then kept whole, even if it is the same. */
const isLost = ({ revision, payloadAt }: QueuedPage) => revision > 0 && payloadAt === null

function contentOf(
  page: QueuedPage,
  { answer, parsed }: Look,
  changed: boolean,
  fields: PluginFields,
): ContentCommit {
  // The same bytes never make a new revision, whatever a plug-in says.
  const isOther = !parsed.facts.same || isLost(page)
  const isRevised = isOther && changed
  const facts = { fields, rendered: answer.rendered !== undefined }
  const revision = isRevised ? revisionOf(page, parsed, facts) : null
  const payload = isOther
    ? { digest: Buffer.from(parsed.digest), revision }
    : { digest: null, revision: null }
  return {
    ...payload,
    sizeBytes: parsed.facts.sizeBytes,
    restores: isLost(page),
    etag: header(answer.headers, 'etag') ?? null,
    lastModified: header(answer.headers, 'last-modified') ?? null,
    links: isRevised && parsed.packedLinks ? bufferOf(parsed.packedLinks) : null,
    patterns: isOther ? parsed.patterns : null,
    accessibility:
      isOther && parsed.accessibility ? { ...parsed.accessibility, revision: page.revision } : null,
    pageClass: parsed.guided?.pageClass ?? null,
    search: isRevised && parsed.search ? searchCommitOf(parsed.search) : null,
    ...comparisonRow(page, parsed, isRevised),
  }
}

/** What the comparison keeps for the next one, and its explanation for people. */
function comparisonRow(
  { revision }: QueuedPage,
  { comparison }: ParseResult,
  stored: boolean,
): Pick<ContentCommit, 'note' | 'fingerprint'> {
  if (!comparison) return { note: null, fingerprint: null }
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
  { facts, found, guided, likeness }: ParseResult,
  { fields, rendered }: { readonly fields: PluginFields; readonly rendered: boolean },
): RevisionCommit {
  return {
    number: page.revision + 1,
    type: facts.type,
    charset: facts.charset,
    title: facts.title,
    truncated: facts.truncated,
    rendered,
    fields: fields ? (fieldsJson(fields) ?? null) : null,
    isSource: page.kind !== 'page' || found.kind !== 'links',
    record: guided?.record ?? null,
    likeness: likeness && { simhash: bufferOf(likeness.simhash), sketch: bufferOf(likeness.sketch) },
  }
}

/** The archive records of the visit: the answer and, if a different payload came seconds before it, that one too. */
function recordsOf(page: QueuedPage, { last, first }: Judged): NumberedRecords[] {
  const isOther = first && !Buffer.from(first.parsed.digest).equals(last.parsed.digest)
  return (isOther ? [last, first] : [last])
    .flatMap(look => [packedOf(page, look), ...besideOf(look)])
    .filter(records => records.bytes.length > 0)
}

/** For a page rendered in a browser: the answer the server sent, and the screenshot. */
function besideOf({ at, answer: { status }, parsed: { beside, dictionary } }: Look): NumberedRecords[] {
  return beside.map(({ type: mime, ...packed }) => ({ at, status, ...packed, dictionary, mime }))
}

function packedOf(page: QueuedPage, { at, answer: { status, rendered }, parsed }: Look): NumberedRecords {
  const { records: bytes, firstLength, dictionary, facts, digest } = parsed
  const isRevisit = page.digest !== null && !isLost(page) && (facts.same || status === 304)
  const named = status === 304 && page.digest ? page.digest : digest
  const mime = isRevisit ? REVISIT : facts.type
  const packed = { bytes, firstLength, at, status, dictionary, mime, digest: named }
  return rendered ? { ...packed, url: renderedAddress(page.url) } : packed
}

/** A view of the same bytes, not a copy: data waiting for the disk should not be held twice. */
const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
