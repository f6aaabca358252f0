/**
 * Whether a count is in a sentence that someone wrote: "The hall seats 1,200 visitors." A count that the page makes itself stands alone,
 * as a label: "1,200 visitors"; also if an inline element puts it into a sentence, unless the element holds only the number. A live count
 * inside a sentence is recognized by how it moves.
 */
import { type Reading, SEAM } from '../signature/reading.ts'
import { NUMBER } from '../text/tokens.ts'
import { COUNTER } from './vocabulary.ts'

const MIN_WORDS = 3
/** Limits how far a sentence is followed on either side. */
const MAX_TOKENS = 40

const ENDS = /[.!?…](?:["'”’»)\]\uE000]*(?:\s|\uE000|$))|[。！？]/u

/** `from` and `to` are the number and the word that makes it a count, in text order. */
export function isInProse(reading: Reading, from: number, to: number): boolean {
  const { tokens, text } = reading
  const isSplit = text.slice(tokens.end[from]!, tokens.start[to]!).includes(SEAM)
  const parts = (at: number): boolean => {
    const gap = between(reading, at)
    return ENDS.test(gap) || (!isSplit && gap.includes(SEAM))
  }
  let words = 0
  const count = (at: number) => {
    if (tokens.kind[at] !== NUMBER && (tokens.bits[at]! & COUNTER) === 0) words++
  }
  for (let at = from; at > 0 && from - at < MAX_TOKENS && !parts(at - 1); at--) count(at - 1)
  let last = from
  for (; last - from < MAX_TOKENS && last + 1 < tokens.count && !parts(last); last++) count(last + 1)
  return words >= MIN_WORDS && endsSentence(between(reading, last), isSplit)
}

/** The text after a token, up to the next one. */
const between = ({ text, tokens }: Reading, at: number): string =>
  text.slice(tokens.end[at]!, at + 1 < tokens.count ? tokens.start[at + 1]! : undefined)

/** Whether a sentence ends here; where seams separate texts, its full stop must come before the seam. */
const endsSentence = (gap: string, isSplit: boolean): boolean =>
  ENDS.test(isSplit ? gap : gap.split(SEAM)[0]!)
