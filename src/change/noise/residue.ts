/**
 * The residue of a text: what is left of it without its ages and counts and the words that belong to them. A first comment that adds "3
 * comments" to the end of a line, or an age that is no longer printed, leaves the residue unchanged.
 */
import { hashText } from '../text/hash.ts'
import { Tokens } from '../text/tokens.ts'
import { vocabulary } from './known-words.ts'
import { COUNTER } from './vocabulary.ts'

/** A page with more of them is a list, whose later items are compared without residues. */
export const MAX_RESIDUES = 300
/** In a longer text, "comments" and "reads" are ordinary words. */
const MAX_TOKENS = 12
const MAX_NUMBER_CHARS = 16
const KEPT = /[\p{L}\p{N}\uE001-\uE003]/u

const tokens = new Tokens()

/** "12", "(1.204)", "3,5k". */
export const isBareNumber = (text: string): boolean =>
  text.length <= MAX_NUMBER_CHARS &&
  /^[^\p{L}\p{N}$€£¥%°]*\p{N}[\p{N}.,’' ]*[kKM]?[^\p{L}\p{N}$€£¥%°]*$/u.test(text)

/** Hash of what is left of a masked text whose ages and counts are replaced by spaces; 0 if nothing is left. */
export function residueOf(text: string): number {
  const left = trimmed(withoutCounters(text)).replace(/\s+/g, ' ')
  return left === '' ? 0 : hashText(left)
}

/**
 * Without leading and trailing punctuation. Done by hand, because a regular expression for the end would restart at every character of a
 * long run.
 */
function trimmed(text: string): string {
  const from = text.search(KEPT)
  if (from < 0) return ''
  let to = text.length
  while (!KEPT.test(codePointBefore(text, to))) to--
  return text.slice(from, to)
}

const codePointBefore = (text: string, end: number): string =>
  /[\uDC00-\uDFFF]/.test(text.charAt(end - 1)) ? text.slice(end - 2, end) : text.charAt(end - 1)

function withoutCounters(text: string): string {
  tokens.read(text)
  if (tokens.count > MAX_TOKENS) return text
  const known = vocabulary()
  tokens.lookUp(known.bits, known.mayKnow)
  let left = ''
  let copied = 0
  for (let at = 0; at < tokens.count; at++) {
    if ((tokens.bits[at]! & COUNTER) === 0) continue
    left += text.slice(copied, tokens.start[at]!)
    copied = tokens.end[at]!
  }
  return left + text.slice(copied)
}
