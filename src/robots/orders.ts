import { comparablePath, Effort, matches, spellPattern } from './pattern.ts'

export interface RobotsVerdict {
  readonly allowed: boolean
  /** The line that decided, from 1; absent when no rule speaks about the path. */
  readonly line?: number
  readonly rule?: string
}

/**
 * Texts of one character for each octet, one after the other. Strings for tens of thousands of rules would live long enough to be
 * moved to where memory is collected late.
 */
class OctetList {
  #bytes = Buffer.allocUnsafe(64)
  readonly #ends: number[] = [0]

  add(octets: string): void {
    const start = this.#ends.at(-1)!
    const end = start + octets.length
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * end)
    this.#bytes.write(octets, start, 'latin1')
    this.#ends.push(end)
  }

  at(index: number): string {
    return this.#bytes.toString('latin1', this.#ends[index]!, this.#ends[index + 1]!)
  }

  /** All of them in one text, and where each ends. */
  joined(): { readonly text: string; readonly ends: Uint32Array } {
    return {
      text: this.#bytes.toString('latin1', 0, this.#ends.at(-1)!),
      ends: Uint32Array.from(this.#ends.slice(1)),
    }
  }
}

/** Rules that stand together, as they are written. */
export class Group {
  readonly patterns = new OctetList()
  /** The line of each; negative where it forbids. */
  readonly lines: number[] = []
  /** What stands in the file, where the pattern is another. */
  readonly written = new Map<number, string>()

  add(allows: boolean, line: number, pattern: string, written = pattern): void {
    if (written !== pattern) this.written.set(this.lines.length, copied(written))
    this.patterns.add(pattern)
    this.lines.push(allows ? line : -line)
  }
}

/** Comparisons for one path: some milliseconds. A path of 2,000 characters can be held against 2,000 rules with wildcards; real files have hundreds. */
const MAX_CHECK_CHARS = 4_000_000
const TOO_LABORIOUS: RobotsVerdict = { allowed: false, rule: 'too many wildcards to compare the path with' }
const UNRULED: RobotsVerdict = { allowed: true }
const ORDERS_BYTES = 500
const WRITTEN_BYTES = 100

/**
 * What a file says to one agent. All patterns stand in one text, from the longest, allowing ones first among equals: objects for tens
 * of thousands of rules would take ten times the memory of the file.
 */
export class Orders {
  readonly crawlDelayMs: number | undefined
  readonly #patterns: string
  /** Where each pattern ends. */
  readonly #ends: Uint32Array
  readonly #lines: Int32Array
  /** What stands in the file, where it is spelled otherwise. */
  readonly #written = new Map<number, string>()

  constructor(groups: readonly Group[], crawlDelayMs: number | undefined) {
    this.crawlDelayMs = crawlDelayMs
    const all = new Group()
    for (const { patterns, lines, written } of groups)
      for (const [i, line] of lines.entries())
        all.add(line > 0, Math.abs(line), patterns.at(i), written.get(i) ?? patterns.at(i))
    const order = byLength(all)
    this.#lines = Int32Array.from(order, rule => all.lines[rule]!)
    const spelled = new OctetList()
    for (const [i, rule] of order.entries()) {
      const octets = all.patterns.at(rule)
      const { text } = spellPattern(octets)
      spelled.add(text)
      const written = all.written.get(rule) ?? octets
      if (written !== text) this.#written.set(i, written)
    }
    const { text, ends } = spelled.joined()
    this.#patterns = text
    this.#ends = ends
  }

  /** Roughly the memory they take. */
  get sizeBytes(): number {
    let bytes = ORDERS_BYTES + this.#patterns.length + 8 * this.#ends.length
    for (const written of this.#written.values()) bytes += WRITTEN_BYTES + written.length
    return bytes
  }

  check(url: string): RobotsVerdict {
    if (this.#ends.length === 0) return UNRULED
    const path = comparablePath(url)
    if (path === '/robots.txt') return UNRULED
    const effort = new Effort(MAX_CHECK_CHARS)
    for (let i = 0; i < this.#ends.length; i++) {
      if (effort.isSpent) return TOO_LABORIOUS
      if (matches(this.#patterns, this.#start(i), this.#ends[i]!, path, effort)) return this.#verdict(i)
    }
    return UNRULED
  }

  #start(rule: number): number {
    return rule === 0 ? 0 : this.#ends[rule - 1]!
  }

  #verdict(rule: number): RobotsVerdict {
    const line = this.#lines[rule]!
    const octets = this.#written.get(rule) ?? this.#patterns.slice(this.#start(rule), this.#ends[rule])
    const text = Buffer.from(octets, 'latin1').toString('utf8')
    return { allowed: line > 0, line: Math.abs(line), rule: `${line > 0 ? 'Allow' : 'Disallow'}: ${text}` }
  }
}

/** From the longest, allowing ones first among equals. */
function byLength({ patterns, lines }: Group): Uint32Array {
  const lengths = Uint32Array.from(lines, (_, rule) => spellPattern(patterns.at(rule)).length)
  return Uint32Array.from(lines.keys()).sort(
    (a, b) => lengths[b]! - lengths[a]! || Number(lines[b]! > 0) - Number(lines[a]! > 0),
  )
}

/** A piece of the file would keep the whole of it in memory. */
function copied(octets: string): string {
  return Buffer.from(octets, 'latin1').toString('latin1')
}
