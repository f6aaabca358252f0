/**
 * How much of each block of a page is said elsewhere on it: teasers repeat the beginning of a text, copies for small screens or for programs
 * repeat all of it. Phrases of three words are compared by their hashes.
 */
import type { ContentBlock } from './content-blocks.ts'
import { PHRASE_WORDS, phraseAt } from './text-shape.ts'

const MIN_SLOTS = 1 << 10
const MAX_SLOTS = 1 << 17

export class RepeatedPhrases {
  /** Share of a block's phrases that stand in earlier and in later blocks; −1 for a block without any. */
  readonly earlier: Float32Array
  readonly later: Float32Array

  constructor(blocks: readonly ContentBlock[]) {
    const table = new PhraseTable(blocks)
    this.earlier = new Float32Array(blocks.length).fill(-1)
    this.later = new Float32Array(blocks.length).fill(-1)
    for (const [i, { shape }] of blocks.entries()) {
      const count = shape.hashes.length - PHRASE_WORDS + 1
      if (count < 1) continue
      let [before, after] = [0, 0]
      for (let at = 0; at < count; at++) {
        const slot = table.slotOf(phraseAt(shape.hashes, at))
        if (table.first[slot]! <= i) before++
        if (table.last[slot]! > i + 1) after++
      }
      this.earlier[i] = before / count
      this.later[i] = after / count
    }
  }
}

/** The first and last block of each phrase. Where two phrases fall on one slot, the later one is not counted. */
class PhraseTable {
  readonly first: Uint16Array
  readonly last: Uint16Array
  readonly #phrases: Int32Array
  readonly #mask: number

  constructor(blocks: readonly ContentBlock[]) {
    const words = blocks.reduce((sum, block) => sum + block.words, 0)
    let slots = MIN_SLOTS
    while (slots < 2 * words && slots < MAX_SLOTS) slots *= 2
    this.#mask = slots - 1
    this.#phrases = new Int32Array(slots)
    // Blocks are counted from one. The last slot stands for phrases that are not counted: in no earlier and no later block.
    this.first = new Uint16Array(slots + 1)
    this.first[slots] = blocks.length
    this.last = new Uint16Array(slots + 1)
    for (const [i, { shape }] of blocks.entries())
      for (let at = 0; at + PHRASE_WORDS <= shape.hashes.length; at++)
        this.#add(phraseAt(shape.hashes, at), i + 1)
  }

  slotOf(phrase: number): number {
    const slot = (phrase ^ (phrase >>> 15)) & this.#mask
    return this.#phrases[slot] === phrase ? slot : this.#mask + 1
  }

  #add(phrase: number, block: number): void {
    const slot = (phrase ^ (phrase >>> 15)) & this.#mask
    if (this.last[slot] === 0) {
      this.#phrases[slot] = phrase
      this.first[slot] = block
    }
    if (this.#phrases[slot] === phrase) this.last[slot] = block
  }
}
