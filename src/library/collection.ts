import type { ConfigInput } from '../config/index.ts'
import { type Holdings, openHoldings } from '../crawl/holdings.ts'
import type { RunResult } from '../crawl/index.ts'
import { type Env, Failure } from '../env/index.ts'
import type { ModelVersion, WrapperField } from '../site/index.ts'
import type * as Access from './accessibility.ts'
import type { IndexOptions, IndexSummary } from './build-index.ts'
import type { OpenOptions } from './collection-options.ts'
import { CollectionReader } from './collection-reader.ts'
import type { CopySummary, CopyToOptions } from './copy-collection.ts'
import type { DoctorOptions } from './doctor/examine.ts'
import type { DoctorFinding } from './doctor/finding.ts'
import type { FindDuplicatesOptions } from './duplicates.ts'
import type { SavedModel } from './edit-model.ts'
import type { EmptySummary } from './empty-collection.ts'
import type { ForgetOptions, ForgetSummary } from './forget.ts'
import type { ImportOptions, ImportSummary } from './import-files.ts'
import type { ModelOptions } from './infer-model.ts'
import type { FindOptions, FindSummary } from './patterns.ts'
import { rememberConfig } from './remembered.ts'
import type { Revisited, RevisitOptions } from './revisit.ts'
import type { RobotsQuery, UrlPermission } from './robots-text.ts'
import type { CrawlOptions, CrawlResult, RecrawlOptions, WatchOptions } from './run.ts'
import { envFor } from './run-env.ts'

/**
 * Seeds, scope, settings, and everything learned and stored under one name. Pages are shown as readers may see them
 * (`refresh.publish`); hosts, counts, events, samples and plans describe the crawler's work and are always current.
 */
export class Collection extends CollectionReader {
  readonly mode: 'read' | 'write'
  /** Name of the method that is running, if any. */
  #underWay: string | null = null

  private constructor(holdings: Holdings, mode: 'read' | 'write', env: Partial<Env>) {
    super(holdings, env)
    this.mode = mode
  }

  /** Opens the collection in a folder or at a `postgres://` address. */
  static async open(where: string, options: OpenOptions = {}): Promise<Collection> {
    const { mode = 'read', archiveFolder = null, env = {} } = options
    return new Collection(await openHoldings(where, { mode, archiveFolder }), mode, env)
  }

  /** Deletes everything fetched and learned but keeps the config. No other process may have the collection open for writing. */
  static async empty(where: string, options: Pick<OpenOptions, 'archiveFolder'> = {}): Promise<EmptySummary> {
    const { emptyCollection } = await import('./empty-collection.ts')
    return emptyCollection(where, options.archiveFolder ?? null)
  }

  /** Requests that a page be visited next, by the process that is crawling the collection now or by the next run. */
  static async askFor(where: string, url: string, options: Pick<OpenOptions, 'env'> = {}): Promise<void> {
    const { askForPage } = await import('./revisit.ts')
    await askForPage(where, url, options.env ?? {})
  }

  /** Crawls until there is nothing left to do. Call it again with the same config to resume. */
  async crawl(config: ConfigInput, options: CrawlOptions = {}): Promise<CrawlResult> {
    return this.#alone('crawl', async holdings => {
      const { crawlOnce, resolvedConfig } = await import('./run.ts')
      const settled = resolvedConfig(config)
      await rememberConfig(holdings, settled)
      return crawlOnce(holdings, settled, this.#with(options))
    })
  }

  /** Crawls, then keeps refreshing within the budget until the signal is aborted. */
  async watch(config: ConfigInput | undefined, options: WatchOptions): Promise<RunResult> {
    return this.#alone('watch', async holdings => {
      const { configOf, extrasForWatch, run } = await import('./run.ts')
      const settled = await configOf(holdings, config)
      await rememberConfig(holdings, settled)
      return run(holdings, settled, this.#with(options), extrasForWatch(options))
    })
  }

  /** Makes one pass over the pages that are due now, or over all pages. Uses the config of the last crawl if none is given. */
  async recrawl(config?: ConfigInput, options: RecrawlOptions = {}): Promise<RunResult> {
    return this.#alone('recrawl', async holdings => {
      const { configOf, extrasForRecrawl, run } = await import('./run.ts')
      const settled = await configOf(holdings, config)
      if (config) await rememberConfig(holdings, settled)
      const env = envFor(settled, { ...this.env, ...options.env })
      const extras = await extrasForRecrawl(holdings, options.which ?? 'due', env)
      return run(holdings, settled, this.#with(options), extras)
    })
  }

  /** Visits single pages now, whether or not they are due. */
  async revisit(urls: readonly string[], options: RevisitOptions = {}): Promise<readonly Revisited[]> {
    const { revisitPages } = await import('./revisit.ts')
    return this.#alone('revisit', holdings => revisitPages(holdings, urls, this.#with(options)))
  }

  /**
   * Takes over what other crawls recorded in WARC or WACZ files. Every answer in them becomes a visit at the time it was made. What is there
   * already is passed over, so the same call goes on after an interruption.
   */
  async import(files: readonly string[], options: ImportOptions = {}): Promise<ImportSummary> {
    const { importFiles } = await import('./import-files.ts')
    return this.#alone('import', holdings => importFiles(holdings, files, this.#with(options)))
  }

  /** Infers the page classes of a site and the links between them, fetching pages as needed. */
  async model(url: string, options: ModelOptions = {}): Promise<ModelVersion> {
    const { modelOfSite } = await import('./infer-model.ts')
    return this.#alone('model', holdings => modelOfSite(holdings, url, this.#with(options)))
  }

  /** Saves the fields of a class as a new version of the model of its site. */
  async saveFields(site: string, pageClass: string, fields: readonly WrapperField[]): Promise<SavedModel> {
    const { saveFields } = await import('./edit-model.ts')
    return saveFields(this.#writable('edit a model'), this.surroundings(), { site, pageClass, fields })
  }

  /** Saves an edited specification as a new version of the model of a site. */
  async saveSpecification(site: string, text: string): Promise<SavedModel> {
    const { saveSpecification } = await import('./edit-model.ts')
    return saveSpecification(this.#writable('edit a model'), this.surroundings(), site, text)
  }

  /** Applies the newest model of a site to its stored pages again, without fetching; returns the number of pages read. */
  async rereadSite(site: string, options: { readonly signal?: AbortSignal } = {}): Promise<number> {
    const { rereadByModel } = await import('./edit-model.ts')
    return rereadByModel(this.#writable('read pages again'), site, options.signal)
  }

  /** Looks for patterns (`extract.patterns`) in archived pages, without fetching. */
  async findPatterns(options: FindOptions = {}): Promise<FindSummary> {
    const { findAgain } = await import('./patterns.ts')
    return findAgain(this.#writable('look for patterns'), options)
  }

  /** Checks archived pages for accessibility, without fetching. */
  async checkAccessibility(options: Access.CheckOptions = {}): Promise<Access.CheckSummary> {
    const { checkAgain } = await import('./accessibility.ts')
    return checkAgain(this.#writable('check accessibility'), options)
  }

  /** Builds or completes the index for `search` from the archive, without fetching. */
  async index(options: IndexOptions = {}): Promise<IndexSummary> {
    const { buildIndex } = await import('./build-index.ts')
    return buildIndex(this.#writable('index'), options)
  }

  /** Compares stored pages that were crawled without `duplicates.find`; returns the number of pages read. */
  async findDuplicates(options: FindDuplicatesOptions = {}): Promise<number> {
    const { findDuplicates } = await import('./duplicates.ts')
    return findDuplicates(this.#writable('find duplicates'), options)
  }

  /**
   * Erases pages with all their revisions, from the archive, too. Their addresses are kept, so that they are not visited again. What was
   * exported or copied before is not touched.
   */
  async forget(urls: readonly string[], options: ForgetOptions = {}): Promise<ForgetSummary> {
    const { forgetPages } = await import('./forget.ts')
    return this.#alone('forget', holdings => forgetPages(holdings, urls, this.surroundings(), options))
  }

  /** Copies a collection in a folder to a `postgres://` address, with everything that was learned; its archive stays where it is. */
  async copyTo(to: string, options: CopyToOptions = {}): Promise<CopySummary> {
    const { copyCollection } = await import('./copy-collection.ts')
    return this.#alone('copy', holdings => copyCollection(holdings, to, this.surroundings(), options))
  }

  /** Validates a config and stores it for the next run. */
  async configure(config: ConfigInput): Promise<void> {
    const { resolvedConfig } = await import('./run.ts')
    await rememberConfig(this.#writable('configure'), resolvedConfig(config))
  }

  /** Fetches the robots.txt of each site and reports whether it allows these addresses. */
  async robots(urls: readonly string[], query: RobotsQuery = {}): Promise<readonly UrlPermission[]> {
    const { configForReading } = await import('./reading-config.ts')
    const { urlPermissions } = await import('./robots-text.ts')
    const config = configForReading(await this.config())
    return urlPermissions(urls, query, config.settings.request, envFor(config, this.env))
  }

  /** Checks that the collection is intact and its archive can be read. */
  async *doctor(options: DoctorOptions = {}): AsyncGenerator<DoctorFinding, void, undefined> {
    const { examineHoldings } = await import('./doctor/examine.ts')
    const holdings = options.repair ? this.#writable('repair') : this.holdings
    yield* examineHoldings(holdings, options, this.surroundings())
  }

  #with<T extends { readonly env?: Partial<Env> }>(options: T): T {
    return { ...options, env: { ...this.env, ...options.env } }
  }

  /** Allows one run at a time: each starts by cleaning up after the previous one, as if no other run were active. */
  async #alone<T>(what: string, work: (holdings: Holdings) => Promise<T>): Promise<T> {
    const holdings = this.#writable(what)
    if (this.#underWay !== null)
      throw new Failure('usage', `cannot ${what} ${this.name} yet: ${this.#underWay}() has not ended`)
    this.#underWay = what
    try {
      return await work(holdings)
    } finally {
      this.#underWay = null
    }
  }

  #writable(what: string): Holdings {
    if (this.mode === 'write') return this.holdings
    throw new Failure('usage', `${this.name} is open for reading: open it with { mode: 'write' } to ${what}`)
  }
}
