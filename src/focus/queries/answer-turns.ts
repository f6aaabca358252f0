/**
 * Finds the links of an answer that lead to other pages of it. Sites number these in a parameter (`?q=boats&page=2`), in the path beside
 * it (`/page/2?q=boats`), or put the whole query into the path (`/search/boats/page/2`), even if the form itself sends a parameter.
 */
import { isAnswerOf, type QueryForm } from '../../site/index.ts'
import { isPagination, isTurnText } from '../../site/sample/pagination.ts'
import { type PathCount, pathCount } from '../../site/sample/path-count.ts'
import type { AnswerLink } from './answer-links.ts'

/** A page of an answer. */
export interface AnswerPage {
  readonly form: QueryForm
  readonly url: string
  /** The words of the query; empty for a choice alone. */
  readonly words: string
}

/** Whether the link leads to an answer, to this query or another. */
export function leadsToAnswer({ form, ...page }: AnswerPage, link: AnswerLink): boolean {
  return isAnswerOf(form, link.href) || pageInPath(link, { form, ...page }) !== null
}

/** The number of the page that a link leads to, if it comes after this one. */
export function laterPage(link: AnswerLink, page: AnswerPage): number | null {
  const inParameter = isAnswerOf(page.form, link.href) ? laterInParameter(link, page.url) : null
  return inParameter ?? laterInPath(link, page)
}

/** Exactly one parameter differs, and it counts pages. */
function laterInParameter(link: AnswerLink, url: string): number | null {
  const here = parametersOf(url)
  const there = parametersOf(link.href)
  const names = new Set([...here.keys(), ...there.keys()])
  const changed = [...names].filter(name => here.get(name) !== there.get(name))
  const [name] = changed
  if (changed.length !== 1 || name === undefined) return null
  const to = there.get(name) ?? ''
  const from = here.get(name) ?? ''
  if (!/^\d{1,7}$/.test(to) || !/^\d{0,7}$/.test(from) || Number(to) <= Number(from || '0')) return null
  // Some sites count from 0, and some link to the first page from itself.
  if (from === '' && to === '1' && link.text.trim() === '1') return null
  return isPagination({ url: link.href, text: link.text, rel: '' }, url) ? Number(to) : null
}

const parametersOf = (url: string): ReadonlyMap<string, string> => new Map(new URL(url).searchParams)

function laterInPath(link: AnswerLink, page: AnswerPage): number | null {
  const to = pageInPath(link, page)
  if (to === null) return null
  const from = placeOf(page.url, page.words).page
  if (from !== null) return to > from ? to : null
  // The first page has no number, and the second is 2, or 1 on sites that count from 0.
  return to > 1 || (to === 1 && link.text.trim() === '2') ? to : null
}

/** The page number in the path of a link to a page of the same answer; 0 for a first page without a number. */
function pageInPath({ href, text }: AnswerLink, { form, url, words }: AnswerPage): number | null {
  const isTurn = isTurnText(text)
  if (!isTurn && (text.length > MAX_TURN_CHARS || !ENDS_IN_NUMBER.test(href))) return null
  const to = placeOf(href, words)
  if (!(isTurn || to.isNamed)) return null
  const from = placeOf(url, words)
  const isSameList = to.list === from.list && to.query === from.query
  return isSameList || (isAnswerOf(form, url) && endsWith(to.list, words)) ? (to.page ?? 0) : null
}

/** A longer link text is a title. */
const MAX_TURN_CHARS = 24
/** Most paths do not end in a number and need no further look. */
const ENDS_IN_NUMBER = /\d\/?(?:\?|$)/

interface Place extends PathCount {
  /** The query of the address, without page numbers. */
  readonly query: string
}

function placeOf(address: string, words: string): Place {
  const { origin, pathname, search } = new URL(address)
  // A year in the query is not a page number.
  const { list, page, isNamed } = endsWith(pathname, words)
    ? { list: pathname.replace(/\/$/, ''), page: null, isNamed: false }
    : pathCount(pathname)
  return { list: origin + list, page, isNamed, query: search }
}

/** Whether the last part of a path is the query. */
function endsWith(path: string, words: string): boolean {
  const last = path.replace(/\/$/, '').split('/').at(-1) ?? ''
  return words !== '' && plain(decoded(last)) === plain(words)
}

const plain = (text: string) => text.toLowerCase().replace(/[\s+_-]+/g, ' ')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
