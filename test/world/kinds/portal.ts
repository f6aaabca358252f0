/**
 * A site of several programs that know nothing about one another: a script that shows lists, details and tables by its query, two lists
 * below the front page; a forum; a wiki with special pages about each of its pages; picture galleries. What a wiki offers about a page
 * (its history, what links to it) has no content of its own: those addresses are traps.
 */
import { hash32 } from '../chance.ts'
import { pageNumber, pager } from '../layout.ts'
import { a, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import type { Page, Site } from '../site.ts'
import { story } from '../story.ts'
import { sentence } from '../words.ts'
import { shown } from './portal-catalog.ts'
import { drawn, list, nameOf, numbers } from './portal-frame.ts'
import { wikiAction, wikiMain, wikiPage, wikiSpecial } from './portal-wiki.ts'

export interface PortalOptions {
  /** Items, each with a page of details and a page with a table (default 200). */
  readonly items?: number
  readonly topics?: number
  readonly articles?: number
  readonly pictures?: number
}

const PER_PAGE = 20
const BOARDS = 4
const MEMBERS = 30
const ALBUMS = 8

export function portal(host: string, options: PortalOptions = {}): Site {
  const sizes = { item: 200, topic: 120, article: 90, picture: 120 }
  const { items = sizes.item, topics = sizes.topic, articles = sizes.article } = options
  const all = { item: items, topic: topics, article: articles, picture: options.pictures ?? sizes.picture }
  const find = routes({
    '/': front,
    '/show.php': route => shown(route, all.item),
    '/forum/': boards,
    '/forum/board.php': route => board(route, all.topic),
    '/forum/topic.php': route => topic(route, all.topic),
    '/forum/member.php': member,
    '/wiki/': route => wikiMain(route, all.article),
    '/wiki/index.php': route => wikiAction(route, all.article),
    '/wiki/:name': route => wikiPage(route, all.article),
    '/wiki/Special:About/:kind/:name': route => wikiSpecial(route, all.article),
    '/gallery/': galleries,
    '/gallery/album:n#.html': route => album(route, all.picture),
    '/gallery/:n#/picture:p#.html': route => picture(route, all.picture),
  })
  return { host, kind: 'portal', entries: ['/'], find }
}

function front(route: Route): Page {
  return drawn(route, 'front', {
    ...{ template: 'front', heading: 'Welcome' },
    main: story({ language: 'en', paragraphs: 2, edits: [], keys: [route.seed, 'front'] }),
  })
}

function boards(route: Route): Page {
  const links = numbers(BOARDS).map(n => [`/forum/board.php?b=${n}`, nameOf(route.seed, 'board', n)] as const)
  return drawn(route, 'board', { template: 'boards', heading: 'Forum', main: [list('boards', links)] })
}

function board(route: Route, topics: number): Page | undefined {
  const { seed, query } = route
  const id = Number(query.get('b') ?? '-1')
  const own = numbers(topics).filter(n => n % BOARDS === id)
  const page = pageNumber(query, Math.ceil(own.length / PER_PAGE))
  if (own.length === 0 || page === undefined) return undefined
  const links = own
    .slice((page - 1) * PER_PAGE, page * PER_PAGE)
    .map(n => [`/forum/topic.php?t=${n}`, nameOf(seed, 'topic', n)] as const)
  const turn = pager(seed, page, Math.ceil(own.length / PER_PAGE), n => `/forum/board.php?b=${id}&page=${n}`)
  return drawn(route, 'board', {
    ...{ template: 'board', heading: nameOf(seed, 'board', id), main: [list('topics', links), ...turn] },
  })
}

function topic(route: Route, topics: number): Page | undefined {
  const { seed, query } = route
  const n = Number(query.get('t') ?? '-1')
  if (!(n >= 0 && n < topics)) return undefined
  const posts = numbers(3).map(post => {
    const by = hash32('by', seed, n, post) % MEMBERS
    const text = story({ language: 'en', paragraphs: 1, edits: [], keys: [seed, 'post', n, post] })
    return el('div', { class: 'post' }, a(`/forum/member.php?u=${by}`, `member ${by}`), ...text)
  })
  return drawn(route, 'board', { template: 'topic', heading: nameOf(seed, 'topic', n), main: posts })
}

function member(route: Route): Page | undefined {
  const n = Number(route.query.get('u') ?? '-1')
  if (!(n >= 0 && n < MEMBERS)) return undefined
  const text = sentence('en', 'member', route.seed, n)
  return drawn(route, 'board', {
    ...{ template: 'member', heading: `Member ${n}`, main: [el('p', { class: 'about' }, text)] },
  })
}

function galleries(route: Route): Page {
  const links = numbers(ALBUMS).map(n => [`/gallery/album${n}.html`, nameOf(route.seed, 'album', n)] as const)
  return drawn(route, 'pictures', { template: 'galleries', heading: 'Albums', main: [list('albums', links)] })
}

function album(route: Route, pictures: number): Page | undefined {
  const n = route.number('n')
  if (n >= ALBUMS) return undefined
  const links = numbers(pictures)
    .filter(p => p % ALBUMS === n)
    .map(p => [`/gallery/${n}/picture${p}.html`, nameOf(route.seed, 'picture', p)] as const)
  const heading = nameOf(route.seed, 'album', n)
  return drawn(route, 'pictures', { template: 'album', heading, main: [list('thumbs', links)] })
}

function picture(route: Route, pictures: number): Page | undefined {
  const [n, p] = [route.number('n'), route.number('p')]
  if (n >= ALBUMS || p >= pictures || p % ALBUMS !== n) return undefined
  const main = [
    el('img', { src: `/gallery/${n}/${p}.jpg`, alt: '' }),
    el('p', { class: 'caption' }, sentence('en', 'picture', route.seed, p)),
    a(`/gallery/album${n}.html`, 'Back to the album'),
  ]
  return drawn(route, 'pictures', { template: 'picture', heading: nameOf(route.seed, 'picture', p), main })
}
