/** Announcements of changes, honest and not, through the real engine: whom it believes, and what that is worth. */
import { describe, expect, it } from 'vitest'
import { unpackBelief } from '../../src/crawl/planning/belief.ts'
import { policyNamed } from '../../src/refresh/index.ts'
import {
  blog,
  changing,
  DAY_MS,
  listed,
  plain,
  type Site,
  templateSite,
  type Validators,
  validated,
} from '../world/index.ts'
import { fastStage, START } from './fast-stage.ts'
import { JumpingClock } from './jumping-clock.ts'
import { tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const DAYS = 90
const SECONDS = 22
const isPost = (url: string) => /\/20\d\d\/\d\d\/./.test(url)

/** Watches a blog whose sitemap says that every post has just changed. Returns what `history` then says of a post. */
async function watchBlog(): Promise<string> {
  const site = blog('b.test', { posts: 15, changes: changing(0.1, 0.3), lastmod: 'now' })
  const { watch, folder } = await fastStage([site], DAYS, SECONDS)
  const refresh = { interval: '3d', objective: 'freshness', discover: 0, habits: false } as const
  const { stored } = await watch({ seeds: ['http://b.test/'], refresh }, {}, START + DAYS * DAY_MS)
  return (await tidewatch('history', stored.find(isPost)!, '-c', folder)).stdout
}

/** What being believed is worth is measured in the lab, where every run spends the same: here, load on the machine tells more. */
describe('signals', { timeout: 120_000 }, () => {
  it('a feed that is honest is believed although the sitemap lies', async () => {
    const history = await watchBlog()
    expect(history).toMatch(/signals of the sitemap: ignored, \d+ of \d+ came with a change/)
    expect(history).toMatch(/signals of the feed: trusted, .*, \d+ of \d+ came with a change/)
  })
})

describe('Last-Modified', () => {
  /** A change found at day 4 that came at day 1; what is believed of the page then, by the numbers of its belief. */
  async function beliefBy(validators: Validators): Promise<number[]> {
    const changes = listed([START + DAY_MS])
    const site = templateSite('m.test', {
      categories: 1,
      perCategory: 1,
      changes: () => changes,
      changeKinds: ['sentence'],
    })
    const clock = new JumpingClock(START)
    const { crawl, recrawl } = await stage([validated(validators, site)], { clock })
    const request = { timeout: '10m', connectTimeout: '10m' }
    const input = {
      seeds: ['http://m.test/'],
      request,
      limits: { connections: 1 },
      refresh: { habits: false },
    }
    await crawl(input)
    clock.jump(4 * DAY_MS)
    const { pages } = await recrawl(input)
    const item = [...pages.values()].find(({ url }) => url.includes('/item/'))!
    expect(item.revision).toBe(2)
    return Array.from(unpackBelief(item.belief, policyNamed('value'))!)
  }

  const near = (belief: readonly number[]) => belief.map(each => expect.closeTo(each, 1))

  it('is read by the clock of the server that says it', async () => {
    const right = await beliefBy({ lastModified: 'true' })
    expect(await beliefBy({ lastModified: 'true', clockAheadMs: 5 * DAY_MS })).toEqual(near(right))
    expect(await beliefBy({ lastModified: 'true', clockAheadMs: -3 * DAY_MS })).toEqual(near(right))
    const undated = await beliefBy({})
    expect(undated).not.toEqual(near(right))
    // A page made for each request, and a server that lives in another year, say nothing.
    expect(await beliefBy({ lastModified: 'lying' })).toEqual(near(undated))
    expect(await beliefBy({ lastModified: 'true', clockAheadMs: -900 * DAY_MS })).toEqual(near(undated))
  })
})

describe('changefreq', () => {
  const HOME = 'http://s.test'
  const NEWS = [
    'The mayor opened a bridge across the old river.',
    'Three students found a coin of silver in a field.',
    'Bakers of the town sell bread with honey again.',
    'A storm took the roof of the school at night.',
    'Everybody wants to know who painted the tower blue.',
    'The library lends skates until the lake has thawed.',
  ]
  /** Two new pages come on the fourth day. What is said to change daily does, the rest never: only the sitemap tells them apart. */
  const site: Site = {
    host: 's.test',
    kind: 'sitemap',
    entries: ['/'],
    find: (path, { nowMs }) => {
      const day = Math.floor((nowMs - START) / DAY_MS)
      const names = [...Array(day < 4 ? 8 : 9).keys()].flatMap(i => [`/d${i}`, `/y${i}`])
      const said = (name: string) => (name.startsWith('/d') ? 'daily' : 'yearly')
      if (path === '/robots.txt') return plain(`Sitemap: ${HOME}/sitemap.xml`, 'robots')
      if (path === '/sitemap.xml')
        return plain(
          `<urlset>${names.map(name => `<url><loc>${HOME}${name}</loc><changefreq>${said(name)}</changefreq></url>`).join('')}</urlset>`,
          'sitemap',
          'application/xml',
        )
      if (path !== '/' && !names.includes(path)) return undefined
      const words = path.startsWith('/d')
        ? NEWS.slice(0, day + 1).join(' ')
        : 'It tells of the house and of its garden.'
      return plain(`<html><title>${path}</title><p>A page called ${path}. ${words}`, 'page', 'text/html')
    },
  }

  it('gives a page its first rate, as far as it meant something for other pages of the host', async () => {
    const clock = new JumpingClock(START)
    const { crawl, recrawl, folder } = await stage([site], { clock })
    const request = { timeout: '10m', connectTimeout: '10m' }
    const refresh = { interval: '2d', discover: '50%', habits: false, policy: 'value' }
    const input = { seeds: [`${HOME}/`], request, limits: { connections: 1 }, refresh }
    await crawl(input)
    for (let day = 1; day <= 5; day++) {
      clock.jump(DAY_MS)
      await recrawl(input)
    }
    const { page } = await recrawl(input, 'due')
    expect(page(`${HOME}/d8`)).toMatchObject({ saidRate: 'daily' })
    const rateOf = async (path: string) => {
      const [row] = (await tidewatch('history', `${HOME}${path}`, '-c', folder, '--json')).rows
      return (row!.next as { rate: number }).rate
    }
    expect(page(`${HOME}/y8`).revision).toBe(1)
    expect(await rateOf('/d8')).toBeGreaterThan(1.3 * (await rateOf('/y8')))
  })
})
