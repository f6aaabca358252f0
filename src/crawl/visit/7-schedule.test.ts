import { expect, it } from 'vitest'
import { VirtualClock } from '../../env/index.ts'
import { asUrl } from '../../url/index.ts'
import type { RefreshScheduler } from '../planning/scheduler.ts'
import type { Plugin } from '../plugin.ts'
import { Schedule } from './7-schedule.ts'
import { failed } from './unanswered.ts'
import { answer, NOW, pageAt, parsedOf, partsOf, visitOf } from './visit.fixture.ts'

const BELIEF = Buffer.from('belief')
const FORBIDDEN = {
  kind: 'failed',
  code: 'http',
  message: 'HTTP 403',
  status: 403,
  transient: false,
} as const

function scheduleOf(plugins: readonly Plugin[] = []) {
  const { settings, candidates } = partsOf({}, plugins)
  const findings: unknown[] = []
  const refresher = {
    visited: (...[, , , at, finding]: Parameters<RefreshScheduler['visited']>) => {
      findings.push(finding)
      return { belief: BELIEF, rate: 2, dueAt: at + 1_000 }
    },
    lookAgainAt: (_, at, isForNow) => at + (isForNow ? 10 : 7_000),
  } as RefreshScheduler
  const clock = new VirtualClock(NOW)
  return { schedule: new Schedule({ clock, settings, refresher, candidates }), findings, settings }
}

const parsed = parsedOf()
const outcome = { kind: 'fetched', status: 200, facts: parsed.facts } as const
const judged = (headers: string[] = []) => ({
  judged: {
    ...({ kind: 'judged', outcome, first: null, fetches: 1, changed: true } as const),
    last: { at: NOW, answer: answer(200, headers), parsed, outcome },
  },
  ...{ plugged: null, changed: true, candidates: [], relevance: null, expected: null, moved: [] },
})

it('learns from an answer, and believes its date unless the host lies', async () => {
  const { schedule, findings } = scheduleOf()
  const visit = visitOf(pageAt('http://a.test/', { revision: 1, fetchedAt: NOW - 5 }))
  const dated = judged(['Last-Modified', 'Tue, 14 Nov 2023 22:03:20 GMT'])
  expect(await schedule.schedule(visit, dated)).toMatchObject({
    belief: BELIEF,
    rate: 2,
    state: { status: 'completed', dueAt: NOW + 1_000 },
  })
  visit.host.distrustValidators()
  await schedule.schedule(visit, dated)
  expect(findings).toEqual([
    { kind: 'changed', modifiedAt: NOW - 600_000 },
    { kind: 'changed', modifiedAt: null },
  ])
})

it('learns nothing without an answer, and waits as long as it must', async () => {
  const { schedule, findings } = scheduleOf()
  const unanswered = { ...failed('http', 'robots.txt is away', true), notBefore: NOW + 3_600_000 }
  const followed = {
    judged: unanswered,
    plugged: null,
    changed: false,
    candidates: [],
    relevance: null,
    expected: null,
    moved: [],
  }
  const { state, belief } = await schedule.schedule(visitOf(pageAt('http://a.test/')), followed)
  expect([belief, state.status, state.dueAt]).toEqual([null, 'error', NOW + 3_600_000])
  expect(findings).toEqual([])
})

it('comes back to a page that has moved, sooner if its server says that it is only for now', async () => {
  const { schedule, findings } = scheduleOf()
  const dueAfterMs = async (status: number) => {
    const outcome = { kind: 'moved', status, to: asUrl('http://a.test/b') } as const
    const { judged: usual, ...rest } = judged()
    const followed = { ...rest, judged: { ...usual, outcome, changed: false }, changed: false }
    const visit = visitOf(pageAt('http://a.test/', { revision: 1 }))
    const { state, belief } = await schedule.schedule(visit, followed)
    expect([state.status, belief]).toEqual(['completed', null])
    return state.dueAt! - NOW
  }
  expect(await Promise.all([301, 302, 303, 307, 308, 200].map(dueAfterMs))).toEqual([
    ...[7_000, 10, 10, 10, 7_000, 7_000],
  ])
  expect(findings).toEqual([])
})

it('never gives up on a stored page, whatever its server says', async () => {
  const { schedule, settings } = scheduleOf()
  const dueAfterDays = async (over: { revision: number; failures?: number }, status = 403) => {
    const outcome = { ...FORBIDDEN, status, transient: status >= 500 }
    const { judged: usual, ...rest } = judged()
    const followed = { ...rest, judged: { ...usual, outcome, changed: false }, changed: false }
    const { state } = await schedule.schedule(visitOf(pageAt('http://a.test/', over)), followed)
    expect(state.status).toBe('error')
    return state.dueAt === null ? null : (state.dueAt - NOW) / 86_400_000
  }
  const waits = [0, 3, 4, 20].map(failures => dueAfterDays({ revision: 1, failures }))
  expect(await Promise.all(waits)).toEqual([1, 1, 2, 30])
  expect(await dueAfterDays({ revision: 0 })).toBeNull()
  expect(await dueAfterDays({ revision: 1 }, 500)).toBe(settings.request.retryDelayMs / 86_400_000)
})

it('looks again at stored pages that their site keeps out, which it may take back', async () => {
  const { schedule } = scheduleOf()
  const dueAfterMs = async (by: 'robots' | 'noindex' | 'type' | 'plugin', revision: number) => {
    const outcome = { kind: 'denied', by, reason: null, status: 200, facts: null } as const
    const { judged: usual, ...rest } = judged()
    const followed = { ...rest, judged: { ...usual, outcome, changed: false }, changed: false }
    const visit = visitOf(pageAt('http://a.test/', { revision }))
    const { state } = await schedule.schedule(visit, followed)
    expect([state.status, state.excludedBy]).toEqual(['excluded', by])
    return state.dueAt === null ? null : state.dueAt - NOW
  }
  for (const by of ['noindex', 'robots', 'type'] as const) expect(await dueAfterMs(by, 1)).toBe(7_000)
  expect([await dueAfterMs('plugin', 1), await dueAfterMs('robots', 0)]).toEqual([null, null])
})

it('lets queue plug-ins choose the next visit and add addresses', async () => {
  const plugin: Plugin = {
    name: 'test',
    queue: (_, context) => {
      context.visitAt(NOW + 42)
      context.add('/more')
    },
  }
  const { schedule } = scheduleOf([plugin])
  const plugged = { url: new URL('http://a.test/'), fields: {}, changed: true } as never
  const { next, candidates } = await schedule.schedule(visitOf(pageAt('http://a.test/')), {
    ...judged(),
    plugged,
  })
  expect(next.dueAt).toBe(NOW + 42)
  expect(candidates).toMatchObject([{ url: 'http://a.test/more', depth: 1 }])
})

it('learns nothing at a wall, and comes back soon only after a rate limit', async () => {
  const { schedule, findings, settings } = scheduleOf()
  const dueAfterMs = async (wall: 'login' | 'rateLimit') => {
    const outcome = { kind: 'walled', status: 200, wall, by: 'words' } as const
    const { judged: usual, ...rest } = judged()
    const followed = { ...rest, judged: { ...usual, outcome, changed: false }, changed: false }
    const { state, belief } = await schedule.schedule(
      visitOf(pageAt('http://a.test/', { revision: 1 })),
      followed,
    )
    expect([state.status, state.failures, belief]).toEqual(['error', 1, null])
    return state.dueAt! - NOW
  }
  expect(await dueAfterMs('login')).toBe(24 * 3_600_000)
  expect(await dueAfterMs('rateLimit')).toBe(settings.request.retryDelayMs)
  expect(findings).toEqual([])
})
