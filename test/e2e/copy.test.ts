/** A collection outgrows its folder: PostgreSQL takes over all of it, and goes on where it stood. */
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Collection, type ConfigInput, type Page } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { temporaryFolder, tidewatch } from './shell.ts'
import { answering } from './small-server.ts'

const address = freshSchemas()

/** Pages with addresses of people, copies, a redirect, a missing one, and one that changes. */
async function site() {
  let edition = 1
  const asked: string[] = []
  const story = 'A long story about the harbor, its boats and the people who mend their nets there. '.repeat(
    9,
  )
  const page = (path: string): string | null => {
    if (path === '/')
      return ['news', 'a', 'b', 'old', 'gone'].map(to => `<a href="/${to}">${to}</a>`).join(' ')
    if (path === '/news')
      return `<title>News ${edition}</title><p>Edition ${edition} of the paper, ${'x'.repeat(edition)}`
    return path === '/a' || path === '/b' ? `<title>Story</title><p>${story}<p>me@harbor.example` : null
  }
  const url = await answering((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const html = page(path)
    if (path === '/old') response.writeHead(301, { location: '/a' }).end()
    else if (html === null) response.writeHead(404).end()
    else {
      const etag = `"${path}${path === '/news' ? edition : ''}"`
      const isSame = request.headers['if-none-match'] === etag
      response.writeHead(isSame ? 304 : 200, { 'content-type': 'text/html', etag }).end(isSame ? '' : html)
    }
  })
  return { asked, edit: () => void edition++, url }
}

const configFor = (seed: string): ConfigInput => ({
  ...{ seeds: [seed], threads: 1, search: 'current', analyse: { accessibility: 'static' } },
  ...{ request: { delay: 0, allowPrivate: true, retries: 0 }, extract: { patterns: ['email'] } },
  ...{ duplicates: { find: 'near', urls: 'off' }, scope: { soft404: false } },
})

/** What a reader can learn of a page. */
const described = async (page: Page) => ({
  ...page,
  history: await page.history(),
  text: await page.text(),
  links: await page.links(),
  next: (await page.explain()).next?.rate,
})

async function read(collection: Collection) {
  const pages = await collect(collection.pages())
  return {
    pages: JSON.parse(JSON.stringify(await Promise.all(pages.map(described)))),
    counts: await collection.counts(),
    changes: (await collect(collection.changes())).map(({ url, at }) => [url, at]),
    patterns: await collect(collection.patterns()),
    duplicates: await collect(collection.duplicates()),
    config: await collection.config(),
  }
}

it('copies pages, history and everything learned, and goes on with them', async () => {
  const { asked, edit, url } = await site()
  const folder = await temporaryFolder()
  const to = address()
  const first = await Collection.open(folder, { mode: 'write' })
  await first.crawl(configFor(url('/')))
  edit()
  await first.recrawl(undefined, { which: 'all' })
  const before = await read(first)
  await first.close()

  const said = await tidewatch('copy', '--to', to, '-c', folder)
  expect(said.stderr).toMatch(/^copied 4 pages to postgres:.*the archive stays where it is$/m)
  expect(said.stderr).toContain('tidewatch index')
  expect(said.code).toBe(0)

  const copy = await Collection.open(to, { mode: 'write' })
  onTestFinished(() => copy.close())
  expect(await read(copy)).toEqual(before)
  const findings = await collect(copy.doctor({ full: true }))
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([])

  asked.length = 0
  edit()
  await copy.recrawl(undefined, { which: 'all' })
  expect(asked.filter(path => path === '/news')).toHaveLength(1)
  expect(await copy.page(url('/news'))).toMatchObject({ revision: 3, title: 'News 3' })
  expect((await copy.page(url('/a')))?.revision).toBe(1)
  await copy.index()
  expect((await collect(copy.search('edition'))).map(hit => hit.url)).toEqual([url('/news')])
})

it('copies into nothing that is used, and only to PostgreSQL', async () => {
  const { url } = await site()
  const folder = await temporaryFolder()
  const collection = await Collection.open(folder, { mode: 'write' })
  await collection.crawl(configFor(url('/')))
  const to = address()
  await collection.copyTo(to)
  await expect(collection.copyTo(to)).rejects.toThrow('there is a collection in')
  await expect(collection.copyTo(join(folder, 'other'))).rejects.toThrow('is copied with the folder')
  await collection.close()
  const missing = await tidewatch('copy', '--to', address(), '-c', join(folder, 'nowhere'))
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('there is no collection in')])
})
