/**
 * Serves pages of a collection one by one, to a reader that chooses the next page by what it has seen. Stored pages are read from
 * the archive; missing ones are visited first, by the same engine as in any crawl. So robots.txt, turns, scope and retries apply,
 * every page is archived and recorded before it is handed out, and an interrupted reader starts over without new requests.
 *
 * Only pages that the engine itself has queued are visited: a link it would not follow (nofollow, out of scope) gives null here, too.
 * Links that are found stay queued in the collection, as after a crawl that was cut short. Readers of many sites may share one
 * OnDemandCrawl: their pages are visited concurrently, each server in its turns.
 */
import { isPageType } from '../document/type.ts'
import { Failure } from '../env/index.ts'
import type { FormAnswers, PageSource, SourcePage } from '../site/index.ts'
import type { PageRow } from '../store/index.ts'
import { Canonicalizer, type Url } from '../url/index.ts'
import { AskedPages } from './asked-pages.ts'
import { sourcePage } from './body.ts'
import { Engine } from './engine.ts'
import { enter } from './enter.ts'
import { reasonWords } from './exclusion.ts'
import type { Holdings } from './holdings.ts'
import type { RecordedVisits } from './import/recorded-visits.ts'
import { KnownAnswers } from './models/known-answers.ts'
import type { CrawlProgress } from './progress.ts'
import type { RunOptions } from './run-options.ts'
import type { CrawlSettings } from './settings.ts'
import { MAX_HOPS } from './visit/outcome.ts'

const WORK = { discover: true, refresh: false }

export interface OnDemandOptions extends Pick<RunOptions, 'env' | 'plugins' | 'onVisit'> {
  /** The seeds are where the reader may start. */
  readonly settings: CrawlSettings
  /** Stops reading: visits under way are recorded, and `fetch` throws `Interrupted`. */
  readonly signal?: AbortSignal
  /** Answers that were recorded by another crawl, in place of requests. */
  readonly recorded?: RecordedVisits
}

/** The reader was stopped by its signal. */
export class Interrupted extends Error {}

/** Starts like every run, and adds the seeds. */
export async function openOnDemand(collection: Holdings, options: OnDemandOptions): Promise<OnDemandCrawl> {
  const { env, settings, plugins = [] } = options
  const { store, archiveFolder } = collection
  const { worker, refreshing } = await enter(collection, settings, { env })
  const asked = new AskedPages(store, env.clock, unreachable)
  const engine = new Engine(
    {
      env,
      store,
      archiveFolder,
      plugins,
      worker,
      refreshing,
      // The reader decides how many pages it wants.
      settings: { ...settings, pages: null },
      work: WORK,
      demand: asked,
      ...(options.recorded && { recorded: options.recorded }),
    },
    report => {
      asked.visited(report.commit.page)
      options.onVisit?.(report)
    },
  )
  await engine.addSeeds()
  const running = engine.run().catch(error => {
    asked.close(error)
    throw error
  })
  running.catch(() => {})
  const close = async () => {
    asked.close(new Interrupted())
    engine.stop()
    await running
    await refreshing.close(worker)
    await store.leave(worker)
  }
  return new OnDemandCrawl(collection, options, { asked, engine, close })
}

interface OnDemandParts {
  readonly asked: AskedPages
  readonly engine: Engine
  readonly close: () => Promise<void>
}

export class OnDemandCrawl implements PageSource {
  readonly #collection: Holdings
  readonly #options: OnDemandOptions
  readonly #parts: OnDemandParts
  readonly #canonicalizer: Canonicalizer
  readonly #answers: KnownAnswers
  readonly #interrupt = () => this.#parts.asked.close(new Interrupted())

  constructor(collection: Holdings, options: OnDemandOptions, parts: OnDemandParts) {
    this.#collection = collection
    this.#options = options
    this.#parts = parts
    this.#canonicalizer = new Canonicalizer(options.settings.canonical)
    this.#answers = new KnownAnswers(collection.store, this.#canonicalizer)
    options.signal?.addEventListener('abort', this.#interrupt, { once: true })
  }

  get progress(): CrawlProgress {
    return this.#parts.engine.progress
  }

  /** The page at an address, after redirects; null if there is none, it is not HTML, or it must not be fetched. */
  readonly fetch = async (address: string): Promise<SourcePage | null> => {
    let url = this.#canonicalizer.canonical(address)
    for (let hop = 0; url !== undefined && hop <= MAX_HOPS; hop++) {
      const page = await this.#visited(url)
      const target = page?.movedTo
      if (!target) return page && this.#read(page)
      url = target
    }
    return null
  }

  /** The answers that earlier crawls got from a search form. */
  readonly answersTo = (action: string, page: string): Promise<FormAnswers | null> =>
    this.#answers.to(action, page)

  /** Queues a page that is not known yet; null if the scope leaves it out. */
  async queue(url: Url, depth: number): Promise<PageRow | null> {
    const { store } = this.#collection
    const candidate = this.#parts.engine.parts.candidates.candidate(url, depth, null)
    if (!candidate || candidate.excluded) return null
    await store.add([candidate])
    return store.page(url)
  }

  /** Visits a page again, whatever its state. */
  async revisit(page: PageRow): Promise<void> {
    const visited = this.#parts.asked.ask(page)
    this.#parts.engine.wanted({ shard: page.shard, id: page.host })
    await visited
  }

  /** A sentence that says why `fetch` returned null. */
  async reason(address: string): Promise<string> {
    const url = this.#canonicalizer.canonical(address)
    const page = url === undefined ? null : await this.#collection.store.page(url)
    if (!page) return 'the scope leaves it out'
    const target = page.movedTo
    const next = target ? await this.#collection.store.page(target) : null
    const words = next && reasonWords(next)
    if (words) return `it has moved to ${target} (${words})`
    return reasonWords(page) ?? (page.type === null ? `it is ${page.status}` : `it is ${page.type}, not HTML`)
  }

  /** Resolves when everything fetched is durable and leases and threads are released. */
  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#interrupt)
    await this.#parts.close()
  }

  /** The page as the store has it, after its visit if it was still queued; waits for retries of transient failures. */
  async #visited(url: Url): Promise<PageRow | null> {
    const { env, settings, signal } = this.#options
    for (;;) {
      if (signal?.aborted) throw new Interrupted()
      const page = await this.#collection.store.page(url)
      if (page?.status === 'error' && page.dueAt !== null) {
        const waitMs = page.dueAt - env.clock.now()
        if (waitMs > settings.patienceMs) return page
        if (waitMs > 0) {
          await env.clock.sleep(waitMs, signal).catch(() => {})
          continue
        }
      } else if (page?.status !== 'waiting') return page
      const visited = this.#parts.asked.ask(page)
      this.#parts.engine.wanted({ shard: page.shard, id: page.host })
      await visited
    }
  }

  async #read(page: PageRow): Promise<SourcePage | null> {
    const { store, archiveFolder } = this.#collection
    if (page.revision === 0 || page.status === 'gone' || page.status === 'excluded') return null
    const revision = (await store.revisions(page)).at(-1)
    if (!revision?.place || !isPageType(revision.type)) return null
    return sourcePage(archiveFolder, revision, page.url)
  }
}

function unreachable({ url }: { readonly url: string }): Failure {
  const { host } = new URL(url)
  return new Failure('broken', `${host} is resting or unreachable: run the same command again later`)
}
