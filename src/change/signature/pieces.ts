/** The pieces of a page while it is being read: filled by `read-page.ts`, and turned into a signature at the end. */

import { type Figures, MAX_FIGURES } from '../noise/figures.ts'
import { MAX_DATED, type Moment } from '../noise/moments.ts'
import { isBareNumber, MAX_RESIDUES } from '../noise/residue.ts'
import { Digest64, mix } from '../text/hash.ts'
import { type BlockReading, readingOf, withoutSeams } from './block-reading.ts'
import { BlockWords } from './block-words.ts'
import {
  bounded,
  keepRare,
  LINKS,
  MAIN,
  Rank,
  type Regions,
  rankFlags,
  SUSPECT,
  weightOf,
} from './regions.ts'

/** The place of a piece. */
export interface Standing {
  readonly path: number
  readonly container: number
  /** In nav, header, footer or aside. */
  readonly apart: boolean
  /** The enclosing element with a name like those, or 0. */
  readonly doubt: number
  readonly within: boolean
  readonly suspect: boolean
  /** Whether a bare number there counts something. */
  readonly counting?: boolean
}

interface Piece {
  readonly standing: Standing
  hash: number
  readonly characters: number
  readonly linked: number
  readonly masked: string
  flags: number
}

/** A page with more pieces has no template and no readers; the rest becomes part of the last piece. */
const MAX_LISTED = 200_000

/** A block as displayed, for showing differences. */
export interface Line {
  readonly text: string
  /** The text with noise masked, which decides whether two lines are the same. */
  readonly masked: string
  readonly path: number
  readonly hrefs: readonly string[]
  /** What its dates and times say, in order. */
  readonly moments: readonly Moment[]
}

export class Pieces {
  readonly list: Piece[] = []
  /** Kept only if requested. */
  readonly lines: { -readonly [K in keyof Line]: Line[K] }[] | undefined
  readonly visible = new Digest64()
  /** Whether inline elements separate pieces. */
  readonly seamed: boolean
  readonly words = new BlockWords()
  private readonly figures = new Map<number, Figures>()
  private readonly moments = new Map<number, readonly Moment[]>()
  private readonly residues = new Map<number, number>()

  constructor(seamed: boolean, keepLines = false) {
    this.seamed = seamed
    this.lines = keepLines ? [] : undefined
  }

  /** Adds the text of one block, with seams; `linked` is the number of its characters in links. */
  addText(text: string, linked: number, standing: Standing, endsBlock: boolean): void {
    const { masked, low, high, words, parts } = readingOf(text, this.seamed)
    this.visible.addNumber(low)
    this.visible.addNumber(high)
    this.words.add(Math.min(this.list.length, MAX_LISTED - 1), words, words.length)
    this.keepLine(text, masked, standing.path, parts)
    const share = linked / text.length
    const suspect = standing.suspect ? SUSPECT : 0
    const last = endsBlock ? parts.length - 1 : -1
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]!
      const characters = part.masked.length
      const flags = rankFlags(part.hash, at === last ? Rank.block : part.rank) | suspect | part.value
      if (part.figures !== undefined && this.figures.size < MAX_FIGURES)
        this.figures.set(this.list.length, part.figures)
      if (part.moments !== undefined && this.moments.size < MAX_DATED)
        this.moments.set(this.list.length, part.moments)
      const residue = standing.counting && isBareNumber(part.masked) ? 0 : part.residue
      if (residue !== undefined && this.residues.size < MAX_RESIDUES)
        this.residues.set(this.list.length, residue)
      this.add({
        standing,
        hash: part.hash,
        characters,
        linked: characters * share,
        masked: part.masked,
        flags,
      })
    }
  }

  private add(piece: Piece): void {
    if (this.list.length < MAX_LISTED) this.list.push(piece)
    else this.list[MAX_LISTED - 1]!.hash = mix(this.list[MAX_LISTED - 1]!.hash, piece.hash)
  }

  addLinks(hash: number, standing: Standing, hrefs: readonly string[]): void {
    this.keepHrefs(standing.path, hrefs)
    const flags = LINKS | (standing.suspect ? SUSPECT : 0) | rankFlags(hash, Rank.block)
    this.add({ standing, hash, characters: 0, linked: 0, masked: '', flags })
  }

  private keepLine(text: string, masked: string, path: number, parts: BlockReading['parts']): void {
    if (this.lines === undefined) return
    const moments = parts.flatMap(part => part.moments ?? [])
    this.lines.push({ text: withoutSeams(text), masked: withoutSeams(masked), path, hrefs: [], moments })
  }

  private keepHrefs(path: number, hrefs: readonly string[]): void {
    const last = this.lines?.at(-1)
    if (last?.path === path && last.hrefs.length === 0) last.hrefs = hrefs
    else this.lines?.push({ text: '', masked: '', path, hrefs, moments: [] })
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
    keepRare({ count, paths, flags })
    return bounded({
      coarseness: this.seamed ? Rank.seam : Rank.sentence,
      count,
      paths,
      hashes,
      weights,
      flags,
      figures: this.figures,
      moments: this.moments,
      residues: this.residues,
    })
  }

  isMain(piece: number): boolean {
    return piece < this.list.length && (this.list[piece]!.flags & MAIN) !== 0
  }

  /** The main text, masked, and the hash of it together with its link targets. */
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
