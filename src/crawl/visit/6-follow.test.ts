import { expect, it } from 'vitest'
import { asUrl, urlKey } from '../../url/index.ts'
import type { LinkOrder } from '../order/link-order.ts'
import type { Plugin } from '../plugin.ts'
import type { ParseResult } from '../thread/job.ts'
import type { Judged } from './5-judge.ts'
import { Follow } from './6-follow.ts'
import { NoveltyTracker } from './novelty.ts'
import type { Outcome } from './outcome.ts'
import { denied } from './unanswered.ts'
import { answer, NOW, pageAt, parsedOf, partsOf, visitOf } from './visit.fixture.ts'

function followOf(
  plugins: readonly Plugin[] = [],
  depth: number | null = null,
  order: LinkOrder | null = null,
) {
  const parts = partsOf(depth === null ? {} : { scope: { depth } }, plugins)
  const comparer = { revisionText: async () => '<p>old' } as never
  return new Follow({
    ...parts,
    comparer,
    novelty: new NoveltyTracker(),
    linksOf: async () => null,
    websub: null,
    order,
    forms: null,
  })
}

function judgedAs(outcome: Outcome, parsed: ParseResult = parsedOf(), changed = true): Judged {
  const last = { at: NOW, answer: answer(200), parsed, outcome }
  return { kind: 'judged', outcome, last, first: null, fetches: 1, changed }
}

const fetched = (parsed = parsedOf()): Outcome => ({ kind: 'fetched', status: 200, facts: parsed.facts })
const linking = (...hrefs: string[]) =>
  parsedOf({
    found: {
      hrefs: hrefs.map(asUrl),
      keys: Buffer.concat(hrefs.map(urlKey)),
      excluded: hrefs.map(() => null),
      ...{ hints: null, saidRates: null, kind: 'links', promises: null, repeated: '' },
    },
  })

it('follows links one step deeper, and a redirect at the same depth', async () => {
  const visit = visitOf(pageAt('http://a.test/', { depth: 2 }))
  const parsed = linking('http://a.test/1', 'http://b.test/')
  const { candidates } = await followOf().follow(visit, judgedAs(fetched(parsed), parsed))
  expect(candidates.map(({ url, depth }) => [url, depth])).toEqual([
    ['http://a.test/1', 3],
    ['http://b.test/', 3],
  ])
  const moved = await followOf().follow(
    visit,
    judgedAs({ kind: 'moved', status: 301, to: asUrl('http://a.test/2') }),
  )
  expect(moved.candidates).toMatchObject([{ url: 'http://a.test/2', depth: 2, hops: 1 }])
})

it('holds the depth for canonical addresses, too', async () => {
  const parsed = parsedOf({ canonical: asUrl('http://a.test/original') })
  const at = (depth: number) =>
    followOf([], 1).follow(visitOf(pageAt('http://a.test/', { depth })), judgedAs(fetched(), parsed))
  expect((await at(0)).candidates).toHaveLength(1)
  expect((await at(1)).candidates).toEqual([])
})

it('leads nowhere without an answer, but plug-ins of the queue see it', async () => {
  const queue: Plugin = { name: 'test', queue: () => {} }
  const followed = await followOf([queue]).follow(visitOf(pageAt('http://a.test/')), denied('robots', 'no'))
  expect(followed).toMatchObject({
    candidates: [],
    changed: false,
    plugged: { outcome: 'denied', status: null },
  })
})

it('lets response plug-ins see class, record, comparison and the stored revision, and decide what changed', async () => {
  const seen: unknown[] = []
  const plugin: Plugin = {
    name: 'test',
    response: async visit => {
      seen.push(
        visit.pageClass,
        visit.record,
        visit.comparison,
        await visit.previous?.html(),
        await visit.previous?.text(),
      )
      visit.fields.seen = true
      visit.changed = false
    },
  }
  const comparison = { verdict: 'changed', note: { difference: 0.5 }, secondLook: null } as never
  const parsed = parsedOf({
    comparison,
    guided: { pageClass: 'product', record: '{"price":1}', action: null, phrases: null },
  })
  const visit = visitOf(pageAt('http://a.test/', { revision: 3, fetchedAt: NOW }))
  const followed = await followOf([plugin]).follow(visit, judgedAs(fetched(), parsed))
  expect(seen).toEqual(['product', { price: 1 }, { difference: 0.5 }, '<p>old', 'old'])
  expect(followed).toMatchObject({ changed: false, plugged: { fields: { seen: true } } })
})

it('leaves links at the end of the queue that lead to nothing new, however many there are', async () => {
  const visit = visitOf(pageAt('http://a.test/'))
  const [trap, page] = [asUrl('http://a.test/calendar?day=1'), asUrl('http://a.test/page')]
  for (let i = 0; i < 30; i++) visit.host.noteYield(`http://a.test/calendar?day=${i}`, false)
  const moved = [trap, page].map(url => ({ url, rank: 1 }))
  const order: LinkOrder = {
    saw: () => ({ relevance: null, expected: null, ranks: [], moved }),
    movedTo: () => 0,
    readAhead: 2,
    close: async () => {},
  }
  const followed = await followOf([], null, order).follow(visit, judgedAs(fetched()))
  expect(followed.moved.map(({ url }) => url)).toEqual([page])
})

it('lets response plug-ins reject an answer, to be tried again or never', async () => {
  const visit = visitOf(pageAt('http://a.test/'))
  const parsed = linking('http://a.test/1')
  const rejecting = (retry: boolean): Plugin => ({
    name: 'test',
    response: (_, context) => context.reject('half a page', { retry }),
  })
  const follow = (retry: boolean) =>
    followOf([rejecting(retry)]).follow(visit, judgedAs(fetched(parsed), parsed))
  expect(await follow(true)).toMatchObject({
    judged: { outcome: { kind: 'failed', message: 'half a page', transient: true }, changed: false },
    ...{ changed: false, candidates: [], plugged: { outcome: 'failed' } },
  })
  expect((await follow(false)).judged.outcome).toMatchObject({
    kind: 'denied',
    by: 'plugin',
    reason: 'half a page',
  })
})
