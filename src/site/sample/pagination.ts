/**
 * Recognizes links to further pages of a list: by `rel`; by an address that counts; by the link's text, if it leads to the same list. The first
 * page of a list is often its bare address, so lists are compared by their addresses without the count.
 */
import { anyOf } from '../../document/phrases.ts'
import type { SketchLink } from '../sketch/page-sketch.ts'
import turning from './turn-words.json' with { type: 'json' }

const COUNTED =
  /[?&](?:page|paged|p|pg|pageno|pagenumber|pagina|pagen_1|start|limitstart|offset|from|skip)=\d{1,6}(?!\d)|\/(?:page|seite|pagina|p)[/-]?\d{1,6}(?=[/.?]|$)|[-_.=]page[-_=]?\d+/i
/** Other ways in which addresses of one list count, without a word that says what they count. */
const COUNTS =
  /[-_/](?:index|list|or)?[-_]?\d{1,6}(?=[-_.](?:html?|php|aspx?)|\/?$)|(?<=\/index)\d{1,6}(?=\.)|-or\d{1,6}(?=-)/gi
const ARROWS = '[«»‹›<>←→▶◀►◄|]+'
const WORDS = new RegExp(
  `^(?:[«‹<←◀◄|]+ ?)?(?:${anyOf(turning.words)}|(?:older|newer|next|previous) (?:posts?|entries|articles?|page|results)|${ARROWS})[ »›→>▶►|]*(?: ?page)?$`,
  'i',
)

/** Whether a text says only that a link leads to another page of a list: a number, "next", an arrow. */
export const isTurnText = (text: string): boolean => isNumbered(text) || WORDS.test(text)

const isNumbered = (text: string) => /^\D{0,3}\d{1,5}\D{0,3}$/.test(text)

export function isPagination(link: Pick<SketchLink, 'url' | 'text' | 'rel'>, pageUrl: string): boolean {
  if (/(?:^|\s)(?:next|prev)(?:\s|$)/i.test(link.rel)) return true
  if (link.url === withoutFragment(pageUrl)) return isCounted(link.url) && /^\d+$/.test(link.text)
  const speaks = isTurnText(link.text)
  if (isCounted(link.url))
    return speaks || (isTurn(link.text) && !POST.test(link.url) && isSameList(link.url, pageUrl))
  return speaks && !CHOICE.test(link.url) && isSameList(link.url, pageUrl)
}

/** A longer text is a title; an empty one may be anything. */
const isTurn = (text: string) => text.length <= 24
/** `?p=1531` is a post as often as a page. */
const POST = /[?&]p=\d{3,}/
/** Numbers that choose how much is shown, or a date. */
const CHOICE = /[?&](?:limit|count|per_?page|page_?size|pp|day|month|year)=\d/i

function isSameList(a: string, b: string): boolean {
  return listOf(a) === listOf(b) || withoutNumbers(a) === withoutNumbers(b)
}

/** Whether an address says which page of a list it is. */
export function isCounted(url: string): boolean {
  return COUNTED.test(url)
}

/** The address of the list that a page belongs to, if any: the same for all pages that differ only in their number. */
export function listAddress(url: string): string {
  const plain = withoutFragment(url)
  return (POST_NUMBER.test(plain) ? plain : plain.replace(COUNTED, ''))
    .replace(/\/index\.html?$/i, '/')
    .replace(/\/$/, '')
    .replace(/[?&]+/g, '?')
}

const POST_NUMBER = /[?&]p=\d/

/** The address of a list, whichever page of it is given. */
function listOf(url: string): string {
  return withoutFragment(url)
    .replace(COUNTED, '')
    .replace(COUNTS, '')
    .replace(/(?:\/index)?\.(?:html?|php|aspx?)(?=\?|$)/i, '')
    .replace(/\/?(?:\?.*)?$/, '')
}

const withoutFragment = (url: string) => url.replace(/#.*$/s, '')

function withoutNumbers(url: string): string {
  return url.replace(/\d+/g, '#')
}
