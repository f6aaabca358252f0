/** An archive that moves to a bucket as it grows: nothing is lost, and readers do not notice. */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../scripts/postgres.ts'
import { Collection, type ConfigInput } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { BUCKET_KEYS, type BucketServer, startBucketServer } from '../world/bucket-server.ts'
import { start, temporaryFolder } from './shell.ts'
import { answering } from './small-server.ts'

let database: TestPostgres
let schemas = 0
beforeAll(async () => {
  database = await startTestPostgres()
})
afterAll(() => database?.stop())

let service: BucketServer
beforeEach(async () => {
  for (const [name, value] of Object.entries(BUCKET_KEYS)) vi.stubEnv(name, value)
  service = await startBucketServer()
  onTestFinished(() => {
    service.stop()
    vi.unstubAllEnvs()
  })
})

const PAGES = 12
const PERSON = 'quillfeather'

/** Text that does not compress, so that archive files fill up. */
const noise = (name: string) =>
  Array.from({ length: 300 }, (_, i) => createHash('md5').update(`${name}${i}`).digest('hex')).join(' ')

/** Every page but the first can be edited; two of them say the same. */
async function site() {
  const edited = new Set<string>()
  const html = (path: string): string | null => {
    if (path === '/')
      return Array.from({ length: PAGES }, (_, i) => `<a href="/p${i}">page ${i}</a>`).join(' ')
    if (!/^\/p\d+$/.test(path)) return null
    const name = path === '/p1' ? '/p0' : path
    const more = edited.has(path) ? `<p>Edited since, by ${PERSON}.` : ''
    return `<title>Page</title><p>${path === '/p2' ? PERSON : ''} ${noise(name)}${more}`
  }
  const url = await answering((request, response) => {
    const page = html(request.url ?? '')
    response.writeHead(page === null ? 404 : 200, { 'content-type': 'text/html' }).end(page)
  })
  return { edited, html, url }
}

const configFor = (seed: string, archive: ConfigInput['archive']): ConfigInput => ({
  ...{ seeds: [seed], threads: 1, duplicates: { urls: 'off' }, scope: { soft404: false } },
  // One after the other, so that they fill several files.
  request: { delay: '60ms', allowPrivate: true, retries: 0 },
  archive: { bucket: 's3://archive/news', endpoint: service.endpoint, rotate: 20_000, ...archive },
})

interface Place {
  readonly where: string
  readonly archiveFolder: string
}

async function place(kind: 'sqlite' | 'postgres'): Promise<Place> {
  const folder = await temporaryFolder()
  const archiveFolder = join(folder, 'archive')
  if (kind === 'sqlite') return { where: folder, archiveFolder }
  return { where: `${database.url}?schema=bucket${++schemas}`, archiveFolder }
}

async function opened<T>({ where, archiveFolder }: Place, work: (collection: Collection) => Promise<T>) {
  const collection = await Collection.open(where, { mode: 'write', archiveFolder })
  return work(collection).finally(() => collection.close())
}

const problems = async (collection: Collection) =>
  (await collect(collection.doctor({ full: true }))).filter(({ level }) => level === 'problem')

const left = async ({ archiveFolder }: Place) =>
  (await readdir(archiveFolder)).filter(name => /warc/.test(name))

const warcs = () => [...service.objects.keys()].filter(key => !key.endsWith('.cdxj'))

async function expectStored(collection: Collection, { html, url }: Awaited<ReturnType<typeof site>>) {
  for (let i = 0; i < PAGES; i++)
    expect(await (await collection.page(url(`/p${i}`)))?.html()).toBe(html(`/p${i}`))
}

describe.each([
  { kind: 'sqlite', archive: {} },
  { kind: 'sqlite', archive: { compression: 'zstd' } },
  { kind: 'postgres', archive: {} },
] as const)('an archive in a bucket ($kind, $archive.compression)', ({ kind, archive }) => {
  it('moves there, is read and checked there, and grows', async () => {
    const web = await site()
    const here = await place(kind)
    await opened(here, async collection => {
      await collection.crawl(configFor(web.url('/'), archive))
      expect(await left(here)).toEqual([])
      expect(warcs().length).toBeGreaterThan(1)
      expect(service.objects.size).toBe(warcs().length * 2)
      await expectStored(collection, web)

      web.edited.add('/p3')
      await collection.recrawl(undefined, { which: 'all' })
      const page = (await collection.page(web.url('/p3')))!
      expect(await page.html()).toBe(web.html('/p3'))
      expect(await (await page.revisions())[0]?.html()).not.toBe(web.html('/p3'))
      expect(await page.diff()).not.toBeNull()
      expect(await problems(collection)).toEqual([])
    })
    expect(await left(here)).toEqual([])

    const out = join(await temporaryFolder(), 'export')
    const reader = await Collection.open(here.where, { mode: 'read', archiveFolder: here.archiveFolder })
    const exported = await reader.export('warc', out)
    await reader.close()
    expect(exported).toMatchObject({ problems: [] })
    expect((await readdir(out)).length).toBe(warcs().length + 2)
  })

  it('forgets pages there', async () => {
    const web = await site()
    const here = await place(kind)
    await opened(here, async collection => {
      await collection.crawl(configFor(web.url('/'), { compression: 'none' }))
      expect(everything()).toContain(PERSON)
      await collection.forget([web.url('/p2')])
      expect(await problems(collection)).toEqual([])
    })
    expect(everything()).not.toContain(PERSON)
    expect(everything()).not.toContain(`${web.url('/p2')}"`)
    expect(await left(here)).toEqual([])
  })

  it('is deleted with its collection', async () => {
    const web = await site()
    const here = await place(kind)
    await opened(here, collection => collection.crawl(configFor(web.url('/'), archive)))
    await Collection.empty(here.where, { archiveFolder: here.archiveFolder })
    expect(service.objects.size).toBe(0)
  })
})

it('another machine reads, erases and goes on with what this one has moved', async () => {
  const web = await site()
  const here = await place('postgres')
  await opened(here, collection => collection.crawl(configFor(web.url('/'), { compression: 'none' })))
  const there = { ...here, archiveFolder: join(await temporaryFolder(), 'archive') }
  await opened(there, async collection => {
    await expectStored(collection, web)
    await collection.forget([web.url('/p2')])
    expect(await problems(collection)).toEqual([])
    web.edited.add('/p4')
    await collection.recrawl(undefined, { which: 'all' })
    expect(await (await collection.page(web.url('/p4')))!.html()).toBe(web.html('/p4'))
  })
  expect(everything()).not.toContain(`${PERSON} `)
  await opened(here, async collection => {
    expect(await (await collection.page(web.url('/p4')))!.history()).toHaveLength(2)
    expect(await problems(collection)).toEqual([])
  })
})

const everything = () => [...service.objects.values()].map(bytes => bytes.toString('latin1')).join('\n')

describe('when the bucket is away', () => {
  it('the crawl goes on, files wait in the folder, and the next run moves them', async () => {
    const web = await site()
    const here = await place('sqlite')
    const file = join(here.where, '..', `${schemas++}-config.json`)
    await writeFile(file, JSON.stringify(configFor(web.url('/'), {})))
    service.fault = () => 'reset'
    const crawled = await start(['crawl', '--config', file, '-c', here.where]).ended
    expect(crawled.stderr).toMatch(
      /archive files wait in .* for s3:\/\/archive\/news \(s3:\/\/archive\/news cannot be reached at .*\); the next run moves them/,
    )
    expect(crawled.code).toBe(0)
    expect((await left(here)).length).toBeGreaterThan(3)
    expect(service.objects.size).toBe(0)

    service.fault = () => null
    const again = await start(['crawl', '-c', here.where]).ended
    expect(again.stderr).not.toContain('wait in')
    expect(await left(here)).toEqual([])
    await opened(here, collection => expectStored(collection, web))
  })

  it('no page is half forgotten', async () => {
    const web = await site()
    const here = await place('sqlite')
    await opened(here, collection => collection.crawl(configFor(web.url('/'), {})))
    service.fault = ({ url }) => (url?.includes('.cdxj') ? 503 : null)
    await opened(here, async collection => {
      await expect(collection.forget([web.url('/p2')])).rejects.toThrow('refused a request')
      expect((await collection.page(web.url('/p2')))?.status).toBe('completed')
    })
  })

  it('nothing in it counts as lost', async () => {
    const web = await site()
    const here = await place('sqlite')
    await opened(here, collection => collection.crawl(configFor(web.url('/'), {})))
    service.fault = () => 503
    web.edited.add('/p5')
    await opened(here, async collection => {
      await collection.recrawl(undefined, { which: 'all' })
      const [found, ...more] = await collect(collection.doctor({ repair: true, full: true }))
      expect([found, more]).toEqual([expect.objectContaining({ level: 'problem', check: 'bucket' }), []])
      await expect((await collection.page(web.url('/p4')))!.html()).rejects.toThrow(
        'refused a request (SlowDown',
      )
    })
    service.fault = () => null
    await opened(here, async collection => {
      expect(await (await collection.page(web.url('/p5')))!.history()).toHaveLength(2)
      await expectStored(collection, web)
      expect(await problems(collection)).toEqual([])
    })
  }, 60_000)
})

it('a file that is gone from the bucket is noticed, and its pages are fetched again', async () => {
  const web = await site()
  const here = await place('sqlite')
  await opened(here, collection => collection.crawl(configFor(web.url('/'), {})))
  const [gone] = warcs()
  service.objects.delete(gone!)
  await opened(here, async collection => {
    expect((await problems(collection)).map(({ message }) => message).join()).toContain(
      'is missing, and not in s3://archive/news',
    )
    await collection.recrawl(undefined, { which: 'due' })
    await expectStored(collection, web)
    expect(await problems(collection)).toEqual([])
  })
})

it('a move that was cut short is completed', async () => {
  const web = await site()
  const here = await place('sqlite')
  await opened(here, collection => collection.crawl(configFor(web.url('/'), {})))
  // Killed after the upload, before the file was deleted.
  const [key] = warcs()
  for (const each of [key!, `${key}.cdxj`])
    await writeFile(join(here.archiveFolder, each.split('/').at(-1)!), service.objects.get(each)!)
  await opened(here, async collection => {
    await collection.recrawl(undefined, { which: 'due' })
    expect(await left(here)).toEqual([])
    await expectStored(collection, web)
  })
})

it('a collection that has an archive already moves it', async () => {
  const web = await site()
  const here = await place('sqlite')
  await opened(here, async collection => {
    const config = configFor(web.url('/'), {})
    await collection.crawl({ ...config, archive: { rotate: 20_000 } })
    const before = await left(here)
    expect(service.objects.size).toBe(0)
    await collection.crawl(config)
    expect(await left(here)).toEqual([])
    expect(service.objects.size).toBe(before.length)
    await expectStored(collection, web)
  })
})

it('an index that is missing is made anew in the bucket', async () => {
  const web = await site()
  const here = await place('sqlite')
  await opened(here, async collection => {
    await collection.crawl(configFor(web.url('/'), {}))
    const [index] = [...service.objects.keys()].filter(key => key.endsWith('.cdxj'))
    const lines = service.objects.get(index!)!.toString()
    service.objects.delete(index!)
    expect((await problems(collection)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/\.cdxj is missing$/),
    ])
    await collect(collection.doctor({ repair: true, full: true }))
    expect(service.objects.get(index!)!.toString()).toBe(lines)
    expect(await left(here)).toEqual([])
  })
})

it('another bucket is refused until it has everything that the first one has', async () => {
  const web = await site()
  const here = await place('sqlite')
  await opened(here, async collection => {
    await collection.crawl(configFor(web.url('/'), {}))
    const other = configFor(web.url('/'), { bucket: 's3://other' })
    await expect(collection.crawl(other)).rejects.toThrow(
      /^\d archive files are in s3:\/\/archive\/news and not in s3:\/\/other: copy everything there first/,
    )
  })
  for (const [key, bytes] of [...service.objects])
    service.objects.set(key.replace('archive/news', 'other'), bytes)
  await opened(here, async collection => {
    await collection.crawl(configFor(web.url('/'), { bucket: 's3://other' }))
    for (const key of [...service.objects.keys()]) if (key.startsWith('archive/')) service.objects.delete(key)
    await expectStored(collection, web)
  })
})

describe('archive.folder', () => {
  it('is where the config says, and is found without it', async () => {
    const web = await site()
    const folder = await temporaryFolder()
    const file = join(folder, 'config.json')
    const { archive: _, ...config } = configFor(web.url('/'), {})
    await writeFile(file, JSON.stringify({ ...config, archive: { folder: 'warcs' } }))
    const crawled = await start(['crawl', '--config', file, '-c', join(folder, 'data')]).ended
    expect(crawled.code).toBe(0)
    expect((await readdir(join(folder, 'warcs'))).length).toBe(2)
    const shown = await start(['show', web.url('/p3'), '-c', join(folder, 'data')]).ended
    expect(shown.stdout).toContain(noise('/p3'))
  })

  it('is refused while the files are somewhere else', async () => {
    const web = await site()
    const here = await place('sqlite')
    const other = await temporaryFolder()
    const { archive: _, ...config } = configFor(web.url('/'), {})
    const collection = await Collection.open(here.where, { mode: 'write' })
    onTestFinished(() => collection.close())
    await collection.crawl(config)
    await expect(collection.crawl({ ...config, archive: { folder: other } })).rejects.toThrow(
      `the archive of this collection is in ${here.archiveFolder}, and the config says ${other}`,
    )
    // One that does not exist was moved by somebody who then named its place.
    await collection.crawl({ ...config, archive: { folder: join(other, 'gone') } })
    await expectStored(collection, web)
    const [name] = await left(here)
    expect((await readFile(join(here.archiveFolder, name!))).length).toBeGreaterThan(0)
  })
})
