/**
 * What pages share is no page's own matter: a footer, a menu, the latest news beside each article, whatever their tags and names say.
 * When such a text changes, that is one event of the host, not one of every page.
 *
 * Learned from comparisons: the texts that came or went on a page, and their neighbours, are remembered by place and hash with the
 * pages that had them. A text that some other pages had too is shared. A text that stays on one page after another page lost it, as "in
 * stock" does, is said by each page for itself and is not. Memory: at most `MOST_TEXTS`, those of single pages forgotten first.
 */
import { LINKS, MAIN, type Regions, VALUE } from '../signature/regions.ts'
import { hashText, mix } from '../text/hash.ts'
import type { Comparison, Gap } from './compare.ts'

const MOST_TEXTS = 300
/** Other pages that have to have a text. */
const FEWEST_PAGES = 3
/** That are remembered of each text: this page may be among them. */
const MOST_PAGES = FEWEST_PAGES + 1
/** Of one comparison: a front page that is new as a whole teaches nothing. */
const MOST_NOTED = 60
const MINUTE = 60_000
const PAGE_BITS = 0xffff

interface SharedText {
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
    const { before, after, gaps, lastAt, at: now } = comparison
    this.contradict(before, page, lastAt)
    this.contradict(after, page, now)
    let left = MOST_NOTED
    for (const gap of gaps) {
      if (!gap.main || left <= 0) continue
      for (const [regions, at] of piecesAround(gap, before, after))
        if (left-- > 0) this.note(regions, at, page)
      for (let at = gap.removed[0]; at < gap.removed[1]; at++) {
        const text = this.texts.get(keyOf(before, at))
        if (text && text.goneAt === 0) text.goneAt = Math.floor(now / MINUTE)
      }
    }
    this.forget()
  }

  /** Whether all that differs in a gap is what the pages of the host share. */
  hasGap(url: string, gap: Gap, { before, after, lastAt }: Comparison): boolean {
    const page = pageOf(url)
    const [r0, r1] = gap.removed
    const places = new Set<number>()
    for (let at = r0; at < r1; at++) {
      if (!this.isShared(before, at, page) || this.isOutlived(before, at, lastAt)) return false
      places.add(before.paths[at]!)
    }
    const isBetween = this.isShared(before, r0 - 1, page) && this.isShared(before, r1, page)
    if (isBetween) places.add(before.paths[r0 - 1]!).add(before.paths[r1]!)
    for (let at = gap.added[0]; at < gap.added[1]; at++)
      if (!places.has(after.paths[at]!) && !this.isShared(after, at, page)) return false
    return true
  }

  toJSON(): unknown {
    return [...this.texts].map(([key, { pages, goneAt, isOwn }]) => [key, isOwn ? 1 : 0, goneAt, ...pages])
  }

  /** What cannot be read is as good as nothing learned. */
  static from(json: unknown): SharedTexts {
    const shared = new SharedTexts()
    for (const row of Array.isArray(json) ? json.slice(0, MOST_TEXTS) : []) {
      if (!Array.isArray(row) || !row.every(Number.isInteger)) continue
      const [key = 0, isOwn, goneAt = 0, ...pages] = row as number[]
      shared.texts.set(key, { pages: pages.slice(0, MOST_PAGES), goneAt, isOwn: isOwn === 1 })
    }
    return shared
  }

  private isShared(regions: Regions, at: number, page: number): boolean {
    if (at < 0 || at >= regions.count) return false
    const text = this.texts.get(keyOf(regions, at))
    if (text === undefined || text.isOwn) return false
    return text.pages.filter(each => each !== page).length >= FEWEST_PAGES
  }

  /** A page says, at a time, what another one no longer said before. */
  private contradict(regions: Regions, page: number, at: number): void {
    if (this.texts.size === 0) return
    for (let piece = 0; piece < regions.count; piece++) {
      if (!this.isOutlived(regions, piece, at)) continue
      const text = this.texts.get(keyOf(regions, piece))!
      if (!(text.pages.length === 1 && text.pages[0] === page)) text.isOwn = true
    }
  }

  private isOutlived(regions: Regions, piece: number, at: number): boolean {
    const text = this.texts.get(keyOf(regions, piece))
    return text !== undefined && text.goneAt > 0 && Math.floor(at / MINUTE) > text.goneAt
  }

  private note(regions: Regions, at: number, page: number): void {
    if (at < 0 || at >= regions.count || regions.flags[at]! & VALUE || !(regions.flags[at]! & MAIN)) return
    const key = keyOf(regions, at)
    const text = this.texts.get(key) ?? { pages: [], goneAt: 0, isOwn: false }
    if (!text.pages.includes(page) && text.pages.length < MOST_PAGES) text.pages.push(page)
    this.texts.delete(key)
    this.texts.set(key, text)
  }

  private forget(): void {
    if (this.texts.size <= MOST_TEXTS) return
    for (const few of [true, false])
      for (const [key, { pages }] of this.texts) {
        if (this.texts.size <= MOST_TEXTS) return
        if (!few || pages.length < FEWEST_PAGES) this.texts.delete(key)
      }
  }
}

const pageOf = (url: string): number => hashText(url) & PAGE_BITS

const keyOf = ({ paths, hashes, flags }: Regions, at: number): number =>
  mix(paths[at]!, hashes[at]! ^ (flags[at]! & LINKS))

/** What went, what came, and the piece on either side. */
function* piecesAround(gap: Gap, before: Regions, after: Regions): Generator<readonly [Regions, number]> {
  for (let at = gap.removed[0] - 1; at <= gap.removed[1]; at++) yield [before, at]
  for (let at = gap.added[0]; at < gap.added[1]; at++) yield [after, at]
}
