/**
 * One block of text, read: noise masked, cut into sentences and, at inline elements, into parts; its words and parts hashed.
 *
 * A site says the same short things on all its pages (menus, labels, column heads, the words of a code listing), and most of a page
 * that is fetched again is what it was. So short blocks are remembered with what they were read as: at most `2 × MOST_REMEMBERED` in
 * two generations, of which the older is dropped when the younger is full.
 */
import { type Figures, figuresOf } from '../noise/figures.ts'
import { mask, SIGN } from '../noise/mask.ts'
import { isAge } from '../noise/mask-numbers.ts'
import { hashText, OTHER_SEED, PRIME, SEED, scramble } from '../text/hash.ts'
import { DIGIT, kindOf } from '../text/letters.ts'
import { sentenceEnds } from '../text/sentences.ts'
import { Tokens } from '../text/tokens.ts'
import { SEAM } from './reading.ts'
import { Rank, VALUE } from './regions.ts'

export interface BlockReading {
  /** As it is seen, and without noise; both with seams. */
  readonly text: string
  readonly masked: string
  /** 64 bits of the text as it is seen. */
  readonly low: number
  readonly high: number
  /** Hashes of its words without noise. */
  readonly words: Uint32Array
  readonly parts: readonly Part[]
}

interface Part {
  readonly masked: string
  readonly hash: number
  /** What ends with it; of the last one the block says. */
  readonly rank: number
  /** `VALUE` or 0. */
  readonly value: number
  readonly figures: Figures | undefined
}

const LONGEST_REMEMBERED = 32
const MOST_REMEMBERED = 2000
const LONGEST_VALUE = 32
/** Of one block; what follows is one part. */
const MOST_PARTS = 20_000
const SPACE = 32
const SEAM_CODE = SEAM.charCodeAt(0)
const LONGEST_FIGURE = 40
const SIGNS = new RegExp(`[${Object.values(SIGN).join('')}]`)
/** Money, shares, degrees and versions; and a number with decimals that stands alone, unless it could be a time or is grouped. */
const VALUE_SHAPE =
  /[$€£¥₹₽₩₺฿₫₴₪¢%°]|\b(?:usd|eur|gbp|chf|kr|zł|kč|руб)\b|\bv\.?\s?\d|^(?![^\p{L}\d]*(?:[01]?\d|2[0-4])(?:\.[0-5]\d){1,2}[^\p{L}\d]*$)(?![^\p{L}\d]*[1-9]\d{0,2}(?:[.,]\d{3})+[^\p{L}\d]*$)[^\p{L}]*\d[.,]\d[^\p{L}]*$/iu

const tokens = new Tokens()

/** Readings of texts in which inline elements part pieces, or do not. */
class Memory {
  private young = new Map<string, BlockReading>()
  private old = new Map<string, BlockReading>()
  private readonly seamed: boolean

  constructor(seamed: boolean) {
    this.seamed = seamed
  }

  read(text: string): BlockReading {
    if (text.length > LONGEST_REMEMBERED) return readBlock(text, this.seamed)
    const known = this.young.get(text)
    if (known !== undefined) return known
    const reading = this.old.get(text) ?? readBlock(ownCopy(text), this.seamed)
    this.young.set(reading.text, reading)
    if (this.young.size >= MOST_REMEMBERED) {
      this.old = this.young
      this.young = new Map()
    }
    return reading
  }
}

/** A slice keeps the page alive that it was cut from. */
const ownCopy = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

const seamedMemory = new Memory(true)
const plainMemory = new Memory(false)

export const readingOf = (text: string, seamed: boolean): BlockReading =>
  (seamed ? seamedMemory : plainMemory).read(text)

function readBlock(text: string, seamed: boolean): BlockReading {
  const isSeamed = text.includes(SEAM)
  tokens.read(text)
  const { low, high } = isSeamed ? seenHashes(text) : { low: tokens.textHash, high: tokens.otherHash }
  const masked = mask(text, tokens)
  if (masked !== text) tokens.read(masked)
  const words = tokens.hash.slice(0, tokens.count)
  // Most blocks are one sentence without figures, of which everything is known by now.
  const isPlain = !isSeamed && !tokens.mayEnd && tokens.numbers === 0 && masked === text
  const parts = isPlain ? wholePart(masked) : partsOf(masked, seamed)
  return { text, masked, low, high, words, parts }
}

/** Of the text as it is seen: without seams, and with one space where two met. */
function seenHashes(text: string): { readonly low: number; readonly high: number } {
  let [low, high, before] = [SEED, OTHER_SEED, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === SEAM_CODE || (code === SPACE && before === SPACE)) continue
    low = Math.imul(low ^ code, PRIME)
    high = Math.imul(high ^ code, PRIME)
    before = code
  }
  return { low: scramble(low), high: scramble(high) }
}

function wholePart(masked: string): readonly Part[] {
  return [{ masked, hash: tokens.textHash, rank: Rank.sentence, value: 0, figures: undefined }]
}

function partsOf(masked: string, seamed: boolean): readonly Part[] {
  const parts: Part[] = []
  let from = 0
  for (const to of sentenceEnds(masked)) {
    if (parts.length >= MOST_PARTS) break
    readSentence(masked.slice(from, to), seamed, parts)
    from = to
  }
  if (parts.length >= MOST_PARTS) addPart(withoutSeams(masked.slice(from)).trim(), Rank.sentence, parts)
  return parts
}

function readSentence(sentence: string, seamed: boolean, parts: Part[]): void {
  if (!sentence.includes(SEAM)) {
    addPart(sentence.trim(), Rank.sentence, parts)
    return
  }
  const texts = (seamed ? sentence.split(SEAM) : plainJoined(sentence.split(SEAM)))
    .map(text => text.trim())
    .filter(text => text !== '')
  const kept =
    texts.length > MOST_PARTS ? [...texts.slice(0, MOST_PARTS), texts.slice(MOST_PARTS).join(' ')] : texts
  kept.forEach((text, index) => {
    const next = kept[index + 1]
    const isEnd = next === undefined || isFigure(text) || isFigure(next)
    addPart(text, isEnd ? Rank.sentence : Rank.seam, parts)
  })
}

function addPart(text: string, rank: number, parts: Part[]): void {
  if (text === '') return
  const isNumeric = hasDigit(text)
  const masked = isNumeric && isAge(text) ? SIGN.time : text
  const value = isNumeric && masked.length <= LONGEST_VALUE && VALUE_SHAPE.test(masked) ? VALUE : 0
  // The figures of a value are nobody's clock.
  const figures = isNumeric && masked === text && value === 0 ? figuresOf(text) : undefined
  parts.push({ masked, hash: hashText(masked), rank, value, figures })
}

/** What an inline element holds with a number in it stands apart on the longest page: a date, an age, a price. */
const isFigure = (part: string): boolean =>
  part.length <= LONGEST_FIGURE && (hasDigit(part) || SIGNS.test(part))

/** The parts of a sentence between inline elements, joined where neither holds figures. */
function plainJoined(parts: readonly string[]): string[] {
  const joined: string[] = []
  let run: string[] = []
  const endRun = () => {
    if (run.length > 0) joined.push(run.length === 1 ? run[0]! : singleSpaced(run.join('')))
    run = []
  }
  for (const part of parts) {
    if (isFigure(part)) {
      endRun()
      joined.push(part)
    } else run.push(part)
  }
  endRun()
  return joined
}

const singleSpaced = (text: string): string => text.replace(/ {2,}/g, ' ')

function hasDigit(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 47 && (code < 58 || (code > 0x65f && kindOf(code) === DIGIT))) return true
  }
  return false
}

/** As if inline elements had no seams: the words on either side join, or are parted by one space. */
export const withoutSeams = (text: string): string => text.replaceAll(SEAM, '').replaceAll('  ', ' ')
