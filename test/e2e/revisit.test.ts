/** Single pages that somebody wants to have visited: alone, and beside a run that has the collection. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ConfigInput } from '../../src/config/index.ts'
import { Collection } from '../../src/index.ts'
import { type Site, startWorld } from '../world/index.ts'
import { freshSchemas } from './fresh-schemas.ts'

const HOME = 'http://h.test/'
const CONFIG = {
  seeds: [HOME],
  scope: { soft404: false, sitemaps: false, exclude: [{ prefix: `${HOME}private` }] },
  request: { delay: 0, allowPrivate: true },
} satisfies ConfigInput

const PAGES: Readonly<Record<string, string>> = {
  '/': '<title>Home</title><p>Hello.</p><a href=/a>a</a> <a href=/private>p</a>',
  '/a': '<title>A</title><p>Another page.</p>',
}

const SITE: Site = {
  host: 'h.test',
  kind: 'fixed',
  entries: ['/'],
  find: path => {
    const body = PAGES[path]
    return body === undefined
      ? undefined
      : { template: 'fixed', headers: { 'content-type': 'text/html' }, bytes: () => body }
  },
}

const freshSchema = freshSchemas()

it.each(['SQLite', 'PostgreSQL'])('a page is visited when somebody asks for it, on %s', async store => {
  const world = await startWorld({ sites: [SITE] })
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-revisit-'))
  const where = store === 'PostgreSQL' ? freshSchema() : folder
  const collection = await Collection.open(where, { mode: 'write', archiveFolder: join(folder, 'archive') })
  onTestFinished(async () => {
    await collection.close()
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const env = { network: world.network }
  const visits = async (url: string) => (await (await collection.page(url))!.history()).length
  await collection.crawl(CONFIG, { env })

  expect(await collection.revisit([`${HOME}a`], { env })).toMatchObject([
    { url: `${HOME}a`, visit: { outcome: 'fetched', httpStatus: 200 } },
  ])
  expect([await visits(HOME), await visits(`${HOME}a`)]).toEqual([1, 2])

  await expect(Collection.askFor(where, `${HOME}private`)).rejects.toThrow(
    /private is not visited: .*exclude/,
  )
  await expect(Collection.askFor(where, `${HOME}nowhere`)).rejects.toThrow(/is not known/)

  // A watch that has nothing to do for days hears of it all the same, and only of what was asked for.
  const controller = new AbortController()
  const watching = collection.watch(undefined, { env, signal: controller.signal })
  await Collection.askFor(where, HOME)
  await expect.poll(() => visits(HOME)).toBe(2)
  controller.abort()
  await watching
  expect([await visits(HOME), await visits(`${HOME}a`)]).toEqual([2, 2])
})
