import { expect, it } from 'vitest'
import type { ParseResult } from '../thread/job.ts'
import { Judge } from './5-judge.ts'
import type { SecondLooks } from './second-look.ts'
import { answer, NOW, pageAt, parsedOf, partsOf, visitOf } from './visit.fixture.ts'

const HTML = ['Content-Type', 'text/html', 'ETag', '"1"']

function judgeOf() {
  const { canonicalizer, guides, report, reports } = partsOf()
  const comparer = { withSummary: async (_: unknown, comparison: unknown) => comparison } as never
  const secondLooks = {
    settle: async (_, first) => ({ last: first, first: null, fetches: 1 }),
  } as Pick<SecondLooks, 'settle'> as SecondLooks
  const judge = new Judge({
    canonicalizer,
    walls: true,
    login: { judged: (_visit, _answer, outcome) => outcome },
    guides,
    comparer,
    soft404: null,
    secondLooks,
    report,
  })
  return { judge, reports }
}

async function judged(status: number, parsed: ParseResult, over = {}, headers = HTML) {
  const { judge, reports } = judgeOf()
  const visit = visitOf(pageAt('http://a.test/', over))
  const request = {
    kind: 'request',
    method: 'GET',
    url: visit.page.url,
    headers: [],
    body: null,
    profile: 0,
  } as const
  const read = {
    kind: 'read',
    at: NOW,
    answer: answer(status, headers),
    parsed,
    request,
    isActed: false,
    kept: null,
  } as const
  return { visit, reports, result: await judge.judge(visit, read) }
}

const compared = (verdict: 'changed' | 'unchanged' | 'pending') =>
  parsedOf({
    comparison: {
      ...{
        verdict,
        note: { changed: true, level: 'raw', difference: 1, paths: [] },
        after: new Uint8Array(1),
        before: null,
        learned: null,
        hostLearned: null,
        sharedSeen: null,
      },
      ...{ secondLook: null, text: null },
    },
  })

it('calls a new page changed, and the same bytes not', async () => {
  expect((await judged(200, parsedOf())).result).toMatchObject({
    outcome: { kind: 'fetched' },
    changed: true,
  })
  const same = parsedOf({}, { same: true })
  expect((await judged(200, same, { revision: 1 })).result.changed).toBe(false)
})

it.each([
  ['changed', true],
  ['unchanged', false],
  ['pending', true],
] as const)('a stored page that compares as %s counts as changed: %s', async (verdict, changed) => {
  expect((await judged(200, compared(verdict), { revision: 1 })).result.changed).toBe(changed)
})

it('never calls a page changed that was not fetched', async () => {
  expect((await judged(404, parsedOf())).result).toMatchObject({ outcome: { kind: 'gone' }, changed: false })
  expect((await judged(302, parsedOf(), {}, ['Location', '/b'])).result).toMatchObject({
    outcome: { kind: 'moved', to: 'http://a.test/b' },
    changed: false,
  })
})

it('distrusts a host whose pages change under the same validator, once', async () => {
  const { visit, reports } = await judged(200, compared('changed'), { revision: 1, etag: '"1"' })
  expect(visit.host.validatorsLie).toBe(true)
  expect(reports).toEqual(['validators-lie http://a.test'])
})

it('learns nothing from what stands before a page, and leaves a server alone that says so', async () => {
  const wall = { kind: 'rateLimit', holds: 'always', by: 'words', shape: 'a' } as const
  const { result, visit, reports } = await judged(
    200,
    { ...compared('changed'), wall },
    { revision: 1, etag: '"1"' },
  )
  expect(result).toMatchObject({ outcome: { kind: 'walled', wall: 'rateLimit' }, changed: false })
  expect([visit.delays, reports, visit.host.validatorsLie]).toEqual([[-1], [], false])
})
