/** Archives that were harmed from outside: what is lost is told, fetched again and kept whole; everything else stays as it was. */
import { appendFile, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../scripts/postgres.ts'
import { isReadable, readRecordAt } from '../../src/archive/index.ts'
import { doctorCommand } from '../../src/cli/doctor.ts'
import { configFrom } from '../../src/config/index.ts'
import { type Holdings, type Loss, openHoldings, type RunOptions, runCrawl } from '../../src/crawl/index.ts'
import { realClock, realRandom, silentLog } from '../../src/env/index.ts'
import type { DoctorFinding } from '../../src/library/index.ts'
import type { ArchiveFile } from '../../src/store/index.ts'
import { serveWorld, temporaryFolder, tidewatch } from '../e2e/shell.ts'
import { conditional, neverChanging, startWorld } from '../world/index.ts'

let server: TestPostgres
let schemas = 0
beforeAll(async () => {
  server = await startTestPostgres()
})
afterAll(() => server.stop())

const HOST = 'v.test'
/** Far in the future, so that only pages that lost their copies are due. */
const REFRESH = { bounds: ['20d', '30d'] as [string, string] }

async function scene(kind: 'sqlite' | 'postgres', compression: 'gzip' | 'zstd' | 'none' = 'gzip') {
  const world = await startWorld({ sites: [conditional(HOST, { changes: neverChanging, pages: 4 })] })
  onTestFinished(() => world.stop())
  const folder = await temporaryFolder()
  const name = kind === 'sqlite' ? folder : `${server.url}?schema=harm${process.pid}_${++schemas}`
  const archive = join(folder, 'archive')
  const env = { clock: realClock, random: realRandom, network: world.network, log: silentLog }
  const { settings } = configFrom({
    seeds: [world.url(HOST)],
    threads: 1,
    patience: '1s',
    refresh: REFRESH,
    archive: { compression, rotate: '8KiB' },
    request: { delay: 0, allowPrivate: true, retryDelay: '100ms' },
  })
  const opened = async <T>(mode: 'read' | 'write', work: (collection: Holdings) => Promise<T>) => {
    const collection = await openHoldings(name, { mode, archiveFolder: archive })
    try {
      return await work(collection)
    } finally {
      await collection.close()
    }
  }
  const crawl = (work: RunOptions['work'], extras: Partial<RunOptions> = {}) =>
    opened('write', async collection => {
      const losses: Loss[] = []
      const before = world.log.length
      const onLoss = (loss: Loss) => void losses.push(loss)
      await runCrawl(collection, { env, settings, work: work!, onLoss, ...extras })
      const asked = world.log.slice(before).filter(({ path }) => path !== '/robots.txt')
      return { losses, asked: asked.map(({ path, headers }) => ({ path, headers })) }
    })
  const doctor = async (options: { repair?: boolean; full?: boolean } = {}) => {
    const lines: string[] = []
    const output = { result: (line: string) => void lines.push(line), note: () => {}, isTerminal: false }
    await doctorCommand({ collection: name, archive, json: true, ...options }, output)
    const findings = lines.map(line => JSON.parse(line) as DoctorFinding)
    return findings.filter(({ level, check }) => level !== 'ok' && check !== 'dns' && check !== 'disk')
  }
  return { archive, opened, crawl, doctor }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** Where the copies of all pages stand. */
const copies = ({ opened }: Scene) =>
  opened('read', async ({ store, archiveFolder }) => {
    const all: {
      url: string
      file: string | null
      offset: number
      end: number
      isThere: boolean
      type: string
    }[] = []
    for await (const page of store.pages({ stored: true })) {
      const place = (await store.revisions(page)).at(-1)!.place
      const isThere = place !== null && (await isReadable(archiveFolder, place, page.url))
      const { type } = isThere ? await readRecordAt(archiveFolder, place) : { type: '' }
      const { file = null, offset = 0, length = 0 } = place ?? {}
      all.push({ url: page.url, file, offset, end: offset + length, isThere, type })
    }
    return all
  })

const files = ({ opened }: Scene): Promise<readonly ArchiveFile[]> =>
  opened('read', ({ store }) => store.archiveFiles())

/** Each harms the file and says from which byte to which the archive is lost. */
const HARMS: Readonly<Record<string, (path: string, middle: number) => Promise<readonly [number, number]>>> =
  {
    'cut short': async (path, middle) => {
      await truncate(path, middle)
      return [middle, Number.POSITIVE_INFINITY]
    },
    emptied: async path => {
      await truncate(path, 0)
      return [0, Number.POSITIVE_INFINITY]
    },
    gone: async path => {
      await rm(path)
      return [0, Number.POSITIVE_INFINITY]
    },
    'damaged inside': async (path, middle) => {
      const bytes = await readFile(path)
      bytes.fill(0x55, middle - 20, middle + 20)
      await writeFile(path, bytes)
      return [middle - 20, middle + 20]
    },
  }

const stores = ['sqlite', 'postgres'] as const
const all = stores.flatMap(store => Object.keys(HARMS).map(harm => [store, harm] as const))

describe.each(all)('on %s, a file that is %s', (kind, harm) => {
  it('loses what was there and nothing else, and is healed by one pass', async () => {
    const scenery = await scene(kind)
    await scenery.crawl({ discover: true, refresh: false })
    // Revisit records of everything, so that there are some that stand for what will be lost.
    await scenery.opened('write', ({ store }) => store.makeAllDue(realClock.now()))
    await scenery.crawl({ discover: true, refresh: true })
    const [file] = await files(scenery)
    const path = join(scenery.archive, file!.name)
    const before = await copies(scenery)
    const inFile = before.filter(copy => copy.file === file!.name).sort((a, b) => a.offset - b.offset)
    expect(inFile.length).toBeGreaterThan(4)
    const victim = inFile[Math.floor(inFile.length / 2)]!
    const [from, to] = await HARMS[harm]!(path, Math.floor((victim.offset + victim.end) / 2))
    const isLost = (copy: (typeof before)[number]) =>
      copy.file === file!.name && copy.end > from && copy.offset < to
    const lost = before
      .filter(isLost)
      .map(({ url }) => url)
      .sort()
    expect(lost.length).toBeGreaterThan(0)
    expect((await scenery.doctor({ full: true })).some(({ level }) => level === 'problem')).toBe(true)
    const sizeBefore = (await stat(path).catch(() => null))?.size ?? 0

    // Damage inside a file is only found by reading it.
    const mended = harm === 'damaged inside' ? await scenery.doctor({ repair: true }) : []
    const { losses, asked } = await scenery.crawl({ discover: true, refresh: true }, { plan: 'once' })
    const told = mended.length > 0 ? mended.map(({ message }) => message).join() : null
    if (told !== null) expect(told).toMatch(new RegExp(`${lost.length} pages? lost .*pages --lost`))
    else {
      expect(losses).toMatchObject([{ file: file!.name, pages: lost.length, earlierRevisions: 0 }])
      expect(lost).toEqual(expect.arrayContaining([...losses[0]!.examples]))
    }
    expect(asked.map(({ path }) => `http://${HOST}${path}`).sort()).toEqual(lost)
    for (const { headers } of asked)
      expect([headers['if-none-match'], headers['if-modified-since']]).toEqual([undefined, undefined])

    const after = await copies(scenery)
    expect(after.filter(copy => !copy.isThere || copy.type !== 'response')).toEqual([])
    const untouched = before.filter(copy => !isLost(copy))
    expect(after).toEqual(expect.arrayContaining(untouched))
    expect((await stat(path).catch(() => null))?.size ?? 0).toBeLessThanOrEqual(sizeBefore)
    const revisions = await scenery.opened('read', async ({ store }) => (await store.counts()).revisions)
    expect(revisions).toBe(before.length)
    const findings = await scenery.doctor({ full: true })
    expect(findings.filter(({ level }) => level === 'problem')).toEqual([])

    const quiet = await scenery.crawl({ discover: true, refresh: true }, { plan: 'once' })
    expect(quiet).toEqual({ losses: [], asked: [] })
  })
})

it.each(['zstd', 'none'] as const)('%s files heal as well', async compression => {
  for (const harm of ['cut short', 'damaged inside']) {
    const scenery = await scene('sqlite', compression)
    await scenery.crawl({ discover: true, refresh: false })
    const [file] = await files(scenery)
    const copy = (await copies(scenery)).find(each => each.file === file!.name && each.offset > 0)!
    await HARMS[harm]!(join(scenery.archive, file!.name), copy.end - 30)
    if (harm === 'damaged inside') await scenery.doctor({ repair: true })
    await scenery.crawl({ discover: true, refresh: true }, { plan: 'once' })
    expect((await copies(scenery)).filter(({ isThere }) => !isThere)).toEqual([])
    expect((await scenery.doctor({ full: true })).filter(({ level }) => level === 'problem')).toEqual([])
  }
})

it('what stands behind the committed length harms nothing', async () => {
  const scenery = await scene('sqlite')
  await scenery.crawl({ discover: true, refresh: false })
  const [file] = await files(scenery)
  await appendFile(join(scenery.archive, file!.name), Buffer.alloc(500, 7))
  const { losses, asked } = await scenery.crawl({ discover: true, refresh: true }, { plan: 'once' })
  expect([losses, asked]).toEqual([[], []])
  expect((await scenery.doctor({ full: true })).map(({ level }) => level)).toEqual(['warning'])
})

it('an empty archive folder is a disk that is not mounted, until the doctor is told otherwise', async () => {
  const scenery = await scene('sqlite')
  await scenery.crawl({ discover: true, refresh: false })
  const pages = (await copies(scenery)).length
  await rm(scenery.archive, { recursive: true })
  await expect(scenery.crawl({ discover: true, refresh: true })).rejects.toThrow(
    /mount its disk or name the folder/,
  )
  expect((await copies(scenery)).every(copy => copy.file !== null)).toBe(true)
  await scenery.doctor({ repair: true })
  const { asked } = await scenery.crawl({ discover: true, refresh: true }, { plan: 'once' })
  expect(asked).toHaveLength(pages)
  expect((await copies(scenery)).filter(({ isThere }) => !isThere)).toEqual([])
})

it('files of a PostgreSQL collection that may stand on another machine are not taken for lost', async () => {
  const scenery = await scene('postgres')
  await scenery.crawl({ discover: true, refresh: false })
  const [file] = await files(scenery)
  const path = join(scenery.archive, file!.name)
  for (const name of [path, `${path}.cdxj`]) await rm(name)
  const { losses, asked } = await scenery.crawl({ discover: true, refresh: true }, { plan: 'once' })
  expect([losses, asked]).toEqual([[], []])
})

it('the commands say what is lost, list it and heal it', async () => {
  const folder = await temporaryFolder()
  const collection = join(folder, 'data')
  const config = await (await serveWorld('--kind', 'docs')).config(folder)
  await tidewatch('crawl', '--config', config, '-c', collection)
  const archive = join(collection, 'archive')
  const name = (await readdir(archive)).find(each => each.endsWith('.warc.gz'))!
  await truncate(join(archive, name), Math.floor((await stat(join(archive, name))).size / 2))
  const crawled = await tidewatch('crawl', '--config', config, '-c', collection)
  expect(crawled.stderr).toMatch(
    /has \d+ of \d+ bytes: (\d+) pages lost their copies \(among them http.*\).*"tidewatch pages --lost" lists them/,
  )
  const { rows } = await tidewatch('pages', '--lost', '--json', '-c', collection)
  expect(rows).toHaveLength(Number(/(\d+) pages lost/.exec(crawled.stderr)![1]))
  const shown = await tidewatch('show', String(rows[0]!.url), '-c', collection)
  expect([shown.code, shown.stderr]).toEqual([
    1,
    expect.stringMatching(/has lost its copy of revision 1 of http/),
  ])
  expect((await tidewatch('doctor', '-c', collection)).stdout).toMatch(/pages have lost their copies/)
  await tidewatch('recrawl', '-c', collection)
  expect((await tidewatch('pages', '--lost', '--json', '-c', collection)).rows).toEqual([])
  const doctor = await tidewatch('doctor', '--full', '-c', collection)
  expect([doctor.code, doctor.stderr]).toEqual([0, expect.stringMatching(/^no problems/)])
  expect((await tidewatch('show', String(rows[0]!.url), '-c', collection)).code).toBe(0)
})
