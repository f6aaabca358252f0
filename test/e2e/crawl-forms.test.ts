/** A page says where its form goes, but what the model fills in is sent to the page's own site only. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Asked, type Page, plain, type Site } from '../world/index.ts'
import { temporaryFolder } from './shell.ts'
import { stage } from './stage.ts'

const PASSWORD = 'open-sesame-77'
const html = (body: string) => plain(`<!doctype html><title>x</title>${body}`, 'x', 'text/html')

/** Remembers what was sent to it. */
function receiver(host: string): { readonly site: Site; readonly bodies: string[] } {
  const bodies: string[] = []
  const given = ({ body, url }: Asked): Page => {
    if (body !== '' || url.search !== '') bodies.push(body + url.search)
    return {
      ...html('thanks'),
      headers: { 'content-type': 'text/html', 'set-cookie': 'door=open; Domain=shop.test' },
    }
  }
  return {
    bodies,
    site: {
      host,
      kind: 'x',
      entries: ['/'],
      find: path => (path === '/' ? html('') : { ...html(''), given }),
    },
  }
}

function shop(action: string, method: string): Site {
  const form = `<form id=door method=${method} action="${action}"><input name=u><input name=p type=password></form>`
  const page: Page = {
    ...html(form),
    given: ({ headers }) => html(headers.cookie?.includes('door') ? 'inside' : form),
  }
  return { host: 'www.shop.test', kind: 'x', entries: ['/'], find: path => (path === '/' ? page : undefined) }
}

async function crawlWith(
  action: string,
  { method = 'post', seed = 'http://www.shop.test/', formOrigins = [] as string[] } = {},
) {
  const model = join(await temporaryFolder(), 'model.csv')
  await writeFile(model, `home,form,"//form[@id=""door""],.//input[1]:me,.//input[2]:${PASSWORD}"\n`)
  const [evil, own] = [receiver('evil.test'), receiver('login.shop.test')]
  const { crawl } = await stage([shop(action, method), evil.site, own.site], { tls: true })
  const ran = await crawl({
    seeds: [seed],
    extract: { model },
    request: { formOrigins, verifyTls: false },
  })
  const events = ran.events.filter(event => event.kind === 'form-forbidden').map(event => event.message)
  return { events, evil: evil.bodies, own: own.bodies }
}

describe.each(['post', 'get'])('a form sent by %s', method => {
  it('does not go to another site', async () => {
    const { events, evil } = await crawlWith('http://evil.test/take', { method })
    expect(evil).toEqual([])
    expect(events).toEqual([
      expect.stringMatching(
        /another site, http:\/\/evil\.test; .*name http:\/\/evil\.test in request\.formOrigins/,
      ),
    ])
  })

  it('goes to another host of the same site', async () => {
    const { events, own } = await crawlWith('http://login.shop.test/door', { method })
    expect([events, own.length]).toEqual([[], 1])
    expect(own[0]).toContain(`p=${PASSWORD}`)
  })

  it('goes where the config allows it', async () => {
    const { events, evil } = await crawlWith('http://evil.test/take', {
      method,
      formOrigins: ['http://evil.test'],
    })
    expect([events, evil.length]).toEqual([[], 1])
  })
})

it('does not go from https to http', async () => {
  const { events, own } = await crawlWith('http://login.shop.test/door', { seed: 'https://www.shop.test/' })
  expect(own).toEqual([])
  expect(events).toEqual([expect.stringMatching(/came over https and wants it sent over http/)])
})

it('goes from https to https', async () => {
  const { own } = await crawlWith('https://login.shop.test/door', { seed: 'https://www.shop.test/' })
  expect(own).toHaveLength(1)
})
