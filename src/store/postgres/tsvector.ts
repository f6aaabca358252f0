/**
 * Terms as PostgreSQL's full text keeps and asks for them. Weights stand for fields: A titles, B headings and links, C emphasised
 * words, addresses and descriptions, D the rest. Forms of words (`SearchTerms.forms`) stand behind an equals sign, without places.
 */
import type { MatchClause, SearchPlan, SearchTerms, TermMatch } from '../../search/index.ts'

type Weight = 'A' | 'B' | 'C' | 'D'

/** Words beyond have this place in a tsvector, so that phrases are found before it only. */
const MAX_PLACE = 16_383
/** A tsvector keeps this many places of a word. */
const MAX_PLACES = 255
/** Between fields: a phrase does not go on in the next one. */
const GAP = 10
/** A tsvector may take a mebibyte. */
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

/** What a link says. */
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

/** Terms are letters, digits and marks; nothing else gets through as an operator all the same. */
const quoted = (term: string) => `'${term.replace(/['\\]/g, '$&$&')}'`

export function tsqueryOf({ wanted, must, not }: SearchPlan, isAny: boolean): string {
  const all = [...must.map(clauseQuery), ...(isAny ? [] : wanted.map(clauseQuery))]
  if (isAny && wanted.length > 0) all.push(`(${wanted.map(clauseQuery).join(' | ')})`)
  return [...all, ...not.map(clause => `!${clauseQuery(clause)}`)].join(' & ')
}

const clauseQuery = (clause: MatchClause) => `(${clause.map(matchQuery).join(' | ')})`

/** A beginning may be longer than the stems of the words: those are found among the forms. */
export function matchQuery({ variants, isPrefix }: TermMatch): string {
  const star = isPrefix ? ':*' : ''
  const phrases = variants.map(terms => `${terms.map(quoted).join(' <-> ')}${star}`)
  const [first] = variants
  if (isPrefix && first?.length === 1) phrases.push(`${quoted(`${FORM}${first[0]!}`)}:*`)
  return `(${phrases.join(' | ')})`
}
