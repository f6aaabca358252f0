/** What a collection tells whoever asks. Nothing here changes it. */
import type { ConfigInput } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { type Env, realEnv } from '../env/index.ts'
import type { ModelVersion, WrapperField } from '../site/index.ts'
import type * as Access from './accessibility.ts'
import { addressOf, originNamed } from './address.ts'
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
import type { PagePattern, PatternsQuery } from './patterns.ts'
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

/** The store and the archive behind a collection: for the commands, which show more of a run than programs get to see. */
export let holdingsOf: (collection: CollectionReader) => Holdings

/** The half of `Collection` that only reads; it is the same whether the collection is open for reading or for writing. */
export class CollectionReader implements AsyncDisposable {
  /** A folder, or a postgres:// address without user and password. */
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

  /** The sites that have a model, with the numbers of its versions. */
  async models(): Promise<readonly SiteWithModel[]> {
    const { modelledSites } = await import('./model-shelf.ts')
    return modelledSites(this.holdings.store)
  }

  /** A model that was made before, by default the newest; null if there is no such version. */
  async storedModel(site: string, version?: number): Promise<ModelVersion | null> {
    const { storedModel } = await import('./model-shelf.ts')
    return storedModel(this.holdings.store, site, version)
  }

  /** A model as the table that people edit (docs/site-model.md); null if there is no such version. */
  async specification(site: string, version?: number): Promise<string | null> {
    return (await import('./edit-model.ts')).specificationText(await this.storedModel(site, version))
  }

  /** What a stored page says, with every piece of data numbered, as HTML that holds nothing else of the page. */
  async pickablePage(url: string): Promise<string> {
    return (await import('./pick-fields.ts')).pickable(await this.visible(), addressOf(url))
  }

  /** The fields of a page's class, and those that the piece of data of this number may become. */
  async pickField(url: string, unit?: number): Promise<FieldChoices> {
    const { fieldChoices } = await import('./pick-fields.ts')
    return fieldChoices(await this.visible(), addressOf(url), unit)
  }

  /** What fields would read from a page and from ten others of its class. */
  async tryFields(url: string, fields: readonly WrapperField[]): Promise<TriedFields> {
    const { triedFields } = await import('./pick-fields.ts')
    return triedFields(await this.visible(), addressOf(url), fields)
  }

  /** Pages, in the order they were discovered unless asked otherwise. */
  async *pages(query: PagesQuery = {}): AsyncGenerator<Page, void, undefined> {
    const visible = await this.visible()
    if (!listing.isPlain(query)) return yield* sortedPages(visible, query, this.surroundings())
    const wanted = listing.storeQuery(query)
    for await (const row of visible.pages(wanted)) yield new Page(row, visible, this.surroundings())
  }

  /** The same in parts: one never takes long, however many pages there are and however rare those that are wanted. */
  async listPages(query: PagesQuery = {}): Promise<PageList> {
    return pageList(await this.visible(), query, this.surroundings())
  }

  /** Null if the page is not known. */
  async page(url: string): Promise<Page | null> {
    const visible = await this.visible()
    const row = await visible.find(addressOf(url))
    return row && new Page(row, visible, this.surroundings())
  }

  /** Hosts, in the order in which they became known. */
  async *hosts(query: HostsQuery = {}): AsyncGenerator<Host, void, undefined> {
    yield* listing.hostsOf(this.holdings.store, query)
  }

  /** The servers that answer for hosts. */
  async *servers(): AsyncGenerator<Server, void, undefined> {
    for await (const row of this.holdings.store.servers()) yield listing.serverOf(row)
  }

  /** The host of an address, or one by its name; null if it is not known. */
  async host(url: string): Promise<Host | null> {
    const origin = originNamed(url)
    for await (const host of this.hosts()) if (host.host === origin) return host
    return null
  }

  /** The page classes of the collection, by name. */
  async classes(): Promise<readonly PageClassCount[]> {
    const counts = await (await this.visible()).classes()
    return counts.map(({ pageClass, known, stored }) => ({ class: pageClass, known, stored }))
  }

  /** Stored pages and bytes by media type, the largest first. */
  async types(): Promise<readonly TypeShare[]> {
    return typeCounts(this.holdings.store)
  }

  /** The topics of focused crawls: how many pages are about each, and how many of those that were judged are relevant. */
  async topics(): Promise<readonly TopicYield[]> {
    return topicYields(this.holdings.store)
  }

  /** The records extracted when pages were fetched, of one class or of all; behind a cursor if one is given. */
  async *records(pageClass?: string, cursor?: string): AsyncGenerator<PageRecord, void, undefined> {
    const { storedRecords } = await import('./records/read.ts')
    const after = cursor === undefined ? null : placeOfCursor(cursor)
    yield* listing.recordsFrom(storedRecords(await this.visible(), pageClass, after)())
  }

  /** The records that a model extracts from the archived pages now, without fetching. */
  async *extract(options: ExtractOptions = {}): AsyncGenerator<PageRecord, void, undefined> {
    const { archivedRecords } = await import('./records/read.ts')
    const source = await archivedRecords(await this.visible(), options, this.env)
    yield* listing.recordsFrom(source())
  }

  /** Addresses, numbers and other values that were looked for on pages (`extract.patterns`), by kind and value. */
  async *patterns(query: PatternsQuery = {}): AsyncGenerator<PagePattern, void, undefined> {
    const { patternsOf } = await import('./patterns.ts')
    yield* patternsOf(await this.visible(), query)
  }

  /** Hosts, or classes of pages, by the accessibility of their pages (`analyse.accessibility`), the best first. */
  async accessibility(query: Access.AccessibilityRankingQuery = {}): Promise<Access.AccessibilityRank[]> {
    const { accessibilityRanks } = await import('./accessibility.ts')
    return accessibilityRanks(await this.visible(), query)
  }

  /** Pages with what accessibility checks found on them, the worst first. */
  async *accessiblePages(query: Access.AccessiblePagesQuery = {}): AsyncGenerator<Access.PageAccessibility> {
    const { accessiblePages } = await import('./accessibility.ts')
    yield* accessiblePages(await this.visible(), query)
  }

  /** Why pages failed, the most frequent reason first. */
  async errors(): Promise<readonly listing.ErrorGroup[]> {
    return listing.errorGroups(await this.visible())
  }

  /** What the engine reported, oldest first; `follow` keeps waiting for more. */
  events(options: EventOptions = {}): AsyncGenerator<CollectionEvent, void, undefined> {
    return eventsOf(this.holdings, this.surroundings().clock, options)
  }

  /** Pages that were found to have changed, oldest first unless asked otherwise. */
  async *changes(query: ChangesQuery = {}): AsyncGenerator<PageChange, void, undefined> {
    yield* changesOf(await this.visible(), query)
  }

  /** Pages that say what is asked, the best first; docs/search.md tells how to ask. */
  async *search(query: string, options: SearchOptions = {}): AsyncGenerator<SearchHit, void, undefined> {
    const { searchPages } = await import('./search-pages.ts')
    yield* searchPages(await this.visible(), query, this.surroundings().clock.now(), options)
  }

  /** Links that lead nowhere, elsewhere or slowly, with the pages that hold them. */
  async *linkHealth(query: LinkHealthQuery = {}): AsyncGenerator<LinkFinding, void, undefined> {
    const { linkHealth } = await import('./link-health.ts')
    yield* linkHealth(await this.visible(), query, this.surroundings())
  }

  /** Pages that look as if they were written for search engines, and why. */
  async *spam(query: SpamQuery = {}): AsyncGenerator<SpamFinding, void, undefined> {
    const { spamPages } = await import('./spam-pages.ts')
    yield* spamPages(await this.visible(), query, this.surroundings())
  }

  /** The same for some pages at a time. */
  async spamPart(query: SpamPartQuery): Promise<SpamPart> {
    const { spamPart } = await import('./spam-pages.ts')
    return spamPart(await this.visible(), query, this.surroundings())
  }

  /** When sites changed in batches, by host. */
  async changeBatches(query: BatchesQuery = {}): Promise<ChangeBatches> {
    const { changeBatches } = await import('./change-batches.ts')
    return changeBatches(await this.visible(), query, this.surroundings().clock.now())
  }

  /** How it went: a row a quarter of an hour while it was watched, one at the end of each run, fewer with age. */
  samples(options: SampleOptions = {}): Promise<readonly Sample[]> {
    return samplesOf(this.holdings, options)
  }

  /** Groups of pages that say the same, or whose answers are the same bytes. */
  async *duplicates(query: DuplicatesQuery = {}): AsyncGenerator<DuplicateGroup, void, undefined> {
    const { duplicateGroups } = await import('./duplicates.ts')
    yield* duplicateGroups(await this.visible(), query)
  }

  /** The forms of hosts: which are asked, what came of it, and how much is still hidden behind them (`forms.search`). */
  async *forms(query: Forms.FormsQuery = {}): AsyncGenerator<Forms.HostForms, void, undefined> {
    yield* (await import('./site-forms.ts')).hostForms(this.holdings.store, query)
  }

  /** The config it was last crawled with, without credentials; null if it has never been crawled. */
  config(): Promise<ConfigInput | null> {
    return rememberedConfig(this.holdings)
  }

  /** Whether some process is crawling or changing it now. */
  isBusy(): Promise<boolean> {
    return this.holdings.store.isWorkedOn()
  }

  async counts(): Promise<CollectionCounts> {
    return this.holdings.store.counts()
  }

  /** How fresh the collection is, what other budgets would buy, and what a goal costs. Nothing is fetched. */
  async plan(options: PlanOptions = {}): Promise<PlanReport> {
    const { planFor } = await import('./plan-options.ts')
    return planFor(this.holdings, options, this.env)
  }

  /** Exports to a folder (`warc`), a file (the others), or any byte sink (`csv` and `jsonl`). */
  async export(
    format: ExportFormat,
    target: string | Target,
    contents: ExportContents = {},
  ): Promise<ExportSummary> {
    const { exportTo } = await import('./export/index.ts')
    return exportTo(await this.visible(), format, target, contents)
  }

  /** Writes a file for each page class, an index, and the pictures named in records, to a folder. */
  async exportRecords(
    folder: string,
    { format = 'csv', anew }: RecordsOptions = {},
  ): Promise<WrittenRecords> {
    const { archivedPages, storedPages } = await import('./records/read.ts')
    const { recordsIntoFolder } = await import('./records/write.ts')
    const visible = await this.visible()
    const pages = anew ? await archivedPages(visible, anew, this.env) : storedPages(visible)
    return recordsIntoFolder(visible, pages, format, folder)
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
