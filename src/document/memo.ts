/**
 * Remembers a result for the characters `html[start, end)`, and finds it without slicing them: hashing a fresh slice in a `Map` costs more
 * than resolving half an address. Filled by link collectors (`link-memory.ts`).
 */
export interface Remembered<T> {
  readonly raw: string
  value: T | undefined
  /** False until the value was computed. */
  known: boolean
  readonly next: Remembered<T> | undefined
}

/** Longest chain of entries with equal hashes: on a page built to collide, further results are not remembered. */
const MAX_CHAIN = 8

/** Number of final characters that are hashed: addresses of one page differ in their ends, and the comparison checks the rest. */
const TAIL = 16

export class RangeMemo<T> {
  size = 0
  private readonly first = new Map<number, Remembered<T>>()
  private readonly isLasting: boolean

  /** A memo that outlives the page copies what it remembers. */
  constructor(isLasting = false) {
    this.isLasting = isLasting
  }

  /** The entry for this range, if there is one. */
  find(html: string, start: number, end: number): Remembered<T> | undefined {
    let entry = this.first.get(hashOf(html, start, end))
    while (entry !== undefined && !(entry.raw.length === end - start && html.startsWith(entry.raw, start)))
      entry = entry.next
    return entry
  }

  /** The entry for this range, a new one if there is none. */
  at(html: string, start: number, end: number): Remembered<T> {
    const hash = hashOf(html, start, end)
    const head = this.first.get(hash)
    let length = 0
    for (let entry = head; entry !== undefined; entry = entry.next, length++) {
      if (entry.raw.length === end - start && html.startsWith(entry.raw, start)) return entry
    }
    const isKept = length < MAX_CHAIN
    const slice = html.slice(start, end)
    const raw = isKept && this.isLasting ? ownCopy(slice) : slice
    const fresh: Remembered<T> = { raw, value: undefined, known: false, next: head }
    if (isKept) {
      this.first.set(hash, fresh)
      this.size++
    }
    return fresh
  }
}

function hashOf(html: string, start: number, end: number): number {
  let hash = end - start
  for (let at = Math.max(start, end - TAIL); at < end; at++)
    hash = (Math.imul(hash, 31) + html.charCodeAt(at)) | 0
  return hash
}

/** A copy of the characters: a slice would keep the whole string alive that it was cut from. */
export function ownCopy(text: string): string {
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) > 127) return Buffer.from(text, 'utf16le').toString('utf16le')
  return Buffer.from(text, 'latin1').toString('latin1')
}
