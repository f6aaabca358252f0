/** Endless families of URLs beside a few real pages. URLs that no crawl needs to fetch are marked as traps in the truth. */
import { frame } from '../layout.ts'
import { leaf, listing } from '../listing.ts'
import { a, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import { DAY_MS } from '../schedule.ts'
import type { Page, Site } from '../site.ts'
import { story } from '../story.ts'

const PAGES = 10
const CALENDAR_START = Date.UTC(2026, 0, 1)
/** The calendar has entries for this many days; all others say nothing. */
const CALENDAR_DAYS = 7
const FACETS = ['colour', 'size', 'brand', 'sort', 'view', 'stock'] as const

export function traps(host: string): Site {
  const real = Array.from({ length: PAGES }, (_, n) => `/page/${n}`)
  const doors = [
    '/calendar/2026-01-01',
    '/maze/a',
    '/s/0001/list',
    '/list?sid=0001',
    '/facets',
    '/grow/',
    '/mirror/x',
  ]
  const find = routes({
    '/': ({ seed }) => listing(seed, 'home', 'Traps', [...real, ...doors]),
    '/page/:n#': ({ seed, path, number }) => (number('n') < PAGES ? leaf(seed, 'leaf', path) : undefined),
    '/calendar/:day': calendar,
    '/maze/*': maze,
    '/s/:sid/list': ({ seed, path, part }) =>
      session(seed, path, `/s/${next(part('sid'))}/list`, part('sid')),
    '/list': ({ seed, path, query }) =>
      session(seed, path, `/list?sid=${next(query.get('sid') ?? '0')}`, query.get('sid') ?? ''),
    '/facets': facets,
    '/grow/*': grow,
    '/mirror/*': mirror,
  })
  return { host, kind: 'traps', entries: ['/'], find }
}

const page = (
  seed: number,
  template: string,
  heading: string,
  hrefs: readonly string[],
  trap: boolean,
): Page => ({
  ...listing(seed, template, heading, hrefs),
  ...(trap ? { trap } : {}),
})

const next = (sid: string) =>
  String((Number.parseInt(sid, 36) || 0) * 31 + 17)
    .padStart(4, '0')
    .slice(-8)

function calendar({ seed, part }: Route): Page | undefined {
  const at = Date.parse(`${part('day')}T00:00:00Z`)
  if (Number.isNaN(at)) return undefined
  const day = (offset: number) => `/calendar/${new Date(at + offset * DAY_MS).toISOString().slice(0, 10)}`
  const outside = at < CALENDAR_START || at >= CALENDAR_START + CALENDAR_DAYS * DAY_MS
  const links = [day(-1), day(1), day(31), day(365)].map(href => el('li', {}, a(href, href)))
  const heading = `Day ${part('day')}`
  const entries = outside ? [] : story({ language: 'en', paragraphs: 1, edits: [], keys: [seed, heading] })
  const main = [el('h1', {}, heading), ...entries, el('ul', {}, ...links)]
  const draw = () => frame({ seed, template: 'calendar', title: heading, main })
  return { template: 'calendar', draw, ...(outside ? { trap: true } : {}) }
}

/** /maze/a/b/a/b/…: each page links one step deeper, and all are alike. */
function maze({ seed, pathname }: Route): Page {
  const depth = pathname.split('/').length - 2
  return page(seed, 'maze', 'Maze', [`${pathname}/a`, `${pathname}/b`], depth > 2)
}

/** The same list under a new session identifier on every page. */
function session(seed: number, _: string, onward: string, sid: string): Page {
  return page(seed, 'session', 'List', [onward, '/page/0', '/page/1'], sid !== '0001')
}

/** Filters that can be combined without end; only the bare list is real. */
function facets({ seed, path, query }: Route): Page {
  const links = FACETS.flatMap(name =>
    [1, 2, 3].map(value => {
      const combined = new URLSearchParams(query)
      combined.append(name, String(value))
      return `/facets?${combined}`
    }),
  )
  return page(seed, 'facets', 'Filtered list', ['/page/2', ...links], path !== '/facets')
}

/** A relative link without its slash grows the path on every step. */
function grow({ seed, pathname }: Route): Page {
  const main = [el('p', {}, 'Grow'), a('more/', 'more'), a('products/list.html', 'list')]
  const draw = () => frame({ seed, template: 'grow', title: 'Grow', main })
  return { template: 'grow', draw, ...(pathname === '/grow/' ? {} : { trap: true }) }
}

/** The rest of the path is ignored: every address shows the same page. */
function mirror({ seed, pathname }: Route): Page {
  return page(seed, 'mirror', 'Mirror', [`${pathname}x`, `${pathname}?x=1`], pathname !== '/mirror/x')
}
