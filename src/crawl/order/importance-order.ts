/**
 * `order: best` without a plug-in: visits the pages first that are likely to be the most important, so that a crawl that is stopped has the
 * best of them.
 */
import {
  EMPTY_COMMIT,
  type JournalStore,
  type MetaStore,
  type PlanStore,
  type QueuedPage,
} from '../../store/index.ts'
import type { Url } from '../../url/index.ts'
import { unpackLinks } from '../packed-links.ts'
import { Breather } from '../planning/breather.ts'
import type { ParseResult } from '../thread/job.ts'
import type { Expectation, LinkOrder, MovedLink, OrderedVisit } from './link-order.ts'
import { LinkShares } from './link-shares.ts'

/** Approximate microseconds to count the links of a page. */
const COUNTING = 100
/** Kinds of links that lead to pages. */
const LEADING: ReadonlySet<string> = new Set(['a', 'area', 'frame', 'link', 'form', 'refresh'])
const RANKING = 5
/** Links moved in one commit. */
const SLICE = 500
/** The meta key for the order by which queued pages were ranked, if it is this one. */
const META = 'order'
const BEST = 'best'
/** Share of the pages fetched so far that may be read ahead. Taking pages one by one costs as much as a tenth of fetching them. */
const AHEAD = 1 / 50
const MIN_READ_AHEAD = 2
const MAX_READ_AHEAD = 64
/** The share a seed starts with. */
const SEED = 1

type OrderStore = MetaStore & PlanStore & Pick<JournalStore, 'commit'>

export class ImportanceOrder implements LinkOrder {
  readonly #shares = new LinkShares()
  /** Number of pages whose links are counted. */
  #pages = 0

  private constructor() {}

  /** What was learned can be rebuilt from the links of the stored pages: they are read again, in the order in which the pages were found. */
  static async open(store: OrderStore): Promise<ImportanceOrder> {
    const order = new ImportanceOrder()
    const breather = new Breather()
    const pages = store.plannedPages()[Symbol.asyncIterator]()
    let from = await pages.next()
    for await (const { id, packed } of store.allLinks()) {
      if (breather.did(COUNTING)) await breather.rest()
      while (!from.done && from.value.id < id) from = await pages.next()
      if (from.done) break
      if (from.value.id !== id) continue
      order.#read(from.value.url, new Set(linksIn(packed)))
    }
    const wasBest = (await store.readMeta()).get(META) === BEST
    if (!wasBest) await order.#rankAll(store, breather)
    return order
  }

  /** Ranks queued links again that were ranked by another order. */
  async #rankAll(store: OrderStore, breather: Breather): Promise<void> {
    let moved: MovedLink[] = []
    for await (const { url, pageClass, status } of store.contenders('new')) {
      if (breather.did(RANKING)) await breather.rest()
      const rank = status === 'waiting' && pageClass === null ? this.#shares.rankOf(url) : null
      if (rank !== null) moved.push({ url, rank })
      if (moved.length < SLICE) continue
      await store.commit({ ...EMPTY_COMMIT, reranked: moved })
      moved = []
    }
    await store.commit({ ...EMPTY_COMMIT, reranked: moved })
    await store.writeMeta({ [META]: BEST })
  }

  /** Notes that the collection is crawled in another order from now on. */
  static async leave(store: MetaStore): Promise<void> {
    if ((await store.readMeta()).has(META)) await store.writeMeta({ [META]: '' })
  }

  saw(page: QueuedPage, { found }: ParseResult): OrderedVisit {
    // A site model ranks its links itself.
    if (found.promises) return { ...NOTHING_LEARNED, ranks: [] }
    const share = this.#shareOf(page)
    const links = this.#shares.linksTo(page.url)
    if (page.revision > 0) return { ...NOTHING_LEARNED, ranks: this.#again(found.hrefs, share) }
    const expected: Expectation = { by: 'links', links, share: toThreeDigits(share) }
    this.#pages++
    const repeated = found.repeated === '' ? [] : (found.repeated.split('\n') as Url[])
    const part = LinkShares.part(share, found.hrefs.length + repeated.length)
    const moved: MovedLink[] = []
    const rank = (url: Url): number => {
      const { before, rank } = this.#shares.add(url, part)
      if (before !== null && before !== rank) moved.push({ url, rank })
      return rank
    }
    const ranks = found.hrefs.map(rank)
    for (const url of repeated) rank(url)
    return { relevance: null, expected, ranks, moved }
  }

  /** Pages read ahead cannot profit from each other, but fifty pages say little more than forty-nine. */
  get readAhead(): number {
    return Math.min(MAX_READ_AHEAD, Math.max(MIN_READ_AHEAD, Math.floor(this.#pages * AHEAD)))
  }

  movedTo(page: QueuedPage, to: Url): number {
    return this.#shares.add(to, this.#shareOf(page)).rank
  }

  /** There is nothing to save: everything is in the links of the pages. */
  async close(): Promise<void> {}

  /** A page that was fetched before has already handed on its share: only new links on it get a part. */
  #again(links: readonly Url[], share: number): number[] {
    const part = LinkShares.part(share, links.length)
    return links.map(url => this.#shares.rankOf(url) ?? this.#shares.add(url, part).rank)
  }

  #read(from: string, links: ReadonlySet<Url>): void {
    this.#pages++
    const part = LinkShares.part(this.#shares.shareOf(from) || SEED, links.size)
    for (const url of links) this.#shares.add(url, part)
  }

  #shareOf({ url, via }: QueuedPage): number {
    return this.#shares.shareOf(url) + (via === null ? SEED : 0)
  }
}

/** Links that lead to pages, except nofollow and hidden ones. */
const linksIn = (packed: Buffer): Url[] =>
  unpackLinks(packed).flatMap(([href, , kind, flag]) => (flag || !LEADING.has(kind) ? [] : [href]))

const NOTHING_LEARNED = { relevance: null, expected: null, moved: [] } as const

const toThreeDigits = (value: number) => Number(value.toPrecision(3))
