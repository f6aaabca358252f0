/** Pages that say the same under several addresses: found while crawling or afterwards, on both stores, and worth less. */
import { describe, expect, it } from 'vitest'
import { Collection, type ConfigInput } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { editableSite } from './editable.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { temporaryFolder, tidewatch } from './shell.ts'

const STORY = `<p>The harbor was quiet when the last ferry came in. Nobody had seen the lights go out on the pier, and the
 keeper swore the next morning that all of them had burned until dawn, as they did every night of the year.</p>`
const OTHER = `<p>Seven kinds of bread are baked before dawn in the old town, and all of them are sold out by the time that
 school begins. Whoever sleeps late has to make do with the rolls from the supermarket behind the station.</p>`
const page = (text: string, menu: string) =>
  `<html><title>News</title><nav><a href="/">${menu}</a> <a href="/about">All about us</a></nav><main><h1>Night</h1>${text}</main></html>`
const SITE = {
  '/': '<a href="/story">1</a> <a href="/story?session=4711">2</a> <a href="/print/story">3</a> <a href="/bread">4</a>',
  '/story': page(STORY, 'Home'),
  '/story?session=4711': page(STORY, 'Home'),
  '/print/story': page(STORY, 'Back to the front page'),
  '/bread': page(OTHER, 'Home'),
}
const CONFIG = (seed: string, find: 'off' | 'near'): ConfigInput => ({
  ...{ seeds: [seed], threads: 1, request: { delay: 0, allowPrivate: true, retries: 0 } },
  duplicates: { find },
})

const freshSchema = freshSchemas()

describe.each(['SQLite', 'PostgreSQL'])('on %s', store => {
  const place = async () => (store === 'SQLite' ? temporaryFolder() : freshSchema())
  const opened = async (where: string) =>
    Collection.open(where, { mode: 'write', archiveFolder: await temporaryFolder() })

  it('copies are found as they arrive, and sorted again when the original changes', async () => {
    const site = await editableSite(SITE)
    const where = await place()
    await using collection = await opened(where)
    const config = CONFIG(site.url('/'), 'near')
    await collection.crawl(config)
    const groups = await collect(collection.duplicates())
    expect(groups).toEqual([
      { original: site.url('/story'), copies: [site.url('/story?session=4711'), site.url('/print/story')] },
    ])
    const near = await (await collection.page(site.url('/print/story')))!.duplicates()
    expect(near?.map(({ url }) => url).sort()).toEqual([site.url('/story'), site.url('/story?session=4711')])
    expect(await (await collection.page(site.url('/bread')))!.duplicates()).toEqual([])
    expect(await collect(collection.duplicates({ by: 'payload' }))).toEqual([
      { original: site.url('/story'), copies: [site.url('/story?session=4711')] },
    ])
    site.set('/story', page(OTHER, 'Home'))
    await collection.recrawl(config, { which: 'all' })
    const groupsNow = (await collect(collection.duplicates())).map(({ original, copies }) =>
      [original, ...copies].sort(),
    )
    expect(groupsNow.sort()).toEqual([
      [site.url('/bread'), site.url('/story')],
      [site.url('/print/story'), site.url('/story?session=4711')],
    ])
    site.set('/print/story', null)
    for (let time = 0; time < 3; time++) await collection.recrawl(config, { which: 'all' })
    expect(await collect(collection.duplicates())).toHaveLength(1)
  })

  it('what was crawled without is compared afterwards, with the same result', async () => {
    const site = await editableSite(SITE)
    await using collection = await opened(await place())
    await collection.crawl(CONFIG(site.url('/'), 'off'))
    expect(await collect(collection.duplicates())).toEqual([])
    expect(await (await collection.page(site.url('/story')))!.duplicates()).toBeNull()
    expect(await collection.findDuplicates()).toBe(5)
    expect(await collect(collection.duplicates())).toEqual([
      { original: site.url('/story'), copies: [site.url('/story?session=4711'), site.url('/print/story')] },
    ])
    expect(await collection.findDuplicates()).toBe(0)
  })
})

it('the command finds, lists and explains them', async () => {
  const site = await editableSite(SITE)
  const folder = await temporaryFolder()
  const asks = (...words: string[]) => tidewatch('duplicates', ...words, '-c', folder)
  {
    await using collection = await Collection.open(folder, { mode: 'write' })
    await collection.crawl(CONFIG(site.url('/'), 'off'))
  }
  expect((await asks()).stderr).toContain('run "tidewatch duplicates --find"')
  const unknown = await asks(site.url('/bread'))
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('was never compared with other pages'),
  ])
  expect((await asks('--exact', '--json')).rows).toEqual([
    { original: site.url('/story'), copies: [site.url('/story?session=4711')] },
  ])
  const found = await asks('--find')
  expect(found.stderr).toContain('5 pages compared')
  expect(found.stdout.trim().split('\n').slice(1)).toEqual([
    `     2  ${site.url('/story')}`,
    `          ${site.url('/story?session=4711')}`,
    `          ${site.url('/print/story')}`,
  ])
  const history = await tidewatch('history', site.url('/print/story'), '-c', folder)
  expect(history.stdout).toContain(`says the same as ${site.url('/story')}, which is kept current`)
  const exported = await tidewatch('export', 'jsonl', '-c', folder)
  expect(exported.rows.filter(({ original }) => original === site.url('/story'))).toHaveLength(2)
  const like = await asks(site.url('/print/story'), '--resemblance', '80%')
  expect(like.stdout).toMatch(/100 %\s+http.*\/story/)
  expect((await asks('--resemblance', 'much')).stderr).toContain('a share such as 90% or 0.9')
  expect((await asks('http://nowhere.test/')).stderr).toContain('is not known')
})
