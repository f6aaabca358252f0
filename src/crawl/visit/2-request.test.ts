import { expect, it } from 'vitest'
import { header } from '../../fetch/index.ts'
import type { Plugin, PluginRequest } from '../plugin.ts'
import type { Request } from './2-request.ts'
import { NOW, pageAt, partsOf, visitOf } from './visit.fixture.ts'

const URL_A = 'http://a.test/page'

async function requestFor(plugin?: Plugin['request'], over = {}): Promise<Request | { kind: 'unanswered' }> {
  const { requests } = partsOf({}, plugin ? [{ name: 'test', request: plugin }] : [])
  return requests.request(visitOf(pageAt(URL_A, over)))
}

it('sends validators of what is stored, unless the host lies', async () => {
  const { requests } = partsOf()
  const visit = visitOf(pageAt(URL_A, { revision: 1, etag: '"1"', fetchedAt: NOW }))
  const honest = (await requests.request(visit)) as Request
  expect(header(honest.headers, 'if-none-match')).toBe('"1"')
  visit.host.distrustValidators()
  const careful = (await requests.request(visit)) as Request
  expect(header(careful.headers, 'if-none-match')).toBeUndefined()
})

it('sends the cookies of the host', async () => {
  const { requests } = partsOf()
  const visit = visitOf(pageAt(URL_A))
  visit.host.keepCookies(URL_A, ['a=1'], NOW)
  expect(header(((await requests.request(visit)) as Request).headers, 'cookie')).toBe('a=1')
})

it('lets plug-ins change address, method, headers and body', async () => {
  const request = await requestFor(asked => {
    asked.url = new URL('/search?q=1#top', asked.url)
    asked.method = 'POST'
    asked.body = 'x=1'
    asked.headers.set('x-mine', 'yes')
  })
  expect(request).toMatchObject({
    kind: 'request',
    method: 'POST',
    url: 'http://a.test/search?q=1',
    body: 'x=1',
  })
  expect(header((request as Request).headers, 'x-mine')).toBe('yes')
})

it('lets plug-ins veto, and never lead elsewhere', async () => {
  expect(await requestFor((_, context) => context.veto('not today'))).toMatchObject({
    outcome: { kind: 'denied', by: 'plugin', reason: 'not today' },
  })
  const elsewhere = await requestFor(asked => void (asked.url = new URL('http://b.test/')))
  expect(elsewhere).toMatchObject({
    outcome: { kind: 'denied', by: 'plugin', reason: expect.stringContaining('http://b.test/') },
  })
  const forbidden = await requestFor(asked => void (asked.url = new URL('/private', asked.url)))
  expect(forbidden).toMatchObject({ outcome: { kind: 'denied', by: 'robots', reason: 'robots.txt line 2' } })
})

it('changes profiles without touching what a plug-in set', async () => {
  const profiles = [{ accept: 'text/html' }, { accept: 'application/json', userAgent: 'other/1' }]
  const plugins = [
    { name: 'test', request: (asked: PluginRequest) => void asked.headers.set('user-agent', 'mine/1') },
  ]
  const { requests } = partsOf({}, plugins, profiles)
  const first = (await requests.request(visitOf(pageAt(URL_A)))) as Request
  const second = requests.withProfile(first, 1)
  expect(header(second.headers, 'accept')).toBe('application/json')
  expect(header(second.headers, 'user-agent')).toBe('mine/1')
})
