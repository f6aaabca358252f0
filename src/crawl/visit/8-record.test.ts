import { expect, it } from 'vitest'
import { acceleratedClock, VirtualClock } from '../../env/index.ts'
import type { PageKind } from '../../store/index.ts'
import type { Scheduled } from './7-schedule.ts'
import { Recording } from './8-record.ts'
import { denied } from './unanswered.ts'
import { answer, NOW, pageAt, parsedOf, visitOf } from './visit.fixture.ts'

const recording = new Recording(new VirtualClock(NOW))
const parsed = parsedOf({
  guided: { pageClass: 'product', record: '{"price":1}', action: null, phrases: null },
})
const outcome = { kind: 'fetched', status: 200, facts: parsed.facts } as const
const look = { at: NOW + 7, answer: answer(200, ['ETag', '"2"']), parsed, outcome }

const scheduled = (over: Partial<Scheduled> = {}): Scheduled => ({
  judged: { kind: 'judged', outcome, last: look, first: null, fetches: 1, changed: true },
  ...{
    plugged: null,
    changed: true,
    candidates: [],
    relevance: null,
    expected: null,
    moved: [],
    belief: null,
    rate: null,
  },
  state: { status: 'completed', reason: null, dueAt: NOW + 9, failures: 0 },
  next: { dueAt: NOW + 9, rank: null, excluded: null },
  ...over,
})

it('writes a changed page as a revision, and counts it for the quota of its host', () => {
  const visit = visitOf(pageAt('http://a.test/'))
  const finished = recording.record(visit, scheduled())
  expect(finished).toMatchObject({
    ...{ kind: 'finished', record: '{"price":1}', fetches: 1 },
    visit: {
      url: 'http://a.test/',
      commit: { at: NOW + 7, outcome: 'fetched', etag: '"2"', dueAt: NOW + 9, pageClass: 'product' },
      records: [{ status: 200, mime: 'text/html' }],
    },
  })
  expect(finished.visit.commit.revision).toMatchObject({ number: 1, title: 'Title', record: '{"price":1}' })
  expect(visit.host.quota.isFree(1)).toBe(false)
})

it('keeps the payload of noise, without a revision', () => {
  const visit = visitOf(pageAt('http://a.test/', { revision: 4, payloadAt: NOW }))
  const { commit } = recording.record(visit, scheduled({ changed: false })).visit
  expect([commit.revision, commit.digest?.length, commit.sizeBytes]).toEqual([null, 20, 100])
})

it('archives both looks when they brought other bytes', () => {
  const first = { ...look, parsed: { ...parsed, digest: new Uint8Array(20).fill(1) } }
  const judged = { kind: 'judged', outcome, last: look, first, fetches: 2, changed: true } as const
  const visit = visitOf(pageAt('http://a.test/', { revision: 4, payloadAt: NOW }))
  expect(recording.record(visit, scheduled({ judged })).visit.records).toHaveLength(2)
})

it('makes no revision of the same bytes, even if a plug-in says that they have changed', () => {
  const same = parsedOf({}, { same: true })
  const last = { ...look, parsed: same, outcome: { ...outcome, facts: same.facts } }
  const judged = {
    kind: 'judged',
    outcome: last.outcome,
    last,
    first: null,
    fetches: 1,
    changed: true,
  } as const
  const page = pageAt('http://a.test/', { revision: 1, payloadAt: NOW, digest: Buffer.alloc(20) })
  const { commit } = recording.record(visitOf(page), scheduled({ judged, changed: true })).visit
  expect(commit).toMatchObject({ outcome: 'fetched', digest: null, revision: null, links: null })
})

it('counts no sitemap, feed or picture as a page, whatever rank a plug-in gave it', () => {
  const stored = (kind: PageKind) =>
    recording.record(visitOf(pageAt('http://a.test/', { kind, rank: 5 })), scheduled({ changed: true })).visit
      .commit.revision!.isSource
  expect((['page', 'sitemap', 'feed', 'image'] as const).map(stored)).toEqual([false, true, true, true])
})

it('writes why there was no answer', () => {
  const reason = 'robots.txt line 2'
  const state = { status: 'excluded', excludedBy: 'robots', reason, dueAt: null, failures: 0 } as const
  const finished = recording.record(
    visitOf(pageAt('http://a.test/')),
    scheduled({
      judged: denied('robots', reason),
      state,
      next: { dueAt: null, rank: null, excluded: null },
    }),
  )
  expect(finished.visit).toMatchObject({
    records: [],
    commit: {
      outcome: 'denied',
      status: 'excluded',
      excludedBy: 'robots',
      reason,
      error: reason,
      at: NOW,
    },
  })
  // It costs nothing.
  expect(finished.fetches).toBe(0)
})

it('lets a plug-in exclude a page that was fetched', () => {
  const excluded = { by: 'plugin', reason: 'print view' } as const
  const next = { dueAt: NOW + 9, rank: null, excluded }
  const { commit } = recording.record(visitOf(pageAt('http://a.test/')), scheduled({ next })).visit
  expect(commit).toMatchObject({
    status: 'excluded',
    excludedBy: 'plugin',
    reason: 'print view',
    dueAt: null,
  })
})

it('says how long an answer really took, however fast the clock runs', () => {
  const fast = new Recording(acceleratedClock(3_600, new VirtualClock(NOW)))
  const last = { ...look, answer: { ...look.answer, startedAt: 0, endedAt: 7_200_000 } }
  const judged = { ...scheduled().judged, last } as Scheduled['judged']
  const { visit } = fast.record(visitOf(pageAt('http://a.test/')), scheduled({ judged }))
  expect(visit.commit.durationMs).toBe(2_000)
})
