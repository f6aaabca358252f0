/** Pages that are erased on request: nothing of them is left, and nothing else is harmed. Both stores, all compressions. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRecords } from '../../src/archive/index.ts'
import { openHoldings } from '../../src/crawl/index.ts'
import { Collection, type ConfigInput } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { rendered } from './scripted-site.ts'
import { temporaryFolder, tidewatch } from './shell.ts'
import { answering } from './small-server.ts'

const freshSchema = freshSchemas()

/** Occurs in no header or address. */
const SECRET = 'quillfeather'

const words = (name: string) =>
  Array.from({ length: 400 }, (_, i) => createHash('md5').update(`${name}${i}`).digest('hex')).join(' ')

const STORY = `<title>Story of ${SECRET}</title><p>${SECRET} ${words('story')}</p>`
const PATHS = ['/person', '/mirror', '/other']

/** `/person` and `/mirror` say the same until somebody edits one of them. */
async function site() {
  const pages = new Map([
    ['/', PATHS.map(path => `<a href="${path}">${path.slice(1)}</a>`).join(' ')],
    ['/person', STORY],
    ['/mirror', STORY],
    ['/other', `<title>Other</title><p>${words('other')}</p>`],
  ])
  const asked: string[] = []
  const url = await answering((request, response) => {
    asked.push(request.url ?? '')
    const html = pages.get(request.url ?? '')
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html)
  })
  return { pages, asked, url }
}

const configFor = (seed: string, more: ConfigInput = {}): ConfigInput => ({
  ...{ seeds: [seed], threads: 1, search: 'all', duplicates: { urls: 'off' } },
  ...{ request: { delay: 0, allowPrivate: true, retries: 0 }, extract: { patterns: ['email'] } },
  ...more,
})

interface Place {
  readonly where: string
  readonly archiveFolder: string
}

function place(kind: 'sqlite' | 'postgres', folder: string): Place {
  const archiveFolder = join(folder, 'archive')
  if (kind === 'sqlite') return { where: folder, archiveFolder }
  return { where: freshSchema(), archiveFolder }
}

async function withCollection<T>(
  { where, archiveFolder }: Place,
  work: (collection: Collection) => Promise<T>,
): Promise<T> {
  const collection = await Collection.open(where, { mode: 'write', archiveFolder })
  return work(collection).finally(() => collection.close())
}

/** What of the archive can be unpacked, as text. */
async function archiveText(folder: string): Promise<string> {
  const texts: string[] = []
  for (const name of await readdir(folder)) {
    if (name.endsWith('.cdxj')) texts.push(await readFile(join(folder, name), 'utf8'))
    else
      for await (const record of readRecords(join(folder, name))) {
        texts.push(record.head.toString())
        for await (const piece of record.block) texts.push(piece.toString('latin1'))
      }
  }
  return texts.join('\n')
}

const problems = async (collection: Collection) =>
  (await collect(collection.doctor({ full: true }))).filter(
    ({ level }) => level !== 'ok' && level !== 'warning',
  )

const KINDS = [
  { kind: 'sqlite', archive: { compression: 'gzip' } },
  { kind: 'sqlite', archive: { compression: 'zstd' } },
  { kind: 'sqlite', archive: { compression: 'none' } },
  { kind: 'postgres', archive: { compression: 'gzip' } },
] as const

describe.each(KINDS)('a page forgotten on request ($kind, $archive.compression)', ({ kind, archive }) => {
  it('is erased with all its revisions, and pages that share its bytes keep theirs', async () => {
    const { pages, asked, url } = await site()
    const here = place(kind, await temporaryFolder())
    const config = configFor(url('/'), { archive })
    await withCollection(here, async collection => {
      await collection.crawl(config)
      // Another revision of the page, and a revisit record of its mirror, which refers to bytes under the other address.
      pages.set('/person', `${STORY}<p>More of ${SECRET}, ${SECRET}@example.org</p>`)
      await collection.recrawl(undefined, { which: 'all' })
      const before = await collection.counts()

      const forgotten = await collection.forget([url('/person')])
      expect(forgotten).toMatchObject({ pages: [url('/person')], revisions: 2, copies: [] })
      expect(forgotten.erasedBytes).toBeGreaterThan(5_000)

      const page = await collection.page(url('/person'))
      expect(page).toMatchObject({ status: 'excluded', title: null })
      expect(page?.reason).toMatch(/^forgotten on request on \d{4}-/)
      expect(await page?.history()).toEqual([])
      expect(await collection.counts()).toMatchObject({
        fetched: before.fetched - 1,
        revisions: before.revisions - 2,
      })
      expect(await (await collection.page(url('/mirror')))!.html()).toBe(STORY)
      expect(await problems(collection)).toEqual([])
      const found = await collect(collection.search(SECRET))
      expect(found.map(hit => hit.url)).toEqual([url('/mirror')])
    })

    const left = await archiveText(here.archiveFolder)
    expect(left).not.toContain(`More of ${SECRET}`)
    expect(left).not.toContain(url('/person'))
    // Once for each record of the mirror that has its own payload.
    expect(left.split(`<title>Story of ${SECRET}`)).toHaveLength(2)

    asked.length = 0
    await withCollection(here, async collection => {
      await collection.crawl({ ...config, seeds: [url('/'), url('/person')] }, { refresh: true })
      await collection.recrawl(undefined, { which: 'all' })
      expect(asked).not.toContain('/person')
      expect(asked).toContain('/mirror')
      expect(await problems(collection)).toEqual([])
    })
  })

  it('is fetched as if it were new if that is wanted', async () => {
    const { url } = await site()
    const here = place(kind, await temporaryFolder())
    await withCollection(here, async collection => {
      await collection.crawl(configFor(url('/'), { archive }))
      await collection.forget([url('/person'), url('/mirror')])
      expect(await archiveText(here.archiveFolder)).not.toContain(SECRET)
      expect(await collection.forget([url('/person')], { refetch: true })).toMatchObject({ revisions: 0 })
      await collection.crawl(configFor(url('/'), { archive }))
      const page = (await collection.page(url('/person')))!
      expect(page).toMatchObject({ status: 'completed' })
      expect((await page.revisions()).map(({ number }) => number)).toEqual([1])
      expect(await problems(collection)).toEqual([])
    })
  })
})

describe('forgetting', () => {
  it('leaves nothing in the database files', async () => {
    const { url } = await site()
    const folder = await temporaryFolder()
    await withCollection(place('sqlite', folder), async collection => {
      await collection.crawl(configFor(url('/')))
      await collection.forget([url('/person'), url('/mirror')])
    })
    for (const name of (await readdir(folder)).filter(each => each.startsWith('tidewatch.')))
      expect((await readFile(join(folder, name))).includes(SECRET), name).toBe(false)
  })

  it('takes what a browser showed along, pictures among it, and leaves other routes of the address', async () => {
    const { pages, url } = await site()
    pages.set('/app', `<div id=out></div><script>out.textContent = 'Shown ' + location.hash</script>`)
    pages.set('/', `<a href="/app">app</a> <a href="/app#/one">one</a> <a href="/app#/two">two</a>`)
    const here = place('sqlite', await temporaryFolder())
    await withCollection(here, async collection => {
      const render = { ...rendered('always'), pictures: 'view' } as const
      await collection.crawl(configFor(url('/'), { render }))
      expect(await archiveText(here.archiveFolder)).toContain('Shown #/one')
      await collection.forget([url('/app#/one')])
      const left = await archiveText(here.archiveFolder)
      expect(left).not.toMatch(/Shown #.one|urn:[a-z]+:[^ ]*#.one/)
      expect(left).toContain(`urn:view:${url('/app#/two')}`)
      expect(await (await collection.page(url('/app#/two')))!.text()).toContain('Shown #/two')
      expect(await (await collection.page(url('/app')))!.text()).toContain('Shown')
      expect(await problems(collection)).toEqual([])
    })
  })

  it('that was interrupted is completed by the next run', async () => {
    const { url } = await site()
    const here = place('sqlite', await temporaryFolder())
    await withCollection(here, collection => collection.crawl(configFor(url('/'))))
    const holdings = await openHoldings(here.where, { mode: 'write' })
    const page = (await collect(holdings.store.pages({}))).find(each => each.url === url('/other'))!
    const [visit] = await holdings.store.visits(page)
    const { file, offset, length } = visit!.place!
    const meta = { erasing: JSON.stringify({ [file]: [{ offset, length }] }) }
    const how = { after: 'excluded', reason: 'forgotten', moved: [], meta } as const
    await holdings.store.erasure.forget({ pages: [page], ...how })
    await holdings.close()
    expect(await archiveText(here.archiveFolder)).toContain('<title>Other')
    await withCollection(here, collection => collection.recrawl(undefined, { which: 'all' }))
    expect(await archiveText(here.archiveFolder)).not.toContain('<title>Other')
  })

  it('asks first on the command line, names what it does not know, and says what stays', async () => {
    const { url } = await site()
    const folder = await temporaryFolder()
    await withCollection(place('sqlite', folder), collection => collection.crawl(configFor(url('/'))))
    const forget = (...more: string[]) => tidewatch('forget', ...more, '-c', folder)
    expect(await forget(url('/person'))).toMatchObject({
      code: 2,
      stderr: /1 page in 1 revision: --yes erases it for good/,
    })
    const unknown = await forget(url('/nowhere'), url('/person'), '--yes')
    expect(unknown).toMatchObject({ code: 2 })
    expect(unknown.stderr).toContain(`not known in ${folder}: ${url('/nowhere')}; nothing was forgotten`)
    const done = await forget(url('/person'), '--yes')
    expect(done.code).toBe(0)
    expect(done.stderr).toMatch(/forgot 1 page in 1 revision, overwrote \d.*never fetched again/)
    expect(done.stderr).toContain(`1 other page with the same bytes stays: ${url('/mirror')}`)
    expect((await tidewatch('history', url('/person'), '-c', folder)).stdout).toContain(
      'forgotten on request',
    )
  })
})
