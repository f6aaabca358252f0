/**
 * Reads one block of text: masks noise, cuts it into sentences and, at inline elements, into parts, and hashes its words and parts.
 *
 * A site repeats the same short texts on all its pages (menus, labels, column heads, the words of a code listing), and most of a page that
 * is fetched again is unchanged. So the readings of short blocks are cached: at most `2 × MAX_REMEMBERED` in two generations, of which the
 * older is dropped when the younger is full.
 */
import { type Figures, figuresOf } from '../noise/figures.ts'
import { mask, SIGN } from '../noise/mask.ts'
import { isAge } from '../noise/mask-numbers.ts'
import { MAX_MOMENTS, type MaskedSpan, type Moment } from '../noise/moments.ts'
import { residueOf } from '../noise/residue.ts'
import { hashText, OTHER_SEED, PRIME, SEED, scramble } from '../text/hash.ts'
import { DIGIT, kindOf } from '../text/letters.ts'
import { sentenceEnds } from '../text/sentences.ts'
import { Tokens } from '../text/tokens.ts'
import { SEAM } from './reading.ts'
import { Rank, VALUE } from './regions.ts'

export interface BlockReading {
  /** The text as displayed, and with noise masked; both with seams. */
  readonly text: string
  readonly masked: string
  /** 64-bit hash of the displayed text. */
  readonly low: number
  readonly high: number
  /** Hashes of its words, with noise masked. */
  readonly words: Uint32Array
  readonly parts: readonly Part[]
}

interface Part {
  readonly masked: string
  readonly hash: number
  /** What ends with this part; for the last part, the block decides. */
  readonly rank: number
  /** `VALUE` or 0. */
  readonly value: number
  readonly figures: Figures | undefined
  /** What its masked times said, in order; undefined if none said anything. */
  readonly moments: readonly Moment[] | undefined
  /** Hash of what is left without ages and counts, if it has some (`residue.ts`). */
  readonly residue: number | undefined
}

const MAX_REMEMBERED_CHARS = 32
const MAX_REMEMBERED = 2000
const MET_SLOTS = 8192
const MAX_VALUE_CHARS = 32
/** Most parts of one block; the rest becomes one part. */
const MAX_PARTS = 20_000
const SPACE = 32
const SEAM_CODE = SEAM.charCodeAt(0)
const MAX_FIGURE_CHARS = 40
const SIGNS = new RegExp(`[${Object.values(SIGN).join('')}]`)
const EACH_SIGN = new RegExp(SIGNS.source, 'g')
/** Money, percentages, degrees and versions; and a decimal number that stands alone, unless it could be a time or is grouped. */
const VALUE_SHAPE =
  /[$€£¥₹₽₩₺฿₫₴₪¢%°]|\b(?:usd|eur|gbp|chf|kr|zł|kč|руб)\b|\bv\.?\s?\d|^(?![^\p{L}\d]*(?:[01]?\d|2[0-4])(?:\.[0-5]\d){1,2}[^\p{L}\d]*$)(?![^\p{L}\d]*[1-9]\d{0,2}(?:[.,]\d{3})+[^\p{L}\d]*$)[^\p{L}]*\d[.,]\d[^\p{L}]*$/iu

const tokens = new Tokens()

/** Cached readings of texts; `seamed` says whether inline elements separate pieces. */
class Memory {
  private young = new Map<string, BlockReading>()
  private old = new Map<string, BlockReading>()
  /** Hashes of texts met once: most never come again and are not worth caching. */
  private readonly met = new Uint32Array(MET_SLOTS)
  private readonly seamed: boolean

  constructor(seamed: boolean) {
    this.seamed = seamed
  }

  read(text: string): BlockReading {
    if (text.length > MAX_REMEMBERED_CHARS) return readBlock(text, this.seamed)
    const known = this.young.get(text)
    if (known !== undefined) return known
    const old = this.old.get(text)
    if (old !== undefined) return this.remember(old)
    const reading = readBlock(text, this.seamed)
    const slot = reading.low & (MET_SLOTS - 1)
    if (this.met[slot] === reading.low) return this.remember(readBlock(ownCopy(text), this.seamed))
    this.met[slot] = reading.low
    return reading
  }

  private remember(reading: BlockReading): BlockReading {
    this.young.set(reading.text, reading)
    if (this.young.size >= MAX_REMEMBERED) {
      this.old = this.young
      this.young = new Map()
    }
    return reading
  }
}

/** A slice would keep the whole page alive that it was cut from. */
const ownCopy = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

const seamedMemory = new Memory(true)
const plainMemory = new Memory(false)

export const readingOf = (text: string, seamed: boolean): BlockReading =>
  (seamed ? seamedMemory : plainMemory).read(text)

function readBlock(text: string, seamed: boolean): BlockReading {
  const isSeamed = text.includes(SEAM)
  tokens.read(text)
  const { low, high } = isSeamed ? seenHashes(text) : { low: tokens.textHash, high: tokens.otherHash }
  // If a page itself uses the signs, none of its times are kept.
  const spans = new Spans(!SIGNS.test(text))
  const masked = mask(text, tokens, spans.list)
  if (masked !== text) tokens.read(masked)
  const words = tokens.hash.slice(0, tokens.count)
  // Most blocks are one sentence without figures, for which everything is known by now.
  const isPlain = !isSeamed && !tokens.mayEnd && tokens.numbers === 0 && masked === text
  const parts = isPlain ? wholePart(masked) : new PartReader(spans, seamed).read(masked)
  return { text, masked, low, high, words, parts }
}

/** Hashes of the displayed text: without seams, and with one space where two meet. */
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
  return [
    {
      masked,
      hash: tokens.textHash,
      rank: Rank.sentence,
      value: 0,
      figures: undefined,
      moments: undefined,
      residue: undefined,
    },
  ]
}

/** Hands out what each sign replaced, in the order of the signs. */
class Spans {
  readonly list: MaskedSpan[] = []
  private readonly isKnown: boolean
  private next = 0

  constructor(isKnown: boolean) {
    this.isKnown = isKnown
  }

  /** The moments and the residue of the next part of the text. */
  tracesIn(part: string): Pick<Part, 'moments' | 'residue'> {
    if (!this.isKnown || this.next >= this.list.length) return NO_TRACES
    const moments: Moment[] = []
    let isFleeting = false
    const stripped = part.replace(EACH_SIGN, sign => {
      const span = this.list[this.next++]
      const isAge = sign === SIGN.time && span?.moment.hash === 0
      if (sign === SIGN.time && span !== undefined && moments.length < MAX_MOMENTS) moments.push(span.moment)
      isFleeting ||= isAge || sign === SIGN.counter
      return isAge || sign === SIGN.counter ? ' ' : sign
    })
    return {
      moments: moments.some(({ hash }) => hash !== 0) ? moments : undefined,
      residue: isFleeting ? residueOf(stripped) : undefined,
    }
  }
}

const NO_TRACES = { moments: undefined, residue: undefined } as const

class PartReader {
  private readonly parts: Part[] = []
  private readonly spans: Spans
  private readonly seamed: boolean

  constructor(spans: Spans, seamed: boolean) {
    this.spans = spans
    this.seamed = seamed
  }

  read(masked: string): readonly Part[] {
    let from = 0
    for (const to of sentenceEnds(masked)) {
      if (this.parts.length >= MAX_PARTS) break
      this.sentence(masked.slice(from, to))
      from = to
    }
    if (this.parts.length >= MAX_PARTS) this.add(withoutSeams(masked.slice(from)).trim(), Rank.sentence)
    return this.parts
  }

  private sentence(sentence: string): void {
    if (!sentence.includes(SEAM)) {
      this.add(sentence.trim(), Rank.sentence)
      return
    }
    const texts = (this.seamed ? sentence.split(SEAM) : plainJoined(sentence.split(SEAM)))
      .map(text => text.trim())
      .filter(text => text !== '')
    const kept =
      texts.length > MAX_PARTS ? [...texts.slice(0, MAX_PARTS), texts.slice(MAX_PARTS).join(' ')] : texts
    kept.forEach((text, index) => {
      const next = kept[index + 1]
      const isEnd = next === undefined || isFigure(text) || isFigure(next)
      this.add(text, isEnd ? Rank.sentence : Rank.seam)
    })
  }

  private add(text: string, rank: number): void {
    if (text === '') return
    const isNumeric = hasDigit(text)
    const masked = isNumeric && isAge(text) ? SIGN.time : text
    const value = isNumeric && masked.length <= MAX_VALUE_CHARS && VALUE_SHAPE.test(masked) ? VALUE : 0
    // The figures of a value are not a clock.
    const figures = isNumeric && masked === text && value === 0 ? figuresOf(text) : undefined
    const traces = this.spans.tracesIn(text)
    const residue = masked === text ? traces.residue : 0
    this.parts.push({
      masked,
      hash: hashText(masked),
      rank,
      value,
      figures,
      moments: traces.moments,
      residue,
    })
  }
}

/** A short inline part with a number stays separate even on the longest page: a date, an age, a price. */
const isFigure = (part: string): boolean =>
  part.length <= MAX_FIGURE_CHARS && (hasDigit(part) || SIGNS.test(part))

/** The parts of a sentence between inline elements, joined unless one of them holds figures. */
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

/** The text without seams: the words on either side are joined, or separated by one space. */
export const withoutSeams = (text: string): string => text.replaceAll(SEAM, '').replaceAll('  ', ' ')
