/**
 * Text as words to look for. Both sides of a search read with this: what is indexed, what is asked, and what a snippet marks.
 *
 * A word is a run of letters, digits and marks, in lower case and compatibility form (NFKC). Scripts that are written without spaces
 * are cut into overlapping pairs of characters, so that any part of a sentence can be found as a phrase of pairs.
 */

export interface Word {
  readonly text: string
  /** Where it stands in the text that was read. */
  readonly start: number
  readonly end: number
  /** A pair of characters, or a single one, of a script without spaces: such words are not stemmed. */
  readonly isPair: boolean
}

/** Longer runs are keys, hashes and the like: their beginning is enough to find them. */
export const MAX_WORD_CHARS = 40

const RUN = /[\p{L}\p{N}\p{M}]+/gu
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const PIECES = new RegExp(
  `(?:${UNSPACED.source}\\p{M}*)+|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
)
const CHARACTERS = /.\p{M}*/gu

export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(RUN)) {
    const [run] = match
    const start = match.index
    if (UNSPACED.test(run)) yield* piecesOf(run, start)
    else yield { text: folded(run), start, end: start + run.length, isPair: false }
  }
}

/** Japanese next to Latin letters and the like. */
function* piecesOf(run: string, start: number): Generator<Word> {
  for (const match of run.matchAll(PIECES)) {
    const [piece] = match
    const at = start + match.index
    if (UNSPACED.test(piece)) yield* pairsOf(piece, at)
    else yield { text: folded(piece), start: at, end: at + piece.length, isPair: false }
  }
}

function* pairsOf(piece: string, start: number): Generator<Word> {
  const characters = [...piece.matchAll(CHARACTERS)]
  for (const [i, character] of characters.entries()) {
    const next = characters[i + 1]
    if (!next && i > 0) return
    const end = next ? next.index + next[0].length : piece.length
    const text = folded(piece.slice(character.index, end))
    yield { text, start: start + character.index, end: start + end, isPair: true }
  }
}

const ASCII = /^[\x00-\x7f]*$/
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/gu

/** Compatibility forms may bring in signs: `½` is 1⁄2. */
function folded(word: string): string {
  const plain = ASCII.test(word) ? word : word.normalize('NFKC').replace(NO_WORD, '')
  const lower = plain.toLowerCase()
  return lower.length > MAX_WORD_CHARS
    ? lower.slice(0, MAX_WORD_CHARS).replace(/[\ud800-\udbff]$/, '')
    : lower
}

/** Accents of Latin, Greek and Cyrillic letters, which many readers do not type. */
const ACCENTS = /[\u0300-\u036f]/g

/** Without accents: `école` and `ecole` are one word. After stemming, which needs them. */
export function unaccented(word: string): string {
  return ASCII.test(word) ? word : word.normalize('NFD').replace(ACCENTS, '').normalize('NFC')
}

/** Could be a single character of a script without spaces, which stands in the index only as a part of pairs. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text)
