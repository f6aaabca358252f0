/**
 * Pages that need a browser: are they found, are only they rendered, how fast, and what do crashes cost?
 *   node bench/render.ts [--maze DIR] [--apps DIR] [--pages 100] [--crashes 50] [--only maze,auto,rate,crashes]
 *
 * --maze is a copy of github.com/google/security-crawl-maze; --apps a folder in which `npm install --ignore-scripts docsify docute redoc@2
 * swagger-ui-dist` was run. Exits with 1 if a target is missed.
 *
 * One address of the maze is only in its robots.txt, which forbids it: it counts as found if the collection lists it, and is never requested.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ConfigInput } from '../src/config/index.ts'
import { realClock } from '../src/env/index.ts'
import { type Collection, crawl, openCollection } from '../src/index.ts'
import { running, startedBy } from '../test/e2e/processes.ts'
import { type Site, startWorld } from '../test/world/index.ts'
import { type App, apps, INSTALL, isInstalled, PACKAGES } from './render/apps.ts'
import { cpuSeconds } from './render/cpu-seconds.ts'
import { maze } from './render/maze.ts'
import { isAmong } from './render/maze-applications.ts'
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
if (values.maze === undefined && values.apps === undefined) {
  console.error(
    'usage: node bench/render.ts [--maze DIR] [--apps DIR] [--pages 100] [--crashes 50] [--only NAMES]',
  )
  process.exit(2)
}
const lacking = values.apps === undefined ? [] : PACKAGES.filter(name => !isInstalled(values.apps!, name))
if (lacking.length > 0) {
  console.error(`${values.apps} lacks ${lacking.join(', ')}: run "${INSTALL}" in it`)
  process.exit(2)
}
const BROWSER = { sandbox: process.getuid?.() !== 0 }
let isReached = true

function judge(line: string, isGood: boolean): void {
  isReached &&= isGood
  console.log(`${line}${isGood ? '' : ' NOT REACHED'}`)
}

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

/** An address is found if it was requested, stands among the links of a page, or is listed as one that robots.txt forbids. */
async function findings(collection: Collection, requested: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set(requested)
  for await (const { url, reason } of collection.pages({ status: 'excluded' }))
    if (reason?.startsWith('robots.txt')) found.add(url)
  for await (const page of collection.pages({ stored: true }))
    for (const { url } of await page.links()) found.add(url)
  return found
}

async function measureMaze(folder: string): Promise<void> {
  const { site, expected } = maze(folder)
  const scope = {
    resources: true,
    mentions: true,
    follow: [],
    sitemaps: 'guess',
    soft404: false,
    walls: false,
    traps: { yield: false },
  } as const
  const missing = async (render: ConfigInput['render']) => {
    const found = await crawled([site], { scope, render }, findings)
    return expected.filter(path => !isAmong(found, 'http://maze.test', path))
  }
  const plain = await missing({})
  const isStatic = (path: string) => !/^(?:\/test)?\/javascript\//.test(path)
  const rendered = await missing({ ...BROWSER, pages: 'always', press: true })
  const cases = expected.filter(isStatic)
  const without = plain.filter(isStatic)
  judge(
    `maze: ${cases.length - without.length} of ${cases.length} static cases found without a browser`,
    without.length === 0,
  )
  judge(
    `maze: ${expected.length - rendered.length} of ${expected.length} cases found with it`,
    rendered.length === 0,
  )
  if (rendered.length > 0) console.log(`maze: not found with it: ${rendered.join(' ')}`)
}

async function measureAuto(folder: string): Promise<void> {
  const needing = apps(folder)
  const wanted = new Set(
    needing.flatMap(({ site, pages }) => pages.map(path => `http://${site.host}${path}`)),
  )
  const sites = [...needing.map(({ site }) => site), ...scriptedWorld()]
  const config: ConfigInput = { scope: { perHost: 60 }, render: { ...BROWSER, pages: 'auto' } }
  const {
    needing: need,
    needingRendered,
    others,
    othersRendered,
    kinds,
    looksInVain,
  } = await crawled(sites, config, async collection => {
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
    for (const url of unrendered.slice(0, 10)) console.log(`auto: needs a browser and got none: ${url}`)
    return counts
  })
  const share = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`
  judge(
    `auto: ${needingRendered} of ${need} pages that need a browser are rendered (${share(needingRendered, need)}, asked: at least 99)`,
    needingRendered >= 0.99 * need,
  )
  judge(
    `auto: ${othersRendered} of ${others} others are (${share(othersRendered, others)}, asked: at most 2)`,
    othersRendered <= 0.02 * others,
  )
  console.log(`auto: ${kinds} kinds of pages, one look each, ${looksInVain} of them in vain`)
}

/** Their own menus lead to the same pages under other addresses. */
const NUMBERED: ConfigInput['scope'] = {
  include: [{ regexp: '\\?n=\\d+$' }, { regexp: 'test/$' }],
  traps: { yield: false },
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
  const total = { rendered: 0, seconds: 0 }
  for (const app of apps(folder)) {
    const [begun, cpu] = [realClock.monotonic(), cpuSeconds()]
    const rule = { url: { suffix: '/', on: 'url' as const }, pages: 'never' as const }
    const render = { ...BROWSER, pages: 'always' as const, rules: [rule], tabs: 4 }
    const config: ConfigInput = { scope: NUMBERED, duplicates: { urls: 'off' }, render }
    let spent = cpu
    const look = async (collection: Collection) => {
      let rendered = 0
      for await (const page of collection.pages({ stored: true }))
        if ((await page.revisions()).at(-1)!.rendered) rendered++
      return rendered
    }
    const rendered = await crawled([many(app, count)], config, look, () => {
      spent = cpuSeconds()
    })
    const seconds = (realClock.monotonic() - begun) / 1000
    const rate = rendered / seconds
    total.rendered += rendered
    total.seconds += seconds
    judge(`rate: ${rate.toFixed(2)} pages/s of ${app.site.host} with 4 tabs (asked: at least 3)`, rate >= 3)
    if (cpu !== null && spent !== null)
      console.log(
        `rate: ${((spent - cpu) / Math.max(1, rendered)).toFixed(2)} s of processor time a page, of the crawl and the browser`,
      )
  }
  const rate = total.rendered / total.seconds
  judge(`rate: ${rate.toFixed(2)} pages/s of all applications (asked: at least 3)`, rate >= 3)
}

/** Browsers are killed while they show pages, one after another. */
async function measureCrashes(folder: string, crashes: number): Promise<void> {
  const [app] = apps(folder)
  const pages = crashes * 2
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
    scope: NUMBERED,
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
  const { stored, rendered } = counts
  const isWhole = stored === pages + 1 && left === 0
  judge(
    `crashes: ${killed} browsers killed, ${stored} of ${pages + 1} pages stored, ${rendered} rendered, ${left} processes left`,
    isWhole,
  )
}

if (isAsked('maze') && values.maze !== undefined) await measureMaze(values.maze)
if (values.apps !== undefined) {
  if (isAsked('auto')) await measureAuto(values.apps)
  if (isAsked('rate')) await measureRate(values.apps, Number(values.pages))
  if (isAsked('crashes')) await measureCrashes(values.apps, Number(values.crashes))
}
process.exitCode = isReached ? 0 : 1
