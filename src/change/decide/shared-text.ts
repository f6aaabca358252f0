/**
 * One text that came or went on a page of a host: does it come and go on all pages together, like the latest news beside each article, or
 * does each page show it independently, like "in stock"?
 *
 * Pages are represented by bits (`page-bits.ts`). A page is *along* if its visits fit a single moment for all pages: it gained the text
 * after a last visit at which no page had it yet, or lost it after a last visit at which no page had lost it yet. It is *against* if it
 * lacked a text that others had, or still had one that others had lost.
 */

import { bitsIn } from '../text/hash.ts'

export interface SharedText {
  /** Its place, by the path of its elements. */
  readonly path: number
  /** Hash of its words, whatever their place. */
  readonly words: number
  /** Pages that agree, and pages that do not, one bit for each. */
  along: number
  against: number
  /** When a page was first found with it, and first found without it again, in minutes since 1970; 0 if unknown. */
  firstAt: number
  goneAt: number
}

/** A text in its place; its place, whatever the words; its words, whatever the place. */
export type SeenText = readonly [key: number, place: number, words: number]

/** The visit at which a text came or went. */
export interface Sighting {
  readonly page: number
  readonly lastAt: number
  readonly at: number
}

/** How many other pages must be along. */
const MIN_PAGES = 3
/** Least ratio of pages along to pages against, as caches and servers disagree for a while. */
const MIN_MAJORITY = 2

/** In minutes. Because caches differ, visits this close together may find a text on one page and not yet on another. */
const MAX_SPREAD = 60

/** A text seen for the first time: on a page that gained it, or on one that lost it after having it for an unknown time. */
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
  // What was removed everywhere may come back everywhere.
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

/** The page has the text, or lacks it though it has others in that place, and neither is new. */
export function stand(text: SharedText, { page, at }: Sighting, isThere: boolean): void {
  const isAgainst = isThere
    ? text.goneAt > 0 && !isSince(text.goneAt, at)
    : text.goneAt === 0 && !isSince(text.firstAt, at)
  if (isAgainst) mark(text, page, false)
}

/** Whether what one page showed can have reached another one since that one's last visit. */
const isSince = (shownAt: number, lastAt: number): boolean => shownAt + MAX_SPREAD >= lastAt

function mark(text: SharedText, page: number, isAlong: boolean): void {
  if (isAlong) text.along |= page
  else if ((text.along & page) === 0) text.against |= page
}

/** Whether enough other pages agree, not counting `page` itself. */
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

/** Whether enough pages contradict. */
export const isOwn = (text: SharedText): boolean =>
  bitsIn(text.against & ~text.along) >= MIN_PAGES && !isShared(text, 0)

/** Whether several pages agree and none contradicts. */
export const isTogether = ({ along, against }: SharedText): boolean => bitsIn(along) > 1 && against === 0

/** Whether one page has it and another that could have it does not. */
export const isAlone = ({ along, against }: SharedText): boolean => bitsIn(along) === 1 && against !== 0

export const isOfOnePage = ({ along, against }: SharedText): boolean => bitsIn(along | against) === 1
