/** What is known of one form of a host: whether it is asked, what it answered, and why no more is asked. */
import type { FormQuery, FoundForm } from '../../site/index.ts'
import { AnswerLengths, type SavedLengths } from './answer-lengths.ts'
import { QueryWorths, type SavedWorths } from './query-worth.ts'

export interface SavedForm {
  readonly found: FoundForm
  /** A page that has it. */
  readonly page: string
  /** That of the page. */
  readonly depth: number
  readonly queries: number
  readonly records: number
  readonly fresh: number
  readonly longest: number
  /** New pages of the last answers. */
  readonly recent: readonly number[]
  readonly worths: SavedWorths
  /** Of the answers to single words; absent where none was asked. */
  readonly lengths?: SavedLengths
  /** Why no more is asked. */
  readonly ended: string | null
}

/** Answers whose yield decides whether to go on. In `bench:forms --dry`, half as many end 25 queries earlier, with 30 records less of 5,000; twice as many 5 to 14 later, with 4 to 10 more. */
const WINDOW = 20
/** New pages for each query, below which asking ends: a query costs at least as much as the page it brings. */
const MIN_YIELD = 1
/** Queries without any result at the start, after which a form is taken to answer nobody like us. */
const MAX_SILENT = 30
/** So much of what is estimated may be missing when asking ends. */
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

  /** May it be asked? */
  get isOpen(): boolean {
    return this.found.closed === null && this.ended === null
  }

  answered(
    { query, group }: { readonly query: FormQuery; readonly group: string },
    { records, fresh }: { readonly records: number; readonly fresh: number },
  ): void {
    // Queries that were asked before anything was found say nothing of those that come.
    if (this.records === 0 && records > 0) this.recent.length = 0
    this.records += records
    this.fresh += fresh
    this.longest = Math.max(this.longest, records)
    this.#note(fresh)
    this.worths.learn(group, fresh)
    if (query.choice === null) this.lengths.learn(query.words, records)
  }

  /** An answer that was known has new records. */
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

  /** Decides whether to go on, with how many pages were found and may be missing. */
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

/** Tells queries of a form apart. */
export const queryKey = ({ words, choice }: FormQuery): string =>
  choice === null ? words : `${words}\t${choice.name}\t${choice.value}`

/** The same for people: `boats`, `department = 3`, or `boats with department = 3`. */
export function shownQuery(key: string): string {
  const [words = '', name, value] = key.split('\t')
  const choice = name === undefined ? [] : [`${name} = ${value}`]
  return [...(words === '' ? [] : [words]), ...choice].join(' with ')
}
