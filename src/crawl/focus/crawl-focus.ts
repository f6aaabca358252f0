/** Applies the topics of a crawl: visits report what they saw, and learn which links come first. What was learned outlives the run. */
import { soon } from '../../env/index.ts'
import { Focus, type FocusData, type TopicTerms } from '../../focus/index.ts'
import { EMPTY_COMMIT, type JournalStore, type MetaStore, type QueuedPage } from '../../store/index.ts'
import { asUrl } from '../../url/index.ts'
import type { LinkOrder, OrderedVisit } from '../order/link-order.ts'
import type { ParseResult } from '../thread/job.ts'

const META = 'focus'
/** If the process is killed, what was learned since the last save is lost, but never a page. */
const SAVED_EVERY_PAGES = 200
/** Queued links are judged again when a tenth more pages were judged, since each new page adds less than those before. */
const LEARNED_MORE = 1.1
const MIN_NEW_PAGES = 5
/** Links judged in one go: some milliseconds. */
const SLICE = 250
/** Small, because each page says where the next ones are. */
const READ_AHEAD = 2
/** Nothing but its address is known about a page that a sitemap names. */
const UNJUDGED = 0

export class CrawlFocus implements LinkOrder {
  readonly #store: MetaStore & Pick<JournalStore, 'commit'>
  readonly #focus: Focus
  #pages = 0
  #rankAgainAt = MIN_NEW_PAGES
  /** The current write. Failures are ignored here: a broken store fails where visits are written. */
  #writing = Promise.resolve()

  private constructor(store: MetaStore & Pick<JournalStore, 'commit'>, focus: Focus) {
    this.#store = store
    this.#focus = focus
  }

  static async open(
    store: MetaStore & Pick<JournalStore, 'commit'>,
    topics: readonly TopicTerms[],
  ): Promise<CrawlFocus> {
    const stored = (await store.readMeta()).get(META)
    return new CrawlFocus(store, new Focus(topics, stored ? (JSON.parse(stored) as FocusData) : undefined))
  }

  saw(page: QueuedPage, { bearing, found }: ParseResult): OrderedVisit | null {
    if (!bearing) return null
    const known = page.revision > 0 ? null : this.#focus.expectation(page.url)
    const expected = known && ({ by: 'topic', ...known } as const)
    const relevance = bearing.bag ? this.#focus.judge(bearing.bag) : null
    if (relevance) this.#learn(page, relevance.value)
    const promises = this.#focus.promises(page.url, relevance?.value ?? UNJUDGED, found.hrefs, bearing)
    return { relevance, expected, ranks: promises.map(promise => -promise), moved: [] }
  }

  readonly readAhead = READ_AHEAD

  /** The target of a redirect keeps the promise of the page. */
  movedTo({ rank }: QueuedPage): number {
    return rank
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#save()
  }

  #learn(page: QueuedPage, relevance: number): void {
    this.#focus.learn(page, relevance)
    this.#pages++
    if (this.#pages % SAVED_EVERY_PAGES === 0) this.#write(() => this.#save())
    if (this.#pages < this.#rankAgainAt) return
    this.#rankAgainAt = Math.max(this.#pages + MIN_NEW_PAGES, this.#pages * LEARNED_MORE)
    this.#write(() => this.#rankAgain())
  }

  #write(what: () => Promise<void>): void {
    this.#writing = this.#writing.then(what).catch(() => {})
  }

  #save(): Promise<void> {
    return this.#store.writeMeta({ [META]: JSON.stringify(this.#focus) })
  }

  async #rankAgain(): Promise<void> {
    for (const moved of this.#focus.changed(SLICE)) {
      const reranked = moved.map(({ url, promise }) => ({ url: asUrl(url), rank: -promise }))
      if (reranked.length > 0) await this.#store.commit({ ...EMPTY_COMMIT, reranked })
      await new Promise<void>(soon)
    }
  }
}
