/** A world, a collection in a folder of its own, and the real engine between them. Gone when the test is over. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readRecordAt } from '../../src/archive/index.ts'
import { type ConfigInput, configFrom } from '../../src/config/index.ts'
import { decodedBody } from '../../src/crawl/body.ts'
import {
  type Holdings,
  openHoldings,
  type RunOptions,
  type RunResult,
  runCrawl,
  type VisitReport,
} from '../../src/crawl/index.ts'
import { type Clock, realClock, realRandom, silentLog } from '../../src/env/index.ts'
import type { EventRow, PageRow } from '../../src/store/index.ts'
import { asUrl } from '../../src/url/index.ts'
import { type Site, startWorld, type World, type WorldOptions } from '../world/index.ts'

export interface Ran {
  readonly result: RunResult
  readonly visits: readonly VisitReport[]
  readonly events: readonly EventRow[]
  /** Every Url the collection knows. */
  readonly pages: ReadonlyMap<string, PageRow>
  /** Urls whose content is stored, sorted. */
  readonly stored: readonly string[]
  page(url: string): PageRow
}

export type CrawlExtras = Partial<
  Pick<
    RunOptions,
    | 'plugins'
    | 'work'
    | 'signal'
    | 'onVisit'
    | 'onStart'
    | 'onPlan'
    | 'onModeling'
    | 'onUnmodeled'
    | 'plan'
    | 'policy'
  >
> & {
  /** Another one than the world's. */
  readonly clock?: Clock
}

export interface Stage {
  readonly world: World
  readonly folder: string
  crawl(input: ConfigInput, extras?: CrawlExtras): Promise<Ran>
  recrawl(input: ConfigInput, which?: 'all' | 'due', extras?: CrawlExtras): Promise<Ran>
  /** Looks at the collection as a reader. */
  read<T>(look: (collection: Holdings) => Promise<T>): Promise<T>
  /** The stored body of a page, content codings undone. */
  body(url: string): Promise<Buffer>
}

/** On a fast clock a minute is a moment: no lease may run out under a visit, which would be made again. */
const LEASE_ON_A_FAST_CLOCK = '20d'
const KIND = { delay: 0, allowPrivate: true, timeout: '5s', retryDelay: '100ms' } as const

export interface StageOptions extends Omit<WorldOptions, 'sites'> {
  /** A database for the collection, instead of one in its folder. */
  readonly database?: string
}

/** Sites that forbid nothing and hide nothing: without a delay, small time-outs, one parse thread. */
export async function stage(sites: readonly Site[], options: StageOptions = {}): Promise<Stage> {
  const { database, ...ofWorld } = options
  const world = await startWorld({ sites, ...ofWorld })
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-e2e-'))
  onTestFinished(async () => {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const open = (mode: 'write' | 'read') =>
    database === undefined
      ? openHoldings(folder, { mode })
      : openHoldings(database, { mode, archiveFolder: join(folder, 'archive') })
  const env = {
    clock: options.clock ?? realClock,
    random: realRandom,
    network: world.network,
    log: silentLog,
  }

  async function run(input: ConfigInput, extras: CrawlExtras, all: boolean): Promise<Ran> {
    const lease = options.clock ? { lease: LEASE_ON_A_FAST_CLOCK } : {}
    const config = {
      ...{ threads: 1, patience: '1s', ...input },
      request: { ...KIND, ...input.request },
      limits: { ...lease, ...input.limits },
    }
    const { settings } = configFrom(config)
    const collection = await open('write')
    const visits: VisitReport[] = []
    try {
      if (all) await collection.store.makeAllDue(env.clock.now())
      const onVisit = (report: VisitReport) => {
        visits.push(report)
        extras.onVisit?.(report)
      }
      const { clock = env.clock, ...more } = extras
      const result = await runCrawl(collection, { ...more, env: { ...env, clock }, settings, onVisit })
      return await described(collection, result, visits)
    } finally {
      await collection.close()
    }
  }

  async function read<T>(look: (collection: Holdings) => Promise<T>): Promise<T> {
    const collection = await open('read')
    try {
      return await look(collection)
    } finally {
      await collection.close()
    }
  }

  return {
    world,
    folder,
    read,
    crawl: (input, extras = {}) => run(input, extras, false),
    recrawl: (input, which = 'all', extras = {}) =>
      run(input, { ...recrawling(which), ...extras }, which === 'all'),
    body: url => read(collection => bodyOf(collection, url)),
  }
}

/** As the command does it: a plan comes first, unless everything is visited anyway. */
const recrawling = (which: 'all' | 'due'): CrawlExtras => ({
  work: { discover: true, refresh: true },
  ...(which === 'due' ? { plan: 'once' } : {}),
})

async function described(
  { store }: Holdings,
  result: RunResult,
  visits: readonly VisitReport[],
): Promise<Ran> {
  const pages = new Map<string, PageRow>()
  for await (const page of store.pages({})) pages.set(page.url, page)
  const stored = [...pages.values()].filter(page => page.revision > 0).map(page => page.url)
  const page = (url: string) => {
    const found = pages.get(url)
    if (!found) throw new Error(`${url} is not known`)
    return found
  }
  return { result, visits, events: await store.events(10_000), pages, stored: stored.sort(), page }
}

async function bodyOf({ store, archiveFolder }: Holdings, url: string): Promise<Buffer> {
  const page = await store.page(asUrl(url))
  const place = page && (await store.revisions(page)).at(-1)?.place
  if (!place) throw new Error(`nothing is stored for ${url}`)
  return Buffer.from(await decodedBody(await readRecordAt(archiveFolder, place)))
}

/** What a crawl of the world must have stored: pages with status 200 that are no redirects, sorted. */
export function truthOf(
  world: World,
  seeds: string | readonly string[],
  options?: Parameters<World['reachable']>[1],
) {
  return [...world.reachable(seeds, options).values()]
    .filter(fact => fact.status === 200 && fact.redirect === undefined)
    .map(fact => fact.url)
    .sort()
}
