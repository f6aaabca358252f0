import { jsonOf } from '../../env/json.ts'
import { type GroupMemory, PriorGroup } from '../../refresh/index.ts'
import type { RefreshRow } from '../../store/index.ts'

/** The row with what was learned here added, and what was learned. */
export interface MergedPriors {
  readonly row: RefreshRow
  readonly learned: GroupMemory
  /** Whether no other worker has learned anything since. */
  readonly isOwn: boolean
}

/**
 * The collection's prior, learned by all workers together: it is a sum over pages, so each worker adds what its own visits have changed since
 * it last did so, and continues from the sum.
 */
export class SharedPriors {
  readonly group: PriorGroup
  /** What all workers had learned when this one last looked, and the same as stored. */
  #common: GroupMemory
  #stored: string | null

  constructor(stored: string | null) {
    this.group = groupIn(stored)
    this.#common = this.group.exact()
    this.#stored = stored
  }

  /** Changes nothing here until `wrote` confirms that the row is stored. */
  merge(row: RefreshRow): MergedPriors {
    const learned = this.group.exact()
    const sum = moved(groupIn(row.priors).exact(), this.#common, learned)
    return {
      row: { ...row, priors: JSON.stringify(rounded(sum)) },
      learned,
      isOwn: row.priors === this.#stored,
    }
  }

  wrote({ row, learned, isOwn }: MergedPriors): void {
    this.#stored = row.priors
    this.#common = isOwn ? learned : groupIn(row.priors).exact()
    if (!isOwn) this.group.become(moved(this.#common, learned, this.group.exact()))
  }
}

/** `memory` plus the difference between the two others. */
function moved(memory: GroupMemory, before: GroupMemory, now: GroupMemory): GroupMemory {
  return {
    pages: memory.pages + now.pages - before.pages,
    sums: memory.sums.map((sum, i) => Math.max(0, sum + now.sums[i]! - before.sums[i]!)),
  }
}

/** Keeps enough digits for one page's share of a sum over millions. */
const rounded = ({ pages, sums }: GroupMemory): GroupMemory => ({
  pages,
  sums: sums.map(sum => Number(sum.toPrecision(12))),
})

const groupIn = (text: string | null): PriorGroup => PriorGroup.from(jsonOf<GroupMemory>(text) ?? undefined)
