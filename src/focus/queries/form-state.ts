/** State of one form of a host: whether it may be queried, what it answered, and why no more queries are sent. */
import type { FormQuery, FoundForm } from '../../site/index.ts'
import { AnswerLengths, type SavedLengths } from './answer-lengths.ts'
import { QueryWorths, type SavedWorths } from './query-worth.ts'

export interface SavedForm {
  readonly found: FoundForm
  /** URL of a page with the form. */
  readonly page: string
  /** Depth of that page. */
  readonly depth: number
  readonly queries: number
  readonly records: number
  readonly fresh: number
  readonly longest: number
  /** Numbers of new pages in the last answers. */
  readonly recent: readonly number[]
  readonly worths: SavedWorths
  /** Lengths of the answers to single words; absent if no query was sent. */
  readonly lengths?: SavedLengths
  /** Why no more queries are sent. */
  readonly ended: string | null
}

/**
 * Number of answers whose yield decides whether to continue. In `bench:forms --dry`, half as many stop 25 queries earlier, with 30 fewer
 * of 5,000 records; twice as many stop 5 to 14 later, with 4 to 10 more.
 */
const WINDOW = 20
/** Mean number of new pages per query below which querying ends: a query costs at least as much as the page it brings. */
const MIN_YIELD = 1
/** Number of initial queries without any result after which the form is given up. */
const MAX_SILENT = 30
/** Share of the estimated records that may be missing when querying ends. */
const SMALL_REST = 0.01
const TOO_FEW = `the last ${WINDOW} queries brought fewer than ${MIN_YIELD} new page each`

export class FormState {
  readonly found: FoundForm
  readonly page: string
  readonly depth: number
  readonly worths: QueryWorths
  readonly lengths: AnswerLengths
  queries: number
  records: number
  fresh: number
  longest: number
  readonly recent: number[]
  ended: string | null

  constructor(found: FoundForm, { page, depth }: Pick<SavedForm, 'page' | 'depth'>, saved?: SavedForm) {
    this.found = found
    this.page = page
    this.depth = depth
    this.queries = saved?.queries ?? 0
    this.records = saved?.records ?? 0
    this.fresh = saved?.fresh ?? 0
    this.longest = saved?.longest ?? 0
    this.recent = [...(saved?.recent ?? [])]
    this.worths = new QueryWorths(saved?.worths)
    this.lengths = new AnswerLengths(saved?.lengths)
    this.ended = saved?.ended ?? null
  }

  /** Whether queries may be sent. */
  get isOpen(): boolean {
    return this.found.closed === null && this.ended === null
  }

  answered(
    { query, group }: { readonly query: FormQuery; readonly group: string },
    { records, fresh }: { readonly records: number; readonly fresh: number },
  ): void {
    // Queries sent before anything was found say nothing about later ones.
    if (this.records === 0 && records > 0) this.recent.length = 0
    this.records += records
    this.fresh += fresh
    this.longest = Math.max(this.longest, records)
    this.#note(fresh)
    this.worths.learn(group, fresh)
    if (query.choice === null) this.lengths.learn(query.words, records)
  }

  /** Records that a known answer has new records. */
  grew(fresh: number): void {
    this.fresh += fresh
    this.#note(fresh)
    if (this.ended === TOO_FEW && this.#meanYield >= MIN_YIELD) this.ended = null
  }

  #note(fresh: number): void {
    this.recent.push(fresh)
    if (this.recent.length > WINDOW) this.recent.shift()
  }

  get #meanYield(): number {
    return this.recent.reduce((sum, fresh) => sum + fresh, 0) / this.recent.length
  }

  /** Decides whether to continue, given the number of pages found and the estimated total. */
  consider(found: number, estimate: number | null): void {
    if (this.ended !== null) return
    if (this.records === 0 && this.queries >= MAX_SILENT) this.ended = 'it answers nothing'
    if (this.recent.length < WINDOW || this.records === 0) return
    const mean = this.#meanYield
    const isNearlyAll = estimate !== null && estimate - found <= found * SMALL_REST
    if (mean < MIN_YIELD) this.ended = TOO_FEW
    else if (isNearlyAll && mean < 2 * MIN_YIELD) this.ended = 'nearly all that it finds is known'
  }

  toJSON(): SavedForm {
    const { found, page, depth, queries, records, fresh, longest, recent, ended } = this
    return {
      found,
      page,
      depth,
      queries,
      records,
      fresh,
      longest,
      recent,
      worths: this.worths.toJSON(),
      lengths: this.lengths.toJSON(),
      ended,
    }
  }
}

/** Identifies a query of a form. */
export const queryKey = ({ words, choice }: FormQuery): string =>
  choice === null ? words : `${words}\t${choice.name}\t${choice.value}`

/** A query key for display: `boats`, `department = 3`, or `boats with department = 3`. */
export function shownQuery(key: string): string {
  const [words = '', name, value] = key.split('\t')
  const choice = name === undefined ? [] : [`${name} = ${value}`]
  return [...(words === '' ? [] : [words]), ...choice].join(' with ')
}
