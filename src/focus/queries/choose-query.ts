/**
 * The query that promises most new pages, over all forms of a host: words of the site, choices that forms offer, both together where the answer to a word alone was
 * cut off, and first words where nothing was found yet.
 */
import type { FormQuery, QueryForm } from '../../site/index.ts'
import firstWords from './first-words.json' with { type: 'json' }
import { type FormState, queryKey } from './form-state.ts'
import { type AnswersSoFar, groupOfBoth, groupOfChoice, groupOfWord } from './query-worth.ts'
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
    for (const next of candidates(id, form, { words, census, asked: asked.get(id) ?? NONE }))
      if (best === null || next.expected > best.expected) best = next
  }
  return best
}

const NONE: ReadonlySet<string> = new Set()

/** What queries are made from. */
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

/** A choice with a word brings what the answer to the word alone did not show; where all of it was shown, it brings nothing. */
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
      // A rarer word promises less with the same choices.
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
