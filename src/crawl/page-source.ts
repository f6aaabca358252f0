/**
 * Pages of a collection one by one, for a reader who chooses the next page by what it has seen: what is stored is read from
 * the archive, what is missing is visited first, by the same visit as in any crawl. So robots.txt, turns, scope and retries hold,
 * every page is archived and recorded before it is handed out, and a reader that is interrupted begins again without requests.
 *
 * Only pages that the engine itself has queued are visited: a link it would not follow (nofollow, out of scope) gives null here, too.
 * Links that are found wait in the collection, as after a crawl that was cut short. Readers of many sites may share one source: what
 * they ask for is visited side by side, each server in its turns.
 */
import { type Env, Failure } from '../env/index.ts'
import type { Slot } from '../frontier/index.ts'
import type { PageSource, SourcePage } from '../site/index.ts'
import type { HostRef, PageRef, PageRow } from '../store/index.ts'
import { Canonicalizer } from '../url/index.ts'
import { AskedStore } from './asked-store.ts'
import { assemble, type Parts } from './assemble.ts'
import { revisionText } from './body.ts'
import type { Collection } from './collection.ts'
import { runCrawl } from './crawl.ts'
import type { Plugin } from './plugin.ts'
import { CrawlProgress } from './progress.ts'
import { policyOf } from './refresh/policy.ts'
import { Refreshing } from './refresh/refreshing.ts'
import type { CrawlSettings } from './settings.ts'
import type { Finished } from './visit/8-record.ts'

const MOST_HOPS = 10
const HTML = new Set(['text/html', 'application/xhtml+xml'])
const AWAKE_MS = 1_000
const WORK = { discover: true, refresh: false }

export interface PagesOptions {
  readonly env: Env
  /** The seeds are where the reader may start. */
  readonly settings: CrawlSettings
  readonly plugins?: readonly Plugin[]
  /** Ends reading: what is under way is recorded, and `fetch` throws `Interrupted`. */
  readonly signal?: AbortSignal
}

/** The reader was stopped by its signal. */
export class Interrupted extends Error {}

export async function openPages(collection: Collection, options: PagesOptions): Promise<CollectionPages> {
  const { env } = options
  const { store } = collection
  const { settings } = options
  // A run without work does what every run does first: it mends what a crash left, applies the scope, adds the seeds.
  await runCrawl(collection, { env, settings, work: { discover: false, refresh: false }, guides: [] })
  const worker = `${process.pid}-${env.random.token(6)}`
  await store.join(worker, env.clock.now())
  const refreshing = await Refreshing.open(store, env, settings, await policyOf(settings.refresh))
  const pages = new CollectionPages(collection, options, worker, refreshing)
  pages.progress.start(await store.counts())
  return pages
}

export class CollectionPages implements PageSource {
  readonly progress: CrawlProgress
  readonly #collection: Collection
  readonly #options: PagesOptions
  readonly #worker: string
  readonly #refreshing: Refreshing
  readonly #asked: AskedStore
  readonly #parts: Parts
  readonly #canonicalizer: Canonicalizer
  readonly #servers = new Map<number, HostRef>()
  /** Filled by `#visit`, drained when the visit is recorded or has failed. */
  readonly #waiting = new Map<number, Awaited>()
  #isServing = false
  readonly #running = new Set<number>()
  readonly #aborter = new AbortController()
  readonly #stop = () => this.#parts.frontier.interrupt()
  #failure: unknown = null
  #breakOff: (error: unknown) => void = () => {}
  readonly #failed = new Promise<never>((_, reject) => {
    this.#breakOff = reject
  })
  #rest = () => {}

  constructor(collection: Collection, options: PagesOptions, worker: string, refreshing: Refreshing) {
    const { env, settings } = options
    this.#collection = collection
    this.#options = options
    this.#worker = worker
    this.#refreshing = refreshing
    this.progress = new CrawlProgress(env.clock)
    this.#canonicalizer = new Canonicalizer(settings.canonical)
    this.#asked = new AskedStore(collection.store, env.clock)
    const plugins = options.plugins ?? []
    const { archiveFolder } = collection
    this.#parts = assemble(
      { env, store: this.#asked.store, archiveFolder, settings, plugins, work: WORK, worker, refreshing },
      {
        work: () => WORK,
        signal: this.#aborter.signal,
        onCommit: result => this.progress.found(result),
        onFailure: error => this.#fail(error),
      },
    )
    this.#failed.catch(() => {})
    options.signal?.addEventListener('abort', this.#stop, { once: true })
    this.#stayAwake()
  }

  /** The page at an address, after redirects; null when there is none, it is no HTML, or it must not be fetched. */
  readonly fetch = async (address: string): Promise<SourcePage | null> => {
    let url = this.#canonicalizer.canonical(address)
    for (let hop = 0; url !== undefined && hop <= MOST_HOPS; hop++) {
      const page = await this.#visited(url)
      const target = page && movedTo(page)
      if (!target) return page && this.#read(page)
      url = target
    }
    return null
  }

  /** Why `fetch` gave null, in words. */
  async reason(address: string): Promise<string> {
    const page = await this.#collection.store.page(this.#canonicalizer.canonical(address) ?? address)
    if (!page) return 'the scope leaves it out'
    const target = movedTo(page)
    const next = target ? await this.#collection.store.page(target) : null
    if (next?.reason) return `it has moved to ${target} (${next.reason})`
    return page.reason ?? (page.type === null ? `it is ${page.status}` : `it is ${page.type}, not HTML`)
  }

  /** Everything that was fetched is durable; leases and threads are given back. */
  async close(): Promise<void> {
    const { recorder, memories, frontier, archive, http, pool } = this.#parts
    const { store } = this.#collection
    this.#options.signal?.removeEventListener('abort', this.#stop)
    try {
      if (this.#failure === null) await recorder.drain()
      const saved = { memories: memories.changed(true), visits: [], candidates: [] }
      await store.commit({ ...saved, servers: [], archives: [], events: [] })
      await this.#refreshing.save()
      await frontier.stop()
      await archive.close()
      await store.leave(this.#worker)
    } finally {
      await http.close()
      await pool.stop()
      this.#rest()
    }
  }

  /** Parse threads do not keep a process alive; whoever waits for them must. */
  #stayAwake(): void {
    this.#rest = this.#options.env.clock.timer(AWAKE_MS, () => this.#stayAwake())
  }

  /** The page as the store has it, visited if that is still to be done; failures that pass are waited for. */
  async #visited(url: string): Promise<PageRow | null> {
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
      await this.#visit(page)
    }
  }

  /** Asks for a visit of the page, and waits until it is recorded. Whoever asks for a page that is asked for waits for the same. */
  #visit(page: PageRow): Promise<void> {
    const known = this.#waiting.get(page.id)
    if (known) return known.done
    const awaited = promised(page)
    this.#waiting.set(page.id, awaited)
    this.#asked.ask(page)
    const host = { shard: page.shard, id: page.host, server: this.#servers.get(page.host) ?? null }
    this.#parts.frontier.committed({ added: 0, waiting: 1, hosts: [host] })
    void this.#serve()
    return awaited.done
  }

  /** Starts visits as turns come, while somebody waits for one that has not begun. */
  async #serve(): Promise<void> {
    if (this.#isServing) return
    this.#isServing = true
    try {
      while (this.#waiting.size > this.#running.size) {
        const slot = await this.#parts.frontier.take()
        if (slot) void this.#run(slot)
        else this.#giveUp()
      }
    } catch (error) {
      this.#fail(error)
      this.#giveUp()
    } finally {
      this.#isServing = false
    }
  }

  async #run(slot: Slot): Promise<void> {
    const { frontier, visit } = this.#parts
    const { page } = slot
    const awaited = this.#waiting.get(page.id)
    this.#servers.set(page.host, slot.server.lease)
    this.#running.add(page.id)
    try {
      const visited = await visit(slot)
      if (visited.kind === 'putBack') throw this.#unreachable(page)
      await this.#record(slot, visited)
      this.#settle(page)
      awaited?.resolve()
    } catch (error) {
      this.#settle(page)
      awaited?.reject(this.#failure ?? error)
    } finally {
      frontier.finish(slot)
    }
  }

  #settle(page: PageRef): void {
    this.#asked.answered(page)
    this.#waiting.delete(page.id)
    this.#running.delete(page.id)
  }

  /** Nobody is left who could be asked: those who wait hear why. */
  #giveUp(): void {
    for (const awaited of [...this.#waiting.values()]) {
      if (this.#running.has(awaited.page.id)) continue
      this.#settle(awaited.page)
      const { signal } = this.#options
      awaited.reject(this.#failure ?? (signal?.aborted ? new Interrupted() : this.#unreachable(awaited.page)))
    }
  }

  /** Resolves when the visit is durable. Alone, it is written at once; beside others, with them. */
  async #record(slot: Slot, { visit, outcome, record }: Finished): Promise<void> {
    const { recorder } = this.#parts
    const commit = { ...visit.commit, links: null }
    const report = { url: visit.url, depth: slot.page.depth, outcome, commit, record }
    const recorded = new Promise<void>((resolve, reject) => {
      recorder.add({
        ...visit,
        onCommitted: () => {
          this.progress.visited(report)
          resolve()
        },
        onRefused: () => reject(this.#unreachable(slot.page)),
      })
    })
    if (this.#running.size <= 1) await recorder.drain()
    await Promise.race([recorded, this.#failed])
  }

  async #read(page: PageRow): Promise<SourcePage | null> {
    const { store, archiveFolder } = this.#collection
    if (page.revision === 0 || page.status === 'gone' || page.status === 'excluded') return null
    const revision = (await store.revisions(page)).at(-1)
    if (!revision?.place || !HTML.has(revision.type ?? '')) return null
    const html = await revisionText(archiveFolder, revision)
    return {
      url: page.url,
      html,
      ...(revision.charset !== null && { charset: revision.charset }),
      status: 200,
    }
  }

  #unreachable({ url }: { readonly url: string }): Failure {
    const host = new URL(url).host
    return new Failure('broken', `${host} rests or cannot be reached: run the same command again later`)
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.#breakOff(error)
    this.#aborter.abort()
    this.#parts.frontier.interrupt()
  }
}

/** Somebody who waits for a visit. */
interface Awaited {
  readonly page: PageRow
  readonly done: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

function promised(page: PageRow): Awaited {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { page, done: promise, resolve, reject }
}

/** The store tells the target of a redirect in its reason only. */
function movedTo({ status, reason }: PageRow): string | null {
  return status === 'completed' ? (/^moved to (\S+)$/.exec(reason ?? '')?.[1] ?? null) : null
}
