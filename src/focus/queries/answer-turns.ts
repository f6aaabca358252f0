/**
 * Which links of an answer lead to other pages of it. Sites count these in a parameter (`?q=boats&page=2`), in the path beside it (`/page/2?q=boats`), or have all of
 * the query in the path (`/search/boats/page/2`), also where the form itself sends a parameter.
 */
import { isAnswerOf, type QueryForm } from '../../site/index.ts'
import { isPagination, isTurnText } from '../../site/sample/pagination.ts'
import { type PathCount, pathCount } from '../../site/sample/path-count.ts'
import type { AnswerLink } from './answer-links.ts'

/** A page of an answer. */
export interface AnswerPage {
  readonly form: QueryForm
  readonly url: string
  /** What was asked; empty for a choice. */
  readonly words: string
}

/** Is it an answer, to this query or to another? */
export function leadsToAnswer({ form, ...page }: AnswerPage, link: AnswerLink): boolean {
  return isAnswerOf(form, link.href) || pageInPath(link, { form, ...page }) !== null
}

/** The number of the page that a link leads to, if that comes after this one. */
export function laterPage(link: AnswerLink, page: AnswerPage): number | null {
  const inParameter = isAnswerOf(page.form, link.href) ? laterInParameter(link, page.url) : null
  return inParameter ?? laterInPath(link, page)
}

/** One parameter differs, and counts. */
function laterInParameter(link: AnswerLink, url: string): number | null {
  const [here, there] = [parametersOf(url), parametersOf(link.href)]
  const names = new Set([...here.keys(), ...there.keys()])
  const changed = [...names].filter(name => here.get(name) !== there.get(name))
  const [name] = changed
  if (changed.length !== 1 || name === undefined) return null
  const to = there.get(name) ?? ''
  const from = here.get(name) ?? ''
  if (!/^\d{1,7}$/.test(to) || !/^\d{0,7}$/.test(from) || Number(to) <= Number(from || '0')) return null
  // Some count from 0, and some have a link to the first page on itself.
  if (from === '' && to === '1' && link.text.trim() === '1') return null
  return isPagination({ url: link.href, text: link.text, rel: '' }, url) ? Number(to) : null
}

const parametersOf = (url: string): ReadonlyMap<string, string> => new Map(new URL(url).searchParams)

function laterInPath(link: AnswerLink, page: AnswerPage): number | null {
  const to = pageInPath(link, page)
  if (to === null) return null
  const from = placeOf(page.url, page.words).page
  if (from !== null) return to > from ? to : null
  // The first page has no number, and the second is 2, or 1 where sites count from 0.
  return to > 1 || (to === 1 && link.text.trim() === '2') ? to : null
}

/** The number in the path of a link that leads to a page of the same answer; 0 for a first page without one. */
function pageInPath({ href, text }: AnswerLink, { form, url, words }: AnswerPage): number | null {
  const isTurn = isTurnText(text)
  if (!isTurn && (text.length > MAX_TURN_CHARS || !ENDS_IN_NUMBER.test(href))) return null
  const to = placeOf(href, words)
  if (!(isTurn || to.isNamed)) return null
  const from = placeOf(url, words)
  const isSameList = to.list === from.list && to.query === from.query
  return isSameList || (isAnswerOf(form, url) && endsWith(to.list, words)) ? (to.page ?? 0) : null
}

/** A longer text is a title. */
const MAX_TURN_CHARS = 24
/** A path without a number at its end, as most have, is not looked at twice. */
const ENDS_IN_NUMBER = /\d\/?(?:\?|$)/

interface Place extends PathCount {
  /** Of the address, without numbers of pages. */
  readonly query: string
}

function placeOf(address: string, words: string): Place {
  const { origin, pathname, search } = new URL(address)
  // A year that was asked for is no number of a page.
  const { list, page, isNamed } = endsWith(pathname, words)
    ? { list: pathname.replace(/\/$/, ''), page: null, isNamed: false }
    : pathCount(pathname)
  return { list: origin + list, page, isNamed, query: search }
}

/** Is the last part of a path what was asked? */
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
