import { expect, it } from 'vitest'
import { type Exchange, header } from '../../fetch/index.ts'
import type { Request } from './2-request.ts'
import { Fetch } from './3-fetch.ts'
import { answer, breakdown, pageAt, partsOf, visitOf } from './visit.fixture.ts'

const HTML = ['Content-Type', 'text/html']
const PAGE = answer(200, HTML, '<p>words')

async function fetched(exchanges: readonly Exchange[], profiles = 1, over = {}) {
  const named = Array.from({ length: profiles }, (_, i) => ({ accept: `text/${i}` }))
  const parts = partsOf({}, [], named)
  const visit = visitOf(pageAt('http://a.test/page.pdf', over), exchanges)
  const request = (await parts.requests.request(visit)) as Request
  return { visit, result: await new Fetch({ ...parts, renders: null }).fetch(visit, request) }
}

it('brings an answer with the request that was sent', async () => {
  const { visit, result } = await fetched([PAGE])
  expect(result).toMatchObject({
    kind: 'answered',
    answer: { status: 200 },
    request: { url: visit.page.url },
  })
  expect(visit.sent).toHaveLength(1)
})

it('tries other profiles where the first is refused or brings another type, and remembers what worked', async () => {
  const pdf = answer(200, ['Content-Type', 'application/zip'], 'PK\u0003\u0004')
  const { visit, result } = await fetched([answer(403), pdf, PAGE], 3)
  expect(result).toMatchObject({ kind: 'answered', answer: { status: 200 }, request: { profile: 2 } })
  expect(visit.sent.map(({ headers }) => header(headers, 'accept'))).toEqual(['text/0', 'text/1', 'text/2'])
  expect(visit.host.profile).toBe(2)
})

it('gives up when no profile helps, without remembering one', async () => {
  const { visit, result } = await fetched([answer(406)], 2)
  expect(result).toMatchObject({ kind: 'answered', answer: { status: 406 } })
  expect([visit.sent.length, visit.host.profile]).toEqual([2, 0])
})

it('sends the cookie back that a redirect to itself gave, once', async () => {
  const round = answer(302, ['Location', '/page.pdf', 'Set-Cookie', 'seen=1'])
  const { visit, result } = await fetched([round, PAGE])
  expect(result).toMatchObject({ answer: { status: 200 } })
  expect(header(visit.sent[1]!.headers, 'cookie')).toBe('seen=1')
  expect((await fetched([round])).visit.sent).toHaveLength(2)
})

it('asks for the whole where a range is refused, and knows a part that is the whole', async () => {
  const visit = visitOf(pageAt('http://a.test/page.pdf'), [answer(416), PAGE])
  visit.host.offersRanges()
  const parts = partsOf()
  const result = await new Fetch({ ...parts, renders: null }).fetch(
    visit,
    (await parts.requests.request(visit)) as Request,
  )
  expect(visit.sent.map(({ headers }) => header(headers, 'range') !== undefined)).toEqual([true, false])
  expect(result).toMatchObject({ answer: { status: 200 } })
  const part = answer(206, [...HTML, 'Content-Range', 'bytes 0-9/10'])
  expect((await fetched([part])).result).toMatchObject({ answer: { truncated: null } })
  const cut = answer(206, [...HTML, 'Content-Range', 'bytes 0-9/100'])
  expect((await fetched([cut])).result).toMatchObject({ answer: { truncated: 'length' } })
})

it('puts back what says nothing of the page, and fails what does', async () => {
  expect((await fetched([breakdown('dns-alarm')])).result).toEqual({ kind: 'putBack' })
  expect((await fetched([breakdown('timeout', 'too slow')])).result).toMatchObject({
    outcome: { kind: 'failed', code: 'timeout', message: 'too slow', transient: true },
    durationMs: 40,
  })
  const inside = breakdown('private-address', 'inside')
  expect((await fetched([inside])).result).toMatchObject({
    outcome: { kind: 'denied', by: 'address', reason: 'inside' },
  })
  expect((await fetched([inside], 1, { revision: 1 })).result).toMatchObject({
    outcome: { kind: 'failed', transient: true },
  })
})
