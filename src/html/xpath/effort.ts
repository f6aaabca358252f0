/**
 * What an evaluation may still cost. An expression that asks for positions among many nodes can cost the square of a page, and a page may
 * be made for that: when the effort is spent, nothing more is found.
 */
const MOST = 50_000_000

/** Evaluations never overlap, so that one count serves all. */
let left = MOST

export function beginEffort(): void {
  left = MOST
}

/** Is there effort left for so many looks? */
export function spend(looks: number): boolean {
  left -= looks
  return left > 0
}
