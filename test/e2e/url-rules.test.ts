/** Addresses that show the same page: learned, visited once, tested, and visited after all where a rule fails; on both stores. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { forum, leaf, listing, plainPath, type Site, startWorld } from '../world/index.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { serveWorld, start, temporaryFolder, tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const freshSchema = freshSchemas()

/** The pages of the forum that `serve.ts` runs, by their plain paths. */
async function pagesOfForum(): Promise<string[]> {
  const world = await startWorld({ sites: [forum('a.test', { sessions: false })] })
  onTestFinished(() => world.stop())
  const found = [...world.reachable('http://a.test/').keys()].map(url =>
    plainPath(new URL(url).pathname + new URL(url).search),
  )
  return [...new Set(found)].sort()
}

const SAME = 20
const PAGES = 400

/** Of each page there is a view for printers, which is another page from the twentieth on. */
function treacherous(host: string): Site {
  const hrefs = Array.from({ length: PAGES }, (_, n) => [`/p/${n}`, `/p/${n}?print=1`]).flat()
  return {
    ...{ host, kind: 'treacherous', entries: ['/'] },
    find: (path, { seed }) => {
      if (path === '/') return listing(seed, 'home', 'Home', hrefs)
      const n = Number(/^\/p\/(\d+)/.exec(path)?.[1] ?? PAGES)
      return n < PAGES ? leaf(seed, 'leaf', n < SAME ? `Page ${n}` : `Page ${path}`) : undefined
    },
  }
}

/** A page for each number, under two names of its host. */
function twin(host: string): Site {
  const hrefs = Array.from({ length: PAGES }, (_, n) =>
    ['a.test', 'www.a.test'].map(name => `http://${name}/p/${n}`),
  ).flat()
  return {
    ...{ host, kind: 'twin', entries: ['/'], address: '127.20.0.9' },
    find: path => {
      if (path === '/') return listing(1, 'home', 'Home', hrefs)
      return /^\/p\/\d+$/.test(path) ? leaf(1, 'leaf', `Page ${path}`) : undefined
    },
  }
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', store => {
  const place = async () =>
    store === 'SQLite'
      ? ['-c', await temporaryFolder()]
      : ['-c', freshSchema(), '--archive', await temporaryFolder()]

  it('a forum of sessions, replies and orders is crawled once, even if the crawl is killed', async () => {
    const served = await serveWorld('--kind', 'forum')
    const where = await place()
    const config = await served.config(await temporaryFolder(), { scope: { pages: 3_000 } })
    const crawl = ['crawl', '--config', config, ...where]
    const killed = start([...crawl, '--progress', 'json'])
    await killed.said(/"fetched":[1-9]\d/)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(await tidewatch(...crawl)).toMatchObject({ code: 0 })
    const { rows } = await tidewatch('pages', ...where, '--status', 'completed', '--json')
    const paths = rows
      .map(({ url }) => new URL(url as string))
      .map(({ pathname, search }) => plainPath(pathname + search))
    expect([...new Set(paths)].sort()).toEqual(await pagesOfForum())
    expect(paths.length).toBeLessThan(3 * new Set(paths).size)
    const [seed] = served.seeds
    const hosts = await tidewatch('hosts', seed!, ...where, '--json')
    const rules = hosts.rows[0]!.urlRules as Record<string, unknown>[]
    const applied = rules.filter(({ state }) => state === 'applied').map(({ words }) => words)
    expect(applied).toContain('parameter visit has no effect')
    const shown = await tidewatch('hosts', seed!, ...where)
    expect(shown.stdout).toMatch(
      /applied +\d+ +0 .* parameter visit has no effect {2}\(http:.*visit=\w+ like http:/,
    )
    const given = (await tidewatch('pages', ...where, '--status', 'excluded', '--json')).rows.find(
      ({ reason }) => /^same page as/.test(String(reason)),
    )!
    const history = await tidewatch('history', given.url as string, ...where)
    expect(history.stdout).toMatch(/not fetched: same page as http:.* \(parameter \w+ has no effect/)
  })

  it('a rule that fails is withdrawn, and what it kept out is visited after all', async () => {
    const { crawl } = await stage(
      [treacherous('a.test')],
      store === 'SQLite' ? {} : { database: freshSchema() },
    )
    const { stored, events } = await crawl({ seeds: ['http://a.test/'] })
    const kinds = events.map(({ kind }) => kind)
    expect(kinds).toContain('url-rule-applied')
    expect(kinds).toContain('url-rule-withdrawn')
    const distinct = stored.filter(url => !/\/p\/1?\d\?print=1$/.test(url))
    expect(distinct).toHaveLength(1 + 2 * PAGES - SAME)
  })

  it('with `duplicates.urls: off` every address is a page, also those that were given up before', async () => {
    const sites = [twin('a.test'), twin('www.a.test')]
    const { crawl } = await stage(sites, store === 'SQLite' ? {} : { database: freshSchema() })
    const first = await crawl({ seeds: ['http://a.test/'] })
    expect(first.stored.length).toBeLessThan(2 * PAGES)
    const { stored } = await crawl({ seeds: ['http://a.test/'], duplicates: { urls: 'off' } })
    expect(stored).toHaveLength(2 + 2 * PAGES)
  })

  it('the same pages under another name of the host are fetched once', async () => {
    const sites = [twin('a.test'), twin('www.a.test')]
    const { crawl } = await stage(sites, store === 'SQLite' ? {} : { database: freshSchema() })
    const { stored, page } = await crawl({ seeds: ['http://a.test/'] })
    const named = (name: string) => stored.filter(url => url.startsWith(`http://${name}/p/`)).length
    expect(named('a.test')).toBe(PAGES)
    expect(named('www.a.test')).toBeLessThan(PAGES / 2)
    expect(page(`http://www.a.test/p/${PAGES - 1}`).reason).toMatch(
      /^same page as http:\/\/a\.test\/.*has the same pages as/,
    )
  })
})
