/**
 * Words of names, labels and buttons, and the concepts they stand for in the languages most forms are written in.
 *
 * `txtSearchBox` is three words; scripts without spaces are cut into pairs of characters. A concept is found inside words
 * too (`loginform`, `Passwortwiederholung`), so that it works for words that were not in the training data.
 */
import formWords from './form-words.json' with { type: 'json' }

const MAX_TEXT_CHARS = 160
const MAX_WORDS = 24
const MAX_WORD_CHARS = 12
const BOUNDARY = /(\p{Ll})(\p{Lu})/gu
const WORD = /\p{L}+|\d+/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** The field that MailChimp's forms hide from people is named after two hexadecimal numbers. */
const MAILCHIMP_TRAP = 'b_[0-9a-f]{8,}'

/** What the marks in the words stand for; the notation is explained in `form-words.json`. */
const MARKS: Readonly<Record<string, string>> = { '|': '\\b', '~': '[-_ ]?', '#': '\\d', $: '$', '…': '.*' }

const CONCEPTS: readonly (readonly [string, RegExp])[] = Object.entries(formWords.concepts).map(
  ([concept, words]) => [concept, conceptPattern(words, concept === 'trap' ? [MAILCHIMP_TRAP] : [])],
)

const QUERY_NAMES = new Set(formWords.queryNames)

/** A pattern that finds any of the words, written as `form-words.json` explains. */
export function conceptPattern(words: readonly string[], sources: readonly string[] = []): RegExp {
  return new RegExp([...words.map(sourceOf), ...sources].join('|'))
}

function sourceOf(word: string): string {
  return word.replace(/[\\^.*+?()[\]{}]/g, '\\$&').replace(/[|~#$…]/g, mark => MARKS[mark]!)
}

/** Whether a name is so common for search fields that no word is needed. */
export const isQueryName = (name: string): boolean => QUERY_NAMES.has(name.toLowerCase())

/** Adds clues `place~concept` and `place:word` for the text in that place, and `any~concept` unless the place is a neighbor's. */
export function tell(clues: Set<string>, place: string, text: string, isOwn = true): void {
  if (text === '') return
  const spaced = text.slice(0, MAX_TEXT_CHARS).replace(BOUNDARY, '$1 $2').toLowerCase()
  for (const [concept, pattern] of CONCEPTS) {
    if (!pattern.test(spaced)) continue
    clues.add(`${place}~${concept}`)
    if (isOwn) clues.add(`any~${concept}`)
  }
  for (const word of wordsOf(spaced)) clues.add(`${place}:${word}`)
}

function wordsOf(spaced: string): string[] {
  const words: string[] = []
  for (const [word] of spaced.matchAll(WORD)) {
    if (words.length >= MAX_WORDS) break
    if (UNSPACED.test(word)) for (let i = 0; i + 1 < word.length; i++) words.push(word.slice(i, i + 2))
    else words.push(/^\d/.test(word) ? (word.length > 2 ? '000' : word) : word.slice(0, MAX_WORD_CHARS))
  }
  return words
}
