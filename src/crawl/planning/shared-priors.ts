import { type GroupMemory, PriorGroup } from '../../refresh/index.ts'
import type { RefreshRow } from '../../store/index.ts'

/** The row with what was learned here on top, and what that was. */
export interface MergedPriors {
  readonly row: RefreshRow
  readonly learned: GroupMemory
  /** Nobody else has learned anything since. */
  readonly isOwn: boolean
}

/**
 * The collection's prior, learned by all workers together: it is a sum over pages, so each adds what its own visits have changed in it
 * since it last did, and goes on from the sum.
 */
export class SharedPriors {
  readonly group: PriorGroup
  /** What all had learned when this worker last looked, and as it is stored. */
  #common: GroupMemory
  #stored: string | null

  constructor(stored: string | null) {
    this.group = PriorGroup.from(parsed(stored))
    this.#common = this.group.exact()
    this.#stored = stored
  }

  /** Changes nothing here before `wrote` is told that it is stored. */
  merge(row: RefreshRow): MergedPriors {
    const learned = this.group.exact()
    const sum = moved(PriorGroup.from(parsed(row.priors)).exact(), this.#common, learned)
    return {
      row: { ...row, priors: JSON.stringify(rounded(sum)) },
      learned,
      isOwn: row.priors === this.#stored,
    }
  }

  wrote({ row, learned, isOwn }: MergedPriors): void {
    this.#stored = row.priors
    this.#common = isOwn ? learned : PriorGroup.from(parsed(row.priors)).exact()
    if (!isOwn) this.group.become(moved(this.#common, learned, this.group.exact()))
  }
}

/** `memory` with what has come between two others on top. */
function moved(memory: GroupMemory, before: GroupMemory, now: GroupMemory): GroupMemory {
  return {
    pages: memory.pages + now.pages - before.pages,
    sums: memory.sums.map((sum, i) => Math.max(0, sum + now.sums[i]! - before.sums[i]!)),
  }
}

/** A page's share of a sum over millions must not be lost in rounding. */
const rounded = ({ pages, sums }: GroupMemory): GroupMemory => ({
  pages,
  sums: sums.map(sum => Number(sum.toPrecision(12))),
})

function parsed(text: string | null): GroupMemory | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as GroupMemory)
  } catch {
    return undefined
  }
}
