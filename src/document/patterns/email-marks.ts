/** The forms of `@` and the dot: plain, in brackets, or as words in many languages. */
import words from './at-dot-words.json' with { type: 'json' }

/** How certain the mark is: `sign` is literal, `bracketed` was put there to hide an address, `word` may be an ordinary word. */
export type MarkKind = 'sign' | 'spaced' | 'bracketed' | 'word'

export interface Mark {
  readonly kind: MarkKind
  readonly start: number
  readonly end: number
  /** As written, without surrounding spaces. */
  readonly text: string
  /** Whether there are spaces on both sides. */
  readonly isWide: boolean
}

const alternatives = (list: readonly string[]) =>
  list
    .toSorted((a, b) => b.length - a.length)
    .map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')

/** A one-letter word counts only in brackets; short ones are ordinary words in many languages. */
const bare = (list: readonly string[], always: readonly string[]) =>
  alternatives(
    list.filter(word => word.length >= 5 || always.includes(word) || !/^[\p{sc=Latin}-]+$/u.test(word)),
  )

const OPEN = '[\\[({<«【（｛〈]{1,2}'
const CLOSE = '[\\])}>»】）｝〉]{1,2}'
/** Characters that also join words and parts of paths. */
const JOINT = '[*|~/_-]{1,2}'
const NOT_IN_WORD = '(?<![\\p{L}\\p{N}])'
const NOT_BEFORE_WORD = '(?![\\p{L}\\p{N}])'

function marks(sign: string, list: readonly string[], always: readonly string[]): string {
  return [
    `(?<sign>${sign})`,
    `(?<bracketed>\\s{0,3}${OPEN}\\s{0,2}(?:${sign}|${alternatives(list)})\\s{0,2}${CLOSE}\\s{0,3}|\\s{0,3}${JOINT}(?:${sign}|${alternatives(list.filter(word => word.length > 1))})${JOINT}\\s{0,3})`,
    `(?<spaced>\\s{1,3}${sign}\\s{0,3}|${sign}\\s{1,3})`,
    `(?<word>\\s{1,3}${NOT_IN_WORD}(?:${bare(list, always)})${NOT_BEFORE_WORD}\\s{1,3})`,
  ]
    .toSorted((a, b) => Number(a.includes('?<sign>')) - Number(b.includes('?<sign>')))
    .join('|')
}

const AT_MARK = new RegExp(marks('[@＠﹫]', words.at, ['at']), 'giu')
const DOT = marks('[.．。]', words.dot, ['dot', 'punkt', 'punto', 'ponto', 'point', 'punt'])
const DOT_HERE = new RegExp(DOT, 'iuy')
const DOT_ANYWHERE = new RegExp(DOT, 'giu')

/** A dot between hyphens: `-dot-`. */
const HYPHENED_DOT = new RegExp(`-(?:${alternatives(words.dot)})-`, 'iu')

/** Index of the first one in a text, or −1. */
export const hyphenedDotIn = (text: string): number => text.search(HYPHENED_DOT)

function markOf(match: RegExpExecArray): Mark {
  const { sign, bracketed, spaced } = match.groups as Record<string, string | undefined>
  const kind =
    sign !== undefined
      ? 'sign'
      : bracketed !== undefined
        ? 'bracketed'
        : spaced !== undefined
          ? 'spaced'
          : 'word'
  return {
    kind,
    start: match.index,
    end: match.index + match[0].length,
    text: match[0].trim(),
    isWide: /^\s[\s\S]*\s$/.test(match[0]),
  }
}

export function* atMarks(text: string): Generator<Mark> {
  for (const match of text.matchAll(AT_MARK)) yield markOf(match as RegExpExecArray)
}

/** The dot at index `at`, if there is one. */
export function dotAt(text: string, at: number): Mark | undefined {
  DOT_HERE.lastIndex = at
  const match = DOT_HERE.exec(text)
  return match === null ? undefined : markOf(match)
}

/** The text with hidden dots replaced by plain ones; words only if `alsoWords` is set. */
export function withDots(text: string, alsoWords: boolean): string {
  return text.replace(DOT_ANYWHERE, (found, ...rest) => {
    const { sign, bracketed, word } = rest.at(-1) as Record<string, string | undefined>
    const isHidden = sign !== undefined || bracketed !== undefined || (word !== undefined && alsoWords)
    return isHidden ? '.' : found
  })
}
