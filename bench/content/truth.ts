/**
 * Which blocks of a page belong to a text that people marked as its content.
 *
 * A block belongs to it if its words stand there, and in its turn: the same words in a menu, a teaser or a copy of the text are not what
 * was marked. So the blocks are laid along the text, each at one of the places where its words stand, so that as many words as possible are
 * covered in the order of the page. A longer block out of turn still counts where nothing else covers its place.
 */
import { Chain, type Lying } from './chain.ts'

const WORD = /[\p{L}\p{N}]+/gu
const SHINGLE = 4
/** Places of a shingle, of a short block's first word, and of a block that are looked at. */
const MAX_PLACES = 8
const MAX_SHORT_PLACES = 60
const MAX_CANDIDATES = 3
/** Words of a block may be missing in the text: hits whose offsets differ by so little belong together. */
const OFFSETS = 8
/** A short block that is not a whole line of the text may be part of a sentence. */
const PART_OF_LINE = 0.7
const MIN_WORDS_OUT_OF_TURN = 5
const MIN_SHARE_OUT_OF_TURN = 0.7
const MAX_COVERED = 0.3

export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

interface Found {
  /** Share of the block's words that stand in the text. */
  readonly share: number
  readonly places: readonly Lying[]
}

const NOWHERE: Found = { share: 0, places: [] }

export class Truth {
  readonly #words: readonly string[]
  readonly #shingles = new Map<string, number[]>()
  readonly #starts = new Map<string, number[]>()
  readonly #lines: ReadonlySet<string>

  constructor(content: string) {
    this.#words = wordsOf(content)
    this.#lines = new Set(content.split('\n').map(line => wordsOf(line).join(' ')))
    for (const [i, word] of this.#words.entries()) {
      addTo(this.#starts, word, i)
      if (i + SHINGLE <= this.#words.length) addTo(this.#shingles, this.#joined(i), i)
    }
  }

  /** For each block of a page, the share of it that belongs to the content. */
  sharesOf(blocks: readonly string[]): Float32Array {
    const words = blocks.map(wordsOf)
    const found = words.map(each => (each.length < SHINGLE ? this.#findShort(each) : this.#find(each)))
    const chain = new Chain(this.#words.length)
    for (const { places } of found) chain.add(places)
    const { members, covered } = chain.best()
    return Float32Array.from(found, ({ share, places }, i) => {
      if (members.has(i)) return share
      if (words[i]!.length < MIN_WORDS_OUT_OF_TURN || share < MIN_SHARE_OUT_OF_TURN) return 0
      const free = places.find(place => coveredShare(covered, place) < MAX_COVERED)
      if (free) covered.fill(1, free.from, free.to)
      return free ? share : 0
    })
  }

  #joined(from: number): string {
    return this.#words.slice(from, from + SHINGLE).join(' ')
  }

  #findShort(block: readonly string[]): Found {
    const isLine = this.#lines.has(block.join(' '))
    if (block.length === 0 || (block.length === 1 && !isLine)) return NOWHERE
    const places = (this.#starts.get(block[0]!) ?? [])
      .slice(0, MAX_SHORT_PLACES)
      .filter(at => block.every((word, i) => this.#words[at + i] === word))
      .map(from => ({ from, to: from + block.length, worth: block.length + (isLine ? 0.5 : -0.3) }))
    return { share: isLine ? 1 : PART_OF_LINE, places }
  }

  #find(block: readonly string[]): Found {
    const covered = new Uint8Array(block.length)
    const hits = new Map<number, number[]>()
    for (let i = 0; i + SHINGLE <= block.length; i++) {
      const places = this.#shingles.get(block.slice(i, i + SHINGLE).join(' '))
      if (places) covered.fill(1, i, i + SHINGLE)
      for (const at of places?.slice(0, MAX_PLACES) ?? []) addTo(hits, Math.floor((at - i) / OFFSETS), at)
    }
    const share = covered.reduce((sum, each) => sum + each, 0) / block.length
    return { share, places: placesOf(hits, block.length, share) }
  }
}

/** The places with most hits, widened by hits of similar offsets. */
function placesOf(hits: ReadonlyMap<number, number[]>, length: number, share: number): readonly Lying[] {
  const most = [...hits].sort(([, a], [, b]) => b.length - a.length).slice(0, MAX_CANDIDATES)
  const slack = Math.max(2, length >> 4)
  return most.map(([offset]) => {
    const near = [...hits].flatMap(([other, found]) => (Math.abs(other - offset) <= slack ? found : []))
    const words = Math.min(length, new Set(near).size + SHINGLE - 1)
    const from = near.reduce((least, each) => Math.min(least, each))
    const to = near.reduce((most, each) => Math.max(most, each)) + SHINGLE
    return { from, to, worth: words * (0.5 + 0.5 * share) }
  })
}

function addTo<K>(places: Map<K, number[]>, key: K, place: number): void {
  const known = places.get(key)
  if (known) known.push(place)
  else places.set(key, [place])
}

const coveredShare = (covered: Uint8Array, { from, to }: Lying): number =>
  covered.subarray(from, to).reduce((sum, each) => sum + each, 0) / (to - from)
