/** `order: best` through the real engine: pages that many others link to come first, on both stores, also after a restart; `history` says why. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { acceleratedClock } from '../../src/env/index.ts'
import { openCollection, type Plugin } from '../../src/index.ts'
import { type Site, startWorld } from '../world/index.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { temporaryFolder, tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const LEAVES = 40
const LIMIT = 20

/** A list of many pages. Each leads to pages of its own, and then to the five hubs that all others lead to. */
function bodyAt(path: string): string | undefined {
  if (path === '/') return Array.from({ length: LEAVES }, (_, i) => `<a href=/leaf/${i}>${i}</a>`).join(' ')
  const [, kind, number = ''] = path.split('/')
  if (kind === 'hub' || kind === 'own') return `<p>${kind} ${number}</p>`
  if (kind !== 'leaf') return undefined
  const own = [0, 1, 2].map(i => `<a href=/own/${number}-${i}>own</a>`)
  const hubs = [0, 1, 2, 3, 4].map(i => `<a href=/hub/${i}>hub</a>`)
  return [...own, ...hubs].join(' ')
}

const site: Site = {
  host: 'order.test',
  kind: 'fixed',
  entries: ['/'],
  find: path => {
    const body = bodyAt(path)
    const headers = { 'content-type': 'text/html' }
    return body === undefined
      ? undefined
      : { template: 'page', headers, bytes: () => `<title>${path}</title>${body}` }
  },
}
const CONFIG = {
  seeds: ['http://order.test/'] as string[],
  scope: { pages: LIMIT, soft404: false, sitemaps: false, traps: { yield: false } },
  request: { delay: '2s', timeout: '10m', connectTimeout: '10m' } as const,
}
/** On a fast clock a page is stored, and what it taught is known, before the next one has its turn. */
const fast = () => ({ clock: acceleratedClock(100) })
const hubs = (urls: readonly string[]) => urls.filter(url => url.includes('/hub/')).length

const freshSchema = freshSchemas()

it.each(['SQLite', 'PostgreSQL'])('pages that many link to come first, on %s', async kind => {
  const database = freshSchema()
  const { crawl, folder } = await stage([site], kind === 'SQLite' ? fast() : { ...fast(), database })
  expect(hubs((await crawl({ ...CONFIG, order: 'best' })).stored)).toBe(5)
  const where = kind === 'SQLite' ? folder : database
  const collection = await openCollection(where, { archiveFolder: join(folder, 'archive') })
  const { standing, expected } = await (await collection.page('http://order.test/hub/0'))!.explain()
  expect(expected).toMatchObject({ by: 'links', links: expect.any(Number) })
  expect(standing.join()).toMatch(/its place in the queue: \d+ pages linked to it when it was fetched/)
  await collection.close()
})

it('breadth first does not get there', async () => {
  const { crawl } = await stage([site], fast())
  expect(hubs((await crawl(CONFIG)).stored)).toBe(0)
})

it('what stored pages say counts in the next run, and moves what waits', async () => {
  const { crawl } = await stage([site], fast())
  const first = (pages: number) => ({ ...CONFIG, scope: { ...CONFIG.scope, pages } })
  expect(hubs((await crawl(first(9))).stored)).toBe(0)
  expect(hubs((await crawl({ ...first(15), order: 'best' })).stored)).toBe(5)
})

it('a plug-in that gives priorities has the last word', async () => {
  const plugin: Plugin = {
    name: 'own-first',
    queue: (page, { setPriority }) => setPriority(page.url.pathname.startsWith('/own/') ? 0 : 1),
  }
  const { crawl } = await stage([site], fast())
  const { stored } = await crawl({ ...CONFIG, order: 'best' }, { plugins: [plugin] })
  expect(stored.filter(url => url.includes('/own/')).length).toBeGreaterThan(LIMIT / 2)
})

it('the command takes the order, and history tells why', async () => {
  const folder = await temporaryFolder()
  const world = await startWorld({ sites: [site] })
  const config = join(folder, 'config.json')
  const request = { allowPrivate: true, delay: 0 }
  await writeFile(config, JSON.stringify({ ...CONFIG, request, dns: { hosts: world.hosts() } }))
  const where = ['-c', join(folder, 'c')]
  try {
    const crawled = await tidewatch('crawl', '--config', config, '--order', 'best', '--pages', '46', ...where)
    expect(crawled.code, crawled.stderr).toBe(0)
    const told = await tidewatch('history', 'http://order.test/hub/1', ...where)
    expect(told.stdout).toMatch(
      /its place in the queue: (one page|\d+ pages) linked to it .* \d+(\.\d+)? % come by/,
    )
    const seed = await tidewatch('history', 'http://order.test/', ...where)
    expect(seed.stdout).toMatch(/^\s*a seed$/m)
    expect((await tidewatch('crawl', '--order', 'worst', ...where)).code).toBe(2)
  } finally {
    await world.stop()
  }
})
