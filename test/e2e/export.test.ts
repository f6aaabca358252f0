/** What we export, read by others: warcio parses and indexes every file, Python opens the WACZ. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CDXIndexer, WARCParser, type WARCRecord } from 'warcio'
import { base32 } from '../../src/archive/index.ts'
import { doctorCommand } from '../../src/cli/doctor.ts'
import { exportCommand } from '../../src/cli/export.ts'
import { configFrom } from '../../src/config/index.ts'
import { openHoldings, runCrawl } from '../../src/crawl/index.ts'
import { Failure, realClock, realRandom, silentLog } from '../../src/env/index.ts'
import type { DoctorFinding } from '../../src/library/index.ts'
import { charsets, conditional, encodings, redirects, startWorld, templateSite } from '../world/index.ts'

const run = promisify(execFile)
const HOSTS = {
  template: 't.test',
  encodings: 'e.test',
  charsets: 'c.test',
  redirects: 'r.test',
  conditional: 'k.test',
}

interface CdxLine {
  readonly key: string
  readonly time: string
  readonly url: string
  readonly mime: string
  readonly status: string
  readonly digest: string
  readonly length: string
  readonly offset: string
  readonly filename: string
}

/** Three passes over a small web, so that there are revisits of pages that were revisited before. */
async function crawlThrice(folder: string, compression: 'gzip' | 'zstd' | 'none'): Promise<void> {
  const world = await startWorld({
    sites: [
      templateSite(HOSTS.template, { categories: 2, perCategory: 15 }),
      encodings(HOSTS.encodings),
      charsets(HOSTS.charsets),
      redirects(HOSTS.redirects),
      conditional(HOSTS.conditional),
    ],
  })
  const env = { clock: realClock, random: realRandom, network: world.network, log: silentLog }
  const { settings } = configFrom({
    seeds: Object.values(HOSTS).map(host => world.url(host)),
    threads: 1,
    patience: '1s',
    archive: { compression },
    request: { delay: 0, allowPrivate: true, timeout: '2s', retryDelay: '100ms' },
  })
  try {
    for (const pass of [1, 2, 3]) {
      const collection = await openHoldings(folder, { mode: 'write' })
      try {
        if (pass > 1) await collection.store.makeAllDue(env.clock.now())
        const work = { discover: pass === 1, refresh: pass > 1 }
        await runCrawl(collection, { env, settings, work })
      } finally {
        await collection.close()
      }
    }
  } finally {
    await world.stop()
  }
}

function captured() {
  const results: string[] = []
  const notes: string[] = []
  const output = {
    result: (line: string) => void results.push(line),
    note: (line: string) => void notes.push(line),
    isTerminal: false,
  }
  return { output, results, notes }
}

async function readIndex(path: string): Promise<CdxLine[]> {
  return parseIndex(await readFile(path, 'utf8'))
}

function parseIndex(text: string): CdxLine[] {
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const brace = line.indexOf(' {')
      const [key = '', time = ''] = line.slice(0, brace).split(' ')
      return { key, time, ...JSON.parse(line.slice(brace + 1)) } as CdxLine
    })
}

/** What must be the same in both indexes. Types are compared for revisits only: ours are lower case. */
function placeOf(line: Readonly<Record<keyof CdxLine, unknown>> | Record<string, unknown>): string {
  const { filename, offset, length, time, url, digest, status, mime } = line as Record<string, unknown>
  return [filename, offset, length, time, url, digest, status, mime === 'warc/revisit'].join(' ')
}

const sha1 = (bytes: Uint8Array) => `sha1:${base32(createHash('sha1').update(bytes).digest())}`

/** Raw blocks by warcio, without letting it read the HTTP heads. */
async function blocksOf(path: string): Promise<{ record: WARCRecord; block: Uint8Array }[]> {
  const found: { record: WARCRecord; block: Uint8Array }[] = []
  for await (const record of new WARCParser(createReadStream(path), { parseHttp: false }))
    found.push({ record, block: await record.readFully(false) })
  return found
}

/** A collection that is stored as usual: whoever needs one takes a copy. */
let usual = ''
beforeAll(async () => {
  usual = await mkdtemp(join(tmpdir(), 'tidewatch-export-'))
  await crawlThrice(usual, 'gzip')
})
afterAll(() => rm(usual, { recursive: true, force: true }))

describe.each(['gzip', 'zstd', 'none'] as const)('an archive stored as %s', compression => {
  let folder = ''
  let warcs = ''
  let names: string[] = []
  const at = (name: string) => join(folder, name)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidewatch-export-'))
    if (compression === 'gzip') await cp(usual, at('collection'), { recursive: true })
    else await crawlThrice(at('collection'), compression)
    warcs = at('warc')
    const { output, notes } = captured()
    expect(await exportCommand('warc', { collection: at('collection'), out: warcs }, output)).toBe(0)
    expect(notes.join()).toMatch(/^exported \d+ records, \d+ files/)
    names = (await readdir(warcs)).filter(name => name.endsWith('.warc.gz'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is read whole by warcio, with payload digests that are right', async () => {
    const seen = { response: 0, revisit: 0, request: 0, metadata: 0, warcinfo: 0 }
    for (const name of names) {
      for (const { record, block } of await blocksOf(join(warcs, name))) {
        const type = record.warcType as keyof typeof seen
        seen[type]++
        if (type !== 'response') continue
        const headEnd = Buffer.from(block).indexOf('\r\n\r\n') + 4
        expect(record.warcHeader('WARC-Payload-Digest')).toBe(sha1(block.subarray(headEnd)))
      }
    }
    expect(seen.warcinfo).toBe(names.length)
    expect(seen.response).toBeGreaterThan(100)
    expect(seen.revisit).toBeGreaterThan(50)
    expect(seen.request).toBe(seen.response + seen.revisit)
  })

  it('has an index that is sorted and agrees with that of warcio', async () => {
    const ours = await readIndex(join(warcs, 'index.cdxj'))
    const text = await readFile(join(warcs, 'index.cdxj'), 'utf8')
    const lines = text.trimEnd().split('\n')
    expect(lines).toEqual([...lines].sort())
    const theirs: string[] = []
    for (const name of names) {
      const files = [{ filename: name, reader: createReadStream(join(warcs, name)) }]
      for await (const line of new CDXIndexer({}).iterIndex(files))
        theirs.push(placeOf({ ...line, time: line.timestamp, digest: `sha1:${line.digest}` }))
    }
    const places = ours.map(placeOf)
    expect(places.filter(place => !theirs.includes(place)).slice(0, 5)).toEqual([])
    expect(theirs.filter(place => !places.includes(place)).slice(0, 5)).toEqual([])
    expect(places.length).toBe(theirs.length)
  })

  it('refers from every revisit to a response that is there, with the same digest', async () => {
    const responses = new Map<string, string>()
    const revisits: { of: string; digest: string }[] = []
    for (const name of names) {
      for (const { record } of await blocksOf(join(warcs, name))) {
        const header = (field: string) => String(record.warcHeader(field))
        const digest = header('WARC-Payload-Digest')
        if (record.warcType === 'response')
          responses.set(`${header('WARC-Target-URI')} ${header('WARC-Date')}`, digest)
        if (record.warcType === 'revisit')
          revisits.push({
            of: `${header('WARC-Refers-To-Target-URI')} ${header('WARC-Refers-To-Date')}`,
            digest,
          })
      }
    }
    for (const { of, digest } of revisits) expect([of, responses.get(of)]).toEqual([of, digest])
  })

  it('becomes a WACZ that Python opens, whose hashes hold and whose index leads to the records', async () => {
    const { output, results } = captured()
    const options = { collection: at('collection'), out: at('all.wacz'), json: true }
    expect(await exportCommand('wacz', options, output)).toBe(0)
    expect(JSON.parse(results[0]!)).toMatchObject({ format: 'wacz', files: names.length, problems: [] })
    const unpack =
      'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])'
    await run('python3', ['-c', unpack, at('all.wacz'), at('unpacked')])
    const description = JSON.parse(await readFile(at('unpacked/datapackage.json'), 'utf8'))
    const digest = JSON.parse(await readFile(at('unpacked/datapackage-digest.json'), 'utf8'))
    const sha256 = async (path: string) =>
      `sha256:${createHash('sha256')
        .update(await readFile(join(at('unpacked'), path)))
        .digest('hex')}`
    expect(digest).toEqual({ path: 'datapackage.json', hash: await sha256('datapackage.json') })
    expect(description).toMatchObject({ profile: 'data-package', wacz_version: '1.1.1' })
    for (const resource of description.resources) expect(await sha256(resource.path)).toBe(resource.hash)
    const index = await readIndex(at('unpacked/indexes/index.cdxj'))
    expect(index).toEqual(await readIndex(join(warcs, 'index.cdxj')))
    const line = index.find(entry => entry.url === `http://${HOSTS.template}/` && entry.mime === 'text/html')!
    const bytes = await readFile(join(at('unpacked/archive'), line.filename))
    const member = bytes.subarray(Number(line.offset), Number(line.offset) + Number(line.length))
    const record = await WARCParser.parse([member])
    expect(record?.warcTargetURI).toBe(line.url)
    const [head, ...pages] = (await readFile(at('unpacked/pages/pages.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(JSON.parse(head!)).toMatchObject({ format: 'json-pages-1.0' })
    expect(pages.length).toBeGreaterThan(100)
    const times = new Set(index.map(entry => `${entry.url} ${entry.time}`))
    for (const text of pages) {
      const page = JSON.parse(text) as { url: string; ts: string }
      expect(times).toContain(`${page.url} ${page.ts.replace(/\D/g, '').slice(0, 14)}`)
    }
  })

  it('is found whole by the doctor', async () => {
    const { output, results } = captured()
    const code = await doctorCommand({ collection: at('collection'), json: true, full: true }, output)
    const findings = results.map(line => JSON.parse(line) as DoctorFinding)
    expect(findings.filter(({ level }) => level === 'problem')).toEqual([])
    expect(findings.filter(({ check }) => check === 'record').length).toBe(names.length)
    expect(code).toBe(0)
  })
})

describe('exports and the doctor on one collection', () => {
  let folder = ''
  const at = (name: string) => join(folder, name)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidewatch-export-'))
    await cp(usual, at('collection'), { recursive: true })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('writes TREC documents in UTF-8 whose count is that of the pages', async () => {
    const { output } = captured()
    await exportCommand('trec', { collection: at('collection'), out: at('all.trec') }, output)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(at('all.trec')))
    const documents = text.split('<DOC>\n').slice(1)
    const numbers = new Set(documents.map(document => /^<DOCNO>(.+)<\/DOCNO>$/m.exec(document)?.[1]))
    expect(numbers.size).toBe(documents.length)
    for (const document of documents) {
      expect(document.match(/<\/DOC>/g)).toHaveLength(1)
      expect(document).toMatch(
        /^<DOCNO>TW-[0-9a-f]{32}<\/DOCNO>\n<DOCHDR>\nhttp:\/\/\S+ \S+ \d{14} \S+ \d+\nHTTP\/1\.1 /,
      )
    }
    await exportCommand('trec', { collection: at('collection'), out: at('all.trec.gz') }, output)
    const { stdout } = await run('gzip', ['-dc', at('all.trec.gz')], { maxBuffer: 1 << 28 })
    expect(stdout).toBe(text)
  })

  it('writes rows that Python reads back, as many as there are objects', async () => {
    const { output } = captured()
    await exportCommand('csv', { collection: at('collection'), out: at('all.csv') }, output)
    await exportCommand('jsonl', { collection: at('collection'), out: at('all.jsonl') }, output)
    const read =
      'import csv, json, sys\nprint(json.dumps([r["url"] for r in csv.DictReader(open(sys.argv[1], newline=""))]))'
    const { stdout } = await run('python3', ['-c', read, at('all.csv')])
    const objects = (await readFile(at('all.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(JSON.parse(stdout)).toEqual(objects.map(line => (JSON.parse(line) as { url: string }).url))
  })

  it('refuses what it would destroy, and replaces an earlier export of its own', async () => {
    const { output } = captured()
    const collection = at('collection')
    await writeFile(at('taken.csv'), 'mine')
    await expect(exportCommand('csv', { collection, out: at('taken.csv') }, output)).rejects.toThrow(
      /already exists/,
    )
    await expect(exportCommand('warc', { collection, out: folder }, output)).rejects.toThrow(
      /contains other files/,
    )
    await expect(exportCommand('arc', { collection }, output)).rejects.toThrow(
      /warc, wacz, trec, parquet, csv, jsonl/,
    )
    await expect(exportCommand('csv', { collection, out: '/proc/none.csv' }, output)).rejects.toThrow(Failure)
    await exportCommand('warc', { collection, out: at('again') }, output)
    await exportCommand('warc', { collection, out: at('again') }, output)
    expect((await readdir(folder)).filter(name => name.endsWith('.part') || name.endsWith('.old'))).toEqual(
      [],
    )
  })

  it('finds a torn file, a missing index and a changed byte', async () => {
    // Several files may begin in one second, so their names do not tell which is the last.
    const collection = await openHoldings(at('collection'), { mode: 'read' })
    const files = await collection.store.archiveFiles()
    await collection.close()
    const path = join(collection.archiveFolder.path, files.at(-1)!.name)
    const someRecord = (await readIndex(`${path}.cdxj`))[0]!
    const whole = await readFile(path)
    const findings = async (repair = false) => {
      const { output, results } = captured()
      await doctorCommand({ collection: at('collection'), json: true, repair }, output)
      return results
        .map(line => JSON.parse(line) as DoctorFinding)
        .filter(({ level, check }) => level !== 'ok' && check !== 'dns')
    }
    await appendFile(path, 'an unreported record')
    expect(await findings()).toMatchObject([{ level: 'warning', check: 'archive-file' }])
    const hurt = Buffer.from(whole)
    hurt[Number(someRecord.offset) + Math.floor(Number(someRecord.length) / 2)]! ^= 0xff
    await writeFile(path, hurt)
    expect(await findings()).toContainEqual(expect.objectContaining({ level: 'problem', check: 'record' }))
    await writeFile(path, whole.subarray(0, whole.length - 10))
    expect(await findings()).toContainEqual(
      expect.objectContaining({ level: 'problem', check: 'archive-file' }),
    )
    await writeFile(path, whole)
    await rm(`${path}.cdxj`)
    expect(await findings()).toMatchObject([{ level: 'problem', check: 'index' }])
    expect(await findings(true)).toEqual([])
    expect(await findings()).toEqual([])
  })
})
