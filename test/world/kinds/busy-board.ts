/**
 * A blog with a forum in which most addresses only sort, reply to, quote, search, print or rate what other addresses show. Blog posts, lists,
 * topics and members are its content; everything else is a trap, though no two of its pages need be equal: a form quotes the post it replies to,
 * a search repeats the beginnings of posts.
 */
import { hash32 } from '../chance.ts'
import { frame, pager } from '../layout.ts'
import { a, type Child, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import type { Page, Site } from '../site.ts'
import { story } from '../story.ts'
import { sentence, title } from '../words.ts'
import { list, numbers } from './portal-frame.ts'

export interface BusyBoardOptions {
  readonly posts?: number
  readonly topics?: number
  readonly members?: number
}

const BOARDS = 5
const PER_PAGE = 15
const ANSWERS = 4
const ORDERS = ['date', 'subject', 'views', 'author'] as const
const CATEGORIES = ['notes', 'travel', 'garden', 'letters'] as const

export function busyBoard(host: string, options: BusyBoardOptions = {}): Site {
  const { posts = 120, topics = 200, members = 40 } = options
  const board = new Board(topics, members)
  const find = routes({
    '/': route => blogList(route, numbers(posts), '/'),
    '/category/:name/': route => categoryList(route, posts),
    '/:year#/post-:n#/': route => blogPost(route, posts),
    '/forum/': route => board.index(route),
    '/forum/viewforum.php': route => board.list(route),
    '/forum/viewtopic.php': route => board.topic(route),
    '/forum/posting.php': route => board.form(route),
    '/forum/search.php': route => board.search(route),
    '/forum/rate.php': route => board.rated(route),
    '/forum/member.php': route => board.member(route),
  })
  return { host, kind: 'busyBoard', entries: ['/'], find }
}

function drawn(route: Route, template: string, heading: string, main: readonly Child[], trap = false): Page {
  const menu = [
    ['/', 'Blog'],
    ['/forum/', 'Forum'],
    ...CATEGORIES.map(name => [`/category/${name}/`, name] as const),
  ] as const
  const parts = [el('h1', {}, heading), ...main]
  return {
    ...{ template, ...(trap ? { trap } : {}) },
    draw: () => frame({ seed: route.seed, template, title: heading, menu, main: parts }),
  }
}

/** The n-th part of a list that a query asks for; undefined if there is none. */
function part<T>(
  all: readonly T[],
  query: URLSearchParams,
  name: string,
): readonly [number, readonly T[]] | undefined {
  const page = Number(query.get(name) ?? '1')
  const shown = all.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  return Number.isInteger(page) && shown.length > 0 ? [page, shown] : undefined
}

const postPath = (n: number) => `/${2012 + (n % 12)}/post-${n}/`

function blogList(route: Route, ids: readonly number[], path: string): Page | undefined {
  const { seed, query } = route
  const shown = part(ids, query, 'paged')
  if (shown === undefined) return undefined
  const [page, own] = shown
  const entries = own.map(n =>
    el(
      'article',
      {},
      el('h2', {}, a(postPath(n), title('en', 'post', seed, n))),
      sentence('en', 'post', seed, n, 0),
    ),
  )
  const turn = pager(seed, page, Math.ceil(ids.length / PER_PAGE), n => `${path}?paged=${n}`)
  return drawn(route, path === '/' ? 'blog' : 'category', `Posts ${path} ${page}`, [...entries, ...turn])
}

function categoryList(route: Route, posts: number): Page | undefined {
  const place = CATEGORIES.indexOf(route.part('name') as (typeof CATEGORIES)[number])
  const own = numbers(posts).filter(n => n % CATEGORIES.length === place)
  return own.length === 0 ? undefined : blogList(route, own, `/category/${route.part('name')}/`)
}

function blogPost(route: Route, posts: number): Page | undefined {
  const { seed, query, pathname } = route
  const n = route.number('n')
  if (n >= posts || pathname !== postPath(n)) return undefined
  const comments = numbers(hash32('comments', seed, n) % 4).map(comment =>
    el(
      'li',
      { class: 'comment' },
      sentence('en', 'comment', seed, n, comment),
      a(`${pathname}?replytocom=${n * 10 + comment}`, 'Reply'),
    ),
  )
  const shares = ['mail', 'print'].map(by => a(`${pathname}?share=${by}`, by))
  const text = story({ language: 'en', paragraphs: 3, edits: [], keys: [seed, 'post', n] })
  const main = [...text, ...shares, el('ol', { class: 'comments' }, ...comments)]
  return drawn(route, 'post', title('en', 'post', seed, n), main, [...query].length > 0)
}

class Board {
  readonly #topics: number
  readonly #members: number

  constructor(topics: number, members: number) {
    this.#topics = topics
    this.#members = members
  }

  index(route: Route): Page {
    const links = numbers(BOARDS).map(
      n => [`/forum/viewforum.php?f=${n}`, title('en', 'board', route.seed, n)] as const,
    )
    return drawn(route, 'boards', 'Forum', [list('boards', links)])
  }

  list(route: Route): Page | undefined {
    const { seed, query } = route
    const f = Number(query.get('f') ?? '-1')
    const own = numbers(this.#topics).filter(n => n % BOARDS === f)
    const order = query.get('sort')
    const turned =
      order === null ? own : own.toSorted((x, y) => hash32(order, seed, x) - hash32(order, seed, y))
    const shown = part(query.get('dir') === 'desc' ? turned.toReversed() : turned, query, 'page')
    if (shown === undefined) return undefined
    const [page, ids] = shown
    const here = `/forum/viewforum.php?f=${f}${page === 1 ? '' : `&page=${page}`}`
    const sorts = ORDERS.flatMap(by =>
      ['asc', 'desc'].map(dir => a(`${here}&sort=${by}&dir=${dir}`, `${by} ${dir}`)),
    )
    const links = ids.map(n => [`/forum/viewtopic.php?t=${n}`, title('en', 'topic', seed, n)] as const)
    const turn = pager(seed, page, Math.ceil(own.length / PER_PAGE), n => {
      const sorted = order === null ? '' : `&sort=${order}&dir=${query.get('dir') ?? 'asc'}`
      return `/forum/viewforum.php?f=${f}&page=${n}${sorted}`
    })
    const main = [el('p', { class: 'sorts' }, ...sorts), list('topics', links), ...turn]
    return drawn(route, 'list', `${title('en', 'board', seed, f)} ${page}`, main, order !== null)
  }

  #answer(seed: number, n: number, answer: number): Child[] {
    return story({ language: 'en', paragraphs: 1, edits: [], keys: [seed, 'answer', n, answer] })
  }

  topic(route: Route): Page | undefined {
    const { seed, query } = route
    const n = Number(query.get('t') ?? '-1')
    if (!(n >= 0 && n < this.#topics)) return undefined
    const heading = title('en', 'topic', seed, n)
    if (query.get('view') === 'print')
      return drawn(
        route,
        'print',
        heading,
        numbers(ANSWERS).flatMap(each => this.#answer(seed, n, each)),
        true,
      )
    const answers = numbers(ANSWERS).map(each => {
      const by = hash32('by', seed, n, each) % this.#members
      const id = n * ANSWERS + each
      const stars = numbers(3).map(star => a(`/forum/rate.php?p=${id}&stars=${star + 1}`, '*'))
      return el(
        'div',
        { class: 'answer' },
        a(`/forum/member.php?u=${by}`, `member ${by}`),
        ...this.#answer(seed, n, each),
        a(`/forum/posting.php?mode=quote&p=${id}`, 'Quote'),
        a(`/forum/posting.php?mode=report&p=${id}`, 'Report'),
        a(`/forum/search.php?author=${by}&topic=${n}`, 'Search'),
        ...stars,
      )
    })
    const tools = [
      a(`/forum/posting.php?mode=reply&t=${n}`, 'Reply'),
      a(`/forum/viewtopic.php?t=${n}&view=print`, 'Print'),
      ...ORDERS.slice(0, 2).map(by => a(`/forum/viewtopic.php?t=${n}&order=${by}`, by)),
    ]
    return drawn(route, 'topic', heading, [...tools, ...answers], query.has('order'))
  }

  /** A reply form, which quotes the post it replies to. */
  form(route: Route): Page {
    const { seed, query } = route
    const id = query.has('p') ? Number(query.get('p')) : Number(query.get('t')) * ANSWERS
    const quoted = this.#answer(seed, Math.floor(id / ANSWERS), id % ANSWERS)
    const fields = [el('input', { name: 'subject' }), el('textarea', { name: 'text' }, '')]
    const main = [el('blockquote', {}, ...quoted), el('form', { method: 'post' }, ...fields)]
    return drawn(
      route,
      'form',
      `${query.get('mode')} ${title('en', 'topic', seed, Math.floor(id / ANSWERS))}`,
      main,
      true,
    )
  }

  /** Search results: the beginnings of posts. */
  search(route: Route): Page {
    const { seed, query } = route
    const found = numbers(6).map(
      each => hash32('found', seed, query.get('author') ?? '', query.get('topic') ?? '', each) % this.#topics,
    )
    const links = found.map(n =>
      el(
        'li',
        {},
        a(`/forum/viewtopic.php?t=${n}`, title('en', 'topic', seed, n)),
        sentence('en', seed, 'answer', n, 0, 0),
      ),
    )
    return drawn(
      route,
      'search',
      `Written by member ${query.get('author')}`,
      [el('ul', { class: 'found' }, ...links)],
      true,
    )
  }

  rated(route: Route): Page {
    return drawn(route, 'rated', 'Thank you', [el('p', {}, 'Only members can rate what others wrote.')], true)
  }

  member(route: Route): Page | undefined {
    const n = Number(route.query.get('u') ?? '-1')
    if (!(n >= 0 && n < this.#members)) return undefined
    const about = el('dl', {}, el('dt', {}, 'About'), el('dd', {}, sentence('en', 'member', route.seed, n)))
    return drawn(route, 'member', `Member ${n}`, [about, a(`/forum/search.php?author=${n}`, 'All posts')])
  }
}
