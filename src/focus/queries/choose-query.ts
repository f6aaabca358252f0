/** The query that promises most new pages, over all forms of a host: words of the site, choices that forms offer, and first words where nothing was found yet. */
import type { FormQuery, QueryForm } from '../../site/index.ts'
import firstWords from './first-words.json' with { type: 'json' }
import { type FormState, queryKey } from './form-state.ts'
import { groupOfChoice, groupOfWord } from './query-worth.ts'
import type { WordTable } from './word-table.ts'

/** A query to ask, with the number of new pages it is expected to bring. */
export interface NextQuery {
  readonly form: string
  readonly group: string
  readonly query: FormQuery
  readonly expected: number
  readonly target: QueryForm
  /** That its page has in the collection. */
  readonly depth: number
  /** The class of its answer, where a model names the form. */
  readonly pageClass: string | null
}

/** How many records are known, and how many there may be. */
export interface CensusNow {
  readonly found: number
  readonly estimate: number | null
}

/** Taken for the longest answer before there is one. */
const USUAL_ANSWER = 20
/** That words which are not the site's own are taken to have: less than any of its own while few pages were read. */
const FIRST_SHARE = 0.01
/** Taken for what is missing while nobody can tell: so much that every query that brings a page of records is as good as another. */
const UNKNOWN_REST = 500
/** What is missing is a lower bound, and to take it for none would end the search for those few. */
const MIN_REST = 20
const MIN_REST_SHARE = 0.1

export function bestQuery(
  forms: ReadonlyMap<string, FormState>,
  asked: ReadonlyMap<string, ReadonlySet<string>>,
  words: WordTable,
  census: CensusNow,
): NextQuery | null {
  let best: NextQuery | null = null
  for (const [id, form] of forms) {
    if (!form.isOpen) continue
    for (const next of candidates(id, form, asked.get(id) ?? NONE, { words, census }))
      if (best === null || next.expected > best.expected) best = next
  }
  return best
}

const NONE: ReadonlySet<string> = new Set()

function* candidates(
  id: string,
  form: FormState,
  asked: ReadonlySet<string>,
  { words, census }: { readonly words: WordTable; readonly census: CensusNow },
): Generator<NextQuery> {
  const target = form.found.query
  if (!target) return
  const base = { form: id, target, depth: form.depth + 1, pageClass: form.found.to ?? null }
  const so = soFar(form, census)
  const query = (text: string, group: string, expected: number): NextQuery => ({
    ...{ ...base, group, expected },
    query: { words: text, choice: null },
  })
  for (const { name, values } of target.choices) {
    const value = values.find(each => !asked.has(queryKey({ words: '', choice: { name, value: each } })))
    if (value === undefined) continue
    const expected = form.worths.ofChoice(name, values.length, so)
    yield { ...base, group: groupOfChoice(name), query: { words: '', choice: { name, value } }, expected }
  }
  if (target.field === null) return
  for (const [word, share] of words.candidates())
    if (!asked.has(word)) yield query(word, groupOfWord(share), form.worths.ofWord(share, so))
  const first = form.records === 0 ? firstWords.words.find(word => !asked.has(word)) : undefined
  if (first !== undefined) yield query(first, groupOfWord(FIRST_SHARE), form.worths.ofWord(FIRST_SHARE, so))
}

function soFar({ longest }: FormState, { found, estimate }: CensusNow) {
  const rest = estimate === null ? Math.max(found, UNKNOWN_REST) : estimate - found
  return {
    found,
    rest: Math.max(rest, found * MIN_REST_SHARE, MIN_REST),
    longest: Math.max(longest, USUAL_ANSWER),
  }
}
