import type { ConfigInput } from '../config/index.ts'
import { type Holdings, openHoldings } from '../crawl/holdings.ts'
import type { RunResult } from '../crawl/index.ts'
import { type Env, Failure, realEnv } from '../env/index.ts'
import type { ModelVersion } from '../site/index.ts'
import { addressOf } from './address.ts'
import type { IndexOptions, IndexSummary } from './build-index.ts'
import { type ChangesQuery, changesOf, type PageChange } from './changes.ts'
import type { CollectionCounts, OpenOptions, RecordsOptions } from './collection-options.ts'
import { type Sample, type SampleOptions, samplesOf } from './collection-samples.ts'
import type { DoctorOptions } from './doctor/examine.ts'
import type { DoctorFinding } from './doctor/finding.ts'
import type { DuplicateGroup, DuplicatesQuery, FindDuplicatesOptions } from './duplicates.ts'
import { type CollectionEvent, type EventOptions, eventsOf } from './events.ts'
import type { ExportFormat, ExportSummary } from './export/index.ts'
import type { Target } from './export/target.ts'
import type { ModelOptions } from './infer-model.ts'
import type { LinkFinding, LinkHealthQuery } from './link-health.ts'
import {
  type ErrorGroup,
  errorGroups,
  type Host,
  hostOf,
  type PageClassCount,
  type PageRecord,
  type PagesQuery,
  recordsFrom,
  storeQuery,
} from './listing.ts'
import type { SiteWithModel } from './model-shelf.ts'
import { Page } from './page.ts'
import type { FindOptions, FindSummary, PagePattern, PatternsQuery } from './patterns.ts'
import type { PlanReport } from './plan.ts'
import type { PlanOptions } from './plan-options.ts'
import type { ExtractOptions } from './records/read.ts'
import type { WrittenRecords } from './records/write.ts'
import { rememberConfig, rememberedConfig } from './remembered.ts'
import type { CrawlOptions, RecrawlOptions, WatchOptions } from './run.ts'
import type { SearchHit, SearchOptions } from './search-pages.ts'
import { Visible } from './visible.ts'

/** The store and the archive behind a collection: for the commands, which show more of a run than programs get to see. */
export let holdingsOf: (collection: Collection) => Holdings

/**
 * Seeds, scope, settings and everything learned and stored under one name. Pages are shown as readers may see them
 * (`refresh.publish`); hosts, counts, events, samples and plans describe the crawler's own work and are always current.
 */
export class Collection implements AsyncDisposable {
  /** A folder, or a postgres:// address without user and password. */
  readonly name: string
  readonly mode: 'read' | 'write'
  readonly #holdings: Holdings
  readonly #env: Partial<Env>

  private constructor(holdings: Holdings, mode: 'read' | 'write', env: Partial<Env>) {
    this.name = holdings.name
    this.mode = mode
    this.#holdings = holdings
    this.#env = env
  }

  /** A folder or a `postgres://` address. */
  static async open(where: string, options: OpenOptions = {}): Promise<Collection> {
    const { mode = 'read', archiveFolder = null, env = {} } = options
    return new Collection(await openHoldings(where, { mode, archiveFolder }), mode, env)
  }

  close(): Promise<void> {
    return this.#holdings.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Crawls until there is nothing left to do; call it again with the same config to resume. */
  async crawl(config: ConfigInput, options: CrawlOptions = {}): Promise<RunResult> {
    const holdings = this.#writable('crawl')
    const { resolvedConfig, run } = await import('./run.ts')
    const settled = resolvedConfig(config)
    await rememberConfig(holdings, settled)
    const work = { discover: true, refresh: options.refresh ?? false }
    return run(holdings, settled, this.#with(options), { work })
  }

  /** Crawls, then keeps refreshing within the budget until the signal is aborted. */
  async watch(config: ConfigInput | undefined, options: WatchOptions): Promise<RunResult> {
    const holdings = this.#writable('watch')
    const { configOf, extrasForWatch, run } = await import('./run.ts')
    const settled = await configOf(holdings, config)
    await rememberConfig(holdings, settled)
    return run(holdings, settled, this.#with(options), extrasForWatch(options))
  }

  /** One pass over what is due now, or over everything; uses the last config if none is given. */
  async recrawl(config?: ConfigInput, options: RecrawlOptions = {}): Promise<RunResult> {
    const holdings = this.#writable('recrawl')
    const { configOf, envFor, extrasForRecrawl, run } = await import('./run.ts')
    const settled = await configOf(holdings, config)
    if (config) await rememberConfig(holdings, settled)
    const env = envFor(settled, { ...this.#env, ...options.env })
    const extras = await extrasForRecrawl(holdings, options.which ?? 'due', env)
    return run(holdings, settled, this.#with(options), extras)
  }

  /** The page classes of a site and the links between them; missing pages are fetched. */
  async model(url: string, options: ModelOptions = {}): Promise<ModelVersion> {
    const { modelOfSite } = await import('./infer-model.ts')
    return modelOfSite(this.#writable('model'), url, this.#with(options))
  }

  /** The sites that have a model, with the numbers of its versions. */
  async models(): Promise<readonly SiteWithModel[]> {
    const { modelledSites } = await import('./model-shelf.ts')
    return modelledSites(this.#holdings.store)
  }

  /** A model that was made before, by default the newest; null if there is no such version. */
  async storedModel(site: string, version?: number): Promise<ModelVersion | null> {
    const { storedModel } = await import('./model-shelf.ts')
    return storedModel(this.#holdings.store, site, version)
  }

  /** Pages, in the order they were discovered. */
  async *pages(query: PagesQuery = {}): AsyncGenerator<Page, void, undefined> {
    const wanted = storeQuery(query)
    const visible = await this.#visible()
    for await (const row of visible.pages(wanted)) yield new Page(row, visible, this.#surroundings())
  }

  /** Null if the page is not known. */
  async page(url: string): Promise<Page | null> {
    const visible = await this.#visible()
    const row = await visible.find(addressOf(url))
    return row && new Page(row, visible, this.#surroundings())
  }

  async *hosts(): AsyncGenerator<Host, void, undefined> {
    for await (const row of this.#holdings.store.hosts()) yield hostOf(row)
  }

  /** The page classes of the collection, by name. */
  async classes(): Promise<readonly PageClassCount[]> {
    const counts = await (await this.#visible()).classes()
    return counts.map(({ pageClass, known, stored }) => ({ class: pageClass, known, stored }))
  }

  /** The records extracted when pages were fetched, of one class or of all. */
  async *records(pageClass?: string): AsyncGenerator<PageRecord, void, undefined> {
    const { storedRecords } = await import('./records/read.ts')
    yield* recordsFrom(storedRecords(await this.#visible(), pageClass)())
  }

  /** The records that a model extracts from the archived pages now, without fetching. */
  async *extract(options: ExtractOptions = {}): AsyncGenerator<PageRecord, void, undefined> {
    const { archivedRecords } = await import('./records/read.ts')
    const source = await archivedRecords(await this.#visible(), options, this.#env)
    yield* recordsFrom(source())
  }

  /** Addresses, numbers and other values that were looked for on pages (`extract.patterns`), by kind and value. */
  async *patterns(query: PatternsQuery = {}): AsyncGenerator<PagePattern, void, undefined> {
    const { patternsOf } = await import('./patterns.ts')
    yield* patternsOf(await this.#visible(), query)
  }

  /** Looks for patterns in what is archived, without fetching. */
  async findPatterns(options: FindOptions = {}): Promise<FindSummary> {
    const { findAgain } = await import('./patterns.ts')
    return findAgain(this.#writable('look for patterns'), options)
  }

  /** Why pages failed, the most frequent reason first. */
  async errors(): Promise<readonly ErrorGroup[]> {
    return errorGroups(await this.#visible())
  }

  /** What the engine reported, oldest first; `follow` keeps waiting for more. */
  events(options: EventOptions = {}): AsyncGenerator<CollectionEvent, void, undefined> {
    return eventsOf(this.#holdings, this.#surroundings().clock, options)
  }

  /** Pages that were found to have changed. */
  async *changes(query: ChangesQuery = {}): AsyncGenerator<PageChange, void, undefined> {
    yield* changesOf(await this.#visible(), query)
  }

  /** Pages that say what is asked, the best first; docs/search.md tells how to ask. */
  async *search(query: string, options: SearchOptions = {}): AsyncGenerator<SearchHit, void, undefined> {
    const { searchPages } = await import('./search-pages.ts')
    yield* searchPages(await this.#visible(), query, this.#surroundings().clock.now(), options)
  }

  /** Builds or completes the index for `search` from the archive, without fetching. */
  async index(options: IndexOptions = {}): Promise<IndexSummary> {
    const { buildIndex } = await import('./build-index.ts')
    return buildIndex(this.#writable('index'), options)
  }

  /** Links that lead nowhere, elsewhere or slowly, with the pages that hold them. */
  async *linkHealth(query: LinkHealthQuery = {}): AsyncGenerator<LinkFinding, void, undefined> {
    const { linkHealth } = await import('./link-health.ts')
    yield* linkHealth(await this.#visible(), query, this.#surroundings())
  }

  /** How it went: a row a quarter of an hour while it was watched, one at the end of each run, fewer with age. */
  samples(options: SampleOptions = {}): Promise<readonly Sample[]> {
    return samplesOf(this.#holdings, options)
  }

  /** Groups of pages that say the same, or whose answers are the same bytes. */
  async *duplicates(query: DuplicatesQuery = {}): AsyncGenerator<DuplicateGroup, void, undefined> {
    const { duplicateGroups } = await import('./duplicates.ts')
    yield* duplicateGroups(await this.#visible(), query)
  }

  /** Compares stored pages with each other that were crawled without `duplicates.find`; returns how many were read. */
  async findDuplicates(options: FindDuplicatesOptions = {}): Promise<number> {
    const { findDuplicates } = await import('./duplicates.ts')
    return findDuplicates(this.#writable('find duplicates'), options)
  }

  /** The config it was last crawled with, without credentials; null if it has never been crawled. */
  config(): Promise<ConfigInput | null> {
    return rememberedConfig(this.#holdings)
  }

  /** Checks a config and remembers it for the next run. */
  async configure(config: ConfigInput): Promise<void> {
    const { resolvedConfig } = await import('./run.ts')
    await rememberConfig(this.#writable('configure'), resolvedConfig(config))
  }

  /** Whether some process is crawling or changing it now. */
  isBusy(): Promise<boolean> {
    return this.#holdings.store.isWorkedOn()
  }

  async counts(): Promise<CollectionCounts> {
    return this.#holdings.store.counts()
  }

  /** How fresh the collection is, what other budgets would buy, and what a goal costs. Nothing is fetched. */
  async plan(options: PlanOptions = {}): Promise<PlanReport> {
    const { planFor } = await import('./plan-options.ts')
    return planFor(this.#holdings, options, this.#env)
  }

  /** Exports to a folder (`warc`), a file (the others), or any byte sink (`csv` and `jsonl`). */
  async export(format: ExportFormat, target: string | Target): Promise<ExportSummary> {
    const { exportTo } = await import('./export/index.ts')
    return exportTo(await this.#visible(), format, target)
  }

  /** Writes a file for each page class, an index, and the pictures named in records, to a folder. */
  async exportRecords(
    folder: string,
    { format = 'csv', anew }: RecordsOptions = {},
  ): Promise<WrittenRecords> {
    const { archivedPages, storedPages } = await import('./records/read.ts')
    const { recordsIntoFolder } = await import('./records/write.ts')
    const visible = await this.#visible()
    const pages = anew ? await archivedPages(visible, anew, this.#env) : storedPages(visible)
    return recordsIntoFolder(visible, pages, format, folder)
  }

  /** Checks that the collection is intact and its archive can be read. */
  async *doctor(options: DoctorOptions = {}): AsyncGenerator<DoctorFinding, void, undefined> {
    const { examineHoldings } = await import('./doctor/examine.ts')
    const holdings = options.repair ? this.#writable('repair') : this.#holdings
    yield* examineHoldings(holdings, options, this.#surroundings())
  }

  #visible(): Promise<Visible> {
    return Visible.of(this.#holdings)
  }

  #surroundings(): Env {
    return { ...realEnv, ...this.#env }
  }

  #with<T extends { readonly env?: Partial<Env> }>(options: T): T {
    return { ...options, env: { ...this.#env, ...options.env } }
  }

  #writable(what: string): Holdings {
    if (this.mode === 'write') return this.#holdings
    throw new Failure('usage', `${this.name} is open for reading: open it with { mode: 'write' } to ${what}`)
  }

  static {
    holdingsOf = collection => collection.#holdings
  }
}
