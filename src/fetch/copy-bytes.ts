/**
 * Copies all of `source` into `target`. `set` and `concat` copy shared memory byte by byte, lest another thread see half a number there;
 * `fill` copies it at once, thirty times as fast.
 */
export function copyBytes(source: Uint8Array, target: Buffer, at: number): void {
  if (source.length > 0) target.fill(source, at, at + source.length)
}

/** The parts in one piece. */
export function joinBytes(parts: readonly Uint8Array[]): Buffer {
  const whole = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    copyBytes(part, whole, at)
    at += part.length
  }
  return whole
}
