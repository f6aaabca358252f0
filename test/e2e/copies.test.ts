/** One payload under many addresses: the archive holds it once, and everything that reads finds it. Read by warcio, on both stores. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { WARCParser } from 'warcio'
import { base32 } from '../../src/archive/index.ts'
import { Collection, type ConfigInput, type DoctorFinding } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { temporaryFolder, tidewatch } from './shell.ts'
import { answering } from './small-server.ts'

const freshSchema = freshSchemas()

/** Words without an end, the same for the same name. */
function text(name: string): string {
  const words = Array.from({ length: 800 }, (_, i) => createHash('md5').update(`${name}${i}`).digest('hex'))
  return `<html><title>${name}</title><p>${words.join(' ')}</p></html>`
}

const COPIES = ['/first', '/second', '/third', '/fourth']
const SMALL = ['/small', '/tiny']

/** Every answer says in a header what was asked for, and whether it is coded is up to the path: bytes are the same either way. */
async function site(coded: boolean) {
  const pages = new Map<string, string>([
    ['/', [...COPIES, ...SMALL, '/other'].map(path => `<a href="${path}">${path}</a>`).join(' ')],
    ...COPIES.map(path => [path, text('story')] as const),
    ...SMALL.map(path => [path, '<p>Hardly a word.</p>'] as const),
    ['/other', text('other')],
  ])
  const url = await answering((request, response) => {
    const html = pages.get(request.url ?? '')
    const body = coded ? gzipSync(html ?? '') : Buffer.from(html ?? '')
    const headers = { 'content-type': 'text/html', 'x-path': request.url ?? '' }
    response.writeHead(html === undefined ? 404 : 200, {
      ...headers,
      ...(coded && { 'content-encoding': 'gzip' }),
    })
    response.end(body)
  })
  return { pages, url }
}

const CONFIG = (seed: string, more: ConfigInput = {}): ConfigInput => ({
  ...{ seeds: [seed], threads: 1, request: { delay: 0, allowPrivate: true, retries: 0 } },
  duplicates: { urls: 'off' },
  ...more,
})

interface Found {
  readonly type: string
  readonly url: string
  readonly header: (name: string) => string | null
  readonly id: string
}

/** Responses and revisit records of a folder of WARC files, as warcio reads them; payload digests are computed. */
async function recordsIn(folder: string): Promise<Found[]> {
  const found: Found[] = []
  const names = (await readdir(folder)).filter(name => name.endsWith('.warc.gz')).sort()
  for (const name of names)
    for await (const record of new WARCParser(createReadStream(join(folder, name)), { parseHttp: false })) {
      const block = Buffer.from(await record.readFully(false))
      const header = (field: string) => record.warcHeader(field) ?? null
      const payload = block.subarray(block.indexOf('\r\n\r\n') + 4)
      if (record.warcType === 'response') {
        const digest = `sha1:${base32(createHash('sha1').update(payload).digest())}`
        expect(header('WARC-Payload-Digest')).toBe(digest)
      }
      if (record.warcType === 'revisit') expect(payload).toHaveLength(0)
      if (record.warcType === 'response' || record.warcType === 'revisit')
        found.push({
          type: record.warcType,
          url: header('WARC-Target-URI')!,
          header,
          id: header('WARC-Record-ID')!,
        })
    }
  return found
}

/** Every revisit record names a response, by number, address and date alike, with its digest. */
function expectNamed(records: readonly Found[]): void {
  for (const revisit of records.filter(({ type }) => type === 'revisit')) {
    const of = records.filter(
      ({ url, header }) =>
        url === revisit.header('WARC-Refers-To-Target-URI') &&
        header('WARC-Date') === revisit.header('WARC-Refers-To-Date'),
    )
    expect(of.map(({ type }) => type)).toEqual(['response'])
    expect(of[0]!.header('WARC-Payload-Digest')).toBe(revisit.header('WARC-Payload-Digest'))
    if (revisit.header('WARC-Refers-To') !== null) expect(revisit.header('WARC-Refers-To')).toBe(of[0]!.id)
  }
}

const problems = (findings: readonly DoctorFinding[]) =>
  findings.filter(({ level, check }) => level !== 'ok' && !['dns', 'disk'].includes(check))

describe.each([
  ['SQLite', 'gzip', false],
  ['SQLite', 'gzip', true],
  ['SQLite', 'zstd', true],
  ['SQLite', 'none', false],
  ['PostgreSQL', 'gzip', true],
] as const)('on %s, stored as %s, coded: %s', (store, compression, coded) => {
  async function scene() {
    const folder = await temporaryFolder()
    const where = store === 'SQLite' ? folder : freshSchema()
    const here = await site(coded)
    const config = CONFIG(here.url('/'), { archive: { compression } })
    const archiveFolder = join(folder, 'archive')
    const open = () => Collection.open(where, { mode: 'write', archiveFolder })
    const html = async (collection: Collection, path: string) =>
      (await collection.page(here.url(path)))!.html()
    return { ...here, folder, where, archiveFolder, config, open, html }
  }

  it('a payload is archived once, and read under every address', async () => {
    const { url, pages, folder, config, open, html } = await scene()
    await using collection = await open()
    await collection.crawl(config)
    await collection.recrawl(config, { which: 'all' })
    for (const [path, body] of pages) expect(await html(collection, path)).toBe(body)
    for (const path of COPIES) {
      const page = (await collection.page(url(path)))!
      const revision = (await page.revisions()).at(-1)!
      // What its own server said, not what the first one did.
      expect((await revision.response())!.header('x-path')).toBe(path)
      expect([...(await page.copies())].sort()).toEqual(
        COPIES.filter(other => other !== path)
          .map(url)
          .sort(),
      )
    }
    const groups = await collect(collection.duplicates({ by: 'payload' }))
    expect(groups.map(({ original, copies }) => [original, ...copies].sort()).sort()).toEqual(
      [COPIES.map(url).sort(), SMALL.map(url).sort()].sort(),
    )
    await collection.export('warc', join(folder, 'warc'))
    const records = await recordsIn(join(folder, 'warc'))
    expectNamed(records)
    const ofCopies = records.filter(record => COPIES.map(url).includes(record.url))
    expect(ofCopies.filter(({ type }) => type === 'response')).toHaveLength(1)
    expect(ofCopies).toHaveLength(2 * COPIES.length)
    expect(
      records.filter(({ url: of, type }) => SMALL.map(url).includes(of) && type === 'response'),
    ).toHaveLength(2)
    await collection.export('trec', join(folder, 'all.trec'))
    const trec = await readFile(join(folder, 'all.trec'), 'utf8')
    expect(trec.split(text('story')).length).toBe(COPIES.length + 1)
    expect(problems(await collect(collection.doctor({ full: true })))).toEqual([])
  })

  it('copies are lost with the record that holds them, told, fetched again and shared again', async () => {
    const { url, pages, config, open, html, archiveFolder } = await scene()
    await using collection = await open()
    await collection.crawl(config)
    const place = (path: string) =>
      collection.page(url(path)).then(async page => (await page!.revisions()).at(-1)!.place)
    const places = await Promise.all(COPIES.map(place))
    const original = places.find(each => each!.payload === undefined)!
    const file = join(archiveFolder, original.file)
    const bytes = await readFile(file)
    bytes.fill(0x55, original.offset + original.length - 400, original.offset + original.length - 300)
    await writeFile(file, bytes)
    const found = problems(await collect(collection.doctor({ full: true })))
    expect(found.filter(({ level }) => level === 'problem').map(({ check }) => check)).toContain('payload')
    const repaired = await collect(collection.doctor({ full: true, repair: true }))
    expect(repaired.find(({ check }) => check === 'repair')?.message).toContain('4 pages lost their copies')
    expect(await Promise.all(COPIES.map(place))).toEqual([null, null, null, null])
    await expect(html(collection, '/second')).rejects.toThrow('has lost its copy')
    await collection.recrawl(config)
    for (const [path, body] of pages) expect(await html(collection, path)).toBe(body)
    const again = await Promise.all(COPIES.map(place))
    expect(again.filter(each => each!.payload === undefined)).toHaveLength(1)
    expect(new Set(again.map(each => each!.payload?.offset ?? each!.offset)).size).toBe(1)
  })
})

it('a site full of copies takes little room, and the command names them at once', async () => {
  const here = await site(false)
  const paths = Array.from({ length: 200 }, (_, i) => `/copy${i}`)
  for (const path of paths) here.pages.set(path, text('story'))
  here.pages.set('/', paths.map(path => `<a href="${path}">${path}</a>`).join(' '))
  const folder = await temporaryFolder()
  {
    await using collection = await Collection.open(folder, { mode: 'write' })
    await collection.crawl(CONFIG(here.url('/')))
  }
  const names = (await readdir(join(folder, 'archive'))).filter(name => name.endsWith('.warc.gz'))
  const sizes = await Promise.all(names.map(async name => (await stat(join(folder, 'archive', name))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200 * 3_000)
  const listed = await tidewatch('duplicates', '--exact', here.url('/copy7'), '-c', folder, '--json')
  expect(listed.stdout.trim().split('\n')).toHaveLength(199)
})
