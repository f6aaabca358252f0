/**
 * Chooses the query that promises the most new pages, over all forms of a host: words of the site, choices that forms offer, both together
 * where the answer to a word alone was truncated, and initial words while nothing was found yet.
 */
import type { FormQuery, QueryForm } from '../../site/index.ts'
import firstWords from './first-words.json' with { type: 'json' }
import { type FormState, queryKey } from './form-state.ts'
import { type AnswersSoFar, groupOfBoth, groupOfChoice, groupOfWord } from './query-worth.ts'
import type { WordTable } from './word-table.ts'

/** A query to send, with the number of new pages expected. */
export interface NextQuery {
  readonly form: string
  readonly group: string
  readonly query: FormQuery
  readonly expected: number
  readonly target: QueryForm
  /** Depth of its page in the collection. */
  readonly depth: number
  /** The page class of its answer, if a model names the form. */
  readonly pageClass: string | null
}

/** How many records are known, and how many there may be. */
export interface CensusNow {
  readonly found: number
  readonly estimate: number | null
}

/** Assumed length of the longest answer before there is one. */
const USUAL_ANSWER = 20
/** Assumed share for words that are not from the site: less than any of its own while few pages were read. */
const FIRST_SHARE = 0.01
/**
 * Assumed number of missing records while it cannot be estimated: large enough that all queries that bring a page of records are equally
 * good.
 */
const UNKNOWN_REST = 500
/** The estimate of what is missing is a lower bound; taking it for zero would end the search for the last records. */
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
    for (const next of candidates(id, form, { words, census, asked: asked.get(id) ?? NONE }))
      if (best === null || next.expected > best.expected) best = next
  }
  return best
}

const NONE: ReadonlySet<string> = new Set()

/** What queries are built from. */
interface Known {
  readonly words: WordTable
  readonly asked: ReadonlySet<string>
  readonly census: CensusNow
}

type Proposed = Pick<NextQuery, 'query' | 'group' | 'expected'>

function* candidates(id: string, form: FormState, known: Known): Generator<NextQuery> {
  const target = form.found.query
  if (!target) return
  const base = { form: id, target, depth: form.depth + 1, pageClass: form.found.to ?? null }
  const so = soFar(form, known.census)
  for (const proposed of ofChoices(form, target, known, so)) yield { ...base, ...proposed }
  if (target.field === null) return
  for (const proposed of ofWords(form, known, so)) yield { ...base, ...proposed }
  for (const proposed of ofBoth(form, target, known, so)) yield { ...base, ...proposed }
}

function* ofChoices({ worths }: FormState, { choices }: QueryForm, { asked }: Known, so: AnswersSoFar) {
  for (const { name, values } of choices) {
    const query = firstUnasked('', name, values, asked)
    if (query === null) continue
    yield { query, group: groupOfChoice(name), expected: worths.ofChoice(name, values.length, so) }
  }
}

function* ofWords({ worths, records }: FormState, { words, asked }: Known, so: AnswersSoFar) {
  const proposed = (text: string, share: number): Proposed => ({
    query: { words: text, choice: null },
    group: groupOfWord(share),
    expected: worths.ofWord(share, so),
  })
  for (const [word, share] of words.candidates()) if (!asked.has(word)) yield proposed(word, share)
  const first = records === 0 ? firstWords.words.find(word => !asked.has(word)) : undefined
  if (first !== undefined) yield proposed(first, FIRST_SHARE)
}

/** A choice combined with a word brings what the answer to the word alone did not show; if all of it was shown, it brings nothing. */
function* ofBoth(form: FormState, { choices }: QueryForm, { words, asked }: Known, so: AnswersSoFar) {
  if (choices.length === 0) return
  const cut = form.lengths
    .cut()
    .map(([word, shown]) => ({ word, share: Math.max(words.shareOf(word), shown / (so.found + so.rest)) }))
    .sort((a, b) => b.share - a.share)
  for (const { name, values } of choices)
    for (const { word, share } of cut) {
      const query = firstUnasked(word, name, values, asked)
      if (query === null) continue
      yield { query, group: groupOfBoth(name), expected: form.worths.ofBoth(name, share, values.length, so) }
      // With the same choices, a rarer word promises less.
      break
    }
}

function firstUnasked(
  words: string,
  name: string,
  values: readonly string[],
  asked: ReadonlySet<string>,
): FormQuery | null {
  for (const value of values) {
    const query = { words, choice: { name, value } }
    if (!asked.has(queryKey(query))) return query
  }
  return null
}

function soFar({ longest }: FormState, { found, estimate }: CensusNow): AnswersSoFar {
  const rest = estimate === null ? Math.max(found, UNKNOWN_REST) : estimate - found
  return {
    found,
    rest: Math.max(rest, found * MIN_REST_SHARE, MIN_REST),
    longest: Math.max(longest, USUAL_ANSWER),
  }
}
