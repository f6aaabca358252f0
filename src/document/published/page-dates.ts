/**
 * When a page was published and last modified, according to the page itself. Sources in order of trust: its address (if it contains a full
 * day), structured data, meta elements about publication, a date right beside the title, marked times, other meta elements, dates near the
 * title, data for its scripts, its last change, and its description. The first source with a possible day wins.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import { parseDate } from '../dates.ts'
import { structuredOf } from '../structured/index.ts'
import type { Json } from '../structured/json-ld.ts'
import names from './date-names.json' with { type: 'json' }
import { isInReply, labelOf, metasOf, valuesNamed } from './named-values.ts'
import { seenText, UNSEEN, type VisibleText } from './seen-text.ts'
import { type Day, type DayHints, dayOf, daysIn } from './text-dates.ts'

export interface PageDate {
  /** As written on the page, in its own time zone. */
  readonly day: Day
  /** Milliseconds since 1970; for a day without a time, its start in UTC. */
  readonly at: number
  readonly from: 'json-ld' | 'meta' | 'element' | 'address' | 'text' | 'script'
}

/** A date, and whether it comes from a time given in UTC. */
interface FoundDate extends PageDate {
  readonly isUtc?: boolean
  /** The day if day and month are to be read the other way around. */
  readonly turned?: Day | null
}

export interface PageDates {
  readonly published: PageDate | null
  readonly modified: PageDate | null
}

export interface DateOptions {
  readonly url: string | null
  readonly language: string | null
  /** When the page was fetched: later days are impossible. */
  readonly before: number | null
}

const DAY_MS = 86_400_000
const EARLIEST = '1995-01-01'
const PUBLISHED: ReadonlySet<string> = new Set(names.publishedMetas)
/** They may also mean when the page was changed. */
const DATED_METAS: ReadonlySet<string> = new Set(names.datedMetas)
const MODIFIED: ReadonlySet<string> = new Set(names.modifiedMetas)
/** Summaries of the page: "news of 14 January 2020". */
const DESCRIBING: ReadonlySet<string> = new Set(['description', 'og:description'])
const DATED = new RegExp(`(?<![a-z])(?:${names.dated.join('|')})`, 'i')
const NOT_DATED = new RegExp(names.notDated.join('|'), 'i')
/** An element for a date contains little else. */
const MAX_DATED_CHARS = 300
/** Dates are searched this many characters before and after the title. */
const NEAR_CHARS = 1_500
/**
 * What is beside the title is hardly further away than this. With half of both, 913 of the 1,000 pages of `bench/dates.ts` are right; with
 * these 915, with twice 914.
 */
const BEHIND_CHARS = 120
const BEFORE_CHARS = 60
const IS_UTC = /\d\d:\d\d(?::[\d.]{1,12})?\s?(?:Z|[+-]00:?00)$/
const IN_SCRIPT =
  /["'](?:published|publish|pub|created)_?(?:at|on|date|time)["']\s{0,5}:\s{0,5}["'](\d{4}-\d\d-\d\d[^"']{0,30})["']/i
/** `/2020/3/12/`, `2020-03-12-title`, `20200312`, `29-02-2020`. A folder for a day contains nothing else in its name. */
const IN_ADDRESS = [
  /(?<!\d)(?<year>(?:19|20)\d\d)\/(?<month>[01]\d|[1-9])\/(?<day>[0-3]\d|[1-9])(?![^/.?#])/,
  /(?<!\d)(?<year>(?:19|20)\d\d)([_-])(?<month>[01]\d|[1-9])\2(?<day>[0-3]\d|[1-9])(?!\d)/,
  /(?<!\d)(?<year>20[0-2]\d)(?<month>[01]\d)(?<day>[0-3]\d)(?!\d)/,
  /(?<![\d-])(?<day>1[3-9]|[23]\d)([._-])(?<month>[01]\d)\2(?<year>20[0-2]\d)(?!\d)/,
]

export function datesOf(tree: Tree, options: DateOptions): PageDates {
  return new DateFinder(tree, options).find()
}

class DateFinder {
  readonly #tree: Tree
  readonly #options: DateOptions
  readonly #hints: DayHints
  readonly #latest: Day
  #shown: VisibleText | null = null

  constructor(tree: Tree, options: DateOptions) {
    this.#tree = tree
    this.#options = options
    const { url, before, language } = options
    this.#hints = { language, host: url !== null && URL.canParse(url) ? new URL(url).hostname : '' }
    this.#latest = before === null ? '2100-01-01' : new Date(before + DAY_MS).toISOString().slice(0, 10)
  }

  find(): PageDates {
    const modified = this.#structured('dateModified') ?? this.#meta(MODIFIED)
    const published =
      this.#address() ??
      this.#structured('datePublished') ??
      this.#meta(PUBLISHED) ??
      this.#besideTitle() ??
      this.#marked() ??
      this.#meta(DATED_METAS) ??
      this.#structured('dateCreated') ??
      this.#named() ??
      this.#nearTitle() ??
      this.#inScript() ??
      modified ??
      this.#meta(DESCRIBING)
    return { published: published && this.#asShown(published), modified: modified && plain(modified) }
  }

  /** JSON-LD, broken JSON-LD and the data of scripts, and elements with `itemprop`. */
  #structured(name: 'datePublished' | 'dateModified' | 'dateCreated'): FoundDate | null {
    for (const value of valuesNamed(structuredOf(this.#tree).jsonLd as Json, name)) {
      const date = this.#dateFrom(value, 'json-ld')
      if (date) return date
    }
    const written = new RegExp(`"${name}"\\s{0,5}:\\s{0,5}"([^"]{8,40})"`, 'i').exec(this.#tree.html)?.[1]
    const inScript = written === undefined ? null : this.#dateFrom(written, 'json-ld')
    return inScript ?? this.#marks(node => node.attribute('itemprop')?.toLowerCase() === name.toLowerCase())
  }

  /** The date of the first matching element that has one. */
  #marks(isWanted: (node: TreeNode) => boolean): FoundDate | null {
    for (const node of this.#tree.nodes) {
      if (node.kind !== 'element' || !isWanted(node) || isInReply(node)) continue
      const date = this.#ofElement(node)
      if (date) return date
    }
    return null
  }

  #meta(wanted: ReadonlySet<string>): FoundDate | null {
    for (const { name, content } of metasOf(this.#tree)) {
      if (!wanted.has(name)) continue
      const date = this.#dateFrom(content, 'meta')
      if (date) return date
    }
    return null
  }

  #address(): PageDate | null {
    for (const pattern of IN_ADDRESS) {
      const { year, month, day } = pattern.exec(this.#options.url ?? '')?.groups ?? {}
      const date = this.#date(dayOf(Number(year), Number(month), Number(day)), 'address')
      if (year !== undefined && date) return date
    }
    return null
  }

  /** `<time>` and its predecessors; those named as published come first. */
  #marked(): PageDate | null {
    const marked = this.#tree.nodes.filter(
      node =>
        node.kind === 'element' &&
        (node.name === 'time' || (node.name === 'abbr' && node.attribute('title'))) &&
        !isInReply(node),
    )
    const isCalled = (node: TreeNode) =>
      /publish|entry-date|post-?date|date-?post|pubdate|created/i.test(labelOf(node))
    const isUpdate = (node: TreeNode) => /updat|modif/i.test(labelOf(node)) && !isCalled(node)
    const places = [
      ...marked.filter(isCalled),
      ...marked.filter(each => !isCalled(each) && !isUpdate(each)),
      ...marked.filter(isUpdate),
    ]
    for (const node of places) {
      const date = this.#ofElement(node)
      if (date) return date
    }
    return null
  }

  /** Elements whose class or id refers to a date. */
  #named(): PageDate | null {
    return this.#marks(node => {
      const label = UNSEEN.has(node.name) ? '' : labelOf(node)
      if (label === '' || !DATED.test(label) || NOT_DATED.test(label)) return false
      return node.text().length <= MAX_DATED_CHARS
    })
  }

  /** The only date right after or right before the title. */
  #besideTitle(): PageDate | null {
    const { text, titleAt, titleEnd } = this.#seen
    if (titleEnd === 0) return null
    const near = [
      ...this.#possible(text.slice(titleEnd, titleEnd + BEHIND_CHARS)),
      ...this.#possible(text.slice(Math.max(0, titleAt - BEFORE_CHARS), titleAt)),
    ]
    return new Set(near.map(({ date }) => date.day)).size === 1 ? near[0]!.date : null
  }

  /**
   * A time in UTC does not say which day it was where the page was written. A date near the title does, if it is the day before or after
   * and there is a time zone in which it was that day.
   */
  #asShown(found: FoundDate): PageDate {
    const date = plain(found)
    if (found.turned && this.#shows(found.turned, date.day, this.#seen.text))
      return startOf(found.turned, date)
    if (!found.isUtc) return date
    const other = dayAt(date.at + (date.at % DAY_MS < DAY_MS / 2 ? -DAY_MS : DAY_MS))
    return this.#shows(other, date.day, this.#nearText().text) ? { ...date, day: other } : date
  }

  /** Whether a text has one day and not the other. */
  #shows(day: Day, other: Day, text: string): boolean {
    const days = this.#possible(text).map(({ date }) => date.day)
    return days.includes(day) && !days.includes(other)
  }

  /** Data for the page's scripts, under a name for its time of publication. */
  #inScript(): PageDate | null {
    const written = IN_SCRIPT.exec(this.#tree.html)?.[1]
    return written === undefined ? null : this.#dateFrom(written, 'script')
  }

  /** Computed on demand: for most pages an earlier source suffices. */
  get #seen(): VisibleText {
    this.#shown ??= seenText(this.#tree)
    return this.#shown
  }

  #nearText(): { readonly text: string; readonly from: number } {
    const { text, titleAt } = this.#seen
    const from = Math.max(0, titleAt - NEAR_CHARS)
    return { text: text.slice(from, titleAt + NEAR_CHARS), from }
  }

  /** The first date after the title, or else the nearest before it. */
  #nearTitle(): PageDate | null {
    const { text, titleAt } = this.#seen
    const { text: around, from } = this.#nearText()
    const near = this.#possible(around)
    const behind = near.find(({ index }) => from + index >= titleAt)
    const chosen = behind ?? near.at(-1) ?? this.#possible(text)[0]
    return chosen?.date ?? null
  }

  #possible(text: string): readonly { readonly date: PageDate; readonly index: number }[] {
    return daysIn(text, this.#hints).flatMap(({ day, index }) => {
      const date = this.#date(day, 'text')
      return date ? [{ date, index }] : []
    })
  }

  #ofElement(node: TreeNode): FoundDate | null {
    for (const value of [
      node.attribute('datetime'),
      node.attribute('content'),
      node.attribute('title'),
      node.text(),
    ]) {
      const date = value ? this.#dateFrom(value, 'element') : null
      if (date) return date
    }
    return null
  }

  /** Reads a value that should be a date, as machines or people write it. */
  #dateFrom(value: string, from: PageDate['from']): FoundDate | null {
    const text = value.trim()
    const iso = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(text)
    const read = iso ? null : daysIn(text, this.#hints, 500)[0]
    const day = iso ? dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])) : (read?.day ?? null)
    const date = this.#date(day, from)
    if (date === null) return null
    const at = parseDate(text) ?? date.at
    return { ...date, at, ...(IS_UTC.test(text) && { isUtc: true }), turned: read?.turned ?? null }
  }

  #date(day: Day | null, from: PageDate['from']): PageDate | null {
    if (day === null || day < EARLIEST || day > this.#latest) return null
    return { day, at: Date.parse(`${day}T00:00:00Z`), from }
  }
}

const startOf = (day: Day, { from }: PageDate): PageDate => ({
  day,
  at: Date.parse(`${day}T00:00:00Z`),
  from,
})
const plain = ({ day, at, from }: FoundDate): PageDate => ({ day, at, from })
const dayAt = (at: number): Day => new Date(at).toISOString().slice(0, 10)
