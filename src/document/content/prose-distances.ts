/** How far into a page each block is, and how far from the nearest sentences, in characters. */
import type { ContentBlock } from './content-blocks.ts'

export class ProseDistances {
  readonly charsBefore: Float64Array
  readonly proseBefore: Float64Array
  /** Characters between a block and the nearest prose before and after it; to the ends of the page if there is none. */
  readonly sinceProse: Float64Array
  readonly untilProse: Float64Array

  constructor(blocks: readonly ContentBlock[], isProse: readonly boolean[]) {
    this.charsBefore = new Float64Array(blocks.length)
    this.proseBefore = new Float64Array(blocks.length)
    this.sinceProse = new Float64Array(blocks.length)
    this.untilProse = new Float64Array(blocks.length)
    let [chars, prose, since, until] = [0, 0, 0, 0]
    for (let i = 0; i < blocks.length; i++) {
      this.charsBefore[i] = chars
      this.proseBefore[i] = prose
      this.sinceProse[i] = since
      chars += blocks[i]!.chars
      if (isProse[i]) prose += blocks[i]!.chars
      since = isProse[i] ? 0 : since + blocks[i]!.chars
    }
    for (let i = blocks.length - 1; i >= 0; i--) {
      this.untilProse[i] = until
      until = isProse[i] ? 0 : until + blocks[i]!.chars
    }
  }
}
