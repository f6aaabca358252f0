/**
 * Pages that need a browser: are they found, are only they rendered, how fast, and what do crashes cost?
 *   node bench/render.ts [--maze DIR] [--apps DIR] [--pages 100] [--crashes 50] [--only maze,auto,rate,crashes]
 *
 * --maze is a copy of github.com/google/security-crawl-maze; --apps a folder in which `npm install docsify docute redoc swagger-ui-dist` was
 * run. Results go to bench/results/render.json.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ConfigInput } from '../src/config/index.ts'
import { realClock } from '../src/env/index.ts'
import { type Collection, crawl, openCollection } from '../src/index.ts'
import { running, startedBy } from '../test/e2e/processes.ts'
import { type Site, startWorld } from '../test/world/index.ts'
import { type App, apps } from './render/apps.ts'
import { maze } from './render/maze.ts'
import { scriptedWorld } from './render/scripted-world.ts'

const { values } = parseArgs({
  options: {
    maze: { type: 'string' },
    apps: { type: 'string' },
    pages: { type: 'string', default: '100' },
    crashes: { type: 'string', default: '50' },
    only: { type: 'string', default: 'maze,auto,rate,crashes' },
  },
})
const BROWSER = { sandbox: process.getuid?.() !== 0 }
const results: Record<string, unknown> = {}
const isAsked = (part: string) => values.only.split(',').includes(part)

/** Crawls sites of a world into a collection of its own, and looks at it. */
async function crawled<T>(
  sites: readonly Site[],
  config: ConfigInput,
  look: (collection: Collection, requested: readonly string[]) => Promise<T>,
  onVisit: () => void = () => {},
): Promise<T> {
  const world = await startWorld({ sites })
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-bench-'))
  const collection = await openCollection(folder, { mode: 'write' })
  try {
    const seeds = sites.map(site => `http://${site.host}/`)
    const request = { delay: 0, allowPrivate: true } as const
    const scope = { local: true, ...config.scope } as const
    await crawl(
      collection,
      { seeds, ...config, request, scope },
      { env: { network: world.network }, onVisit },
    )
    return await look(
      collection,
      world.log.map(({ host, path }) => `http://${host}${path}`),
    )
  } finally {
    await collection.close()
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** An address is found if it was requested, or stands among the links of a page. */
async function findings(collection: Collection, requested: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set(requested)
  for await (const page of collection.pages({ stored: true }))
    for (const { url } of await page.links()) found.add(url)
  return found
}

async function measureMaze(folder: string): Promise<void> {
  const { site, expected } = maze(folder)
  const scope = {
    resources: true,
    sitemaps: true,
    soft404: false,
    walls: false,
    traps: { yield: false },
  } as const
  const missing = async (render: ConfigInput['render']) => {
    const found = await crawled([site], { scope, render }, findings)
    return expected.filter(path => !found.has(`http://maze.test${path}`))
  }
  const plain = await missing({})
  const isStatic = (path: string) => !path.startsWith('/test/javascript/')
  const rendered = await missing({ ...BROWSER, pages: 'always', press: true })
  results.maze = {
    static: { cases: expected.filter(isStatic).length, missingWithout: plain.filter(isStatic) },
    all: { cases: expected.length, missingWithout: plain.length, missingWith: rendered },
  }
}

async function measureAuto(folder: string): Promise<void> {
  const needing = apps(folder)
  const wanted = new Set(
    needing.flatMap(({ site, pages }) => pages.map(path => `http://${site.host}${path}`)),
  )
  const sites = [...needing.map(({ site }) => site), ...scriptedWorld()]
  const config: ConfigInput = { scope: { perHost: 60 }, render: { ...BROWSER, pages: 'auto' } }
  results.auto = await crawled(sites, config, async collection => {
    const counts = {
      needing: wanted.size,
      needingRendered: 0,
      others: 0,
      othersRendered: 0,
      kinds: 0,
      looksInVain: 0,
    }
    const unrendered: string[] = []
    for await (const page of collection.pages({ stored: true })) {
      const isRendered = (await page.revisions()).at(-1)!.rendered
      if (wanted.has(page.url)) {
        if (isRendered) counts.needingRendered++
        else unrendered.push(page.url)
      } else {
        counts.others++
        if (isRendered) counts.othersRendered++
      }
    }
    for await (const { renderedKinds } of collection.hosts())
      for (const kind of renderedKinds) {
        counts.kinds++
        if (!kind.isRendered) counts.looksInVain++
      }
    return { ...counts, unrendered: unrendered.slice(0, 10) }
  })
}

/** Pages of the applications under numbered addresses, as many as asked for. */
function many({ site, pages }: App, count: number): Site {
  const links = Array.from(
    { length: count },
    (_, n) => `<a href="${pages[n % pages.length]}?n=${n}">${n}</a>`,
  ).join(' ')
  const list = { template: 'list', headers: { 'content-type': 'text/html' }, bytes: () => links }
  return { ...site, find: (path, at) => (path === '/' ? list : site.find(path.split('?', 1)[0]!, at)) }
}

async function measureRate(folder: string, count: number): Promise<void> {
  const rates: Record<string, number> = {}
  for (const app of apps(folder)) {
    const begun = realClock.monotonic()
    const rule = { url: { suffix: '/', on: 'url' as const }, pages: 'never' as const }
    const render = { ...BROWSER, pages: 'always' as const, rules: [rule], tabs: 4 }
    const config: ConfigInput = { scope: { traps: { yield: false } }, duplicates: { urls: 'off' }, render }
    const rendered = await crawled([many(app, count)], config, async collection => {
      let rendered = 0
      for await (const page of collection.pages({ stored: true }))
        if ((await page.revisions()).at(-1)!.rendered) rendered++
      return rendered
    })
    rates[app.site.host] = round(rendered / ((realClock.monotonic() - begun) / 1000))
  }
  results.rate = { pagesPerSecond: rates, tabs: 4 }
}

/** Browsers are killed while they show pages, one after another. */
async function measureCrashes(folder: string, crashes: number): Promise<void> {
  const [app] = apps(folder)
  const pages = crashes * 4
  const seen = new Set<number>()
  let killed = 0
  const kill = () => {
    const all = startedBy(process.pid).filter(({ name }) => name.startsWith('chrom'))
    for (const { pid } of all) seen.add(pid)
    const browser = all.find(({ parent, pid }) => parent === process.pid && !dead.has(pid))
    if (!browser || killed >= crashes) return
    dead.add(browser.pid)
    killed++
    process.kill(browser.pid, 'SIGKILL')
  }
  const dead = new Set<number>()
  const rule = { url: { suffix: '/', on: 'url' as const }, pages: 'never' as const }
  const config: ConfigInput = {
    scope: { traps: { yield: false } },
    duplicates: { urls: 'off' },
    render: { ...BROWSER, pages: 'always', rules: [rule] },
  }
  const counts = await crawled(
    [many(app!, pages)],
    config,
    async collection => {
      let [stored, rendered] = [0, 0]
      for await (const page of collection.pages({ stored: true })) {
        stored++
        if ((await page.revisions()).at(-1)!.rendered) rendered++
      }
      return { stored, rendered }
    },
    kill,
  )
  const left = running().filter(({ pid }) => seen.has(pid)).length
  results.crashes = { crashes: killed, pages: pages + 1, ...counts, processesLeft: left }
}

const round = (value: number) => Math.round(value * 100) / 100

if (isAsked('maze') && values.maze !== undefined) await measureMaze(values.maze)
if (values.apps !== undefined) {
  if (isAsked('auto')) await measureAuto(values.apps)
  if (isAsked('rate')) await measureRate(values.apps, Number(values.pages))
  if (isAsked('crashes')) await measureCrashes(values.apps, Number(values.crashes))
}
console.log(JSON.stringify(results, null, 2))
if (values.only === 'maze,auto,rate,crashes')
  await writeFile(
    join(import.meta.dirname, 'results', 'render.json'),
    `${JSON.stringify(results, null, 2)}\n`,
  )
