/**
 * Takes over what other crawls recorded. Every capture becomes a visit at the time it was made, by the same engine as in a crawl: pages,
 * revisions, links, noise and change rates are learned as if we had made the visits ourselves, and the records are kept as they are.
 *
 * Captures come in order of time, and those of one page one after another. What the collection has from the same time or later is left
 * alone, so an import can be repeated: it goes on where it was interrupted, and files that were added later bring only what is new.
 */
import type { Capture, WarcFile } from '../../archive/index.ts'
import type { Env } from '../../env/index.ts'
import { RecentMap } from '../../env/recent-map.ts'
import type { PageRow } from '../../store/index.ts'
import { Canonicalizer, type Url } from '../../url/index.ts'
import type { Holdings } from '../holdings.ts'
import { Interrupted, type OnDemandCrawl, openOnDemand } from '../on-demand.ts'
import type { Plugin } from '../plugin.ts'
import type { VisitReport } from '../progress.ts'
import type { CrawlSettings } from '../settings.ts'
import { inTimeOrder } from './in-time-order.ts'
import { RecordedVisits } from './recorded-visits.ts'
import { StatedDigests } from './stated-digests.ts'
import { isPageCapture, withPayload } from './usable-capture.ts'

/** Captures under way, at most. A commit takes a quarter of a second, however many visits are in it. */
const MAX_UNDER_WAY = 400
/** Their payloads, at most; each is in memory three times on its way. */
const MAX_UNDER_WAY_BYTES = 32 * 1024 * 1024

export interface ArchiveImportOptions {
  readonly env: Env
  readonly settings: CrawlSettings
  /** Those of the request stage are not called: nothing is requested. */
  readonly plugins: readonly Plugin[]
  readonly signal?: AbortSignal
  /** Called for every capture that was taken over or passed over. */
  readonly onProgress?: (summary: ImportSummary) => void
}

/** Pages whose last visits are remembered. */
const MAX_REMEMBERED = 50_000

/** Why captures were passed over. */
export type PassedOver =
  /** The collection has something from the same time, or later. */
  | 'known'
  /** The scope leaves the page out, or the collection excludes it. */
  | 'scope'
  /** It is no page of a wanted type, or the answer to a form. */
  | 'type'
  /** Its payload is in a record that is in none of the files. */
  | 'payload'
  | 'large'
  | 'damaged'

export interface ImportSummary {
  /** Captures that became visits. */
  readonly captures: number
  /** Pages that are new in the collection. */
  readonly pages: number
  /** Revisions that were found to differ from the one before. */
  readonly changes: number
  readonly passedOver: Readonly<Record<PassedOver, number>>
  /** A sentence for each file that could not be read to its end. */
  readonly problems: readonly string[]
  readonly interrupted: boolean
}

export async function importArchive(
  holdings: Holdings,
  files: readonly WarcFile[],
  options: ArchiveImportOptions,
): Promise<ImportSummary> {
  const tally = new ImportTally(options.onProgress ?? (() => {}))
  const recorded = new RecordedVisits(options.env.clock)
  const crawl = await openOnDemand(holdings, {
    ...options,
    settings: forRecords(options.settings),
    plugins: options.plugins.map(withoutRequests),
    recorded,
    onVisit: report => tally.visited(report),
  })
  try {
    await new Import({ holdings, crawl, recorded, tally }, options).run(files)
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    tally.interrupted = true
  } finally {
    await crawl.close()
  }
  return tally.summary()
}

/** Nothing is requested, so there is nobody to be polite to, nothing to be probed and nothing to be rendered. */
function forRecords(settings: CrawlSettings): CrawlSettings {
  const { request, render } = settings
  return {
    ...settings,
    seeds: [],
    soft404: false,
    perHost: null,
    forms: null,
    request: {
      ...request,
      delayMs: 0,
      delays: [],
      perServer: MAX_UNDER_WAY,
      politeness: 'host',
      cookies: 'off',
      auth: [],
      profiles: request.profiles.slice(0, 1),
    },
    render: { ...render, pages: 'never', rules: [] },
  }
}

/** The same plug-in in its other stages. */
const withoutRequests = (plugin: Plugin): Plugin => Object.create(plugin, { request: { value: undefined } })

interface ImportParts {
  readonly holdings: Holdings
  readonly crawl: OnDemandCrawl
  readonly recorded: RecordedVisits
  readonly tally: ImportTally
}

class Import {
  readonly #parts: ImportParts
  readonly #options: ArchiveImportOptions
  readonly #canonicalizer: Canonicalizer
  /** The last capture of each page that is under way. */
  readonly #underWay = new Map<Url, Promise<void>>()
  /** When pages were last visited: the visits of a page with a long history are read once, not before each of its captures. */
  readonly #lastVisits = new RecentMap<Url, number>(MAX_REMEMBERED)
  readonly #digests = new StatedDigests()
  #count = 0
  #payloadBytes = 0
  #failure: unknown = null
  #freed = () => {}

  constructor(parts: ImportParts, options: ArchiveImportOptions) {
    this.#parts = parts
    this.#options = options
    this.#canonicalizer = new Canonicalizer(options.settings.canonical)
  }

  async run(files: readonly WarcFile[]): Promise<void> {
    const { tally } = this.#parts
    const captures = inTimeOrder(files, {
      maxBytes: this.#options.settings.request.maxBodyBytes,
      onUnusable: why => tally.passedOver(why),
      onDamage: sentence => tally.problems.push(sentence),
    })
    for await (const capture of captures) {
      if (this.#options.signal?.aborted) throw new Interrupted()
      this.#begin(capture)
      while (this.#isFull && !this.#failure) await this.#next()
      if (this.#failure) throw this.#failure
    }
    while (this.#count > 0 && !this.#failure) await this.#next()
    if (this.#failure) throw this.#failure
  }

  get #isFull(): boolean {
    return this.#count >= MAX_UNDER_WAY || this.#payloadBytes >= MAX_UNDER_WAY_BYTES
  }

  #begin(capture: Capture): void {
    const { settings } = this.#options
    const url = this.#canonicalizer.canonical(capture.url)
    if (url === undefined || !isPageCapture(capture, settings.types)) {
      this.#parts.tally.passedOver('type')
      return
    }
    this.#digests.saw(capture)
    const before = this.#underWay.get(url) ?? Promise.resolve()
    const earlier = capture.kind === 'revisit' ? [...this.#underWay.values()] : []
    const visited = before.then(() => this.#visit(url, capture, earlier))
    this.#underWay.set(url, visited)
    this.#count++
    this.#payloadBytes += capture.payload.length
    void visited
      .catch(error => (this.#failure ??= error))
      .finally(() => {
        this.#count--
        this.#payloadBytes -= capture.payload.length
        if (this.#underWay.get(url) === visited) this.#underWay.delete(url)
        this.#freed()
      })
  }

  #next(): Promise<void> {
    return new Promise(resolve => (this.#freed = resolve))
  }

  /** `earlier` are visits under way that may bring the payload that the capture refers to. */
  async #visit(url: Url, capture: Capture, earlier: readonly Promise<void>[]): Promise<void> {
    const { holdings, crawl, recorded, tally } = this.#parts
    const { store } = holdings
    const stored = await store.page(url)
    if (stored?.status === 'excluded') return tally.passedOver('scope')
    if (stored && (await this.#isKnown(stored, capture))) return tally.passedOver('known')
    const digest = this.#digests.of(capture)
    const whole =
      (await withPayload(capture, digest, stored, holdings)) ??
      (await Promise.all(earlier).then(() => withPayload(capture, digest, stored, holdings)))
    if (!whole) return tally.passedOver('payload')
    const page = stored ?? (await crawl.queue(url, this.#depthOf(capture)))
    if (!page) return tally.passedOver('scope')
    // A reader looks for the address of the page in its record.
    recorded.put(page, whole.url === url ? whole : { ...whole, records: [] })
    try {
      if (page.status !== 'waiting') await store.askFor(page, this.#options.env.clock.now())
      await crawl.revisit(page)
    } finally {
      recorded.done(page)
    }
  }

  /** The scope says how far links are followed; what was recorded beyond is as far as it goes. */
  #depthOf({ depth }: Capture): number {
    const { scope, seedDepth } = this.#options.settings
    return Math.min(depth ?? seedDepth, scope.depth ?? Number.POSITIVE_INFINITY)
  }

  async #isKnown(page: PageRow, { at }: Capture): Promise<boolean> {
    if (page.fetchedAt !== null && page.fetchedAt >= at) return true
    if (page.status === 'waiting') return false
    const known = this.#lastVisits.get(page.url) ?? (await this.#parts.holdings.store.visits(page)).at(-1)?.at
    if (known !== undefined && known >= at) return true
    this.#lastVisits.set(page.url, at)
    return false
  }
}

class ImportTally {
  readonly problems: string[] = []
  interrupted = false
  readonly #onProgress: (summary: ImportSummary) => void
  readonly #passedOver = { known: 0, scope: 0, type: 0, payload: 0, large: 0, damaged: 0 }
  #captures = 0
  #pages = 0
  #changes = 0

  constructor(onProgress: (summary: ImportSummary) => void) {
    this.#onProgress = onProgress
  }

  passedOver(why: PassedOver): void {
    this.#passedOver[why]++
    this.#onProgress(this.summary())
  }

  visited({ commit }: VisitReport): void {
    this.#captures++
    const number = commit.revision?.number ?? 0
    if (number === 1) this.#pages++
    if (number > 1) this.#changes++
    this.#onProgress(this.summary())
  }

  summary(): ImportSummary {
    return {
      captures: this.#captures,
      pages: this.#pages,
      changes: this.#changes,
      passedOver: { ...this.#passedOver },
      problems: [...this.problems],
      interrupted: this.interrupted,
    }
  }
}
