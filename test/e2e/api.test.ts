/** The HTTP API as programs and the dashboard use it, on both stores; and who is kept out. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openApi, type Shelf } from '../../src/api/index.ts'
import type { ConfigInput } from '../../src/config/index.ts'
import { Collection } from '../../src/index.ts'
import { type Site, startWorld } from '../world/index.ts'
import { type Answered, type Asking, served } from './api-server.ts'
import { freshSchemas } from './fresh-schemas.ts'

const HOME = 'http://h.test/'
const HOSTILE = '<img src=x onerror="document.title=1"><script>alert(1)</script>'

/** A server that is gone when the test is over. */
async function serving(add: (shelf: Shelf) => void, address?: string): Promise<Asking> {
  const asking = await served(add, address)
  onTestFinished(asking.end)
  return asking
}

/** A page that changes, a page with a hostile title, and a picture that is none. */
function changing(): { site: Site; change: () => void } {
  let price = '10 EUR'
  const pages: Record<string, () => readonly [string, string]> = {
    '/': () => [
      'text/html',
      `<title>Home</title><main><p>The price is ${price}.</p><a href=evil>evil</a> <a href=p.svg>p</a></main>`,
    ],
    '/evil': () => ['text/html', `<title>${HOSTILE}</title><p>mail me@harbour.no</p>${HOSTILE}`],
    '/p.svg': () => [
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
    ],
  }
  const find = (path: string) => {
    const page = pages[path]?.()
    return page && { template: 'fixed', headers: { 'content-type': page[0] }, bytes: () => page[1] }
  }
  return { site: { host: 'h.test', kind: 'fixed', entries: ['/'], find }, change: () => (price = '12 EUR') }
}

const freshSchema = freshSchemas()

const CONFIG = {
  seeds: [HOME],
  search: 'current',
  extract: { patterns: ['email'] },
  scope: { soft404: false, sitemaps: false },
  request: { delay: 0, allowPrivate: true },
} satisfies ConfigInput

/** Asked as container platforms do: without a token, and under another name than the server knows. */
const probed = (url: string) =>
  new Promise<readonly [status: number, text: string]>((resolve, reject) => {
    request(url, { headers: { host: 'pod-7:80' } }, response => {
      let text = ''
      response.on('data', piece => (text += piece))
      response.on('end', () => resolve([response.statusCode!, text]))
    })
      .on('error', reject)
      .end()
  })

it('says that it is not ready while a collection cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-api-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { base } = await serving(shelf => {
    shelf.add(join(folder, 'new'))
    shelf.add('postgres://nobody@127.0.0.1:1/none', { id: 'away' })
  })
  expect(await probed(`${base}/healthz`)).toEqual([200, 'ok\n'])
  expect(await probed(`${base}/readyz`)).toEqual([503, '1 of 2 collections cannot be read\n'])
})

describe.each(['SQLite', 'PostgreSQL'])('on %s', store => {
  let folder: string
  let asking: Asking

  beforeAll(async () => {
    const { site, change } = changing()
    const world = await startWorld({ sites: [site] })
    folder = await mkdtemp(join(tmpdir(), 'tidewatch-api-'))
    const where = store === 'PostgreSQL' ? freshSchema() : folder
    const options = { mode: 'write', archiveFolder: join(folder, 'archive') } as const
    const collection = await Collection.open(where, options)
    const env = { network: world.network }
    await collection.crawl(CONFIG, { env })
    change()
    await collection.recrawl(undefined, { which: 'all', env })
    await collection.close()
    await world.stop()
    asking = await served(shelf => shelf.add(where, { id: 'news' }))
  })
  afterAll(async () => {
    await asking?.end()
    await rm(folder, { recursive: true, force: true })
  })

  it('answers every question that the document describes', async () => {
    const { get } = asking
    const { paths } = openApi() as {
      paths: Record<
        string,
        {
          get?: {
            parameters: { name: string; required: boolean }[]
            responses: { 200: { content: Record<string, unknown> } }
          }
        }
      >
    }
    const given: Record<string, string> = { url: HOME, q: 'price' }
    let asked = 0
    for (const [path, { get: described }] of Object.entries(paths)) {
      // Models have tests of their own: this collection has none.
      if (!described || path.includes('}/model')) continue
      // So do files and streams.
      if (!('application/json' in described.responses[200].content)) continue
      const query = described.parameters.filter(each => each.required && each.name in given)
      const search = new URLSearchParams(query.map(({ name }) => [name, given[name]!]))
      const answer = await get(`${path.replace('{collection}', 'news')}?${search}`)
      expect([path, answer.status, answer.body?.problem ?? null]).toEqual([path, 200, null])
      asked++
    }
    expect(asked).toBeGreaterThan(15)
  })

  it('tells what is stored, what changed, and why', async () => {
    const { get } = asking
    const at = '/api/collections/news'
    const { body: first } = await get(`${at}/pages?limit=1`)
    const { body: second } = await get(`${at}/pages?limit=100&cursor=${first.next}`)
    const urls = [...first.rows, ...second.rows].map((row: { url: string }) => row.url)
    expect(urls).toEqual([HOME, `${HOME}evil`, `${HOME}p.svg`])
    const { body: changes } = await get(`${at}/changes?since=1d`)
    expect(changes.rows).toMatchObject([{ url: HOME, revision: 2, change: { changed: true } }])
    const { body: diff } = await get(`${at}/page/diff?url=${HOME}`)
    const words = diff.lines.find((line: { kind: string }) => line.kind === 'changed').words
    expect(words.filter((word: { kind: string }) => word.kind !== 'same')).toMatchObject([
      { kind: 'removed', text: '10 ' },
      { kind: 'added', text: '12 ' },
    ])
    // Two pages are stored, although each of them was fetched twice.
    const { body: hosts } = await get(`${at}/hosts?host=${HOME}`)
    expect(hosts.rows).toMatchObject([{ host: 'http://h.test', known: 3, pages: 2, failed: 0 }])
    const { body: hits } = await get(`${at}/search?q=price`)
    expect(hits.rows).toMatchObject([{ url: HOME, title: 'Home' }])
    const { body: found } = await get(`${at}/patterns?kind=email`)
    expect(found.rows).toMatchObject([{ value: 'me@harbour.no', url: `${HOME}evil` }])
    expect((await get(`${at}/page/explain?url=${HOME}`)).body.standing[0]).toContain('seed')
  })

  it('sorts and filters pages, and goes on where an answer ended', async () => {
    const { get } = asking
    const listed = async (query: string): Promise<string[]> => {
      const urls: string[] = []
      for (let next: string | null = ''; next !== null; ) {
        const { status, body }: Answered = await get(
          `/api/collections/news/pages?limit=1&${query}${next && `&cursor=${next}`}`,
        )
        expect([status, body.problem]).toEqual([200, undefined])
        urls.push(...body.rows.map((row: { url: string }) => row.url))
        next = body.next
      }
      return urls
    }
    const all = [HOME, `${HOME}evil`, `${HOME}p.svg`]
    // What was never fetched comes last.
    expect(await listed('sort=url&order=descending')).toEqual([`${HOME}evil`, HOME, `${HOME}p.svg`])
    expect(await listed('sort=changedAt&order=descending')).toEqual(all)
    expect(await listed('sort=sizeBytes&stored=true')).toHaveLength(2)
    expect(await listed('text=EVIL')).toEqual([`${HOME}evil`])
    expect(await listed('text=onerror&sort=dueAt')).toEqual([`${HOME}evil`])
    expect(await listed('type=text/*&sort=status&host=http://h.test')).toEqual(all.slice(0, 2))
    expect(await listed('watched=true&sort=url')).not.toContain(`${HOME}p.svg`)
    const { body: rows } = await get(
      '/api/collections/news/pages?sort=changesPerDay&order=descending&limit=1',
    )
    expect(rows.rows[0].changesPerDay).toBeGreaterThan(0)
    const other = await get(`/api/collections/news/pages?sort=url&cursor=${rows.next}`)
    expect([other.status, other.body.problem]).toEqual([
      400,
      expect.stringContaining('another list or order'),
    ])
    for (const cursor of ['x', 'W10', 'bnVsbA'])
      expect((await get(`/api/collections/news/pages?sort=url&cursor=${cursor}`)).status).toBe(400)
  })

  it('goes on with every list where an answer ended, and refuses the cursor of another', async () => {
    const { get } = asking
    for (const list of ['hosts', 'changes', 'changes?order=newest', 'patterns', 'links', 'records']) {
      const at = `/api/collections/news/${list}${list.includes('?') ? '&' : '?'}`
      const { body: whole } = await get(`${at}limit=1000`)
      const rows: unknown[] = []
      for (let next: string | null = ''; next !== null; ) {
        const { body }: Answered = await get(`${at}limit=1${next && `&cursor=${next}`}`)
        rows.push(...body.rows)
        next = body.next
      }
      expect([list, rows]).toEqual([list, whole.rows])
      expect((await get(`${at}cursor=W10`)).status, list).toBe(400)
    }
  })

  it('need not send again what has not changed', async () => {
    const { get } = asking
    const { headers } = await get('/api/collections/news/pages')
    const again = await get('/api/collections/news/pages', { 'if-none-match': headers.get('etag')! })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  it('gives Prometheus its numbers', async () => {
    const { headers, body } = await asking.get('/api/metrics')
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines: string[] = body.trim().split('\n')
    expect(lines).toContain('tidewatch_stored_pages{collection="news"} 2')
    expect(lines).toContain('tidewatch_pages{collection="news",status="completed"} 2')
    expect(lines).toContain('# TYPE tidewatch_visits_total counter')
    const LINE = /^(?:# (?:HELP|TYPE) tidewatch_\w+ .+|tidewatch_\w+\{(?:\w+="[\w-]+",?)+\} -?[\d.e+-]+)$/
    expect(lines.filter(line => !LINE.test(line))).toEqual([])
  })

  it('tells whoever watches over it that it is well, under any name', async () => {
    const probe = (path: string) => probed(asking.base + path)
    expect(await probe('/healthz')).toEqual([200, 'ok\n'])
    expect(await probe('/readyz')).toEqual([200, 'ok\n'])
    expect((await probe('/api/metrics'))[0]).toBe(421)
  })

  it('shows a stored page without its scripts, in an origin of its own', async () => {
    const { get } = asking
    const { headers, body } = await get(`/api/collections/news/stored?url=${HOME}evil`)
    expect(body).toContain(HOSTILE)
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(headers.get('content-security-policy')).not.toContain('allow-')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('empties a collection only for whoever writes its name', async () => {
    const { get, send } = asking
    const refused = await send('POST', '/api/collections/news/empty', { confirm: 'yes' })
    expect([refused.status, refused.body.problem]).toEqual([400, expect.stringContaining('"news"')])
    const { body } = await send('POST', '/api/collections/news/empty', { confirm: 'news' })
    expect(body).toMatchObject({ pages: 2, archiveFiles: 2 })
    expect((await get('/api/collections/news')).body.counts).toMatchObject({ fetched: 0, visits: 0 })
    expect((await get('/api/collections/news/config')).body.seeds).toEqual([HOME])
  })
})

describe('runs', () => {
  let site: Server
  let seed: string
  beforeAll(async () => {
    site = createServer((asked, answer) => {
      answer.setHeader('content-type', 'text/html')
      const number = Number(asked.url?.slice(1) || 0)
      if (asked.url === '/robots.txt') answer.statusCode = 404
      const links = [2 * number + 1, 2 * number + 2].filter(each => each < 40)
      answer.end(
        `<title>${number}</title>${links.map(each => `<a href=/${each}>page ${each}</a>`).join(' ')}`,
      )
    })
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
    seed = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  })
  afterAll(() => site?.close())

  const config = () => ({
    seeds: [seed],
    request: { allowPrivate: true, delay: 0 },
    scope: { sitemaps: false, soft404: false },
  })

  it('a collection made here is crawled in a process of its own, watched to its end, and can be stopped', async () => {
    const { base, get, send } = await serving(() => {})
    const made = await send('POST', '/api/collections', { name: 'small', config: config() })
    expect(made.body).toMatchObject({ id: 'small', counts: { fetched: 0 }, isBusy: false })
    expect(await get('/api/collections/small/plan')).toMatchObject({ status: 200, body: null })
    const news = await fetch(`${base}/api/collections/small/live`)
    expect((await send('POST', '/api/collections/small/start', { kind: 'crawl' })).body.run.state).toBe(
      'running',
    )
    const reader = news.body!.pipeThrough(new TextDecoderStream()).getReader()
    for (let heard = ''; !/"state":"ended"/.test(heard); )
      heard = heard.slice(-2_000) + (await reader.read()).value
    await reader.cancel()
    expect((await get('/api/collections/small')).body).toMatchObject({
      counts: { fetched: 40 },
      isBusy: false,
    })
    const { body: now } = await get('/api/collections/small/now')
    expect(now.points.at(-1)).toMatchObject({ known: 40, stored: 40, fresh: null })
    const visit = () => send('POST', '/api/collections/small/page/visit', { url: seed })
    const visits = async () =>
      (await get(`/api/collections/small/page/history?url=${encodeURIComponent(seed)}`)).body.visits.length
    expect((await visit()).body).toMatchObject({ state: 'started', visits: 1 })
    await expect.poll(visits).toBe(2)
    await expect.poll(async () => (await get('/api/collections/small')).body.run.state).toBe('ended')
    await send('POST', '/api/collections/small/start', { kind: 'watch' })
    await expect.poll(async () => (await get('/api/collections/small')).body.isBusy).toBe(true)
    expect((await visit()).body).toMatchObject({ state: 'asked', visits: 2 })
    await expect.poll(visits).toBe(3)
    const unknown = await send('POST', '/api/collections/small/page/visit', { url: `${seed}nowhere` })
    expect([unknown.status, unknown.body.problem]).toEqual([400, expect.stringContaining('is not known')])
    const twice = await send('POST', '/api/collections/small/start', { kind: 'watch' })
    expect([twice.status, twice.body.problem]).toEqual([409, expect.stringContaining('already')])
    const stopped = await send('POST', '/api/collections/small/stop', { pause: true })
    expect(stopped.body.run.state).toBe('paused')
  })

  it('a recrawl takes pages by name, or all of them', async () => {
    const { get, send } = await serving(() => {})
    await send('POST', '/api/collections', { name: 'passes', config: config() })
    const ran = async (body: unknown) => {
      const { status, body: started } = await send('POST', '/api/collections/passes/start', body)
      if (status !== 200) return `${status} ${started.problem}`
      const state = async () => (await get('/api/collections/passes')).body.run.state
      await expect.poll(state, { timeout: 20_000 }).not.toBe('running')
      return (await get('/api/collections/passes')).body.counts.visits
    }
    expect(await ran({ kind: 'crawl' })).toBe(40)
    expect(await ran({ kind: 'recrawl', urls: [seed, `${seed}7`] })).toBe(42)
    expect(await ran({ kind: 'recrawl', all: true })).toBe(82)
    expect(await ran({ kind: 'crawl', urls: [seed] })).toMatch(/^400 urls: only a recrawl takes addresses/)
  })

  it('a collection that could not be made leaves its name to the next, and a text without a name its own', async () => {
    const { send, get } = await serving(() => {})
    const made = (seed: string) =>
      send('POST', '/api/collections', { name: 'mine', config: { seeds: [seed] } })
    expect((await made('htp:/x')).body.problem).toMatch(/"htp:\/x" is not a web address/)
    expect((await get('/api/collections')).body).toEqual([])
    expect((await made('http://m.test/')).status).toBe(200)
    await send('PUT', '/api/collections/mine/config/text', { text: 'seeds: [http://m.test/]' })
    expect((await get('/api/collections/mine')).body.name).toBe('mine')
    expect((await send('POST', '/api/collections/mine/start', { kind: 'run' })).body.problem).toBe(
      'kind: it must be one of crawl, watch, recrawl',
    )
  })

  it('settings are checked as those who type them would hear it', async () => {
    const { get, send } = await serving(() => {})
    await send('POST', '/api/collections', { name: 'small', config: config() })
    const wrong = await send('PUT', '/api/collections/small/config', {
      ...config(),
      refresh: { interval: 'soon' },
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.problem).toContain('refresh.interval')
    await send('PUT', '/api/collections/small/config', { ...config(), refresh: { interval: '2d' } })
    expect((await get('/api/collections/small/config')).body.refresh).toEqual({ interval: '2d' })
    const added = await send('POST', '/api/collections/small/seeds', { urls: [`${seed}39`, seed] })
    expect(added.body).toEqual({ seeds: 2 })
    expect((await send('POST', '/api/collections', { name: '../evil', config: {} })).status).toBe(400)
  })
})

describe('whoever should not', () => {
  it('gets a sentence for what is not there or not understood', async () => {
    const { get } = await serving(() => {})
    expect((await get('/api/collections/none')).body.problem).toBe(
      'there is no collection "none" on this server',
    )
    expect((await get('/api/nothing')).status).toBe(404)
    expect((await get('/api/collections/%2e%2e%2fetc')).status).toBe(404)
  })

  it('is refused without a token, with another host name, from another site', async () => {
    const { get, send, token } = await serving(() => {})
    const order = { name: 'small', config: {} }
    expect((await send('POST', '/api/collections', order, {})).status).toBe(401)
    expect((await send('POST', '/api/collections', order, { authorization: 'Bearer x' })).status).toBe(401)
    const origin = { authorization: `Bearer ${token}`, origin: 'https://evil.example' }
    expect((await send('POST', '/api/collections', order, origin)).status).toBe(403)
    expect((await get('/api/collections', { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('cannot come under another name: DNS rebinding', async () => {
    const { base } = await serving(() => {})
    expect(await statusUnder(base, 'evil.example')).toBe(421)
    expect(await statusUnder(base, new URL(base).host)).toBe(200)
  })

  it('may not even look where others can reach the server', async () => {
    const { base, token } = await serving(() => {}, '0.0.0.0')
    const { port, host } = new URL(base)
    const local = `http://127.0.0.1:${port}`
    expect(await statusUnder(local, host)).toBe(401)
    expect(await statusUnder(local, host, {}, '/c/small/overview')).not.toBe(401)
    expect(await statusUnder(local, host, { authorization: `Bearer ${token}` })).toBe(200)
  })

  it('cannot ask without end', async () => {
    const { get } = await serving(() => {})
    const asked = () =>
      Promise.all(Array.from({ length: 400 }, async () => (await get('/api/collections')).status))
    // A busy machine may take so long for the first ones that the limit is not reached.
    await expect.poll(asked).toContain(429)
  })
})

function statusUnder(
  base: string,
  host: string,
  headers: Record<string, string> = {},
  path = '/api/collections',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(base + path, { headers: { ...headers, host } }, answer => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    asked.on('error', reject).end()
  })
}

describe('the description', () => {
  it('is whole: every reference leads somewhere', () => {
    const document = openApi() as { components: { schemas: Record<string, unknown> } }
    const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      match => match[1]!,
    )
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter(name => !(name in document.components.schemas))).toEqual([])
  })
})
