/** A page that differs is looked at twice before anything of it counts, and both looks are one visit. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../src/config/index.ts'
import { acceleratedClock, type Clock, realClock } from '../../src/env/index.ts'
import { asUrl } from '../../src/url/index.ts'
import type { Exchange, Page, Site } from '../world/index.ts'
import { type Ran, stage } from './stage.ts'

const START = Date.UTC(2026, 0, 5)
const URL_OF_PAGE = 'http://twice.test/'
// On a fast clock, seconds are moments.
const config: ConfigInput = {
  seeds: [URL_OF_PAGE],
  request: { timeout: '2h', connectTimeout: '2h', retryDelay: '1d' },
}

const html = (...lines: string[]) =>
  `<!doctype html><title>Twice</title><main><h1>The harbour</h1>${lines.map(line => `<p>${line}</p>`).join('')}
  <p>Nothing else happens in this place, which is why people like to come here in summer.</p></main>`

type Answering = (asked: number, exchange: Exchange) => string | Promise<string> | undefined

/** One page; `answer` draws it for the n-th request of a pass, or answers by itself. */
async function pageThat(input = config, clock: Clock = acceleratedClock(500, undefined, START)) {
  const script = { answer: (() => html('Old news.')) as Answering, asked: 0 }
  const page: Page = {
    template: 'page',
    act: async exchange => {
      const body = await script.answer(++script.asked, exchange)
      if (body === undefined) return
      exchange.response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        etag: `"${body.length}"`,
      })
      exchange.response.end(body)
    },
  }
  const site: Site = {
    host: 'twice.test',
    kind: 'script',
    entries: ['/'],
    find: path => (path === '/' ? page : undefined),
  }
  const on = await stage([site], { clock })
  await on.crawl(input)
  return {
    ...on,
    script,
    /** The next pass finds the page so. */
    pass(answer: Answering): Promise<Ran> {
      script.answer = answer
      script.asked = 0
      return on.recrawl(input)
    },
  }
}

const noteOf = ({ visits }: Ran) => JSON.parse(visits[0]!.commit.note!) as Record<string, unknown>
const numbersOf = ({ visits }: Ran) => visits.map(visit => visit.commit.revision?.number ?? null)

async function indexLines(folder: string): Promise<string[]> {
  const archive = join(folder, 'archive')
  const names = (await readdir(archive)).filter(name => name.endsWith('.cdxj'))
  const texts = await Promise.all(names.map(name => readFile(join(archive, name), 'utf8')))
  return texts.flatMap(text => text.split('\n')).filter(line => line !== '')
}

describe('a page that differs', () => {
  it('is one new revision when the difference stands', async () => {
    const { pass, body, script, world } = await pageThat()
    const ran = await pass(() => html('New news.'))
    expect(numbersOf(ran)).toEqual([2])
    expect(noteOf(ran)).toMatchObject({ changed: true, secondLook: 'same' })
    expect(script.asked).toBe(2)
    expect(world.log.at(-1)!.headers['if-none-match']).toBeUndefined()
    expect(String(await body(URL_OF_PAGE))).toContain('New news.')
    // The host has no noise to teach; the page was looked at, and its next change counts at once.
    const next = await pass(() => html('Newest news.'))
    expect([numbersOf(next), script.asked]).toEqual([[3], 1])
  })

  it('is none when it differs again, and both payloads are archived', async () => {
    const { pass, body, folder } = await pageThat()
    const draws = ['salmon', 'herring', 'cod', 'trout', 'eel', 'pike']
    const noisy = () => html(`Fish of the moment, for you alone: ${draws.pop()}.`)
    const ran = await pass(noisy)
    expect(numbersOf(ran)).toEqual([null])
    expect(noteOf(ran)).toMatchObject({ changed: false, why: 'volatile', secondLook: 'differs' })
    expect(ran.page(URL_OF_PAGE)).toMatchObject({ revision: 1, status: 'completed' })
    expect(String(await body(URL_OF_PAGE))).toContain('Old news.')
    const pages = (await indexLines(folder)).filter(line => line.includes('"text/html"'))
    expect(pages.length).toBe(3)
    expect(numbersOf(await pass(noisy))).toEqual([null])
  })

  it('is one new revision when something stands beside noise', async () => {
    const { pass, body } = await pageThat()
    const ran = await pass(asked =>
      html('New news.', 'Unmoved.', `Word of the moment: ${'abcdef'[asked]}${asked}.`),
    )
    expect(numbersOf(ran)).toEqual([2])
    expect(noteOf(ran)).toMatchObject({ changed: true, secondLook: 'differs' })
    expect(String(await body(URL_OF_PAGE))).toContain('New news.')
  })

  it('leaves nothing behind between the two looks', async () => {
    const { pass, read } = await pageThat()
    const seen: unknown[] = []
    const look = () =>
      read(async ({ store }) => {
        const page = (await store.page(asUrl(URL_OF_PAGE)))!
        const visits = await store.visits(page)
        return [page.revision, visits.length, page.belief, await store.fingerprint(page)]
      })
    await pass(async asked => {
      if (asked === 2) seen.push(await look())
      return html('New news.')
    })
    expect(seen).toEqual([[1, 1, null, null]])
    expect((await look()).slice(0, 2)).toEqual([2, 2])
  })
})

it('a paragraph that is written anew before every visit goes on being a change', async () => {
  const clock = acceleratedClock(500, undefined, START)
  const { pass } = await pageThat(config, clock)
  const fish = ['salmon', 'herring', 'cod', 'trout', 'eel', 'pike', 'perch', 'carp', 'bream', 'tench']
  // The one look that is taken for its own sake finds another part of the page changed.
  await pass(() => html('Old news.').replace('The harbour', 'The old harbour'))
  const found: (number | null)[] = []
  for (const [n, name] of fish.entries()) {
    // Intervals of very different lengths, after which a habit alone would be taken for noise.
    if (n === 3) await clock.sleep(1_200_000)
    found.push(...numbersOf(await pass(() => html(`Today the ships have brought in ${name}.`))))
  }
  expect(found).toEqual(fish.map((_, n) => n + 3))
})

describe('a second look that cannot be had', () => {
  const status =
    (code: number, headers: Record<string, string> = {}): Answering =>
    (asked, { response }) => {
      if (asked === 1) return html('New news.')
      response.writeHead(code, headers).end()
      return undefined
    }
  const cases: readonly (readonly [string, Answering, RegExp])[] = [
    ['an error', status(500), /^failed: HTTP 500/],
    ['a server that is busy', status(503, { 'retry-after': '86400' }), /^failed: HTTP 503/],
    ['"not modified" that nobody asked for', status(304), /^failed: HTTP 304/],
    ['a page that is gone', status(404), /^failed: HTTP 404/],
    ['a redirect', status(302, { location: '/elsewhere' }), /^failed: HTTP 302/],
    [
      'a connection that breaks',
      (asked, { socket }) => (asked === 1 ? html('New news.') : void socket.destroy()),
      /^failed: \S/,
    ],
  ]
  it.each(cases)('lets the first difference count: %s', async (_name, answer, reason) => {
    const { pass, body } = await pageThat()
    const ran = await pass(answer)
    expect(numbersOf(ran)).toEqual([2])
    expect(noteOf(ran)).toMatchObject({ changed: true, secondLook: expect.stringMatching(reason) })
    expect(ran.page(URL_OF_PAGE)).toMatchObject({ status: 'completed', revision: 2, failures: 0 })
    expect(String(await body(URL_OF_PAGE))).toContain('New news.')
  })
})

it('is not asked for again and again where it is never granted', async () => {
  const { pass, script } = await pageThat()
  const asked: number[] = []
  for (const name of ['salmon', 'herring', 'cod', 'trout', 'eel']) {
    await pass((time, { response }) => {
      if (time === 1) return html(`Today the ships have brought in ${name}.`)
      response.writeHead(503).end()
      return undefined
    })
    asked.push(script.asked)
  }
  expect(asked).toEqual([2, 2, 2, 1, 1])
})

it('lets the first difference count when the server says nothing more', async () => {
  const { pass } = await pageThat({ seeds: [URL_OF_PAGE], request: { timeout: '1s' } }, realClock)
  const ran = await pass(asked => (asked === 1 ? html('New news.') : undefined))
  expect(numbersOf(ran)).toEqual([2])
  expect(noteOf(ran)).toMatchObject({ changed: true, secondLook: expect.stringMatching(/^failed: /) })
})

it('pays for both looks', async () => {
  const { pass, read } = await pageThat()
  const spent = () => read(async ({ store }) => (await store.refresh()).spentRefresh)
  await pass(() => html('New news.'))
  expect(await spent()).toBe(2)
  await pass(() => html('New news.'))
  expect(await spent()).toBe(3)
})
