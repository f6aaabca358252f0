/**
 * Terms in the format of PostgreSQL's full-text search. Weights stand for fields: A for titles, B for headings and links, C for emphasized
 * words, addresses and descriptions, D for the rest. Word forms (`SearchTerms.forms`) are prefixed with an equals sign and have no
 * positions.
 */
import type { MatchClause, SearchPlan, SearchTerms, TermMatch } from '../../search/index.ts'

type Weight = 'A' | 'B' | 'C' | 'D'

/** Words beyond this position all get it, so phrases are only found before it. */
const MAX_PLACE = 16_383
/** A tsvector keeps this many positions of a word. */
const MAX_PLACES = 255
/** Between fields, so that no phrase continues into the next one. */
const GAP = 10
/** A tsvector is limited to one mebibyte. */
const MAX_VECTOR_CHARS = 600_000

export const FORM = '='

export function vectorOf(terms: SearchTerms): string {
  const writer = new VectorWriter()
  writer.field(terms.title, 'A')
  writer.field(terms.headings, 'B')
  writer.field(terms.emphasised, 'C')
  writer.field(terms.url, 'C')
  writer.field(terms.meta, 'C')
  writer.field(terms.body, 'D')
  return writer.text(terms.forms === '' ? [] : terms.forms.split(' '))
}

/** The text of a link. */
export function anchorVector(terms: string): string {
  const writer = new VectorWriter()
  writer.field(terms, 'B')
  return writer.text([])
}

class VectorWriter {
  readonly #places = new Map<string, string[]>()
  #next = 1

  field(terms: string, weight: Weight): void {
    if (terms === '') return
    for (const term of terms.split(' ')) {
      const places = this.#places.get(term) ?? []
      if (places.length < MAX_PLACES) places.push(`${Math.min(this.#next, MAX_PLACE)}${weight}`)
      this.#places.set(term, places)
      this.#next++
    }
    this.#next += GAP
  }

  text(forms: readonly string[]): string {
    const parts: string[] = []
    let length = 0
    const add = (part: string) => {
      length += part.length + 1
      if (length < MAX_VECTOR_CHARS) parts.push(part)
    }
    for (const [term, places] of this.#places) add(`${quoted(term)}:${[...new Set(places)].join(',')}`)
    for (const form of forms) add(quoted(`${FORM}${form}`))
    return parts.join(' ')
  }
}

/** Terms consist of letters, digits and marks; quoting makes sure that nothing else gets through as an operator. */
const quoted = (term: string) => `'${term.replace(/['\\]/g, '$&$&')}'`

export function tsqueryOf({ wanted, must, not }: SearchPlan, isAny: boolean): string {
  const all = [...must.map(clauseQuery), ...(isAny ? [] : wanted.map(clauseQuery))]
  if (isAny && wanted.length > 0) all.push(`(${wanted.map(clauseQuery).join(' | ')})`)
  return [...all, ...not.map(clause => `!${clauseQuery(clause)}`)].join(' & ')
}

const clauseQuery = (clause: MatchClause) => `(${clause.map(matchQuery).join(' | ')})`

/** A prefix may be longer than the stems of the words: then it is found among the word forms. */
export function matchQuery({ variants, isPrefix }: TermMatch): string {
  const star = isPrefix ? ':*' : ''
  const phrases = variants.map(terms => `${terms.map(quoted).join(' <-> ')}${star}`)
  const [first] = variants
  if (isPrefix && first?.length === 1) phrases.push(`${quoted(`${FORM}${first[0]!}`)}:*`)
  return `(${phrases.join(' | ')})`
}
