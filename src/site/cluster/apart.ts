/**
 * Pages that look like those of another class and are none of it. What clustering compares is which paths a page has, not how often, so it takes
 * an index or a site map for one more page of the manual: both have a title, a menu and a list somewhere.
 *
 * An *index* is a page in a class of texts that consists of links to many pages: far more of them, and far more for the length of its text, than
 * others of the class have. Only links that no other page of the sample has at the same place count; what several pages have is a menu. An *answer* is
 * a page that a form on most pages leads to, such as the search.
 */
import type { PageSketch } from '../sketch/page-sketch.ts'

export interface ApartLimits {
  /** An index leads to at least this many pages. */
  readonly links: number
  /** It leads to this many times as many as the upper quartile of its class. */
  readonly times: number
  /** It has at most this many characters of text for each link. */
  readonly chars: number
  /** It has this many times as many links for its text as the upper quartile of its class. */
  readonly denser: number
  /** Share of all pages that have the form that leads to an answer. */
  readonly forms: number
}
const LINKS = 20
const TIMES = 3
const CHARS = 80
const DENSER = 5
const FORMS = 0.5
export const APART: ApartLimits = { links: LINKS, times: TIMES, chars: CHARS, denser: DENSER, forms: FORMS }

const UPPER = 0.75
/** What is usual among fewer pages cannot be told. */
const MIN_CLASS_PAGES = 3

/** Pages with different words here are never of one class; undefined for most of them. */
export type Apart = readonly (string | undefined)[]

export function pagesApart(pages: readonly PageSketch[], classes: readonly number[], limits = APART): Apart {
  const answers = answersOf(pages, limits)
  const indexes = indexesOf(pages, classes, limits)
  return pages.map(({ url }, page) =>
    page > 0 && answers.has(withoutQuery(url)) ? 'answer' : indexes.has(page) ? 'index' : undefined,
  )
}

interface Shape {
  /** Number of pages that its own links lead to. */
  readonly links: number
  /** Own links for each character of text that is not in a menu. */
  readonly density: number
}

function indexesOf(
  pages: readonly PageSketch[],
  classes: readonly number[],
  { links, times, chars, denser }: ApartLimits,
): Set<number> {
  const shapes = shapesOf(pages)
  const found = new Set<number>()
  for (const group of Map.groupBy(pages.keys(), page => classes[page]!).values()) {
    if (group.length < MIN_CLASS_PAGES) continue
    const usual = {
      links: upper(group.map(page => shapes[page]!.links)),
      density: upper(group.map(page => shapes[page]!.density)),
    }
    for (const page of group) {
      const own = shapes[page]!
      const isLong = own.links >= Math.max(links, times * usual.links)
      if (isLong && own.density >= Math.max(1 / chars, denser * usual.density)) found.add(page)
    }
  }
  return found
}

function shapesOf(pages: readonly PageSketch[]): Shape[] {
  const counts = new Map<string, number>()
  const places = pages.map(({ links }) => links.map(({ path, url }) => `${path} ${url}`))
  for (const own of places) for (const place of new Set(own)) counts.set(place, (counts.get(place) ?? 0) + 1)
  return pages.map(({ links, textLength }, page) => {
    const isOwn = links.map((_, i) => counts.get(places[page]![i]!) === 1)
    const own = links.filter((_, i) => isOwn[i])
    const inMenus = links.reduce((sum, { text }, i) => (isOwn[i] ? sum : sum + text.length), 0)
    return {
      links: new Set(own.map(link => link.url)).size,
      density: own.length / Math.max(1, textLength - inMenus),
    }
  })
}

function upper(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * UPPER)]!
}

/** The addresses that forms of most pages lead to; a page's form for itself tells nothing. */
function answersOf(pages: readonly PageSketch[], { forms: share }: ApartLimits): Set<string> {
  const counts = new Map<string, number>()
  for (const { url, forms } of pages)
    for (const action of new Set(forms.map(({ form }) => withoutQuery(form.action))))
      if (action !== withoutQuery(url)) counts.set(action, (counts.get(action) ?? 0) + 1)
  const enough = share * pages.length
  return new Set([...counts].filter(([, count]) => count >= enough).map(([action]) => action))
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '')
}
