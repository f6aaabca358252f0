import type { Lines } from './lines.ts'
import { ORDINARY_TEXT, spellPattern } from './path-pattern.ts'

/** The range of one group's rules in the table. */
export interface Group {
  readonly from: number
  to: number
}

const COLUMNS = 4
const ALLOWS = 1
/** `Allow: …/index.html` also allows the folder: the pattern ends there. */
const FOLDER = 2
/** The spelling of the pattern is the one in the file. */
const ORDINARY = 4

/**
 * The rules of a file, four numbers each: where the value starts and ends in its bytes, its line, and flags. Callers that read many files
 * share one table: tables that grow for each file are collected late.
 */
export class Rules {
  #rows = new Int32Array(64 * COLUMNS)
  #size = 0
  #bytes: Buffer = Buffer.alloc(0)

  /** Removes all rules; new ones refer to these bytes. */
  reset(bytes: Buffer): void {
    this.#bytes = bytes
    this.#size = 0
  }

  get size(): number {
    return this.#size
  }

  /** Adds the rule of a line, and the rule it implies, if any. */
  add(lines: Lines): void {
    const allows = lines.field === 'allow'
    this.#push(lines, (allows ? ALLOWS : 0) | (this.#hasOneSpelling(lines) ? ORDINARY : 0))
    if (allows && this.#endsInIndex(lines.end)) this.#push(lines, ALLOWS | FOLDER)
  }

  allows(rule: number): boolean {
    return (this.#rows[rule * COLUMNS + 3]! & ALLOWS) !== 0
  }

  line(rule: number): number {
    return this.#rows[rule * COLUMNS + 2]!
  }

  /** The pattern as written, one character per octet. */
  written(rule: number): string {
    return this.#bytes.toString('latin1', this.#rows[rule * COLUMNS]!, this.#rows[rule * COLUMNS + 1]!)
  }

  /** The pattern in the spelling that paths are compared with. */
  spelled(rule: number): string {
    return spellPattern(this.#pattern(rule)).text
  }

  /** How specific the rule is: the number of octets in its pattern. */
  specificity(rule: number): number {
    if (!this.isOrdinary(rule)) return spellPattern(this.#pattern(rule)).length
    return this.#rows[rule * COLUMNS + 1]! - this.#rows[rule * COLUMNS]!
  }

  /** Whether its pattern is spelled as it is written. */
  isOrdinary(rule: number): boolean {
    return (this.#rows[rule * COLUMNS + 3]! & ORDINARY) !== 0
  }

  /** Copies the pattern as written, and returns the offset after it. */
  copyTo(target: Uint8Array, at: number, rule: number): number {
    const end = this.#rows[rule * COLUMNS + 1]!
    let to = at
    for (let from = this.#rows[rule * COLUMNS]!; from < end; from++) target[to++] = this.#bytes[from]!
    return to
  }

  #pattern(rule: number): string {
    const written = this.written(rule)
    return this.#rows[rule * COLUMNS + 3]! & FOLDER
      ? `${written.slice(0, written.lastIndexOf('/') + 1)}$`
      : written
  }

  #push(lines: Lines, kind: number): void {
    const row = this.#size * COLUMNS
    if (row === this.#rows.length) this.#grow()
    this.#rows[row] = lines.start
    this.#rows[row + 1] = lines.end
    this.#rows[row + 2] = lines.number
    this.#rows[row + 3] = kind
    this.#size++
  }

  #hasOneSpelling({ start, end }: Lines): boolean {
    for (let at = start; at < end; at++) if (ONE_SPELLING[this.#bytes[at]!] === 0) return false
    return true
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.#rows.length)
    larger.set(this.#rows)
    this.#rows = larger
  }

  #endsInIndex(end: number): boolean {
    return /\/index\.html?$/.test(
      this.#bytes.toString('latin1', Math.max(0, end - '/index.html'.length), end),
    )
  }
}

/** For each octet, whether it has only one spelling. */
const ONE_SPELLING = Uint8Array.from({ length: 256 }, (_, octet) =>
  Number(ORDINARY_TEXT.test(String.fromCharCode(octet))),
)
