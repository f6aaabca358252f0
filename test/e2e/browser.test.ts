/** What we read of a page, a browser reads too: links, titles and charsets, with Chromium as the judge. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Collection, crawl, openCollection } from '../../src/index.ts'
import { canonicalUrl } from '../../src/url/index.ts'
import { Chromium } from '../chromium.ts'
import { blog, charsets, docs, shop, startWorld, type World, wiki } from '../world/index.ts'

const HOSTS = [
  'blog.world.test',
  'charsets.world.test',
  'docs.world.test',
  'shop.world.test',
  'wiki.world.test',
]
const PAGES_A_HOST = 12
const READ = `JSON.stringify({ title: document.title.trim().replace(/\\s+/g, ' '), links: [...document.querySelectorAll('a[href], area[href]')].map(a => a.href) })`

describe('a real browser agrees', () => {
  let world: World
  let browser: Chromium
  let collection: Collection
  let folder: string

  beforeAll(async () => {
    world = await startWorld({
      sites: [blog(HOSTS[0]!), charsets(HOSTS[1]!), docs(HOSTS[2]!), shop(HOSTS[3]!), wiki(HOSTS[4]!)],
      addresses: 'public',
    })
    folder = await mkdtemp(join(tmpdir(), 'tidewatch-browser-'))
    collection = await openCollection(folder, { mode: 'write' })
    const seeds = HOSTS.map(host => world.url(host))
    await crawl(
      collection,
      { seeds, scope: { local: true, perHost: PAGES_A_HOST }, request: { delay: 0 } },
      { env: { network: world.network } },
    )
    browser = await Chromium.start(world.hosts())
  })

  afterAll(async () => {
    await browser?.stop()
    await collection?.close()
    await world?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(HOSTS)('about the links and titles of %s', async host => {
    let judged = 0
    for await (const page of collection.pages({ host: `http://${host}`, stored: true })) {
      if (page.type !== 'text/html' || judged >= PAGES_A_HOST) continue
      judged++
      const found = (await page.links()).filter(({ kind }) => kind === 'a' || kind === 'area')
      const ours = new Set(found.map(({ url }) => url))
      const seen = JSON.parse(await browser.evaluate<string>(page.url, READ)) as {
        title: string
        links: string[]
      }
      const theirs = new Set(seen.links.map(href => canonicalUrl(href)).filter(href => href !== undefined))
      // A link into the page itself leads nowhere new, and we do not keep it.
      for (const links of [ours, theirs]) links.delete(page.url)
      expect(ours, page.url).toEqual(theirs)
      // Where nothing is declared, or something wrong, browsers read UTF-8 as something else; we do not.
      if (!/\/(?:none|wrong)\//.test(page.url)) expect(page.title ?? '', page.url).toBe(seen.title)
    }
    expect(judged).toBeGreaterThan(3)
  })
})
