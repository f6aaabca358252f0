/** The pieces of a page while it is read: filled by `read-page.ts`, and turned into a signature at its end. */

import { BlockWords } from './block-words.ts'
import { type Figures, figuresOf, MOST_FIGURES } from './figures.ts'
import { Digest64, hashText, mix } from './hash.ts'
import { DIGIT, kindOf } from './letters.ts'
import { mask, SIGN } from './mask.ts'
import { isAge } from './mask-numbers.ts'
import { SEAM } from './reading.ts'
import { bounded, LINKS, MAIN, Rank, type Regions, rankFlags, SUSPECT, VALUE, weightOf } from './regions.ts'
import { Tokens } from './tokens.ts'

/** Where a piece stands. */
export interface Standing {
  readonly path: number
  readonly container: number
  /** In nav, header, footer or aside. */
  readonly apart: boolean
  /** The element around that has a name like theirs, or 0. */
  readonly doubt: number
  readonly within: boolean
  readonly suspect: boolean
}

interface Piece {
  readonly standing: Standing
  readonly hash: number
  readonly characters: number
  readonly linked: number
  readonly masked: string
  flags: number
}

const LONGEST_VALUE = 32
const LONGEST_FIGURE = 40
const SIGNS = new RegExp(`[${Object.values(SIGN).join('')}]`)
/** Money, shares, degrees and versions; and a number with decimals that stands alone, unless it could be a time or is grouped. */
const VALUE_SHAPE =
  /[$€£¥₹₽₩₺฿₫₴₪¢%°]|\b(?:usd|eur|gbp|chf|kr|zł|kč|руб)\b|\bv\.?\s?\d|^(?![^\p{L}\d]*(?:[01]?\d|2[0-4])(?:\.[0-5]\d){1,2}[^\p{L}\d]*$)(?![^\p{L}\d]*[1-9]\d{0,2}(?:[.,]\d{3})+[^\p{L}\d]*$)[^\p{L}]*\d[.,]\d[^\p{L}]*$/iu
/** Two sentences are parted where the first has some length and the second begins neither small nor with a digit. */
const SENTENCE_END = /(?<!\d)[.!?…]["'”’»)\]\uE000]*\s+(?![\p{Ll}\d])|[。！？]\s*/uy
const SHORTEST_SENTENCE = 20
/** What ranks of one block may become: the pieces beyond are one piece. */
const MOST_SENTENCES = 400

/** A block as people read it, for those who show differences. */
export interface Line {
  readonly text: string
  /** The same without noise: what decides whether two lines are the same. */
  readonly masked: string
  readonly path: number
  readonly hrefs: readonly string[]
}

export class Pieces {
  readonly list: Piece[] = []
  /** Kept only when asked for. */
  readonly lines: { -readonly [K in keyof Line]: Line[K] }[] | undefined
  readonly visible = new Digest64()
  /** Inline elements part pieces. */
  readonly seamed: boolean
  readonly words = new BlockWords()
  private readonly tokens = new Tokens()
  private readonly figures = new Map<number, Figures>()

  constructor(seamed: boolean, keepLines = false) {
    this.seamed = seamed
    this.lines = keepLines ? [] : undefined
  }

  /** The text of one block, with seams; `linked` of its characters stand in links. */
  addText(text: string, linked: number, standing: Standing, endsBlock: boolean): void {
    this.visible.addText(text.includes(SEAM) ? withoutSeams(text) : text)
    this.visible.addNumber(10)
    this.tokens.read(text)
    const masked = mask(text, this.tokens)
    this.keepWords(masked, masked !== text)
    this.lines?.push({
      text: withoutSeams(text),
      masked: withoutSeams(masked),
      path: standing.path,
      hrefs: [],
    })
    const share = linked / text.length
    const ends = sentenceEnds(masked)
    let from = 0
    ends.forEach((to, index) => {
      const last = index === ends.length - 1
      this.addSentence(
        masked.slice(from, to),
        share,
        standing,
        last && endsBlock ? Rank.block : Rank.sentence,
      )
      from = to
    })
  }

  addLinks(hash: number, standing: Standing, hrefs: readonly string[]): void {
    this.keepHrefs(standing.path, hrefs)
    const flags = LINKS | (standing.suspect ? SUSPECT : 0) | rankFlags(hash, Rank.block)
    this.list.push({ standing, hash, characters: 0, linked: 0, masked: '', flags })
  }

  private keepWords(masked: string, isOther: boolean): void {
    const { tokens } = this
    if (isOther) tokens.read(masked)
    this.words.add(this.list.length, tokens.hash, tokens.count)
  }

  private keepHrefs(path: number, hrefs: readonly string[]): void {
    const last = this.lines?.at(-1)
    if (last?.path === path && last.hrefs.length === 0) last.hrefs = hrefs
    else this.lines?.push({ text: '', masked: '', path, hrefs })
  }

  private addSentence(sentence: string, share: number, standing: Standing, rank: number): void {
    if (!sentence.includes(SEAM)) {
      this.addPiece(sentence.trim(), share, standing, rank)
      return
    }
    const parts = (this.seamed ? sentence.split(SEAM) : plainJoined(sentence.split(SEAM)))
      .map(part => part.trim())
      .filter(part => part !== '')
    parts.forEach((part, index) => {
      const next = parts[index + 1]
      const between = next === undefined ? rank : isFigure(part) || isFigure(next) ? Rank.sentence : Rank.seam
      this.addPiece(part, share, standing, between)
    })
  }

  private addPiece(text: string, share: number, standing: Standing, rank: number): void {
    if (text === '') return
    const isNumeric = hasDigit(text)
    const masked = isNumeric && isAge(text) ? SIGN.time : text
    const hash = hashText(masked)
    let flags = rankFlags(hash, rank) | (standing.suspect ? SUSPECT : 0)
    if (isNumeric && masked === text) flags |= this.readFigures(masked)
    this.list.push({
      standing,
      hash,
      characters: masked.length,
      linked: masked.length * share,
      masked,
      flags,
    })
  }

  /** Answers the flag of a value, whose figures are nobody's clock. */
  private readFigures(text: string): number {
    if (text.length <= LONGEST_VALUE && VALUE_SHAPE.test(text)) return VALUE
    const figures = this.figures.size < MOST_FIGURES ? figuresOf(text) : undefined
    if (figures !== undefined) this.figures.set(this.list.length, figures)
    return 0
  }

  regions(): Regions {
    const count = this.list.length
    const paths = new Uint32Array(count)
    const hashes = new Uint32Array(count)
    const weights = new Uint8Array(count)
    const flags = new Uint8Array(count)
    for (let at = 0; at < count; at++) {
      const piece = this.list[at]!
      paths[at] = piece.standing.path
      hashes[at] = piece.hash
      weights[at] = weightOf(piece.characters)
      flags[at] = piece.flags
    }
    return bounded({
      coarseness: this.seamed ? Rank.seam : Rank.sentence,
      count,
      paths,
      hashes,
      weights,
      flags,
      figures: this.figures,
    })
  }

  isMain(piece: number): boolean {
    return piece < this.list.length && (this.list[piece]!.flags & MAIN) !== 0
  }

  /** The main text, masked; and the hash of it together with its link targets. */
  content(): { text: string; hash: string } {
    const digest = new Digest64()
    const lines: string[] = []
    for (const piece of this.list) {
      if ((piece.flags & MAIN) === 0) continue
      digest.addNumber(mix(piece.hash, piece.flags & LINKS))
      if (piece.masked !== '') lines.push(piece.masked)
    }
    return { text: lines.join('\n'), hash: digest.hex() }
  }
}

/** What an inline element holds with a number in it stands apart on the longest page: a date, an age, a price. */
const isFigure = (part: string): boolean =>
  part.length <= LONGEST_FIGURE && (hasDigit(part) || SIGNS.test(part))

/** The parts of a sentence between inline elements, joined where neither holds figures. */
function plainJoined(parts: readonly string[]): string[] {
  const joined: string[] = []
  let wasFigure = true
  for (const part of parts) {
    const figure = isFigure(part)
    if (figure || wasFigure) joined.push(part)
    else joined.push((joined.pop()! + part).replaceAll('  ', ' '))
    wasFigure = figure
  }
  return joined
}

function sentenceEnds(text: string): number[] {
  const ends: number[] = []
  let from = 0
  const last = text.length - SHORTEST_SENTENCE
  for (let at = SHORTEST_SENTENCE - 1; at < last; at++) {
    const end = isTerminator(text.charCodeAt(at)) ? behindSentence(text, at) : 0
    if (end === 0 || end - from < SHORTEST_SENTENCE) continue
    ends.push(end)
    from = end
    at = end
    if (ends.length === MOST_SENTENCES) break
  }
  ends.push(text.length)
  return ends
}

/** . ! ? … and their wide forms. */
const isTerminator = (code: number): boolean =>
  code === 46 ||
  code === 33 ||
  code === 63 ||
  code === 0x2026 ||
  code === 0x3002 ||
  code === 0xff01 ||
  code === 0xff1f

/** Where the next sentence begins, or 0 if none does. Asked for one character in a hundred. */
function behindSentence(text: string, at: number): number {
  SENTENCE_END.lastIndex = at
  const match = SENTENCE_END.exec(text)
  return match === null ? 0 : at + match[0].length
}

function hasDigit(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 47 && (code < 58 || (code > 0x65f && kindOf(code) === DIGIT))) return true
  }
  return false
}

/** As if inline elements had no seams: the words on either side join, or are parted by one space. */
const withoutSeams = (text: string): string => text.replaceAll(SEAM, '').replaceAll('  ', ' ')
