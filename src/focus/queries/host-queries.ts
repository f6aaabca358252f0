/**
 * The queries sent to the forms of one host, and their results. Words come from the pages of the host that were read and from the names of
 * records in answers; they and the choices that forms offer are weighed by how many new pages they promise (`query-worth.ts`), and the
 * best query is sent next. Only a few queries are pending at a time, so that each is chosen with what the earlier ones taught. Querying
 * ends by the rules of `form-state.ts`, or when the limit of the host is reached.
 *
 * All of it is one small JSON value in the row of the host, written with the visits that changed it: a crawl that is killed continues where it was.
 */
import { hashText } from '../../change/text/hash.ts'
import { type FormQuery, type FoundForm, formId, isAnswerOf } from '../../site/index.ts'
import { type AnswerLink, type ReadAnswer, readAnswer, SiteMenu } from './answer-links.ts'
import { type AnswerPage, leadsToAnswer } from './answer-turns.ts'
import { bestQuery, type NextQuery } from './choose-query.ts'
import { FormState, queryKey, type SavedForm, shownQuery } from './form-state.ts'
import { queryWords } from './query-words.ts'
import { RecordCensus, type SavedCensus } from './record-census.ts'
import { type SavedWords, WordTable } from './word-table.ts'

export interface SavedQueries {
  readonly forms: Readonly<Record<string, SavedForm>>
  readonly asked: Readonly<Record<string, readonly string[]>>
  readonly waiting: Readonly<Record<string, WaitingQuery>>
  readonly words: SavedWords
  readonly census: SavedCensus
  readonly menu: readonly string[]
  readonly answerPages: number
}

/** A query whose answer is pending, by the address of its next page. */
export interface WaitingQuery {
  readonly form: string
  readonly group: string
  readonly query: FormQuery
  /** Depth of its page in the collection. */
  readonly depth: number
  readonly pageClass: string | null
  /** Pages of the answer read so far, and what they brought. */
  readonly pages: number
  readonly records: readonly number[]
  readonly fresh: number
}

/** The queries sent to a host, and their results. */
export interface QueriesReport {
  /** Distinct records of all answers, and the estimated total. */
  readonly found: number
  readonly estimate: number | null
  readonly answerPages: number
  readonly forms: readonly FormReport[]
}

export type FormReport = SavedForm & { readonly asked: readonly string[] }

/** A page that has a form. */
export interface FormPage {
  readonly url: string
  readonly depth: number
}

const MAX_FORMS = 20
/**
 * Most queries pending at a time: one is sent while the answer to the other is read. With more, they would be chosen with less knowledge.
 */
const MAX_WAITING = 2
/** Most pages read of one answer; sites typically show 100 or 1,000 records of one. */
const MAX_ANSWER_PAGES = 50
/** After this many pages of an answer without anything new, the rest is skipped. */
const MAX_STALE_PAGES = 3
/** Most answer pages for each query of the limit. */
const ANSWER_PAGES_EACH = 12
/** Until this many documents were read, the names of records count as documents too, so that the first answers teach the next queries. */
const MAX_NAMED = 200
export class HostQueries {
  readonly #forms: Map<string, FormState>
  readonly #asked: Map<string, Set<string>>
  readonly #waiting: Map<string, WaitingQuery>
  readonly #words: WordTable
  readonly #census: RecordCensus
  readonly #menu: SiteMenu
  #answerPages: number

  constructor(saved?: SavedQueries) {
    this.#forms = new Map(
      Object.entries(saved?.forms ?? {}).map(([id, form]) => [id, new FormState(form.found, form, form)]),
    )
    this.#asked = new Map(Object.entries(saved?.asked ?? {}).map(([id, keys]) => [id, new Set(keys)]))
    this.#waiting = new Map(Object.entries(saved?.waiting ?? {}))
    this.#words = new WordTable(saved?.words)
    this.#census = new RecordCensus(saved?.census)
    this.#menu = new SiteMenu(saved?.menu)
    this.#answerPages = saved?.answerPages ?? 0
  }

  get isEmpty(): boolean {
    return this.#forms.size === 0
  }

  get mayAsk(): boolean {
    return [...this.#forms.values()].some(form => form.isOpen)
  }

  /** Pending answers, by address. */
  get waiting(): ReadonlyMap<string, WaitingQuery> {
    return this.#waiting
  }

  /** Returns whether any of them is new. */
  sawForms(forms: readonly FoundForm[], page: FormPage, hrefs: readonly string[]): boolean {
    let isNews = false
    for (const found of forms) {
      const id = found.query
        ? formId(found.query)
        : `${found.method} ${found.action} ${found.fields.join('&')}`
      if (this.#forms.has(id) || this.#forms.size >= MAX_FORMS) continue
      this.#forms.set(id, new FormState(this.#twin(found) ?? found, { page: page.url, depth: page.depth }))
      isNews = true
    }
    if (isNews) this.#menu.sawPage(hrefs)
    return isNews
  }

  sawWords(words: readonly string[]): void {
    this.#words.add(words)
  }

  /** The most promising query; null if none should be sent now. */
  next(limit: number): NextQuery | null {
    if (this.#waiting.size >= MAX_WAITING || this.#queries >= limit) return null
    if (this.#answerPages >= limit * ANSWER_PAGES_EACH) return null
    const { found, estimate } = this.#census
    return bestQuery(this.#forms, this.#asked, this.#words, { found, estimate })
  }

  /** Records that a query is sent and its answer is expected at `url`; null if that is known to lead nowhere new. */
  asked({ form, group, query, depth, pageClass }: NextQuery, url: string | null): void {
    const asked = this.#asked.get(form) ?? new Set()
    this.#asked.set(form, asked.add(queryKey(query)))
    if (url === null) return
    this.#forms.get(form)!.queries++
    this.#waiting.set(url, { form, group, query, depth, pageClass, pages: 0, records: [], fresh: 0 })
  }

  /** Records that a link leads to the same page, so its content is or will be known without the query. */
  passedOver(url: string): void {
    const waiting = this.#waiting.get(url)
    if (!waiting) return
    this.#waiting.delete(url)
    this.#forms.get(waiting.form)!.queries--
  }

  #stateAt(url: string): FormState | undefined {
    const waiting = this.#waiting.get(url)
    return waiting ? this.#forms.get(waiting.form) : this.#formWith(url)
  }

  #formWith(url: string): FormState | undefined {
    return [...this.#forms.values()].find(({ found }) => found.query && isAnswerOf(found.query, url))
  }

  /** The records of an answer, and its next page. */
  read(url: string, links: readonly AnswerLink[]): ReadAnswer | null {
    const page = this.#pageAt(url)
    if (!page) return null
    if (this.#waiting.get(url)?.pages === 0) this.#menu.sawAnswer(links.map(({ href }) => href))
    return readAnswer(page, links, this.#menu)
  }

  /** Whether the address, by itself, is that of an answer. */
  isAnswer(url: string): boolean {
    return this.#formWith(url) !== undefined
  }

  /** The links of an answer that lead to answers too. */
  toAnswers(url: string, links: readonly AnswerLink[]): ReadonlySet<string> {
    const page = this.#pageAt(url)
    const leads = links.filter(link => this.isAnswer(link.href) || (page && leadsToAnswer(page, link)))
    return new Set(leads.map(({ href }) => href))
  }

  #pageAt(url: string): AnswerPage | null {
    const form = this.#stateAt(url)?.found.query
    if (!form) return null
    const given = form.field === null ? null : new URL(url).searchParams.get(form.field)
    return { form, url, words: this.#waiting.get(url)?.query.words ?? given ?? '' }
  }

  /** Records that a page of an answer was read; returns the address of the next page to read. */
  answered(
    url: string,
    { records, next }: { readonly records: readonly AnswerLink[]; readonly next: string | null },
    fresh: number,
  ): string | null {
    const waiting = this.#waiting.get(url)
    if (!waiting) return null
    this.#waiting.delete(url)
    this.#answerPages++
    if (this.#words.documents < MAX_NAMED) for (const { text } of records) this.#words.add(queryWords(text))
    const now: WaitingQuery = {
      ...waiting,
      pages: waiting.pages + 1,
      records: [...new Set([...waiting.records, ...records.map(({ href }) => hashText(href))])],
      fresh: waiting.fresh + fresh,
    }
    const isStale = now.fresh === 0 && now.pages >= MAX_STALE_PAGES
    const grew = now.records.length > waiting.records.length
    const goesOn =
      next !== null && grew && !isStale && now.pages < MAX_ANSWER_PAGES && !this.#waiting.has(next)
    if (goesOn) this.#waiting.set(next, now)
    else this.#finish(now)
    return goesOn ? next : null
  }

  /** Records that a known answer was fetched again and led to `fresh` new pages: querying resumes if it pays again. */
  grew(url: string, fresh: number): void {
    this.#stateAt(url)?.grew(fresh)
  }

  /** Records that the answer is at another address. */
  moved(url: string, to: string): void {
    const waiting = this.#waiting.get(url)
    this.#waiting.delete(url)
    if (waiting) this.#waiting.set(to, waiting)
  }

  /** Records that no answer will come. A reason also ends the form. */
  lost(url: string, reason: string | null = null): void {
    const waiting = this.#waiting.get(url)
    if (!waiting) return
    this.#waiting.delete(url)
    const form = this.#forms.get(waiting.form)
    if (reason === null) this.#finish(waiting)
    else if (form) form.ended = reason
  }

  /** For display. */
  report(): QueriesReport {
    const { found, estimate } = this.#census
    const forms = [...this.#forms].map(([id, form]) => ({
      ...form.toJSON(),
      asked: [...(this.#asked.get(id) ?? [])].map(shownQuery),
    }))
    return { found, estimate, answerPages: this.#answerPages, forms }
  }

  toJSON(): SavedQueries {
    return {
      forms: Object.fromEntries([...this.#forms].map(([id, form]) => [id, form.toJSON()])),
      asked: Object.fromEntries([...this.#asked].map(([id, keys]) => [id, [...keys]])),
      waiting: Object.fromEntries(this.#waiting),
      words: this.#words.toJSON(),
      census: this.#census.toJSON(),
      menu: this.#menu.toJSON(),
      answerPages: this.#answerPages,
    }
  }

  get #queries(): number {
    let queries = 0
    for (const form of this.#forms.values()) queries += form.queries
    return queries
  }

  /** A closed version of the form, if another form already leads to the same answers. */
  #twin(found: FoundForm): FoundForm | null {
    if (!found.query) return null
    for (const { found: other } of this.#forms.values())
      if (other.query?.action === found.query.action && other.query.field === found.query.field)
        return { ...found, query: null, closed: 'it leads to the same answers as another form' }
    return null
  }

  #finish(asked: WaitingQuery): void {
    const { form: id, records, fresh } = asked
    const form = this.#forms.get(id)
    if (!form) return
    if (records.length > 0) this.#census.add(records)
    form.answered(asked, { records: records.length, fresh })
    form.consider(this.#census.found, this.#census.estimate)
  }
}
