import { comparablePath, Effort, matches, spellPattern } from './pattern.ts'

export interface RobotsVerdict {
  readonly allowed: boolean
  /** The line that decided, from 1; absent when no rule speaks about the path. */
  readonly line?: number
  readonly rule?: string
}

/** Rules that stand together, as they are written. */
export class Group {
  /** One character for each octet. */
  readonly patterns: string[] = []
  /** The line of each; negative where it forbids. */
  readonly lines: number[] = []
  /** What stands in the file, where the pattern is another. */
  readonly written = new Map<number, string>()

  add(allows: boolean, line: number, pattern: string, written = pattern): void {
    if (written !== pattern) this.written.set(this.patterns.length, written)
    this.patterns.push(pattern)
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
    const written = groups.flatMap(group =>
      group.patterns.map((pattern, i) => group.written.get(i) ?? pattern),
    )
    const spelled = groups.flatMap(group => group.patterns.map(spellPattern))
    const lines = groups.flatMap(group => group.lines)
    const order = Uint32Array.from(spelled.keys()).sort(
      (a, b) => spelled[b]!.length - spelled[a]!.length || Number(lines[b]! > 0) - Number(lines[a]! > 0),
    )
    this.#lines = Int32Array.from(order, rule => lines[rule]!)
    this.#ends = new Uint32Array(order.length)
    const texts = Array.from(order, rule => spelled[rule]!.text)
    this.#patterns = copied(texts.join(''))
    let end = 0
    for (const [i, text] of texts.entries()) {
      this.#ends[i] = end += text.length
      if (written[order[i]!] !== text) this.#written.set(i, copied(written[order[i]!]!))
    }
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

/** A piece of the file would keep the whole of it in memory. */
function copied(octets: string): string {
  return Buffer.from(octets, 'latin1').toString('latin1')
}
