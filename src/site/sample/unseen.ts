/**
 * Estimates how much of a site a sample does not show. Classes are to pages what species are to catches: those met once tell how many were
 * not met at all (Chao 1984, in the form that needs no class met twice). Sampling asks for more pages of scarce classes, so a class of one
 * page is often the only page of its kind, and the estimate is too high rather than too low.
 */
export function unseenShare(classSizes: readonly number[]): number {
  const once = classSizes.filter(size => size === 1).length
  const twice = classSizes.filter(size => size === 2).length
  const unseen = once < 2 ? 0 : (once * (once - 1)) / (2 * (twice + 1))
  return classSizes.length === 0 ? 0 : unseen / (classSizes.length + unseen)
}

/** With `auto`, a sample ends when no new classes come: not before the first number of pages, and with the second at the latest. */
const MIN_PAGES = 100
export const MAX_AUTO_PAGES = 800
/** Acceptable share of classes that may still be unseen. */
const ENOUGH = 0.05
/** Number of groupings without a new class. Each has a third more pages than the one before. */
const QUIET_GROUPINGS = 2

/** Is given each grouping of a growing sample, and says when further pages would bring nothing. */
export class SampleEnd {
  readonly #counts: number[] = []

  isReached(pages: number, classSizes: readonly number[]): boolean {
    const before = this.#counts.at(-1) ?? 0
    const longBefore = this.#counts.at(-QUIET_GROUPINGS) ?? 0
    const count = classSizes.length
    this.#counts.push(count)
    if (pages < MIN_PAGES || count > before) return false
    return count <= longBefore || unseenShare(classSizes) <= ENOUGH
  }
}
