/** The wiki of a portal, with pages that act on each of its pages or list what is related to it: those are traps. */
import { hash32 } from '../chance.ts'
import { a, el } from '../markup.ts'
import type { Route } from '../routes.ts'
import type { Page } from '../site.ts'
import { story } from '../story.ts'
import { drawn, list, nameOf, numbers } from './portal-frame.ts'

const GROUPS = 5
/** What the wiki offers about each of its pages. */
const ABOUT_PAGE = ['WhatLinksHere', 'RecentChangesLinked', 'PageInfo'] as const

const articleName = (seed: number, n: number) => `${nameOf(seed, 'article', n).replaceAll(' ', '_')}_${n}`
const articlePath = (seed: number, n: number) => `/wiki/${encodeURIComponent(articleName(seed, n))}`
const articleAt = (name: string) => Number(/_(\d+)$/.exec(name)?.[1] ?? -1)
const linkedFrom = (seed: number, n: number, articles: number) => [
  (n + 1) % articles,
  ...numbers(5).map(link => hash32('to', seed, n, link) % articles),
]

export function wikiMain(route: Route, articles: number): Page {
  const links = numbers(Math.min(10, articles)).map(
    n => [articlePath(route.seed, n), articleName(route.seed, n)] as const,
  )
  return drawn(route, 'wiki', { template: 'wikiMain', heading: 'Wiki', main: [list('featured', links)] })
}

/** What the wiki shows beside each page: ways to act on it, and lists of what is known about it. */
const wikiTools = (name: string) =>
  el(
    'ul',
    { class: 'tools' },
    ...['edit', 'history', 'info'].map(action =>
      el('li', {}, a(`/wiki/index.php?title=${name}&action=${action}`, action)),
    ),
    ...ABOUT_PAGE.map(kind => el('li', {}, a(`/wiki/Special:About/${kind}/${name}`, kind))),
  )

export function wikiPage(route: Route, articles: number): Page | undefined {
  const { seed, part } = route
  const group = /^Category:Group_(\d)$/.exec(part('name'))
  if (group) return category(route, Number(group[1]), articles)
  const n = articleAt(part('name'))
  if (n < 0 || n >= articles || part('name') !== articleName(seed, n)) return undefined
  const links = linkedFrom(seed, n, articles).map(
    to => [articlePath(seed, to), articleName(seed, to)] as const,
  )
  const text = story({ language: 'en', paragraphs: 3, edits: [], keys: [seed, 'article', n] })
  const groups = el(
    'div',
    { class: 'groups' },
    a(`/wiki/Category:Group_${n % GROUPS}`, `Group ${n % GROUPS}`),
  )
  const main = [...text, list('see-also', links), groups, wikiTools(encodeURIComponent(part('name')))]
  return drawn(route, 'wiki', { template: 'article', heading: articleName(seed, n), main })
}

function category(route: Route, group: number, articles: number): Page | undefined {
  if (group >= GROUPS) return undefined
  const links = numbers(articles)
    .filter(n => n % GROUPS === group)
    .map(n => [articlePath(route.seed, n), articleName(route.seed, n)] as const)
  const main = [list('members', links), wikiTools(`Category:Group_${group}`)]
  return drawn(route, 'wiki', { template: 'category', heading: `Group ${group}`, main })
}

export function wikiAction(route: Route, articles: number): Page | undefined {
  const name = route.query.get('title') ?? ''
  const n = articleAt(name)
  const isKnown = n >= 0 && n < Math.max(articles, GROUPS)
  if (!isKnown) return undefined
  const main = [el('p', {}, `This is what you can do to ${name}.`), el('textarea', {}, '')]
  return drawn(route, 'wiki', {
    template: 'action',
    heading: `${route.query.get('action')}: ${name}`,
    main,
    trap: true,
  })
}

export function wikiSpecial(route: Route, articles: number): Page | undefined {
  const { seed, part } = route
  const n = articleAt(part('name'))
  if (n < 0 || n >= Math.max(articles, GROUPS)) return undefined
  const links = numbers(4).map(link => {
    const to = hash32(part('kind'), seed, n, link) % articles
    return [articlePath(seed, to), articleName(seed, to)] as const
  })
  const main = [el('p', {}, 'These pages have to do with it:'), list('about', links)]
  return drawn(route, 'wiki', {
    template: 'special',
    heading: `${part('kind')}: ${part('name')}`,
    main,
    trap: true,
  })
}
