/**
 * A page is represented by one of 32 bits, since all that matters is whether several pages agree. Addresses that show the same page share
 * a bit: what copies of a page have in common belongs to that page alone.
 */
import { charactersOf, LINKS, MAIN, type Regions } from '../signature/regions.ts'
import { hashText, mix } from '../text/hash.ts'

const MAX_LOOKS = 64
const SHIFT_TO_FIVE_BITS = 27
const TITLE = 0x717e

/** A page as found by one visit. */
export interface PageMark {
  /** The hash of its address, and its bit. */
  readonly address: number
  readonly bit: number
  /** Hash of what copies of the page have in common. */
  readonly looks: number
}

export function pageMark(url: string, after: Regions): PageMark {
  const address = hashText(url)
  return { address, bit: bitOf(address), looks: looksOf(after) }
}

/** Returns the bit of the page at an address. */
export const pageBit = (url: string): number => bitOf(hashText(url))

const bitOf = (address: number): number => 1 << (mix(address, 0) >>> SHIFT_TO_FIVE_BITS)

/** Hash of the title and the longest text: pages that differ in either are not copies. */
function looksOf({ count, hashes, weights, flags }: Regions): number {
  let longest = -1
  for (let at = 1; at < count; at++) {
    if ((flags[at]! & (LINKS | MAIN)) !== MAIN) continue
    if (longest < 0 || charactersOf(weights[at]!) > charactersOf(weights[longest]!)) longest = at
  }
  return mix(mix(TITLE, hashes[0] ?? 0), hashes[longest] ?? 0)
}

export class PageBits {
  private readonly byLooks = new Map<number, number>()

  of({ bit, looks }: PageMark): number {
    return this.byLooks.get(looks) ?? bit
  }

  note(page: PageMark): void {
    const bit = this.of(page)
    this.byLooks.delete(page.looks)
    this.byLooks.set(page.looks, bit)
    const [oldest] = this.byLooks.keys()
    if (this.byLooks.size > MAX_LOOKS) this.byLooks.delete(oldest!)
  }

  toJSON(): readonly (readonly number[])[] {
    return [...this.byLooks]
  }

  /** Skips rows that cannot be read. */
  static from(json: unknown): PageBits {
    const bits = new PageBits()
    for (const row of Array.isArray(json) ? json.slice(0, MAX_LOOKS) : [])
      if (Array.isArray(row) && row.length === 2 && row.every(Number.isInteger))
        bits.byLooks.set(row[0], row[1])
    return bits
  }
}
