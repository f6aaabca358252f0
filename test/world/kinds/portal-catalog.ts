/** The catalog of a portal: one script that shows regions, lists, details and tables, depending on its query. */
import { chance, hash32, pick } from '../chance.ts'
import { pageNumber, pager } from '../layout.ts'
import { a, el } from '../markup.ts'
import type { Route } from '../routes.ts'
import type { Page } from '../site.ts'
import { story } from '../story.ts'
import { sentence } from '../words.ts'
import { drawn, list, nameOf, numbers } from './portal-frame.ts'

const REGIONS = 8
const LISTS_PER_REGION = 3
const PER_PAGE = 20

export function shown(route: Route, items: number): Page | undefined {
  const { query } = route
  const at = (name: string, count: number) => {
    const n = Number(query.get(name) ?? '-1')
    return Number.isInteger(n) && n >= 0 && n < count ? n : undefined
  }
  if (query.get('view') === 'regions') return regions(route)
  const region = at('region', REGIONS)
  if (region !== undefined) return regionLists(route, region)
  const listed = at('list', REGIONS * LISTS_PER_REGION)
  if (listed !== undefined) return itemList(route, listed, items)
  const item = at('item', items)
  if (item !== undefined) return details(route, item)
  const table = at('table', items)
  return table === undefined ? undefined : tableOf(route, table)
}

function regions(route: Route): Page {
  const links = numbers(REGIONS).map(n => [`/show.php?region=${n}`, nameOf(route.seed, 'region', n)] as const)
  return drawn(route, 'catalog', {
    ...{ template: 'regions', heading: 'Regions', main: [list('regions', links)] },
  })
}

function regionLists(route: Route, region: number): Page {
  const links = numbers(LISTS_PER_REGION).map(n => {
    const id = region * LISTS_PER_REGION + n
    return [`/show.php?list=${id}`, nameOf(route.seed, 'list', id)] as const
  })
  const heading = nameOf(route.seed, 'region', region)
  const main = [el('p', {}, sentence('en', 'region', route.seed, region)), list('lists', links)]
  return drawn(route, 'catalog', { template: 'region', heading, main })
}

function itemList(route: Route, id: number, items: number): Page | undefined {
  const { seed, query } = route
  const own = numbers(items).filter(n => n % (REGIONS * LISTS_PER_REGION) === id)
  const pages = Math.max(1, Math.ceil(own.length / PER_PAGE))
  const page = pageNumber(query, pages)
  if (page === undefined) return undefined
  const rows = own
    .slice((page - 1) * PER_PAGE, page * PER_PAGE)
    .map(n => el('tr', {}, el('td', {}, a(`/show.php?item=${n}`, nameOf(seed, 'item', n)))))
  const turn = pager(seed, page, pages, n => `/show.php?list=${id}${n === 1 ? '' : `&page=${n}`}`)
  const heading = nameOf(seed, 'list', id)
  return drawn(route, 'catalog', {
    ...{ template: 'list', heading, main: [el('table', { class: 'rows' }, ...rows), ...turn] },
  })
}

function details(route: Route, n: number): Page {
  const { seed } = route
  const facts = ['Founded', 'Height', 'Visitors'].flatMap(name => [
    el('dt', {}, name),
    el('dd', {}, String(hash32(name, seed, n) % 5_000)),
  ])
  const text = story({ language: 'en', paragraphs: 2, edits: [], keys: [seed, 'item', n] })
  const main = [el('dl', { class: 'facts' }, ...facts), ...text, a(`/show.php?table=${n}`, 'Figures by year')]
  return drawn(route, 'catalog', { template: 'item', heading: nameOf(seed, 'item', n), main })
}

function tableOf(route: Route, n: number): Page {
  const { seed } = route
  const rows = numbers(12).map(year =>
    el(
      'tr',
      {},
      el('th', {}, String(2010 + year)),
      el(
        'td',
        {},
        `${hash32('year', seed, n, year) % 9_000} visitors and ${pick(chance('reason', seed, n, year), REASONS)}`,
      ),
    ),
  )
  const main = [el('table', { class: 'figures' }, ...rows), a(`/show.php?item=${n}`, 'Back')]
  return drawn(route, 'catalog', { template: 'table', heading: `${nameOf(seed, 'item', n)} by year`, main })
}

const REASONS = ['rain', 'a long summer', 'no festival', 'repairs', 'a new road'] as const
