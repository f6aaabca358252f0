/**
 * Splits text into words to search for: in what is indexed, in queries, and in what a snippet marks.
 *
 * A word is a run of letters, digits and marks, in lower case and compatibility form (NFKC). Scripts that are written without spaces
 * are cut into overlapping pairs of characters, so that any part of a sentence can be found as a phrase of pairs.
 */

export interface Word {
  readonly text: string
  /** Its position in the text. */
  readonly start: number
  readonly end: number
  /** A pair of characters, or a single one, of a script without spaces: such words are not stemmed. */
  readonly isPair: boolean
}

/** Receives the position of each run of the text; returns true to stop. */
export type TakeRun = (start: number, end: number, isPair: boolean) => boolean

/** Longer runs are keys, hashes and the like: their beginning is enough to find them. */
export const MAX_WORD_CHARS = 40

const RUN = /[\p{L}\p{N}\p{M}]+/uy
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const PIECES = new RegExp(
  `(?:${UNSPACED.source}\\p{M}*)+|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
)
const CHARACTERS = /.\p{M}*/gu

/** Letters and digits below 128. */
const IS_ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9a-z]/i.test(String.fromCharCode(code)) ? 1 : 0,
)

/** The hot loop of indexing: most texts are ASCII, and most runs end at a space. */
export function eachRun(text: string, take: TakeRun): void {
  for (let at = 0; at < text.length; ) {
    const start = at
    while (at < text.length && IS_ASCII_WORD[text.charCodeAt(at)] === 1) at++
    if (at < text.length && text.charCodeAt(at) > 127) {
      RUN.lastIndex = start
      if (RUN.test(text)) {
        at = RUN.lastIndex
        if (takePieces(text, start, at, take)) return
        continue
      }
    }
    if (at > start && take(start, at, false)) return
    at++
  }
}

/** Takes a run that is not all ASCII: Japanese next to Latin letters and the like. */
function takePieces(text: string, start: number, end: number, take: TakeRun): boolean {
  const run = text.slice(start, end)
  if (!UNSPACED.test(run)) return take(start, end, false)
  for (const { 0: piece, index } of run.matchAll(PIECES)) {
    const isOver = UNSPACED.test(piece)
      ? takePairs(piece, start + index, take)
      : take(start + index, start + index + piece.length, false)
    if (isOver) return true
  }
  return false
}

function takePairs(piece: string, start: number, take: TakeRun): boolean {
  const characters = [...piece.matchAll(CHARACTERS)]
  for (const [i, { index }] of characters.entries()) {
    const next = characters[i + 1]
    if (!next && i > 0) return false
    if (take(start + index, start + (next ? next.index + next[0].length : piece.length), true)) return true
  }
  return false
}

export function wordsOf(text: string, most = Number.POSITIVE_INFINITY): readonly Word[] {
  const words: Word[] = []
  eachRun(text, (start, end, isPair) => {
    words.push({ text: foldedWord(text.slice(start, end)), start, end, isPair })
    return words.length >= most
  })
  return words
}

const ASCII = /^[\x00-\x7f]*$/
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/gu

/** Removes other characters, because compatibility forms may introduce them: `½` becomes 1⁄2. */
export function foldedWord(word: string): string {
  const plain = ASCII.test(word) ? word : word.normalize('NFKC').replace(NO_WORD, '')
  const lower = plain.toLowerCase()
  return lower.length > MAX_WORD_CHARS
    ? lower.slice(0, MAX_WORD_CHARS).replace(/[\ud800-\udbff]$/, '')
    : lower
}

/** Accents of Latin, Greek and Cyrillic letters, which many readers do not type. */
const ACCENTS = /[\u0300-\u036f]/g

/** The word without accents: `école` and `ecole` are the same. Applied after stemming, which needs the accents. */
export function unaccented(word: string): string {
  return ASCII.test(word) ? word : word.normalize('NFD').replace(ACCENTS, '').normalize('NFC')
}

/** Whether the text has a character of a script without spaces, which is indexed only as part of pairs. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text)
