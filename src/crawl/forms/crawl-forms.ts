/**
 * Search forms at work: visits report the forms and words they saw and the answers they got, and get the next queries to put into the queue. A
 * query is a page like any other: it waits its turn, obeys robots.txt, the scope and all limits, is archived, and is asked once. What is known
 * about a host's forms is in its memory (`focus/queries`).
 */
import type { AnswerLink, HostQueries, NextQuery } from '../../focus/queries/index.ts'
import { queryAddress } from '../../site/index.ts'
import type { Candidate, PageStore, QueuedPage } from '../../store/index.ts'
import { type Canonicalizer, originOf, type Url } from '../../url/index.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { FormSettings } from '../settings.ts'
import type { Look } from '../visit/5-judge.ts'
import type { Candidates } from '../visit/candidates.ts'
import type { Outcome } from '../visit/outcome.ts'
import type { Visit } from '../visit/visit.ts'

export interface CrawlFormsParts {
  readonly settings: FormSettings
  /** How often a page that fails is tried again. */
  readonly retries: number
  readonly store: Pick<PageStore, 'page'>
  readonly candidates: Candidates
  readonly canonicalizer: Canonicalizer
}

/** Queries whose pages are already known are passed over; this is the most after one visit. */
const MAX_PASSED_OVER = 20
/** New pages that may not be in the store yet. */
const MAX_RECENT = 5_000

export class CrawlForms {
  readonly #parts: CrawlFormsParts
  /** Hosts for which queries left waiting by earlier runs have been checked. */
  readonly #checked = new WeakSet<HostQueries>()
  readonly #recent = new Set<string>()

  constructor(parts: CrawlFormsParts) {
    this.#parts = parts
  }

  /** Called when a page was fetched and read. Returns the candidates for the next queries. */
  async saw(visit: Visit, { parsed }: Look): Promise<Candidate[]> {
    const { page, host } = visit
    const sight = parsed.forms
    if (!sight) return []
    const { queries } = host
    const hrefs = sight.links.map(({ href }) => href)
    if (queries.sawForms(sight.forms, page, hrefs)) host.queriesChanged()
    queries.sawWords(sight.words)
    const promised = parsed.found.promises && new Set<string>(parsed.found.hrefs)
    const turned = page.kind === 'results' ? await this.#answered(visit, sight.links, promised) : []
    return [...turned, ...(await this.#ask(visit))]
  }

  /** Called when a page was not fetched: if it was to be an answer, none will come. */
  missed(visit: Visit, outcome: Outcome): Promise<Candidate[]> {
    const { page, host } = visit
    if (page.kind !== 'results') return Promise.resolve([])
    const { queries } = host
    if (outcome.kind === 'moved' && originOf(outcome.to) === host.origin) queries.moved(page.url, outcome.to)
    else if (outcome.kind === 'denied')
      queries.lost(page.url, `its answers may not be read (${outcome.reason ?? outcome.by})`)
    else if (!this.#isTriedAgain(page, outcome)) queries.lost(page.url)
    host.queriesChanged()
    return this.#ask(visit)
  }

  /** Removes links of an answer that lead to other answers: `saw` requests its further pages, and the rest show the same records. */
  without({ page, host }: Visit, { parsed }: Look, candidates: readonly Candidate[]): Candidate[] {
    const { queries } = host
    const answers = queries.toAnswers(page.url, parsed.forms?.links ?? [])
    return candidates.filter(({ url }) => !answers.has(url) && !queries.isAnswer(url))
  }

  #isTriedAgain({ failures }: QueuedPage, outcome: Outcome): boolean {
    const isPassing = outcome.kind === 'walled' || (outcome.kind === 'failed' && outcome.transient)
    return isPassing && failures < this.#parts.retries
  }

  /** Records are the links that the model follows, if there is one; otherwise the links in scope. */
  async #answered(
    { page, host }: Visit,
    links: readonly AnswerLink[],
    promised: ReadonlySet<string> | null,
  ): Promise<Candidate[]> {
    const { queries } = host
    const { candidates } = this.#parts
    const answers = queries.toAnswers(page.url, links)
    const isWanted = (href: string) =>
      answers.has(href) ||
      (promised === null ? candidates.isWanted(href as Url, page.depth + 1) : promised.has(href))
    const wanted = links.filter(({ href }) => isWanted(href))
    const answer = queries.read(page.url, wanted)
    if (answer === null) return []
    const news = await Promise.all(answer.records.map(({ href }) => this.#isNew(href as Url)))
    const fresh = news.filter(Boolean).length
    const isAwaited = queries.waiting.has(page.url)
    if (!isAwaited) queries.grew(page.url, fresh)
    const next = isAwaited
      ? queries.answered(page.url, answer, fresh)
      : await this.#unknown(fresh > 0 ? answer.next : null)
    host.queriesChanged()
    const turned = next === null ? null : candidates.answerPage(next as Url, page.depth, page, page.pageClass)
    if (next !== null && (turned === null || turned.excluded)) queries.lost(next)
    return turned ? [turned] : []
  }

  /** The further page of an answer, unless the collection already knows it. */
  async #unknown(url: string | null): Promise<string | null> {
    return url !== null && (await this.#parts.store.page(url as Url)) === null ? url : null
  }

  /** Whether a page is neither known to the collection nor found so recently that the store may not have it yet. */
  async #isNew(url: Url): Promise<boolean> {
    if (this.#recent.has(url)) return false
    if (this.#recent.size >= MAX_RECENT) this.#recent.clear()
    this.#recent.add(url)
    return (await this.#parts.store.page(url)) === null
  }

  async #ask({ page, host }: Visit): Promise<Candidate[]> {
    const { queries } = host
    const asked = await this.#afterRestart(page, host)
    if (!queries.mayAsk) return asked
    for (let passed = 0; passed < MAX_PASSED_OVER; passed++) {
      const next = queries.next(this.#parts.settings.queries)
      if (next === null) break
      const candidate = await this.#candidate(next, page, queries)
      host.queriesChanged()
      if (candidate) asked.push(candidate)
    }
    return asked
  }

  async #candidate(next: NextQuery, page: QueuedPage, queries: HostQueries): Promise<Candidate | null> {
    const { canonicalizer, candidates, store } = this.#parts
    const address = queryAddress(next.target, next.query)
    const url = address && canonicalizer.canonical(address)
    // Mark it at once: another visit that chooses while the store is being read must not choose the same query.
    queries.asked(next, url ?? null)
    if (url === undefined || url === '') return null
    if ((await store.page(url)) !== null) {
      queries.passedOver(url)
      return null
    }
    const candidate = candidates.answerPage(url, next.depth, page, next.pageClass)
    if (candidate && !candidate.excluded) return candidate
    queries.lost(url, `its answers are out of scope (${candidate?.excluded?.by ?? 'depth'})`)
    return null
  }

  /** Checks queries that an earlier run chose: some may not have reached the store, and the answers of others may have been read since. */
  async #afterRestart(page: QueuedPage, host: HostMemory): Promise<Candidate[]> {
    const { queries } = host
    if (this.#checked.has(queries)) return []
    this.#checked.add(queries)
    const again: Candidate[] = []
    for (const [url, { depth, pageClass }] of [...queries.waiting]) {
      if (url === page.url) continue
      const row = await this.#parts.store.page(url as Url)
      const candidate =
        row === null ? this.#parts.candidates.answerPage(url as Url, depth, page, pageClass) : null
      if (candidate) again.push(candidate)
      else if (row === null || !['waiting', 'running', 'error'].includes(row.status)) queries.lost(url)
    }
    return again
  }
}
