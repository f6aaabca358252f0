/**
 * One text that came or went on some page of a host: does it come and go on all pages together, as the latest news beside each
 * article do, or does each page say it for itself, as "in stock"?
 *
 * Pages are told apart by one of 32 bits, since all that counts is whether some agree. A page is *along* when its visits fit one moment for
 * all: it did not have the text at its last visit, before anybody had it, and has it now; or it lost what nobody had lost at that time. It
 * is *against* when it was without a text that others had, or still had one that others had lost.
 */
import { hashText, mix } from '../text/hash.ts'

export interface SharedText {
  /** Where it stands, by the path of its elements. */
  readonly path: number
  /** Pages that agree, and pages that do not, a bit for each. */
  along: number
  against: number
  /** When some page was first found with it, and without it again, in minutes since 1970; 0 if that is not known. */
  firstAt: number
  goneAt: number
}

/** The visit at which a text came or went. */
export interface Sighting {
  readonly page: number
  readonly lastAt: number
  readonly at: number
}

/** Other pages that have to be along. */
const MIN_PAGES = 3
/** So many times as many pages have to be along as are against: caches and servers disagree for a while. */
const MIN_MAJORITY = 2

/** Visits so close to each other may see a text on one page and not yet on the other: caches differ. In minutes. */
const MAX_SPREAD = 60

const SHIFT_TO_FIVE_BITS = 27

/** The bit of a page. */
export const bitOf = (url: string): number => 1 << (mix(hashText(url), 0) >>> SHIFT_TO_FIVE_BITS)

/** Seen for the first time: on a page that gained it, or on one that lost it and had it for nobody knows how long. */
export const gainedFirst = (path: number, { page, at }: Sighting): SharedText => ({
  path,
  along: page,
  against: 0,
  firstAt: at,
  goneAt: 0,
})

export const lostFirst = (path: number, { page, at }: Sighting): SharedText => ({
  path,
  along: page,
  against: 0,
  firstAt: 0,
  goneAt: at,
})

export function gain(text: SharedText, { page, lastAt, at }: Sighting): void {
  // What was taken back everywhere may come back everywhere.
  if (text.goneAt > 0 && isShared(text, 0)) {
    text.firstAt = at
    text.goneAt = 0
  }
  mark(text, page, isSince(text.firstAt, lastAt))
}

export function lose(text: SharedText, { page, lastAt, at }: Sighting): void {
  mark(text, page, text.goneAt === 0 || isSince(text.goneAt, lastAt))
  if (text.goneAt === 0) text.goneAt = at
}

/** The page has the text now, or has not though it has others in that place; and neither is new. */
export function stand(text: SharedText, { page, at }: Sighting, isThere: boolean): void {
  const isAgainst = isThere
    ? text.goneAt > 0 && !isSince(text.goneAt, at)
    : text.goneAt === 0 && !isSince(text.firstAt, at)
  if (isAgainst) mark(text, page, false)
}

/** Whether what one page showed can have come to another one since its last visit. */
export const isSince = (shownAt: number, lastAt: number): boolean => shownAt + MAX_SPREAD >= lastAt

function mark(text: SharedText, page: number, isAlong: boolean): void {
  if (isAlong) text.along |= page
  else if ((text.along & page) === 0) text.against |= page
}

/** Not counting the page itself that is asked about. */
export const isShared = ({ along, against }: SharedText, page: number): boolean =>
  bitsIn(along & ~page) >= MIN_PAGES && bitsIn(along) >= MIN_MAJORITY * bitsIn(against & ~along)

/** Enough pages contradict. */
export const isOwn = (text: SharedText): boolean =>
  bitsIn(text.against & ~text.along) >= MIN_PAGES && !isShared(text, 0)

export const isOfOnePage = ({ along, against }: SharedText): boolean => bitsIn(along | against) === 1

function bitsIn(mask: number): number {
  let count = 0
  for (let left = mask >>> 0; left !== 0; left &= left - 1) count++
  return count
}
