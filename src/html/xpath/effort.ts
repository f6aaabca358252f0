/**
 * Limits what evaluations may cost, counted in looks at nodes. An expression that selects positions among many nodes can take quadratic
 * time, and a page may be crafted for that: once the effort is spent, nothing more is found.
 *
 * A look takes some nanoseconds, so the whole effort is about half a second. It is enough to walk a page of 5,000 nodes 2,000 times.
 */
const MAX_LOOKS = 10_000_000
/** Reading this many characters costs as much as one look. */
const CHARACTERS_A_LOOK = 8

/** Evaluations never overlap, so one counter serves all. */
let left = MAX_LOOKS
let isShared = false

/** All evaluations inside `work` share one effort, for callers that evaluate many expressions on a page within a time limit. */
export function withOneEffort<T>(work: () => T): T {
  left = MAX_LOOKS
  isShared = true
  try {
    return work()
  } finally {
    isShared = false
  }
}

/** Outside `withOneEffort`, every evaluation has its own effort. */
export function beginEffort(): void {
  if (!isShared) left = MAX_LOOKS
}

/** Spends looks; returns whether there is effort left. */
export function spend(looks: number): boolean {
  left -= looks
  return left > 0
}

export const hasEffort = (): boolean => left > 0

/** Spends the effort of reading a text; returns whether there is effort left. */
export const spendOnText = (text: string): boolean => spend(text.length / CHARACTERS_A_LOOK)
