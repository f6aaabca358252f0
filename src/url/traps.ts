/**
 * Traps that only show over time, with one tracker of each kind per host. Both are plain values with a small JSON form; the engine stores
 * them with the host and tells them what its visits brought.
 */
import { monthAt, monthOf, monthWords } from './address-dates.ts'

/** Events are announced a year or two ahead; archives go back as far as the site, and scanned documents further. */
const FUTURE_MONTHS = 24
const PAST_MONTHS = 300

/** The share of the seen dates at either end that is ignored. */
const STRAGGLERS = 0.1

/**
 * Refuses URLs whose date is far outside the dates seen on this host: calendars link to the next month forever. The dates of URLs that were
 * fetched successfully count as seen, and the present. A calendar that is followed month by month would drag its own range along, so the
 * outer tenth of what was seen is ignored: then the range falls behind, and the walk ends after a bounded number of steps (ten times the
 * margin) instead of never.
 */
export class DateTrap {
  readonly #pagesByMonth: Map<number, number>

  constructor(saved: readonly (readonly [number, number])[] = []) {
    this.#pagesByMonth = new Map(saved)
  }

  /** A page under this URL was fetched and had content. */
  seen(canonical: string): void {
    const month = monthOf(canonical)
    if (month !== undefined) this.#pagesByMonth.set(month, (this.#pagesByMonth.get(month) ?? 0) + 1)
  }

  /** Why `canonical` should not be fetched, or `undefined`. */
  refusal(canonical: string, nowMs: number): string | undefined {
    const month = monthOf(canonical)
    if (month === undefined) return undefined
    const now = monthAt(nowMs)
    if (month >= now - PAST_MONTHS && month <= now + FUTURE_MONTHS) return undefined
    const [first, last] = this.#range(now)
    if (month >= first - PAST_MONTHS && month <= last + FUTURE_MONTHS) return undefined
    return `trap: date ${monthWords(month)} far outside ${monthWords(first)} to ${monthWords(last)}`
  }

  #range(now: number): [number, number] {
    const months = [...this.#pagesByMonth.keys()].sort((a, b) => a - b)
    let pages = 0
    for (const count of this.#pagesByMonth.values()) pages += count
    const first = this.#reach(months, pages * STRAGGLERS)
    const last = this.#reach(months.reverse(), pages * STRAGGLERS)
    return [Math.min(first ?? now, now), Math.max(last ?? now, now)]
  }

  /** The first of `months` by which more than `stragglers` pages have been passed. */
  #reach(months: readonly number[], stragglers: number): number | undefined {
    let passed = 0
    return months.find(month => (passed += this.#pagesByMonth.get(month)!) > stragglers)
  }

  toJSON(): readonly (readonly [number, number])[] {
    return [...this.#pagesByMonth]
  }
}

export type YieldState = 'fruitful' | 'demoted' | 'stopped'

const FRUITLESS_TO_DEMOTE = 20
export const YIELD_PAGES = 40
const PATTERNS_A_HOST = 500
/** Patterns contain parts of addresses that outsiders choose. */
const MAX_PATTERN_CHARS = 32_000

/**
 * Tracks what the URLs of each pattern bring. Twenty visits in a row without anything new (near-duplicate content and no new links in
 * scope) demote the pattern to the back of the queue, and twenty more stop it; one fruitful visit restores it. A leaf page with content of
 * its own is fruitful even without links. At most 500 patterns are kept; the least recently visited is forgotten first.
 */
export class YieldTracker {
  #chars = 0
  /** How many visits in a row brought nothing, by pattern; in order of use. */
  readonly #fruitless: Map<string, number>

  constructor(saved: readonly (readonly [string, number])[] = []) {
    this.#fruitless = new Map(saved)
    for (const pattern of this.#fruitless.keys()) this.#chars += pattern.length
  }

  record(canonical: string, fruitful: boolean): YieldState {
    const pattern = urlPattern(canonical)
    const before = this.#fruitless.get(pattern) ?? 0
    const now = fruitful ? 0 : Math.min(before + 1, YIELD_PAGES)
    this.#forget(pattern)
    this.#fruitless.set(pattern, now)
    this.#chars += pattern.length
    for (const oldest of this.#fruitless.keys()) {
      if (this.#fruitless.size <= PATTERNS_A_HOST && this.#chars <= MAX_PATTERN_CHARS) break
      this.#forget(oldest)
    }
    return stateAfter(now)
  }

  #forget(pattern: string): void {
    if (this.#fruitless.delete(pattern)) this.#chars -= pattern.length
  }

  state(pattern: string): YieldState {
    return stateAfter(this.#fruitless.get(pattern) ?? 0)
  }

  toJSON(): readonly (readonly [string, number])[] {
    return [...this.#fruitless]
  }
}

function stateAfter(fruitless: number): YieldState {
  if (fruitless >= YIELD_PAGES) return 'stopped'
  return fruitless >= FRUITLESS_TO_DEMOTE ? 'demoted' : 'fruitful'
}

const ALL_DIGITS = /^\d+$/
/** Hashes and UUIDs: sixteen or more hexadecimal digits with or without dashes, one of them 0 to 9. */
const LONG_HEX = /^(?=.*\d)[0-9a-f-]{16,}$/i
const KEPT_SEGMENTS = 2
/** The index page of a folder leads to its leaves and is not one of them. */
const LIST_PAGE = /^(?:index|default|home)\.[a-z]{2,5}$/i
const KEPT_CHARACTERS = 40
const KEPT_PARAMETERS = 16

/**
 * The shape of a URL within its host: `/shop/N/*?page&sort`. Digits become N, long hexadecimal becomes H, other segments stay for the first
 * two levels (with their digits as N) and become `*` below; of the query only the names remain, sorted.
 */
export function urlPattern(canonical: string): string {
  const known = recentPatterns.get(canonical)
  if (known !== undefined) return known
  if (recentPatterns.size >= RECENT_PATTERNS) recentPatterns.clear()
  const pattern = patternOf(canonical)
  recentPatterns.set(canonical, pattern)
  return pattern
}

/** A visit needs the pattern of its page several times. */
const RECENT_PATTERNS = 2_000
const recentPatterns = new Map<string, string>()

function patternOf(canonical: string): string {
  const question = canonical.indexOf('?')
  const end = question < 0 ? canonical.length : question
  let shape = ''
  let level = 0
  for (let start = canonical.indexOf('/', canonical.indexOf('//') + 2) + 1; start <= end; level++) {
    const slash = canonical.indexOf('/', start)
    const stop = slash < 0 || slash > end ? end : slash
    shape += `/${segmentShape(canonical.slice(start, stop), level, stop === end)}`
    start = stop + 1
  }
  return question < 0 ? shape : `${shape}?${queryShape(canonical.slice(question + 1).split('?', 1)[0]!)}`
}

function queryShape(query: string): string {
  const names = new Set(query.split('&').map(part => part.split('=', 1)[0]!.slice(0, KEPT_CHARACTERS)))
  return [...names].sort().slice(0, KEPT_PARAMETERS).join('&')
}

function segmentShape(segment: string, level: number, isLast: boolean): string {
  if (hasDigit(segment)) {
    if (ALL_DIGITS.test(segment)) return 'N'
    if (LONG_HEX.test(segment)) return 'H'
    if (level < KEPT_SEGMENTS) return segment.slice(0, KEPT_CHARACTERS).replace(/\d+/g, 'N')
  } else if (level < KEPT_SEGMENTS) return segment.slice(0, KEPT_CHARACTERS)
  return segment === '' || (isLast && LIST_PAGE.test(segment)) ? segment : '*'
}

/** Most segments have no digit, and need no regular expression. */
function hasDigit(segment: string): boolean {
  for (let at = 0; at < segment.length; at++) {
    const code = segment.charCodeAt(at)
    if (code >= 48 && code <= 57) return true
  }
  return false
}
