import { comparablePath, Effort, matches } from './path-pattern.ts'
import type { Group, Rules } from './rule-set.ts'

export interface RobotsVerdict {
  readonly allowed: boolean
  /** The line that decided, from 1; absent if no rule matches the path. */
  readonly line?: number
  readonly rule?: string
}

/**
 * The most character comparisons for one path, which take some milliseconds. A path of 2,000 characters can be compared with 2,000 rules
 * with wildcards; real files have hundreds.
 */
const MAX_CHECK_CHARS = 4_000_000
const TOO_LABORIOUS: RobotsVerdict = { allowed: false, rule: 'too many wildcards to compare the path with' }
const UNRULED: RobotsVerdict = { allowed: true }
const ORDERS_BYTES = 500
const WRITTEN_BYTES = 100

/**
 * What a file says to one agent. All patterns are in one string, longest first, with `Allow` first among equals: objects for tens of
 * thousands of rules would take ten times the memory of the file.
 */
export class Orders {
  readonly crawlDelayMs: number | undefined
  readonly #patterns: string
  /** Where each pattern ends. */
  readonly #ends: Uint32Array
  /** The line of each pattern; negative if it forbids. */
  readonly #lines: Int32Array
  /** The pattern as written in the file, if it is spelled differently there. */
  readonly #written = new Map<number, string>()

  constructor(rules: Rules, groups: Iterable<Group>, crawlDelayMs: number | undefined) {
    this.crawlDelayMs = crawlDelayMs
    const order = bySpecificity(rules, groups)
    this.#ends = new Uint32Array(order.length)
    this.#lines = new Int32Array(order.length)
    let end = 0
    for (let i = 0; i < order.length; i++) {
      const rule = order[i]! % MAX_RULES
      end = rules.isOrdinary(rule) ? copy(rules, rule, end) : this.#spell(rules, rule, i, end)
      this.#ends[i] = end
      this.#lines[i] = rules.allows(rule) ? rules.line(rule) : -rules.line(rule)
    }
    this.#patterns = scratch.text.toString('latin1', 0, end)
  }

  #spell(rules: Rules, rule: number, index: number, at: number): number {
    const text = rules.spelled(rule)
    const written = rules.written(rule)
    if (text !== written) this.#written.set(index, written)
    reserve(at + text.length)
    return at + scratch.text.write(text, at, 'latin1')
  }

  /** Approximate memory use. */
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

/** More than fit into 500 KiB. */
const MAX_RULES = 2 ** 20
/** More than a line has, even if each of its octets were escaped with three. */
const MAX_SPECIFICITY = 2 ** 16

/** Reused for one file after the other: objects that are created for each of thousands of files are collected late. */
const scratch = { text: Buffer.allocUnsafeSlow(4096), keys: new Float64Array(256) }

function copy(rules: Rules, rule: number, at: number): number {
  reserve(at + rules.specificity(rule))
  return rules.copyTo(scratch.text, at, rule)
}

function reserve(bytes: number): void {
  if (bytes <= scratch.text.length) return
  const larger = Buffer.allocUnsafeSlow(2 * bytes)
  larger.set(scratch.text)
  scratch.text = larger
}

/**
 * Sorts rules: longest first, `Allow` first among equals, then in the order of the file. Each key is a number that encodes all of this and
 * ends in the index of the rule, because sorting numbers is many times faster than sorting rules with a comparison function.
 */
function bySpecificity(rules: Rules, groups: Iterable<Group>): Float64Array {
  if (scratch.keys.length < rules.size) scratch.keys = new Float64Array(2 * rules.size)
  let size = 0
  for (const { from, to } of groups) {
    for (let rule = from; rule < to; rule++) {
      const rank = 2 * (MAX_SPECIFICITY - rules.specificity(rule)) + (rules.allows(rule) ? 0 : 1)
      scratch.keys[size++] = rank * MAX_RULES + rule
    }
  }
  return scratch.keys.subarray(0, size).sort()
}
