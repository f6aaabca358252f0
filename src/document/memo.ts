/**
 * What was already done for the characters `html[start, end)`, found without cutting them out: hashing a fresh slice in
 * a `Map` costs more than resolving half an address. Filled and emptied by one page's link collector.
 */
export interface Remembered<T> {
  readonly raw: string
  value: T | undefined
  /** False until somebody has worked out the value. */
  known: boolean
  readonly next: Remembered<T> | undefined
}

/** A page that was built to collide gets no memory beyond this many look-ups, only honest work. */
const LONGEST_CHAIN = 8

/** Addresses of one page differ in their ends; the comparison that follows sees the rest. */
const TAIL = 16

export class RangeMemo<T> {
  private readonly first = new Map<number, Remembered<T>>()

  /** The entry for this range, new if it was never asked for. */
  at(html: string, start: number, end: number): Remembered<T> {
    let hash = end - start
    for (let at = Math.max(start, end - TAIL); at < end; at++)
      hash = (Math.imul(hash, 31) + html.charCodeAt(at)) | 0
    const head = this.first.get(hash)
    let length = 0
    for (let entry = head; entry !== undefined; entry = entry.next, length++) {
      if (entry.raw.length === end - start && html.startsWith(entry.raw, start)) return entry
    }
    const fresh: Remembered<T> = { raw: html.slice(start, end), value: undefined, known: false, next: head }
    if (length < LONGEST_CHAIN) this.first.set(hash, fresh)
    return fresh
  }

  clear(): void {
    this.first.clear()
  }
}
