/** What many pages show alike is no page's own: learned through the real engine on both stores, kept between runs, and told by `history`. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acceleratedClock } from '../../src/env/index.ts'
import { asUrl } from '../../src/url/index.ts'
import type { Page, Site } from '../world/index.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const START = Date.UTC(2026, 0, 5)
const HOME = 'http://harbor.test/'
const CONFIG = {
  seeds: [HOME],
  scope: { soft404: false, sitemaps: false },
  // On a fast clock, seconds are moments. Pages follow each other slowly enough for one to be read before the next comes.
  request: { timeout: '12h', connectTimeout: '12h', delay: '45s' },
  patience: '1h',
}
const BOATS = Array.from({ length: 8 }, (_, boat) => `/boat/${boat}`)
const NEWS = [...'abcdefghijklmnop'].map(
  letter => `Report ${letter}: the ${letter}-class boats are back in port`,
)
const NAMES = ['oak', 'elm', 'pine', 'ash', 'teak', 'cedar', 'larch', 'beech', 'birch', 'maple']
const prose = (boat: number) => `This boat is made of ${NAMES[boat]}, and smells of it. `.repeat(14)

interface Shown {
  news: number
  price: number
  seventh: string
}

const card = (at: number) =>
  `<a href="/news/${at}"><div class="card"><h4>${NEWS[at]}</h4><div class="lead">What happened: ${NEWS[at]}, says the pilot</div></div></a>`
const cards = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => card(first + count - 1 - at)).join('')
const table = (price: number) => `<table><tr><td>Berth for a day</td><td>$${price}.00</td></tr></table>`

/** Pages by their paths: boats with the news beside them, one of them lacking an end tag, the list of all news, two with one table of prices. */
function bodyOf(path: string, { news, price, seventh }: Shown): string | undefined {
  const list = `<div class="news"><h3>Latest</h3>${cards(news, 3)}</div>`
  const boat = BOATS.indexOf(path)
  const article = (text: string) => `<div class="x"><h1>${text.slice(21, 40)}</h1><p>${text}</p>`
  if (path === '/')
    return [...BOATS, '/odd', '/all', '/rent', '/sale'].map(each => `<a href="${each}">${each}</a>`).join(' ')
  if (path === '/odd') return `${article(prose(8))}${list}</div>`
  if (path === '/all') return `<div class="all">${cards(0, news + 3)}</div>`
  if (path === '/rent' || path === '/sale') return `${article(`${path} ${prose(9)}`)}</div>${table(price)}`
  return boat < 0
    ? undefined
    : `${article(prose(boat))}<p>${boat === 7 ? seventh : 'It lies at the pier.'}</p></div>${list}`
}

function siteThatShows(shown: Shown): Site {
  const page = (path: string): Page => ({
    template: 'page',
    act: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><title>Harbor ${path}</title><body>${bodyOf(path, shown)}`)
    },
  })
  return {
    host: 'harbor.test',
    kind: 'script',
    entries: ['/'],
    find: path => (bodyOf(path, shown) === undefined ? undefined : page(path)),
  }
}

const freshSchema = freshSchemas()

describe.each(['SQLite', 'PostgreSQL'])('on %s', store => {
  it('counts news beside articles for a few pages only, and what is a page’s own on all', {
    timeout: 120_000,
  }, async () => {
    const shown = { news: 0, price: 10, seventh: 'It sails at dawn.' }
    const database = freshSchema()
    const options = { clock: acceleratedClock(500, undefined, START) }
    const on = await stage(
      [siteThatShows(shown)],
      store === 'PostgreSQL' ? { ...options, database } : options,
    )
    await on.crawl(CONFIG)
    const changed = async (edit: () => void) => {
      edit()
      const { visits } = await on.recrawl(CONFIG)
      const revised = visits.filter(visit => visit.commit.revision !== null)
      return [...new Set(revised.map(visit => new URL(visit.url).pathname))].sort()
    }
    const news = () => void shown.news++
    const first = await changed(news)
    expect(first).toContain('/all')
    expect(first.length).toBeLessThan(8)
    for (let pass = 0; pass < 3; pass++) await changed(news)
    expect(await changed(news)).toEqual(['/all'])
    expect(await changed(() => void (shown.price = 12))).toEqual(['/rent', '/sale'])
    expect(await changed(() => void (shown.seventh = 'It was sold to Norway.'))).toEqual(['/boat/7'])
    await changed(news)

    const odd = await on.read(async ({ store }) => store.visits((await store.page(asUrl(`${HOME}odd`)))!))
    expect(JSON.parse(odd.at(-1)!.note!)).toMatchObject({ changed: false, why: 'shared' })
    const where =
      store === 'PostgreSQL' ? ['-c', database, '--archive', join(on.folder, 'archive')] : ['-c', on.folder]
    const { stdout } = await tidewatch('history', `${HOME}odd`, ...where)
    expect(stdout).toMatch(
      /same but for what other pages of the host show too: .+ \(on at least \d+ others\)/,
    )
  })
})
