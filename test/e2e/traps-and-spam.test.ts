/** Links that only robots would follow are left alone, pages written for robots are found, and both are told. */
import { describe, expect, it } from 'vitest'
import { Collection, type ConfigInput } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { editableSite } from './editable.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { temporaryFolder, tidewatch } from './shell.ts'

const SITE = {
  '/': `<title>Home</title><a href="/about">About</a>
    <a href="/never" style="display:none"></a> <a href="/later" aria-hidden="true"></a>
    <ul style="display:none"><li><a href="/menu">Menu</a><li><a href="/about">About</a></ul>`,
  '/about': '<title>About</title><p>All about us.</p><a href="/later">Read this later</a>',
  '/menu': '<title>Menu</title><p>Fish and chips.</p>',
  '/later': '<title>Later</title><p>Now it is later.</p>',
  '/never': '<title>Trap</title><p>You are a robot.</p>',
}
const CONFIG = (seed: string, hidden = true): ConfigInput => ({
  ...{ seeds: [seed], threads: 1, request: { delay: 0, allowPrivate: true, retries: 0 } },
  scope: { traps: { hidden }, soft404: false },
})

const freshSchema = freshSchemas()

describe.each(['SQLite', 'PostgreSQL'])('on %s', store => {
  const place = async () => (store === 'SQLite' ? temporaryFolder() : freshSchema())

  it('traps are not fetched, and everything else is', async () => {
    const site = await editableSite(SITE)
    await using collection = await Collection.open(await place(), {
      mode: 'write',
      archiveFolder: await temporaryFolder(),
    })
    const status = async (path: string) => (await collection.page(site.url(path)))?.status
    await collection.crawl(CONFIG(site.url('/')))
    for (const path of ['/', '/about', '/menu', '/later'])
      expect([path, await status(path)]).toEqual([path, 'completed'])
    expect(await collection.page(site.url('/never'))).toMatchObject({
      status: 'excluded',
      reason: 'only links that people cannot see lead here, as traps for robots have them',
    })
    await collection.recrawl(CONFIG(site.url('/'), false), { which: 'all' })
    expect(await status('/never')).toBe('completed')
  })
})

it('history tells why', async () => {
  const site = await editableSite(SITE)
  const folder = await temporaryFolder()
  {
    await using collection = await Collection.open(folder, { mode: 'write' })
    await collection.crawl(CONFIG(site.url('/')))
  }
  const { stdout } = await tidewatch('history', site.url('/never'), '--collection', folder)
  expect(stdout).toContain('not fetched: only links that people cannot see lead here')
})

it('spam is found by the library and the command', async () => {
  const stuffed = `<title>Pills</title><p>${'We sell cheap pills and more cheap pills. '.repeat(60)}</p>`
  const site = await editableSite({ ...SITE, '/menu': stuffed })
  const folder = await temporaryFolder()
  {
    await using collection = await Collection.open(folder, { mode: 'write' })
    await collection.crawl(CONFIG(site.url('/')))
    const found = await collect(collection.spam())
    expect(found).toMatchObject([
      { url: site.url('/menu'), reasons: [{ kind: 'density' }, { kind: 'phrase' }] },
    ])
  }
  const examined = await tidewatch('doctor', '--collection', folder)
  expect(examined.stdout).toContain(
    `1 of 4 pages looks written for search engines, such as ${site.url('/menu')}: "tidewatch spam"`,
  )
  const { stdout } = await tidewatch('spam', '--min', '60%', '--collection', folder)
  expect(stdout).toMatch(/\/menu +every \dth word is "(?:cheap|pills)"/)
})
