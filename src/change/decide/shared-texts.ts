/**
 * What pages share is no page's own matter: a footer, a menu, the latest news beside each article, whatever their tags and names say.
 * When such a text changes, that is one event of the host, not one of every page.
 *
 * Learned from comparisons: the texts that came or went on a page, and their neighbours, are remembered by place and hash with the
 * pages that had them. A text that some other pages had too is shared. A text that stays on one page after another page lost it, as "in
 * stock" does, is said by each page for itself and is not. Memory: at most `MAX_TEXTS`, those of single pages forgotten first.
 */
import { LINKS, MAIN, type Regions, VALUE } from '../signature/regions.ts'
import { hashText, mix } from '../text/hash.ts'
import type { Comparison } from './compare.ts'
import type { Gap } from './gap.ts'

const MAX_TEXTS = 300
/** Other pages that have to have a text. */
const MIN_PAGES = 3
/** That are remembered of each text: this page may be among them. */
const MAX_PAGES = MIN_PAGES + 1
/** Of one comparison: a front page that is new as a whole teaches nothing. */
const MAX_NOTED = 60
/** Marks, among the pages of a text, those on which it only stood beside what came or went. */
const BESIDE = 0x10000
const MINUTE = 60_000
const PAGE_BITS = 0xffff

interface SharedText {
  readonly path: number
  /** Pages on which it came or went; and, plus `BESIDE`, those on which its neighbour did. */
  readonly pages: number[]
  /** When some page was found without it, in minutes since 1970; 0 if none was, or nobody said when. */
  goneAt: number
  /** It outlived that elsewhere. */
  isOwn: boolean
}

export class SharedTexts {
  private readonly texts = new Map<number, SharedText>()

  /** Has to come behind the decision on the same visit. */
  observe(url: string, comparison: Comparison): void {
    const page = pageOf(url)
    const { before, after, gaps } = comparison
    this.contradict(comparison, page)
    let left = MAX_NOTED
    for (const gap of gaps) {
      if (!gap.main || left <= 0) continue
      left -= gap.removed[1] - gap.removed[0] + gap.added[1] - gap.added[0]
      for (let at = gap.removed[0]; at < gap.removed[1]; at++) this.note(before, at, page)
      for (let at = gap.added[0]; at < gap.added[1]; at++) this.regain(after, at, page)
      for (const at of [gap.removed[0] - 1, gap.removed[1]]) this.note(before, at, page + BESIDE)
      for (let at = gap.removed[0]; at < gap.removed[1]; at++) this.lose(keyOf(before, at), comparison)
    }
    this.forget()
  }

  /** Whether all that differs in a gap is what the pages of the host share. */
  hasGap(url: string, gap: Gap, comparison: Comparison): boolean {
    const page = pageOf(url)
    const { before, after, lastAt } = comparison
    const keys = keysOf(comparison)
    const [r0, r1] = gap.removed
    const places = new Set<number>()
    for (let at = r0; at < r1; at++) {
      if (keys.after.has(keyOf(before, at))) continue
      if (!this.isShared(before, at, page) || this.isOutlived(before, at, keys, lastAt)) return false
      places.add(before.paths[at]!)
    }
    const isBetween = this.isCommon(before, r0 - 1, page) && this.isCommon(before, r1, page)
    if (isBetween) for (const path of this.sharedPaths(page)) places.add(path)
    for (let at = gap.added[0]; at < gap.added[1]; at++) {
      const isKnown = keys.before.has(keyOf(after, at)) || this.isShared(after, at, page)
      if (!isKnown && !places.has(after.paths[at]!)) return false
    }
    return true
  }

  toJSON(): unknown {
    return [...this.texts].map(([key, { path, pages, goneAt, isOwn }]) => [
      key,
      path,
      isOwn ? 1 : 0,
      goneAt,
      ...pages,
    ])
  }

  /** What cannot be read is as good as nothing learned. */
  static from(json: unknown): SharedTexts {
    const shared = new SharedTexts()
    for (const row of Array.isArray(json) ? json.slice(0, MAX_TEXTS) : []) {
      if (!Array.isArray(row) || !row.every(Number.isInteger)) continue
      const [key = 0, path = 0, isOwn, goneAt = 0, ...pages] = row as number[]
      shared.texts.set(key, { path, pages: pages.slice(0, 2 * MAX_PAGES), goneAt, isOwn: isOwn === 1 })
    }
    return shared
  }

  private isShared(regions: Regions, at: number, page: number): boolean {
    const text = this.texts.get(keyOf(regions, at))
    return text !== undefined && isSharedBeside(text, page)
  }

  /** The same words stand on other pages. That it comes and goes with them is not said. */
  private isCommon(regions: Regions, at: number, page: number): boolean {
    const text = at < 0 || at >= regions.count ? undefined : this.texts.get(keyOf(regions, at))
    if (text === undefined || text.isOwn) return false
    const others = new Set(text.pages.map(each => each & PAGE_BITS))
    others.delete(page)
    return others.size >= MIN_PAGES
  }

  /** Places of texts that are shared, and of none that a page says for itself. */
  private sharedPaths(page: number): Set<number> {
    const paths = new Set<number>()
    for (const text of this.texts.values()) if (isSharedBeside(text, page)) paths.add(text.path)
    for (const text of this.texts.values()) if (text.isOwn) paths.delete(text.path)
    return paths
  }

  /** A page said on its last visit, or still says, what another one had lost before. */
  private contradict(comparison: Comparison, page: number): void {
    if (this.texts.size === 0) return
    const { before, lastAt, at } = comparison
    const keys = keysOf(comparison)
    for (let piece = 0; piece < before.count; piece++) {
      const key = keyOf(before, piece)
      if (!this.isOutlived(before, piece, keys, keys.after.has(key) ? at : lastAt)) continue
      const text = this.texts.get(key)!
      if (text.pages.some(each => (each & PAGE_BITS) !== page)) text.isOwn = true
    }
  }

  private isOutlived(before: Regions, piece: number, { stood }: PageKeys, at: number): boolean {
    const key = keyOf(before, piece)
    const text = this.texts.get(key)
    return text !== undefined && text.goneAt > 0 && Math.floor(at / MINUTE) > text.goneAt && stood.has(key)
  }

  /** Unless it stands elsewhere on the page, as "read more" does. */
  private lose(key: number, comparison: Comparison): void {
    const text = this.texts.get(key)
    if (text === undefined || text.goneAt > 0 || keysOf(comparison).after.has(key)) return
    text.goneAt = Math.floor(comparison.at / MINUTE)
  }

  /** What was taken back everywhere may come back everywhere. */
  private regain(after: Regions, at: number, page: number): void {
    this.note(after, at, page)
    const text = this.texts.get(keyOf(after, at))
    if (text) text.goneAt = 0
  }

  private note(regions: Regions, at: number, page: number): void {
    if (at < 0 || at >= regions.count || regions.flags[at]! & VALUE || !(regions.flags[at]! & MAIN)) return
    const key = keyOf(regions, at)
    const text = this.texts.get(key) ?? { path: regions.paths[at]!, pages: [], goneAt: 0, isOwn: false }
    const kind = page & BESIDE
    const isFull = text.pages.filter(each => (each & BESIDE) === kind).length >= MAX_PAGES
    if (!isFull && !text.pages.includes(page)) text.pages.push(page)
    this.texts.delete(key)
    this.texts.set(key, text)
  }

  /** The oldest, of texts of few pages and shared ones whichever are more than half. */
  private forget(): void {
    let few = 0
    for (const text of this.texts.values()) if (text.pages.length < MIN_PAGES) few++
    while (this.texts.size > MAX_TEXTS) {
      const isFew = few > MAX_TEXTS / 2
      for (const [key, { pages }] of this.texts) {
        if (pages.length < MIN_PAGES !== isFew) continue
        this.texts.delete(key)
        if (isFew) few--
        break
      }
    }
  }
}

const isSharedBeside = ({ pages, isOwn }: SharedText, page: number): boolean =>
  !isOwn && pages.filter(each => each < BESIDE && each !== page).length >= MIN_PAGES

const pageOf = (url: string): number => hashText(url) & PAGE_BITS

/** By its place, its words and its dates. */
function keyOf({ paths, hashes, flags, moments }: Regions, at: number): number {
  const key = mix(paths[at]!, hashes[at]! ^ (flags[at]! & LINKS))
  const dates = moments.get(at)
  return dates === undefined ? key : dates.reduce((mixed, { hash }) => mix(mixed, hash), key)
}

interface PageKeys {
  readonly before: ReadonlySet<number>
  /** At the last visit. */
  readonly stood: ReadonlySet<number>
  readonly after: ReadonlySet<number>
}

const keysByComparison = new WeakMap<Comparison, PageKeys>()

function keysOf(comparison: Comparison): PageKeys {
  let keys = keysByComparison.get(comparison)
  if (keys === undefined) {
    const all = (regions: Regions) => new Set(Array.from(regions.hashes, (_, at) => keyOf(regions, at)))
    const before = all(comparison.before)
    const stood = comparison.since ? all(comparison.since) : before
    keysByComparison.set(comparison, (keys = { before, stood, after: all(comparison.after) }))
  }
  return keys
}
