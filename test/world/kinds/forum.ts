/**
 * A forum that serves every page under many addresses: with a session identifier on every link, replies, sort orders, a view for
 * printers, an index file. Besides these there are parameters that matter: parts of a board, items, months, and topics of which the oldest
 * are gone without saying so in their status. `plainPath` is the truth.
 */
import { hash32 } from '../chance.ts'
import { frame } from '../layout.ts'
import { a, type Child, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import type { Page, Site } from '../site.ts'
import { story } from '../story.ts'
import { title } from '../words.ts'

export interface ForumOptions {
  readonly threads?: number
  /** Whether every link carries a new session identifier. */
  readonly sessions?: boolean
  /** Whether a page names its address without the idle parameters as canonical. */
  readonly canonical?: boolean
}

const BOARDS = 4
const PER_PAGE = 10
const POSTS = 4
const ITEMS = 24
const MONTHS = 12
const TOPICS = 30
/** Topics with lower numbers are gone. */
const GONE_TOPICS = 12
const ORDERS = ['date', 'subject', 'author'] as const
/** Parameters without effect. */
const IDLE = new Set(['visit', 'replyto', 'print', 'sort'])

/** The one address that stands for all those that show the same page. */
export function plainPath(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://forum.test')
  const kept = [...searchParams].filter(([name]) => !IDLE.has(name))
  const query = kept.map(([name, value]) => `${name}=${value}`).join('&')
  return `${pathname.replace(/\/index\.html$/, '/')}${query === '' ? '' : `?${query}`}`
}

export function forum(host: string, options: ForumOptions = {}): Site {
  const { threads = 80, sessions = true, canonical = false } = options
  const draw = (route: Route, template: string, heading: string, main: readonly Child[]): Page => {
    const { path, seed } = route
    const carried = main.map(child => (sessions ? withVisit(child, path) : child))
    const head = canonical ? [el('link', { rel: 'canonical', href: plainPath(path) })] : []
    const isCopy = plainPath(path) !== path.replace(/[?&]visit=[^&]*/, '')
    return {
      ...{ template, ...(isCopy ? { trap: true } : {}) },
      draw: () => frame({ seed, template, title: heading, head, main: [el('h1', {}, heading), ...carried] }),
    }
  }
  const list = (hrefs: readonly (readonly [href: string, text: string])[]) =>
    el('ul', {}, ...hrefs.map(([href, text]) => el('li', {}, a(href, text))))
  const named = (seed: number, ...keys: (string | number)[]) => title('en', 'forum', seed, ...keys)
  const text = (seed: number, path: string, paragraphs = 2) =>
    story({ language: 'en', paragraphs, edits: [], keys: [seed, path] })

  const home = (route: Route) =>
    draw(route, 'home', 'All boards', [
      list([
        ...numbers(BOARDS).map(n => [`/board/${n}`, named(route.seed, 'board', n)] as const),
        ...numbers(ITEMS).map(n => [`/item?id=${n}`, named(route.seed, 'item', n)] as const),
        ...numbers(MONTHS).map(
          n => [`/archive?month=2025-${String(n + 1).padStart(2, '0')}`, `Month ${n + 1}`] as const,
        ),
        ...numbers(TOPICS).map(n => [`/topic.php?t=${n}`, `Topic ${n}`] as const),
        ['/index.html', 'Home'],
      ]),
    ])

  const board = (route: Route): Page | undefined => {
    const { seed, query, number } = route
    const n = number('n')
    const own = numbers(threads).filter(thread => thread % BOARDS === n)
    const at = Number(query.get('page') ?? '1')
    if (n >= BOARDS || at < 1 || at > Math.ceil(own.length / PER_PAGE)) return undefined
    const order = query.get('sort') ?? 'date'
    const shown = own
      .slice((at - 1) * PER_PAGE, at * PER_PAGE)
      .toSorted((x, y) => hash32(order, x) - hash32(order, y))
    const here = (more: string) => `/board/${n}?${at > 1 ? `page=${at}&` : ''}${more}`
    return draw(route, 'board', `${named(seed, 'board', n)} ${at}`, [
      list(ORDERS.map(each => [here(`sort=${each}`), `by ${each}`])),
      list(shown.map(thread => [`/thread/${thread}`, named(seed, 'thread', thread)])),
      ...(at * PER_PAGE < own.length ? [a(`/board/${n}?page=${at + 1}`, 'older threads')] : []),
    ])
  }

  const thread = (route: Route): Page | undefined => {
    const { seed, number } = route
    const n = number('n')
    if (n >= threads) return undefined
    const posts = numbers(POSTS).map(post =>
      el('div', {}, ...text(seed, `thread ${n} ${post}`, 1), a(`/thread/${n}?replyto=${post}`, 'Reply')),
    )
    return draw(route, 'thread', named(seed, 'thread', n), [
      ...posts,
      a(`/thread/${n}?print=1`, 'Print'),
      a('/index.html', 'Home'),
    ])
  }

  const topic = (route: Route): Page | undefined => {
    const n = Number(route.query.get('t') ?? '-1')
    if (n < 0 || n >= TOPICS)
      return draw(route, 'none', 'Forum', [el('p', {}, 'Please choose one of the topics of this forum.')])
    if (n < GONE_TOPICS)
      return draw(route, 'dead', 'Forum', [el('p', {}, 'This topic was moved or deleted by somebody.')])
    return draw(route, 'topic', named(route.seed, 'topic', n), text(route.seed, `topic ${n}`))
  }

  const find = routes({
    '/': home,
    '/index.html': home,
    '/board/:n#': board,
    '/thread/:n#': thread,
    '/topic.php': topic,
    '/item': route => {
      const id = Number(route.query.get('id') ?? '-1')
      return id < 0 || id >= ITEMS
        ? undefined
        : draw(route, 'item', named(route.seed, 'item', id), text(route.seed, `item ${id}`))
    },
    '/archive': route => {
      const month = route.query.get('month') ?? ''
      const day = new Date(`${month}-15T00:00:00Z`)
      if (Number.isNaN(day.getTime())) return undefined
      const words = `${day.toLocaleString('en', { month: 'long', timeZone: 'UTC' })} ${day.getUTCFullYear()}`
      return draw(route, 'month', 'Archive', [el('p', {}, `Nothing was written by anybody in ${words}.`)])
    },
  })
  return { host, kind: 'forum', entries: ['/'], find }
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Each page hands out new identifiers, as servers do to visitors without cookies. */
function withVisit(child: Child, path: string): Child {
  if (typeof child === 'string' || !('tag' in child)) return child
  const children = child.children.map(each => withVisit(each, path))
  const href = child.attributes.href
  if (child.tag !== 'a' || typeof href !== 'string') return { ...child, children }
  const visit = hash32('visit', path, href).toString(36).padStart(7, '0')
  return {
    ...child,
    children,
    attributes: { ...child.attributes, href: `${href}${href.includes('?') ? '&' : '?'}visit=${visit}` },
  }
}
