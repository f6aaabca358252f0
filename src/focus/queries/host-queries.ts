/**
 * What is asked of the forms of one host, and what came of it. Words come from the pages of the host that were read and from the names of records in
 * answers; they and the choices that forms offer are weighed by how many new pages they promise (`query-worth.ts`), and the best is asked next. Only a few
 * queries wait at a time, so that each is chosen with what those before it taught. Asking ends by the rules of `form-state.ts`, or when the limit
 * of the host is reached.
 *
 * All of it is one small JSON value in the row of the host, written with the visits that changed it: a crawl that is killed goes on where it was.
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

/** A query whose answer is waited for, by the address of its next page. */
export interface WaitingQuery {
  readonly form: string
  readonly group: string
  readonly query: FormQuery
  /** That its page has in the collection. */
  readonly depth: number
  readonly pageClass: string | null
  /** Pages of the answer that were read, and what they brought. */
  readonly pages: number
  readonly records: readonly number[]
  readonly fresh: number
}

/** What was asked of a host, and what came of it. */
export interface QueriesReport {
  /** Different records of all answers, and how many there may be. */
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
/** Queries that wait at a time: one is asked while the answer of the other is read. With more, they know less of each other. */
const MAX_WAITING = 2
/** Pages of one answer; 100 or 1,000 records are what sites show of one. */
const MAX_ANSWER_PAGES = 50
/** Pages of an answer that bring nothing new, after which the rest of it is left. */
const MAX_STALE_PAGES = 3
/** For each query of the limit. */
const ANSWER_PAGES_EACH = 12
/** Until so many pages were read, the names of records count as documents too: the first answers then teach the next queries. */
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

  /** Addresses of answers that are waited for. */
  get waiting(): ReadonlyMap<string, WaitingQuery> {
    return this.#waiting
  }

  /** Returns true if one of them was not known. */
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

  /** The query that promises most; null if none is to be asked now. */
  next(limit: number): NextQuery | null {
    if (this.#waiting.size >= MAX_WAITING || this.#queries >= limit) return null
    if (this.#answerPages >= limit * ANSWER_PAGES_EACH) return null
    const { found, estimate } = this.#census
    return bestQuery(this.#forms, this.#asked, this.#words, { found, estimate })
  }

  /** It is asked, and its answer will stand there; null if that is known to lead nowhere new. */
  asked({ form, group, query, depth, pageClass }: NextQuery, url: string | null): void {
    const asked = this.#asked.get(form) ?? new Set()
    this.#asked.set(form, asked.add(queryKey(query)))
    if (url === null) return
    this.#forms.get(form)!.queries++
    this.#waiting.set(url, { form, group, query, depth, pageClass, pages: 0, records: [], fresh: 0 })
  }

  /** Somebody else led there: what it says is known, or will be. */
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

  /** Is there an answer at this address, as far as the address alone tells? */
  isAnswer(url: string): boolean {
    return this.#formWith(url) !== undefined
  }

  /** Of the links of an answer, those that lead to answers, too. */
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

  /** A page of an answer was read; returns the address of the next one that is to be read. */
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

  /** An answer that nobody waited for was asked for again, and led to so many new pages: asking goes on where that pays again. */
  grew(url: string, fresh: number): void {
    this.#stateAt(url)?.grew(fresh)
  }

  /** The answer stands at another address. */
  moved(url: string, to: string): void {
    const waiting = this.#waiting.get(url)
    this.#waiting.delete(url)
    if (waiting) this.#waiting.set(to, waiting)
  }

  /** No answer will come. A reason ends the form as well. */
  lost(url: string, reason: string | null = null): void {
    const waiting = this.#waiting.get(url)
    if (!waiting) return
    this.#waiting.delete(url)
    const form = this.#forms.get(waiting.form)
    if (reason === null) this.#finish(waiting)
    else if (form) form.ended = reason
  }

  /** For people. */
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

  /** One that leads to the same answers is asked already. */
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
