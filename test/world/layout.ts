/** The frame of an ordinary page: head, menu, breadcrumbs, main, side, footer, in the skin of its site. */
import { chance, pick } from './chance.ts'
import { a, type Child, type Element, el } from './markup.ts'
import { type Language, sentence, title } from './words.ts'

export interface Frame {
  readonly seed: number
  readonly title: string
  readonly language?: Language
  /** The template's own class on BODY and MAIN. */
  readonly template: string
  readonly menu?: readonly (readonly [href: string, text: string])[]
  readonly crumbs?: readonly (readonly [href: string, text: string])[]
  readonly head?: readonly Child[]
  readonly side?: readonly Child[]
  readonly footer?: readonly (readonly [href: string, text: string])[]
  readonly main: readonly Child[]
}

const PREFIXES = ['site', 'c', 'tw', 'x', 'page', 'l', 'ui', 'main']
const SEPARATORS = ['-', '__', '_']

/** A class name in the style of the site. */
export function skin(seed: number, name: string): string {
  const random = chance('skin', seed)
  return `${pick(random, PREFIXES)}${pick(random, SEPARATORS)}${name}`
}

export function frame(options: Frame): Element {
  const { seed, language = 'en', template } = options
  return el(
    'html',
    { lang: language, ...(language === 'ar' ? { dir: 'rtl' } : {}) },
    head(options),
    el(
      'body',
      { class: skin(seed, template) },
      el(
        'header',
        { class: skin(seed, 'header') },
        el('div', { class: skin(seed, 'logo') }, a('/', siteName(seed, language))),
        ...menu(options),
      ),
      ...crumbs(options),
      el(
        'div',
        { class: skin(seed, 'columns') },
        el('main', { id: 'content', class: skin(seed, `${template}-main`) }, ...options.main),
        ...(options.side ? [el('aside', { class: skin(seed, 'side') }, ...options.side)] : []),
      ),
      footer(options),
    ),
  )
}

export function siteName(seed: number, language: Language = 'en'): string {
  return title(language, 'site', seed)
}

function head({ seed, title: heading, language = 'en', head: extra = [] }: Frame): Element {
  return el(
    'head',
    {},
    el('meta', { charset: 'utf-8' }),
    el('title', {}, `${heading} | ${siteName(seed, language)}`),
    el('meta', { name: 'viewport', content: 'width=device-width' }),
    el('meta', { name: 'description', content: sentence(language, 'description', seed, heading) }),
    el('link', { rel: 'stylesheet', href: '/static/site.css' }),
    ...extra,
  )
}

function menu({ seed, menu = [] }: Frame): Element[] {
  if (menu.length === 0) return []
  const entries = menu.map(([href, text]) => el('li', {}, a(href, text)))
  return [el('nav', { class: skin(seed, 'menu') }, el('ul', {}, ...entries))]
}

function crumbs({ seed, crumbs = [] }: Frame): Element[] {
  if (crumbs.length === 0) return []
  const steps = crumbs.flatMap(([href, text]) => [a(href, text), ' › '])
  return [el('div', { class: skin(seed, 'crumbs') }, ...steps)]
}

function footer({ seed, language = 'en', footer = [] }: Frame): Element {
  const entries = footer.map(([href, text]) => el('li', {}, a(href, text)))
  return el(
    'footer',
    { class: skin(seed, 'footer') },
    ...(entries.length > 0 ? [el('ul', {}, ...entries)] : []),
    el('p', {}, `© 2026 ${siteName(seed, language)}`),
  )
}

/** `« previous`, page numbers around the current one, `next »`. */
export function pager(seed: number, page: number, pages: number, href: (page: number) => string): Child[] {
  if (pages < 2) return []
  const near = Array.from({ length: pages }, (_, i) => i + 1).filter(
    n => n === 1 || n === pages || Math.abs(n - page) < 3,
  )
  return [
    el(
      'div',
      { class: skin(seed, 'pager') },
      ...(page > 1 ? [a(href(page - 1), '« previous', { rel: 'prev' })] : []),
      ...near.map(n => (n === page ? el('b', {}, String(n)) : a(href(n), String(n)))),
      ...(page < pages ? [a(href(page + 1), 'next »', { rel: 'next' })] : []),
    ),
  ]
}

/** The page of a list that a query asks for; undefined if there is no such page. */
export function pageNumber(query: URLSearchParams, pages: number): number | undefined {
  const text = query.get('page') ?? '1'
  const page = Number(text)
  return /^[1-9]\d*$/.test(text) && page <= Math.max(pages, 1) ? page : undefined
}
