/**
 * What evaluations may still cost, in looks at nodes. An expression that asks for positions among many nodes can cost the square of a page, and
 * a page may be made for that: when the effort is spent, nothing more is found.
 *
 * A look takes some nanoseconds, so that the whole effort is about half a second. A page of 5,000 nodes can be walked 2,000 times with it.
 */
const MAX_LOOKS = 10_000_000
/** Reading so many characters costs as much as a look. */
const CHARACTERS_A_LOOK = 8

/** Evaluations never overlap, so that one count serves all. */
let left = MAX_LOOKS
let isShared = false

/** All evaluations inside have one effort together: for who asks a page much, and must be done with it in time. */
export function withOneEffort<T>(work: () => T): T {
  left = MAX_LOOKS
  isShared = true
  try {
    return work()
  } finally {
    isShared = false
  }
}

/** An evaluation by itself has an effort of its own. */
export function beginEffort(): void {
  if (!isShared) left = MAX_LOOKS
}

/** Is there effort left for so many looks? */
export function spend(looks: number): boolean {
  left -= looks
  return left > 0
}

export const hasEffort = (): boolean => left > 0

/** Is there effort left to read a text? */
export const spendOnText = (text: string): boolean => spend(text.length / CHARACTERS_A_LOOK)
