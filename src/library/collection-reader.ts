/** The read-only methods of a collection. */
import type { ConfigInput } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { type Env, realEnv } from '../env/index.ts'
import type { ModelVersion, WrapperField } from '../site/index.ts'
import type * as Access from './accessibility.ts'
import { originNamed, pageAt } from './address.ts'
import type { BatchesQuery, ChangeBatches } from './change-batches.ts'
import { type ChangesQuery, changesOf, type PageChange } from './changes.ts'
import type { CollectionCounts, RecordsOptions } from './collection-options.ts'
import { type Sample, type SampleOptions, samplesOf } from './collection-samples.ts'
import { placeOfCursor } from './cursor.ts'
import type { DuplicateGroup, DuplicatesQuery } from './duplicates.ts'
import { type CollectionEvent, type EventOptions, eventsOf } from './events.ts'
import type { ExportContents, ExportFormat, ExportSummary } from './export/index.ts'
import type { Target } from './export/target.ts'
import type { LinkFinding, LinkHealthQuery } from './link-health.ts'
import type { Host, HostsQuery, PageClassCount, PageRecord, PagesQuery, Server } from './listing.ts'
import * as listing from './listing.ts'
import type { SiteWithModel } from './model-shelf.ts'
import { Page } from './page.ts'
import type { PagePattern, PatternsQuery, PatternValue } from './patterns.ts'
import type { FieldChoices, TriedFields } from './pick-fields.ts'
import type { PlanReport } from './plan.ts'
import type { PlanOptions } from './plan-options.ts'
import type { ExtractOptions } from './records/read.ts'
import type { WrittenRecords } from './records/write.ts'
import { rememberedConfig } from './remembered.ts'
import type { SearchHit, SearchOptions } from './search-pages.ts'
import type * as Forms from './site-forms.ts'
import { type PageList, pageList, sortedPages } from './sorted-pages.ts'
import type { SpamFinding, SpamPart, SpamPartQuery, SpamQuery } from './spam-pages.ts'
import { type TopicYield, topicYields } from './topic-yields.ts'
import { type TypeShare, typeCounts } from './type-counts.ts'
import { Visible } from './visible.ts'

/** Returns the store and archive behind a collection, for the commands, which show more of a run than the public API does. */
export let holdingsOf: (collection: CollectionReader) => Holdings

/** The read-only methods of `Collection`, available whether it is open for reading or for writing. */
export class CollectionReader implements AsyncDisposable {
  /** The folder, or the postgres:// address without user name and password. */
  readonly name: string
  /** @internal */
  protected readonly holdings: Holdings
  /** @internal */
  protected readonly env: Partial<Env>

  /** @internal */
  constructor(holdings: Holdings, env: Partial<Env>) {
    this.name = holdings.name
    this.holdings = holdings
    this.env = env
  }

  close(): Promise<void> {
    return this.holdings.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Lists the sites that have a model, with its version numbers. */
  async models(): Promise<readonly SiteWithModel[]> {
    return (await import('./model-shelf.ts')).modeledSites(this.holdings.store)
  }

  /** Returns a stored version of a site's model, by default the newest; null if there is no such version. */
  async storedModel(site: string, version?: number): Promise<ModelVersion | null> {
    return (await import('./model-shelf.ts')).storedModel(this.holdings.store, site, version)
  }

  /** Returns a model as the table that people edit (docs/site-model.md); null if there is no such version. */
  async specification(site: string, version?: number): Promise<string | null> {
    return (await import('./edit-model.ts')).specificationText(await this.storedModel(site, version))
  }

  /** Returns the text of a stored page as plain HTML in which every piece of data is numbered, for picking fields. */
  async pickablePage(url: string): Promise<string> {
    return (await import('./pick-fields.ts')).pickable(await this.visible(), url)
  }

  /** Returns the fields of a page's class and, if `unit` is the number of a piece of data, the fields it could become. */
  async pickField(url: string, unit?: number): Promise<FieldChoices> {
    const { fieldChoices } = await import('./pick-fields.ts')
    return fieldChoices(await this.visible(), url, unit)
  }

  /** Shows what the given fields would extract from a page and from up to ten others of its class. */
  async tryFields(url: string, fields: readonly WrapperField[]): Promise<TriedFields> {
    const { triedFields } = await import('./pick-fields.ts')
    return triedFields(await this.visible(), url, fields)
  }

  /** Lists pages, in the order they were discovered unless `query` says otherwise. */
  async *pages(query: PagesQuery = {}): AsyncGenerator<Page, void, undefined> {
    const visible = await this.visible()
    if (!listing.isPlain(query)) return yield* sortedPages(visible, query, this.surroundings())
    const wanted = listing.storeQuery(query)
    for await (const row of visible.pages(wanted)) yield new Page(row, visible, this.surroundings())
  }

  /** Like `pages`, but returns one part at a time. A part never takes long, however large the collection and however rare the matches. */
  async listPages(query: PagesQuery = {}): Promise<PageList> {
    return pageList(await this.visible(), query, this.surroundings())
  }

  /** Returns one page; null if it is not known. */
  async page(url: string): Promise<Page | null> {
    const visible = await this.visible()
    const row = await pageAt(url, each => visible.find(each))
    return row && new Page(row, visible, this.surroundings())
  }

  /** Lists hosts, in the order they were discovered. */
  async *hosts(query: HostsQuery = {}): AsyncGenerator<Host, void, undefined> {
    yield* listing.hostsOf(this.holdings.store, query)
  }

  /** Lists the servers that the hosts live on. */
  async *servers(): AsyncGenerator<Server, void, undefined> {
    for await (const row of this.holdings.store.servers()) yield listing.serverOf(row)
  }

  /** Returns the host of an address, or the host with this name; null if it is not known. */
  async host(url: string): Promise<Host | null> {
    const origin = originNamed(url)
    for await (const host of this.hosts()) if (host.host === origin) return host
    return null
  }

  /** Lists the page classes of the collection, sorted by name. */
  async classes(): Promise<readonly PageClassCount[]> {
    const counts = await (await this.visible()).classes()
    return counts.map(({ pageClass, known, stored }) => ({ class: pageClass, known, stored }))
  }

  /** Counts stored pages and bytes by media type; the type with the most pages comes first. */
  async types(): Promise<readonly TypeShare[]> {
    return typeCounts(this.holdings.store)
  }

  /** Lists the topics of focused crawls, with the number of pages about each and how many of them are relevant. */
  async topics(): Promise<readonly TopicYield[]> {
    return topicYields(this.holdings.store)
  }

  /** Lists the records extracted when pages were fetched, of one class or of all, starting after `cursor` if it is given. */
  async *records(pageClass?: string, cursor?: string): AsyncGenerator<PageRecord, void, undefined> {
    const { storedRecords } = await import('./records/read.ts')
    const after = cursor === undefined ? null : placeOfCursor(cursor)
    yield* listing.recordsFrom(storedRecords(await this.visible(), pageClass, after)())
  }

  /** Extracts records from the archived pages again, without fetching anything. */
  async *extract(options: ExtractOptions = {}): AsyncGenerator<PageRecord, void, undefined> {
    const { archivedRecords } = await import('./records/read.ts')
    const source = await archivedRecords(await this.visible(), options, this.env)
    yield* listing.recordsFrom(source())
  }

  /** Lists email addresses, phone numbers and other values found on pages (`extract.patterns`), sorted by kind and value. */
  async *patterns(query: PatternsQuery = {}): AsyncGenerator<PagePattern, void, undefined> {
    yield* (await import('./patterns.ts')).patternsOf(await this.visible(), query)
  }

  /** Lists each value once, with the number of its pages, in the same order. */
  async *patternValues(query: PatternsQuery = {}): AsyncGenerator<PatternValue, void, undefined> {
    yield* (await import('./patterns.ts')).patternValuesOf(await this.visible(), query)
  }

  /** Ranks hosts or page classes by the accessibility of their pages (`analyse.accessibility`), best first. */
  async accessibility(query: Access.AccessibilityRankingQuery = {}): Promise<Access.AccessibilityRank[]> {
    return (await import('./accessibility.ts')).accessibilityRanks(await this.visible(), query)
  }

  /** Lists pages with the results of their accessibility checks, worst first. */
  async *accessiblePages(query: Access.AccessiblePagesQuery = {}): AsyncGenerator<Access.PageAccessibility> {
    const { accessiblePages } = await import('./accessibility.ts')
    yield* accessiblePages(await this.visible(), query)
  }

  /** Groups failed pages by reason, the most frequent first. */
  async errors(): Promise<readonly listing.ErrorGroup[]> {
    return listing.errorGroups(await this.visible())
  }

  /** Lists the events reported by the crawler, oldest first; with `follow`, keeps waiting for more. */
  events(options: EventOptions = {}): AsyncGenerator<CollectionEvent, void, undefined> {
    return eventsOf(this.holdings, this.surroundings().clock, options)
  }

  /** Lists changes found on pages, oldest first unless `query` says otherwise. */
  async *changes(query: ChangesQuery = {}): AsyncGenerator<PageChange, void, undefined> {
    yield* changesOf(await this.visible(), query)
  }

  /** Searches the text of pages, best match first; docs/search.md describes the query language. */
  async *search(query: string, options: SearchOptions = {}): AsyncGenerator<SearchHit, void, undefined> {
    const { searchPages } = await import('./search-pages.ts')
    yield* searchPages(await this.visible(), query, this.surroundings().clock.now(), options)
  }

  /** Lists dead, redirected and slow links, with the pages that hold them. */
  async *linkHealth(query: LinkHealthQuery = {}): AsyncGenerator<LinkFinding, void, undefined> {
    const { linkHealth } = await import('./link-health.ts')
    yield* linkHealth(await this.visible(), query, this.surroundings())
  }

  /** Lists pages that look as if they were written for search engines, with the reasons. */
  async *spam(query: SpamQuery = {}): AsyncGenerator<SpamFinding, void, undefined> {
    const { spamPages } = await import('./spam-pages.ts')
    yield* spamPages(await this.visible(), query, this.surroundings())
  }

  /** Like `spam`, but examines a limited number of pages per call. */
  async spamPart(query: SpamPartQuery): Promise<SpamPart> {
    const { spamPart } = await import('./spam-pages.ts')
    return spamPart(await this.visible(), query, this.surroundings())
  }

  /** Finds the times at which many pages of a host changed at once. */
  async changeBatches(query: BatchesQuery = {}): Promise<ChangeBatches> {
    const { changeBatches } = await import('./change-batches.ts')
    return changeBatches(await this.visible(), query, this.surroundings().clock.now())
  }

  /** Returns samples of freshness and spending over time: one every 15 minutes while watching and one at the end of each run, thinned with age. */
  samples(options: SampleOptions = {}): Promise<readonly Sample[]> {
    return samplesOf(this.holdings, options)
  }

  /** Lists groups of pages with the same content, or with identical bytes. */
  async *duplicates(query: DuplicatesQuery = {}): AsyncGenerator<DuplicateGroup, void, undefined> {
    yield* (await import('./duplicates.ts')).duplicateGroups(await this.visible(), query)
  }

  /** Lists the forms of hosts: which ones are queried, what that found, and how much is still hidden behind them (`forms.search`). */
  async *forms(query: Forms.FormsQuery = {}): AsyncGenerator<Forms.HostForms, void, undefined> {
    yield* (await import('./site-forms.ts')).hostForms(this.holdings.store, query)
  }

  /** Returns the config of the last crawl, without credentials; null if the collection has never been crawled. */
  config(): Promise<ConfigInput | null> {
    return rememberedConfig(this.holdings)
  }

  /** Whether a process is crawling or changing the collection now. */
  isBusy(): Promise<boolean> {
    return this.holdings.store.isWorkedOn()
  }

  /** Counts pages by status, visits, revisions, hosts and bytes. */
  async counts(): Promise<CollectionCounts> {
    return this.holdings.store.counts()
  }

  /** Estimates how fresh the collection is, what other budgets would buy, and what a goal costs. Fetches nothing. */
  async plan(options: PlanOptions = {}): Promise<PlanReport> {
    const { planFor } = await import('./plan-options.ts')
    return planFor(this.holdings, options, this.env)
  }

  /** Exports to a folder (`warc`, `markdown`), a file (all other formats), or any byte sink (`csv`, `jsonl`, `graphml` and `cypher`). */
  async export(
    format: ExportFormat,
    target: string | Target,
    contents: ExportContents = {},
  ): Promise<ExportSummary> {
    const { exportTo } = await import('./export/index.ts')
    return exportTo(await this.visible(), format, target, { ...contents, clock: this.surroundings().clock })
  }

  /** Writes the records to a folder: one file per page class, an index, and the images named in records. */
  async exportRecords(
    folder: string,
    { format = 'csv', anew }: RecordsOptions = {},
  ): Promise<WrittenRecords> {
    const { readPages } = await import('./records/read.ts')
    const { recordsIntoFolder } = await import('./records/write.ts')
    const visible = await this.visible()
    const { pages, named } = await readPages(visible, anew, this.env)
    return recordsIntoFolder(visible, pages, { format, named, out: folder })
  }

  /** @internal */
  protected visible(): Promise<Visible> {
    return Visible.of(this.holdings)
  }

  /** @internal */
  protected surroundings(): Env {
    return { ...realEnv, ...this.env }
  }

  static {
    holdingsOf = collection => collection.holdings
  }
}
