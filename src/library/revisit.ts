/** Visits to single pages on request: now by this process, or next by the process that crawls the collection. */
import type { ConfigInput } from '../config/index.ts'
import { reasonWords } from '../crawl/exclusion.ts'
import { type Holdings, openHoldings } from '../crawl/holdings.ts'
import { type Env, Failure, realEnv } from '../env/index.ts'
import type { PageRow } from '../store/index.ts'
import { pageAt } from './address.ts'
import { type PageVisit, visitOf } from './history.ts'
import { type CrawlOptions, configOf, pluginsOf } from './run.ts'
import { envFor } from './run-env.ts'

export interface RevisitOptions extends Pick<CrawlOptions, 'plugins' | 'signal' | 'env'> {
  /** By default the config that the collection was last crawled with. */
  readonly config?: ConfigInput
}

/** A page, and what the visit found. */
export interface Revisited {
  readonly url: string
  readonly visit: PageVisit | null
}

/** Leaves a note in the collection: the process that crawls it now, or the next run, visits the page before all others. */
export async function askForPage(where: string, url: string, env: Partial<Env>): Promise<void> {
  const holdings = await openHoldings(where, { mode: 'note' })
  try {
    await ask(holdings, await knownPage(holdings, url), { ...realEnv, ...env })
  } finally {
    await holdings.close()
  }
}

/** Visits pages with the same engine as a crawl, so robots.txt, politeness and scope apply. Returns when all have been visited. */
export async function revisitPages(
  holdings: Holdings,
  urls: readonly string[],
  options: RevisitOptions,
): Promise<readonly Revisited[]> {
  const { openOnDemand } = await import('../crawl/on-demand.ts')
  const pages = await Promise.all(urls.map(url => knownPage(holdings, url)))
  const config = await configOf(holdings, options.config)
  const env = envFor(config, options.env)
  for (const page of pages) await ask(holdings, page, env)
  const { plugins, signal } = options
  const crawl = await openOnDemand(holdings, {
    env,
    settings: config.settings,
    plugins: await pluginsOf(config, plugins),
    ...(signal && { signal }),
  })
  try {
    await Promise.all(pages.map(page => crawl.revisit(page)))
  } finally {
    await crawl.close()
  }
  return Promise.all(pages.map(page => revisited(holdings, page)))
}

async function revisited({ store }: Holdings, page: PageRow): Promise<Revisited> {
  const last = (await store.visits(page)).at(-1)
  return { url: page.url, visit: last ? visitOf(last) : null }
}

async function knownPage({ store, name }: Holdings, url: string): Promise<PageRow> {
  const page = await pageAt(url, each => store.page(each))
  if (page) return page
  throw new Failure('usage', `${url} is not known in ${name}: add it to the seeds first`)
}

async function ask({ store }: Holdings, page: PageRow, env: Env): Promise<void> {
  if (await store.askFor(page, env.clock.now())) return
  const why = reasonWords(page) ?? 'it is excluded'
  throw new Failure('usage', `${page.url} is not visited: ${why}`)
}
