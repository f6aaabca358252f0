import { base32 } from '../archive/format/base32.ts'
import type { ChangeNote, PagePart } from '../change/index.ts'
import { reasonWords } from '../crawl/exclusion.ts'
import type { Conversion } from '../document/convert/index.ts'
import { isConverted } from '../document/converted-types.ts'
import type { WallKind } from '../document/walls/index.ts'
import { type Env, Failure } from '../env/index.ts'
import type { Selected } from '../html/index.ts'
import { PAGE_STATUSES, type PageRow, type PageStatus, type RevisionRow } from '../store/index.ts'
import type { PageAccessibility } from './accessibility.ts'
import { cursorOf } from './cursor.ts'
import type { NearDuplicate } from './duplicates.ts'
import type { RateEstimates } from './estimates.ts'
import type { PageExplanation } from './explain-page.ts'
import { changeOf, type PageDiff, type PageVisit, visitOf } from './history.ts'
import { givenTime } from './moment.ts'
import { dateOf } from './plain.ts'
import { type PageLink, type ReadingOptions, Revision } from './revision.ts'
import type { Visible } from './visible.ts'

/** `waiting` becomes `completed`, `error` or `gone`; `running` during a visit. `excluded` pages are not visited, and `reason` names the rule. */
export type { PageStatus }
export const STATUSES: readonly PageStatus[] = PAGE_STATUSES

/**
 * What is known about a Url, as readers could see it when this object was made: with `refresh.publish: shadow`, at the end of the last
 * finished cycle, for its bodies and history as well. The properties are plain values and survive JSON; the methods read more on demand.
 */
export class Page {
  readonly url: string
  /** Scheme, host and port. */
  readonly host: string
  readonly status: PageStatus
  readonly httpStatus: number | null
  /** Why the page is not `completed`, or where it has moved. */
  readonly reason: string | null
  /** Where its server sent visitors of the page the last time it answered; null if to no other page. */
  readonly movedTo: string | null
  /** The wall in front of the page at its last visit, if any: `login`, `consent`, `challenge`, `rateLimit`, `javascript`. */
  readonly wall: WallKind | null
  readonly title: string | null
  readonly type: string | null
  /** Its class in the model of the site. */
  readonly class: string | null
  /** The topic of a focused crawl that the page is most about. */
  readonly topic: string | null
  /** How much the page is about `topic`, between 0 and 1. */
  readonly relevance: number | null
  /** Number of the current revision; 0 if nothing is stored. `at` returns the revision itself. */
  readonly revision: number
  /** When it was last fetched successfully. */
  readonly fetchedAt: Date | null
  /** When its current revision was found. */
  readonly changedAt: Date | null
  /** When it is due for its next visit. */
  readonly dueAt: Date | null
  /** Estimated changes per day, as of the last visit; null before the second visit. */
  readonly changesPerDay: number | null
  readonly sizeBytes: number | null
  /** `sha1:` and the base32 digest, as in WARC files. */
  readonly digest: string | null
  /** Number of links from a seed to the page. */
  readonly depth: number
  /** The page on which the link to it was found; null for a seed. */
  readonly via: string | null
  /** The page with the same content that is kept current instead; null if this page is not a copy. */
  readonly original: string | null
  /** Pages with smaller numbers are visited earlier; plug-ins may set it. */
  readonly priority: number
  /** Consecutive failed visits. */
  readonly failures: number
  /** Pass to `collection.pages({ cursor })` to continue after this page, in the order in which it was listed. */
  readonly cursor: string
  readonly #row: PageRow
  readonly #visible: Visible
  readonly #env: Env

  /** @internal */
  constructor(row: PageRow, visible: Visible, env: Env, cursor: string = cursorOf(row)) {
    this.url = row.url
    this.host = row.origin
    this.status = row.status
    this.httpStatus = row.httpStatus
    this.reason = reasonWords(row)
    this.movedTo = row.movedTo
    this.wall = row.wall
    this.title = row.title
    this.type = row.type
    this.class = row.pageClass
    this.topic = row.topic
    this.relevance = row.relevance
    this.revision = row.revision
    this.fetchedAt = dateOf(row.fetchedAt)
    this.changedAt = dateOf(row.changedAt)
    this.dueAt = dateOf(row.dueAt)
    this.changesPerDay = row.rate
    this.sizeBytes = row.sizeBytes
    this.digest = row.digest ? `sha1:${base32(row.digest)}` : null
    this.depth = row.depth
    this.via = row.via
    this.original = row.original
    this.priority = row.rank
    this.failures = row.failures
    this.cursor = cursor
    this.#row = row
    this.#visible = visible
    this.#env = env
  }

  /** Returns the current body as text; null if nothing is stored. */
  async html(): Promise<string | null> {
    return (await this.at())?.html() ?? null
  }

  /** Returns what a CSS selector or an XPath selects on the current page; nothing if nothing is stored. */
  async select(selector: string): Promise<readonly Selected[]> {
    return (await this.at())?.select(selector) ?? []
  }

  /** Returns the current visible text, for documents of every type; null if nothing is stored or the document cannot be read. */
  async text(options?: ReadingOptions): Promise<string | null> {
    return (await this.at())?.text(options) ?? null
  }

  /** Returns the current text as Markdown; null if nothing is stored or the document cannot be read. */
  async markdown(options?: ReadingOptions): Promise<string | null> {
    return (await this.at())?.markdown(options) ?? null
  }

  /** Returns the current revision as a document, or the reason why it cannot be read; null if nothing is stored. */
  async document(options?: ReadingOptions): Promise<Conversion | null> {
    return (await this.at())?.document(options) ?? null
  }

  /** Returns the current body; null if nothing is stored. */
  async bytes(): Promise<Uint8Array | null> {
    return (await this.at())?.bytes() ?? null
  }

  /** Returns the revision with this number, or the one that was current at this time; by default the current one. */
  async at(which?: number | Date): Promise<Revision | null> {
    const rows = await this.#visible.revisions(this.#row)
    const row = which === undefined ? rows.at(-1) : rows.findLast(each => isWanted(each, which))
    return row ? this.#revision(row) : null
  }

  /** Returns all revisions, oldest first. */
  async revisions(): Promise<readonly Revision[]> {
    return (await this.#visible.revisions(this.#row)).map(row => this.#revision(row))
  }

  /** Returns all visits, oldest first: what each found, and why that was or was not a change. */
  async history(): Promise<readonly PageVisit[]> {
    return (await this.#visible.visits(this.#row)).map(visitOf)
  }

  /** Estimates how often the page changes, by published estimators; null until two visits were successful. */
  async estimates(): Promise<RateEstimates | null> {
    const { estimatesOf } = await import('./estimates.ts')
    return estimatesOf(await this.history())
  }

  /**
   * Shows what changed from one revision to another, each given as for `at`; by default between the last two. Null
   * if there is nothing to compare.
   */
  async diff(
    before?: number | Date,
    after?: number | Date,
    options: DiffOptions = {},
  ): Promise<PageDiff | null> {
    const { textDiff } = await import('../change/index.ts')
    const rows = await this.#visible.revisions(this.#row)
    const to = after === undefined ? rows.at(-1) : this.#wanted(rows, after)
    const from =
      before === undefined ? rows.findLast(row => row.number < (to?.number ?? 0)) : this.#wanted(rows, before)
    if (!from || !to) return null
    const old = this.#revision(from)
    const now = this.#revision(to)
    const isSource = options.of === 'source'
    const part = isSource || options.whole ? null : await this.#comparedPart()
    const compared = isSource ? sourceLines : comparedText
    const oldText = await compared(old, part)
    const nowText = await compared(now, part)
    const type = isSource ? { type: 'text/plain' } : now.type === null ? {} : { type: now.type }
    const times = { before: from.fetchedAt, after: to.fetchedAt }
    const told = textDiff(oldText, nowText, { ...type, noise: options.noise ?? false, times })
    // The difference that made a new revision may look like noise now: today's date in place of an old one.
    const isTold = told.some(line => line.kind !== 'same')
    const lines = isTold ? told : textDiff(oldText, nowText, { ...type, noise: true })
    return { url: this.url, before: old, after: now, change: await this.#changeTo(now.number), lines }
  }

  async #comparedPart(): Promise<PagePart | null> {
    const { comparedPart } = await import('./compared-part.ts')
    return comparedPart(this.#visible.holdings, this.#row)
  }

  /** Returns the links of the current revision, canonical and absolute. */
  async links(): Promise<readonly PageLink[]> {
    const { store } = this.#visible.holdings
    // The store has the links of the newest revision, which readers may not see yet.
    const isNewest = (await store.page(this.#row.url))?.revision === this.revision
    const kept = isNewest ? await store.links(this.#row) : null
    if (!kept) return (await this.at())?.links() ?? []
    const { pageLinks } = await import('./reading/scan-links.ts')
    return pageLinks(kept.packed)
  }

  /** Returns pages with nearly the same content, most similar first; null if the page was never compared with others. */
  async duplicates(minResemblance?: number): Promise<readonly NearDuplicate[] | null> {
    const { pagesLike } = await import('./duplicates.ts')
    return pagesLike(this.#visible, this.#row, minResemblance)
  }

  /** Returns other pages with identical bytes, whether or not pages were compared. */
  async copies(): Promise<readonly string[]> {
    const { pagesOfSameBytes } = await import('./duplicates.ts')
    return pagesOfSameBytes(this.#visible, this.#row)
  }

  /** Returns the latest result of the accessibility checks; null if the page was not checked. */
  async accessibility(): Promise<PageAccessibility | null> {
    return (await this.accessibilityHistory()).at(-1) ?? null
  }

  /** Returns the results of the accessibility checks on its revisions, oldest first. */
  async accessibilityHistory(): Promise<readonly PageAccessibility[]> {
    const { accessibilityHistory } = await import('./accessibility.ts')
    return accessibilityHistory(this.#visible, this.#row)
  }

  /** Returns the record that the wrapper of its class extracted from the current revision. */
  async record(): Promise<Readonly<Record<string, unknown>> | null> {
    return (await this.at())?.record ?? null
  }

  /** Returns the fields that plug-ins added to the current revision. */
  async fields(): Promise<Readonly<Record<string, unknown>> | null> {
    return (await this.at())?.fields ?? null
  }

  /** Explains where the page was found, how often it seems to change, when it is visited next, and why. */
  async explain(): Promise<PageExplanation> {
    const { explained } = await import('./explain-page.ts')
    return explained(this.#visible.holdings, this.#env, this.#row)
  }

  #revision(row: RevisionRow): Revision {
    return new Revision(this.url, row, this.#visible.holdings.archiveFolder, async () => {
      const { siteSample } = await import('./reading/site-sample.ts')
      return siteSample(this.#visible, this.#row, this.#env)
    })
  }

  #wanted(rows: readonly RevisionRow[], which: number | Date): RevisionRow {
    const row = rows.findLast(each => isWanted(each, which))
    if (row) return row
    const name = typeof which === 'number' ? which : `of ${which.toISOString()}`
    const has = rows.length === 0 ? 'it has none' : `it has ${rows[0]!.number} to ${rows.at(-1)!.number}`
    throw new Failure('usage', `${this.url} has no revision ${name}: ${has}`)
  }

  async #changeTo(revision: number): Promise<ChangeNote | null> {
    const visits = await this.#visible.visits(this.#row)
    return changeOf(visits.find(visit => visit.revision === revision)?.note)
  }
}

/** The source of a page, or the converted text of a document such as a PDF. */
async function comparedText(revision: Revision, part: PagePart | null): Promise<string> {
  const type = revision.type ?? ''
  const text = isConverted(type) ? ((await revision.text()) ?? '') : await revision.html()
  return part === null ? text : part.of(text, type)
}

/** The source with a line break between adjacent tags: much HTML has few of its own. */
const sourceLines = async (revision: Revision): Promise<string> =>
  (await comparedText(revision, null)).replaceAll('><', '>\n<')

export interface DiffOptions {
  /** Compare the visible text (the default) or the source of the page. */
  readonly of?: 'text' | 'source'
  /** Also show differences in dates, counters and other noise. */
  readonly noise?: boolean
  /** Compare the whole text of the page, even if the config says that only a part of it is compared (`change.rules`). */
  readonly whole?: boolean
}

const isWanted = ({ number, fetchedAt }: RevisionRow, which: number | Date) =>
  typeof which === 'number' ? number === which : fetchedAt <= givenTime('at', which)
