/** Prepares what a stored page is compared with, before its body goes to a parse thread. */
import { hash } from 'node:crypto'
import { type ArchiveFolder, readRecordAt } from '../../archive/index.ts'
import { isCurrentSignature, PagePart, type PartSettings, summarize } from '../../change/index.ts'
import type { Answer } from '../../fetch/index.ts'
import type { PageStore, QueuedPage, RevisionRow, Store } from '../../store/index.ts'
import { revisionText } from '../body.ts'
import type { HostMemory } from '../host/host-memory.ts'
import { SelectorRules } from '../page-selector.ts'
import type { ChangeRule, ChangeSettings } from '../settings.ts'
import type { ComparedPayload, CompareJob, ParseResult } from '../thread/job.ts'

/** Longer texts are compared, but their changes are not described: the crawl would have to wait. */
const MAX_SUMMARIZED = 1_000_000

/** What the previous visit saw, and when. */
const stoodOf = (
  { fetchedAt }: QueuedPage,
  known: { readonly seen: Uint8Array | null } | null | undefined,
) => (fetchedAt === null ? null : { seen: known?.seen ?? null, untilMs: fetchedAt })

type ComparedStore = PageStore & Pick<Store, 'accessibility'>

export class Comparer {
  readonly #store: ComparedStore
  readonly #archiveFolder: ArchiveFolder
  readonly #settings: ChangeSettings
  /** Whether a page can be looked at again. */
  readonly #isLive: boolean
  readonly #rules: SelectorRules<Partial<ChangeRule>>
  readonly #parts = new Map<PartSettings, PagePart>()

  constructor(store: ComparedStore, archiveFolder: ArchiveFolder, settings: ChangeSettings, isLive = true) {
    this.#store = store
    this.#isLive = isLive
    this.#archiveFolder = archiveFolder
    this.#settings = settings
    this.#rules = new SelectorRules(
      settings.rules.map(({ url, pageClass, ...value }) => ({
        which: { ...(url && { url }), ...(pageClass !== undefined && { pageClass }) },
        value,
      })),
      'change.rules',
    )
  }

  /** Null if there is nothing to compare: a first visit, the same bytes, or a level at which the bytes decide. */
  async jobFor(
    page: QueuedPage,
    answer: Answer,
    memory: HostMemory,
    { at, canProve }: { readonly at: number; readonly canProve: boolean },
  ): Promise<CompareJob | null> {
    if (page.revision === 0 || page.digest === null || answer.status < 200 || answer.status > 299) return null
    const terms = this.#terms(page, memory)
    if (!terms || hash('sha1', answer.body, 'buffer').equals(page.digest)) return null
    const known = await this.#store.fingerprint(page)
    const quietVisits = await this.#quietVisits(page)
    return {
      ...terms,
      revised: known?.revised ?? null,
      seen: known?.seen ?? null,
      old:
        known && isCurrentSignature(known.revised, this.#part(page)?.tag) ? null : await this.#revision(page),
      stood: stoodOf(page, known),
      record: await this.#record(page, terms.rules.level),
      accessibility: await this.#accessibility(page, terms.rules.level),
      learned: known?.learned ?? null,
      intervalMs: at - (page.fetchedAt ?? at),
      isSecondLook: false,
      mayConfirm: this.#isLive && memory.confirmations.isWorthwhile(),
      mayLook: this.#isLive && memory.confirmations.isPossible(),
      canProve: this.#isLive && canProve,
      quietVisits,
      stoodStill: quietVisits > 0,
    }
  }

  /** The job for a second look: it is compared with the revision and with what the first look saw. */
  async secondJobFor(
    page: QueuedPage,
    first: { readonly at: number; readonly parsed: ParseResult; readonly kept: CompareJob['old'] },
    memory: HostMemory,
    at: number,
  ): Promise<CompareJob | null> {
    const terms = this.#terms(page, memory)
    if (!terms) return null
    const { comparison } = first.parsed
    const known = comparison && !comparison.before ? await this.#store.fingerprint(page) : null
    return {
      ...terms,
      revised: comparison?.before ?? known?.revised ?? null,
      seen: comparison?.after ?? null,
      old: first.kept,
      stood: stoodOf(page, known),
      record: await this.#record(page, terms.rules.level),
      accessibility: await this.#accessibility(page, terms.rules.level),
      learned: comparison?.learned ?? null,
      intervalMs: at - first.at,
      isSecondLook: true,
      mayConfirm: false,
      mayLook: false,
      canProve: true,
      quietVisits: 0,
      stoodStill: (await this.#quietVisits(page)) > 0,
    }
  }

  /** Whether a second look at this new page is worthwhile. `change.doubleFetch` asks for one at the first pages of a host. */
  wantsTwice({ revision, url }: QueuedPage, { status }: Answer, memory: HostMemory): boolean {
    const { doubleFetch, ignore } = this.#settings
    if (!this.#isLive) return false
    return (
      revision === 0 && doubleFetch && ignore === 'auto' && status === 200 && memory.doubleFetch.wants(url)
    )
  }

  /** The part of the page that is compared, as the config names it; null: the whole page. */
  partOf(page: QueuedPage): PartSettings | null {
    return this.#rules.of(page)?.part ?? null
  }

  #part(page: QueuedPage): PagePart | null {
    const settings = this.partOf(page)
    if (settings === null) return null
    const part = this.#parts.get(settings) ?? new PagePart(settings)
    this.#parts.set(settings, part)
    return part
  }

  /** The rules a page is compared by; null if its bytes decide. */
  #terms(page: QueuedPage, memory: HostMemory) {
    const { level, threshold, part = null } = { ...this.#settings, part: null, ...this.#rules.of(page) }
    if (level === 'raw' && part === null) return null
    const { ignoreRegions: ignore, countRegions: watch } = this.#settings
    return {
      rules: { level, threshold, ignore, watch },
      learns: this.#settings.ignore === 'auto',
      hostLearned: memory.volatile.of(page.pageClass),
      hostShared: memory.volatile.shared,
    }
  }

  async #record(page: QueuedPage, level: ChangeRule['level']): Promise<string | null> {
    return level === 'record' ? ((await this.#store.revisions(page)).at(-1)?.record ?? null) : null
  }

  /** What was found when the current revision was made, not what was found since. */
  async #accessibility(page: QueuedPage, level: ChangeRule['level']): Promise<CompareJob['accessibility']> {
    if (level !== 'accessibility') return null
    const rows = await this.#store.accessibility.history(page)
    const made = rows.find(({ revision }) => revision === page.revision)
    return made ? { score: made.score, failed: made.failed } : null
  }

  async #quietVisits(page: QueuedPage): Promise<number> {
    const visits = await this.#store.visits(page)
    const answered = (outcome: string) => outcome === 'fetched' || outcome === 'notModified'
    return visits.filter(visit => visit.at > (page.payloadAt ?? 0) && answered(visit.outcome)).length
  }

  /** The comparison with a summary that quotes the text before and after the change. */
  async withSummary(page: QueuedPage, comparison: ComparedPayload): Promise<ComparedPayload> {
    const { text, ...rest } = comparison
    if (comparison.verdict === 'unchanged' || text === null) return { ...rest, text: null }
    const revision = (await this.#store.revisions(page)).at(-1)
    const whole = revision ? await this.#text(revision) : null
    if (whole === null || whole.length > MAX_SUMMARIZED) return { ...rest, text: null }
    const { note } = comparison
    const excused = (note.excused ?? []).map(path => ({ path }))
    const type = revision?.type ?? 'text/html'
    const old = this.#part(page)?.of(whole, type) ?? whole
    const noise = note.level === 'raw'
    const summary = summarize(old, text, { paths: note.paths, excused }, { type, noise })
    return { ...rest, text: null, note: summary === '' ? note : { ...note, summary } }
  }

  /** The decoded source of the current revision; null if the archive no longer has it. */
  async revisionText(page: QueuedPage): Promise<string | null> {
    const revision = (await this.#store.revisions(page)).at(-1)
    return revision ? this.#text(revision) : null
  }

  async #text(revision: RevisionRow): Promise<string | null> {
    return revision.place ? revisionText(this.#archiveFolder, revision).catch(() => null) : null
  }

  /** The stored body of the current revision; null if the archive no longer has it. */
  async #revision(page: QueuedPage): Promise<CompareJob['old']> {
    const revision = (await this.#store.revisions(page)).at(-1)
    if (!revision?.place) return null
    try {
      const { http, headers, block } = await readRecordAt(this.#archiveFolder, revision.place)
      // What a browser showed is no answer of a server.
      const shown = { headers: ['Content-Type', headers.get('content-type') ?? ''], payload: block }
      return { ...(http ?? shown), digest: revision.digest, at: revision.fetchedAt }
    } catch {
      return null
    }
  }
}
