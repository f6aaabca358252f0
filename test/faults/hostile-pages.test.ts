/** Pages that take a reader's time or memory: they fail with a reason, and nobody else notices. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { stage } from '../e2e/stage.ts'
import { type Page, plain, type Site } from '../world/index.ts'

const html = (body: string): Page => plain(body, 'page', 'text/html; charset=utf-8')

/** A home page that links to everything else. */
function siteOf(host: string, pages: Readonly<Record<string, Page>>): Site {
  const links = Object.keys(pages).map(path => `<a class=item href="${path}">${path}</a>`)
  const all: Readonly<Record<string, Page>> = { '/': html(links.join('\n')), ...pages }
  return { host, kind: 'handmade', entries: ['/'], find: path => all[path] }
}

const good = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`/good/${n}`, html(`<title>Good ${n}</title><p>Words ${n}`)]),
)

it('a page that cannot be read in time fails, and the others are stored', async () => {
  // The expression of an operator that takes for ever on an address somebody made for it.
  const stuck = html(`<title>Stuck</title><a href="/${'a'.repeat(60)}b">more</a>`)
  const site = siteOf('site.test', { ...good, '/stuck': stuck, '/stuck-too': stuck })
  const { world, crawl } = await stage([site])
  const ran = await crawl({
    seeds: [world.url('site.test')],
    scope: { exclude: [{ regexp: '/(a+)+$' }], soft404: false },
    limits: { parse: '1s' },
  })
  for (const path of ['/stuck', '/stuck-too']) {
    const { status, reason } = ran.page(`http://site.test${path}`)
    expect([status, reason]).toEqual(['error', 'the page cannot be read in time (1 s, see limits.parse)'])
  }
  expect(ran.stored).toHaveLength(21)
  expect(ran.events.filter(event => event.kind === 'parse-failed')).toHaveLength(2)
})

it('a page of millions of elements harms nobody else in a guided crawl', async () => {
  const bomb = html('<b>x</b><i class=a>&amp;</i>'.repeat(3_000_000))
  const site = siteOf('site.test', { ...good, '/bomb': bomb })
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-hostile-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const model = join(folder, 'model.csv')
  await writeFile(model, 'start,link,//a[@class="item"],item,list\nitem,string,//b,word\n')
  const { world, crawl } = await stage([{ ...site, codings: ['gzip'] }])
  const ran = await crawl({
    seeds: [world.url('site.test')],
    extract: { model },
    request: { maxBody: '200MiB', timeout: '60s' },
    limits: { parse: '60s' },
    scope: { soft404: false },
  })
  const outcomes = Object.keys(good).map(path => ran.page(`http://site.test${path}`).status)
  expect(new Set(outcomes)).toEqual(new Set(['completed']))
  expect(ran.visits.filter(({ url }) => url.endsWith('/bomb'))).toHaveLength(1)
})
