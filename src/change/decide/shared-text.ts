/**
 * One text that came or went on some page of a host: does it come and go on all pages together, as the latest news beside each
 * article do, or does each page say it for itself, as "in stock"?
 *
 * Pages are told apart by bits (`page-bits.ts`). A page is *along* when its visits fit one moment for
 * all: it did not have the text at its last visit, before anybody had it, and has it now; or it lost what nobody had lost at that time. It
 * is *against* when it was without a text that others had, or still had one that others had lost.
 */

import { bitsIn } from '../text/hash.ts'

export interface SharedText {
  /** Where it stands, by the path of its elements. */
  readonly path: number
  /** What it says, wherever it stands. */
  readonly words: number
  /** Pages that agree, and pages that do not, a bit for each. */
  along: number
  against: number
  /** When some page was first found with it, and without it again, in minutes since 1970; 0 if that is not known. */
  firstAt: number
  goneAt: number
}

/** A text in its place; where it stands, whoever says it; what it says, wherever it stands. */
export type SeenText = readonly [key: number, place: number, words: number]

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

/** Seen for the first time: on a page that gained it, or on one that lost it and had it for nobody knows how long. */
export const gainedFirst = ([, path, words]: SeenText, { page, at }: Sighting): SharedText => ({
  path,
  words,
  along: page,
  against: 0,
  firstAt: at,
  goneAt: 0,
})

export const lostFirst = ([, path, words]: SeenText, { page, at }: Sighting): SharedText => ({
  path,
  words,
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
const isSince = (shownAt: number, lastAt: number): boolean => shownAt + MAX_SPREAD >= lastAt

function mark(text: SharedText, page: number, isAlong: boolean): void {
  if (isAlong) text.along |= page
  else if ((text.along & page) === 0) text.against |= page
}

/** Not counting the page itself that is asked about. */
export const isShared = ({ along, against }: SharedText, page: number): boolean =>
  bitsIn(along & ~page) >= MIN_PAGES && bitsIn(along) >= MIN_MAJORITY * bitsIn(against & ~along)

/** How many other pages agree, as far as bits can tell. */
export const pagesAlong = ({ along }: SharedText, page: number): number => bitsIn(along & ~page)

/** Whether a shared text may have gone from a page since its last visit, if it stood there then. */
export const mayGo = ({ goneAt }: SharedText, lastAt: number): boolean =>
  goneAt === 0 || isSince(goneAt, lastAt)

/** Whether a shared text may have come to a page since its last visit. */
export const mayCome = ({ firstAt, goneAt }: SharedText, lastAt: number): boolean =>
  goneAt > 0 || isSince(firstAt, lastAt)

/** Enough pages contradict. */
export const isOwn = (text: SharedText): boolean =>
  bitsIn(text.against & ~text.along) >= MIN_PAGES && !isShared(text, 0)

/** Some pages agree, and none contradicts. */
export const isTogether = ({ along, against }: SharedText): boolean => bitsIn(along) > 1 && against === 0

/** One page has it, and another that could have has not. */
export const isAlone = ({ along, against }: SharedText): boolean => bitsIn(along) === 1 && against !== 0

export const isOfOnePage = ({ along, against }: SharedText): boolean => bitsIn(along | against) === 1
