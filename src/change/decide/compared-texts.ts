/** The pieces of a comparison as texts that pages may share: the words of each, and its place. */
import { LINKS, MAIN, type Regions, VALUE } from '../signature/regions.ts'
import { mix } from '../text/hash.ts'
import type { Comparison } from './compare.ts'
import type { Gap } from './gap.ts'
import type { SeenText } from './shared-text.ts'

/** One side of a comparison. */
export class TextSide {
  readonly regions: Regions
  /** Keys of its texts by words and place, including dates. */
  readonly keys: ReadonlySet<number>
  private readonly keyList: Uint32Array

  constructor(regions: Regions) {
    this.regions = regions
    this.keyList = Uint32Array.from({ length: regions.count }, (_, at) =>
      mix(regions.paths[at]!, this.wordsAt(at)),
    )
    this.keys = new Set(this.keyList)
  }

  keyAt(at: number): number {
    return this.keyList[at]!
  }

  pathAt(at: number): number {
    return this.regions.paths[at]!
  }

  isLinksAt(at: number): boolean {
    return (this.regions.flags[at]! & LINKS) !== 0
  }

  isMainAt(at: number): boolean {
    return (this.regions.flags[at]! & MAIN) !== 0
  }

  /** The links of a block have their own place, apart from its text. */
  placeAt(at: number): number {
    return this.isLinksAt(at) ? mix(this.pathAt(at), LINKS) : this.pathAt(at)
  }

  /** Hash of the words, whatever their place. */
  wordsAt(at: number): number {
    const { hashes, flags, moments } = this.regions
    const words = hashes[at]! ^ (flags[at]! & LINKS)
    const dates = moments.get(at)
    return dates === undefined ? words >>> 0 : dates.reduce((mixed, { hash }) => mix(mixed, hash), words)
  }

  seenAt(at: number): SeenText {
    return [this.keyAt(at), this.placeAt(at), this.wordsAt(at)]
  }

  /** Values are not noted: they belong to each page alone. */
  isNotedAt(at: number): boolean {
    return (this.regions.flags[at]! & VALUE) === 0
  }
}

export class ComparedTexts {
  readonly before: TextSide
  readonly after: TextSide
  /** Keys of the texts present at the last visit. */
  readonly stood: ReadonlySet<number>
  /** Gaps of main text first, because they decide. */
  readonly gaps: readonly Gap[]

  constructor({ before, after, since, gaps }: Comparison) {
    this.before = new TextSide(before)
    this.after = new TextSide(after)
    this.stood = since ? new TextSide(since).keys : this.before.keys
    this.gaps = [...gaps.filter(({ main }) => main), ...gaps.filter(({ main }) => !main)]
  }

  /** Removed pieces that do not occur elsewhere on the other side, as "read more" may. */
  removedIn({ removed }: Gap): number[] {
    return between(removed).filter(at => !this.after.keys.has(this.before.keyAt(at)))
  }

  addedIn({ added }: Gap): number[] {
    return between(added).filter(at => !this.before.keys.has(this.after.keyAt(at)))
  }
}

export const between = ([from, to]: readonly [number, number]): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)
