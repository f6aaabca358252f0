/** Bad input and broken surroundings: one sentence on standard error, the right exit code, nothing harmed, no stack trace. */
import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestPostgres } from '../../scripts/postgres.ts'
import { Collection } from '../../src/index.ts'
import { type Said, serveWorld, start, startServing, temporaryFolder, tidewatch } from './shell.ts'

function expectSentence(said: Said, code: number, words: RegExp) {
  expect([said.code, said.stderr]).toEqual([code, expect.stringMatching(words)])
  expect(said.stderr).not.toMatch(/^\s+at |node:internal|\.ts:\d+:\d+\)|unexpectedly/m)
  expect(said.stdout).toBe('')
  expect(said.stderr.trim().split('\n').length).toBeLessThanOrEqual(3)
}

describe('a wrong call says what is wrong and leaves nothing behind', () => {
  it.each([
    ['a wrong URL', ['crawl', 'http://'], /"http:\/\/" is not|not a web address/],
    [
      'a folder that is missing',
      ['crawl', 'file:///nowhere/'],
      /file:\/\/\/nowhere\/: there is no such folder/,
    ],
    ['a folder beside a URL', ['crawl', '/tmp', 'http://a.test/'], /folders and web addresses do not mix/],
    [
      'a config for a URL',
      ['crawl', import.meta.filename.replace(/test.e2e.+/, 'package.json')],
      /is a file: a config goes after --config/,
    ],
    ['a scheme that is not crawled', ['crawl', 'ftp://a.test/'], /ftp:\/\/a.test/],
    [
      'a missing config',
      ['crawl', 'http://a.test/', '--config', '/nowhere.yaml'],
      /config \/nowhere.yaml: there is no such file/,
    ],
    ['a config that is a folder', ['crawl', 'http://a.test/', '--config', '/tmp'], /it is a folder/],
    [
      'missing seeds',
      ['crawl', '--seeds', '/nowhere.txt'],
      /seeds file \/nowhere.txt: there is no such file/,
    ],
    ['a wrong delay', ['crawl', 'http://a.test/', '--delay', 'soon'], /request.delay/],
    ['a wrong number', ['crawl', 'http://a.test/', '--pages', 'many'], /whole number/],
    ['an unknown option', ['crawl', '--nonsense'], /unknown option '--nonsense'/],
    ['an unknown command', ['fetch'], /unknown command 'fetch'/],
    [
      'a status that is none',
      ['pages', '--status', 'fine'],
      /--status fine is not known: use one of waiting/,
    ],
    ['a time that is none', ['show', 'http://a.test/', '--at', 'noon'], /--at noon is not a time/],
    ['both kinds of recrawl', ['recrawl', '--all', '--due'], /cannot be combined/],
    ['an export format that is none', ['export', 'xls'], /xls/],
    ['a variable that is not set', ['crawl', 'http://a.test/', '-c', ''], /is a variable not set\?/],
    ['nowhere to export to', ['export', 'warc', '--out', ''], /is a variable not set\?/],
    ['no collection', ['pages'], /./],
  ])('%s', async (_, words, sentence) => {
    const folder = await temporaryFolder()
    const said = await start(words, { cwd: folder }).ended
    const code = words[0] === 'pages' && words.length === 1 ? said.code! : 2
    expect([1, 2]).toContain(code)
    expectSentence(said, code, sentence)
    expect(await readdir(folder)).toEqual([])
  })

  it('no seeds', async () => {
    const said = await start(['crawl'], { cwd: await temporaryFolder() }).ended
    expectSentence(said, 2, /nothing to crawl: give one or more URLs/)
  })

  it('a config that comes through a pipe is read once, and counts', async () => {
    const folder = await temporaryFolder()
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const crawling = tidewatch('crawl', 'http://127.0.0.1:9/', '--config', pipe, '-c', join(folder, 'data'))
    await writeFile(pipe, 'name: piped\npatience: 0\nrequest: {retries: 0, allowPrivate: true}\n')
    await crawling
    await using collection = await Collection.open(join(folder, 'data'))
    expect(await collection.config()).toMatchObject({ name: 'piped', seeds: ['http://127.0.0.1:9/'] })
  })

  it('a config with an unknown key and a wrong type names file, line and key', async () => {
    const folder = await temporaryFolder()
    const config = join(folder, 'c.yaml')
    await writeFile(config, 'seeds: [http://a.test/]\nscope:\n  deph: 3\nrequest:\n  maxBody: large\n')
    const said = await tidewatch('crawl', '--config', config, '-c', join(folder, 'data'))
    expectSentence(said, 2, /c\.yaml:3:\d+: .*deph[\s\S]*c\.yaml:5:\d+: .*maxBody/)
    expect(await readdir(folder)).toEqual(['c.yaml'])
  })

  it('a list of seeds without an address', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'seeds.txt'), '# sites\n\nnot an address\r\nhttp://\n')
    const said = await start(['crawl', '--seeds', 'seeds.txt'], { cwd: folder }).ended
    expectSentence(
      said,
      2,
      /seeds\.txt has no web address in it: line 3 "not an address", line 4 "http:\/\/"/,
    )
    expect(await readdir(folder)).toEqual(['seeds.txt'])
  })

  it('files in another encoding', async () => {
    const folder = await temporaryFolder()
    const at = (name: string) => join(folder, name)
    await writeFile(at('c.yaml'), Buffer.from('seeds: [http://a.test/]\nname: caf\xe9\n', 'latin1'))
    await writeFile(at('seeds.txt'), Buffer.from('\ufeffhttp://a.test/\r\n', 'utf16le'))
    await writeFile(at('m.csv'), Buffer.from('item,string,//h1,Gr\xf6\xdfe\n', 'latin1'))
    const encoding = (name: string) => new RegExp(`${name.replace('.', '\\.')}: is not written in UTF-8`)
    for (const [words, name] of [
      [['--config', at('c.yaml')], 'c.yaml:2'],
      [['--seeds', at('seeds.txt')], 'seeds.txt:1'],
      [['http://a.test/', '--model', at('m.csv')], 'm.csv:1'],
    ] as const)
      expectSentence(await tidewatch('crawl', ...words, '-c', at('data')), 2, encoding(name))
    expect((await readdir(folder)).sort()).toEqual(['c.yaml', 'm.csv', 'seeds.txt'])
  })

  it('a plug-in that is missing or none', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'none.ts'), 'export const x = 1')
    await writeFile(join(folder, 'class.ts'), 'export default class Spider { parse() {} }')
    await writeFile(join(folder, 'typo.ts'), 'export default { name: "typo", respnose() {} }')
    for (const [plugin, words] of [
      ['gone.ts', /plug-in .*gone.ts/],
      ['none.ts', /has no default export/],
      ['class.ts', /has no default export/],
      ['typo.ts', /does nothing: it has none of the methods request, response, queue/],
    ] as const) {
      const config = join(folder, 'c.json')
      await writeFile(config, JSON.stringify({ seeds: ['http://a.test/'], plugins: [plugin] }))
      expectSentence(await tidewatch('crawl', '--config', config, '-c', join(folder, 'data')), 2, words)
    }
  })
})

describe('a seed that brings nothing is named with its reason, and the command fails', () => {
  it.each([
    [
      'a host that does not answer',
      'http://127.0.0.1:1/',
      [],
      /127.0.0.1:1\/ could not be crawled: .*ECONNREFUSED/,
    ],
    ['an inside address', 'http://127.0.0.1:1/', ['inside'], /127.0.0.1 is not a public address/],
    ['a name without an address', 'http://no-such-name.invalid/', [], /no-such-name.invalid/],
  ])('%s', async (_, url, options, sentence) => {
    const folder = await temporaryFolder()
    const config = join(folder, 'c.json')
    const request = { delay: 0, retries: 0, allowPrivate: options.length === 0, timeout: '3s' }
    await writeFile(config, JSON.stringify({ request, patience: '20s' }))
    const said = await tidewatch('crawl', url, '--config', config, '-c', join(folder, 'data'))
    expectSentence(said, 1, sentence)
  })

  it('robots.txt that forbids it', async () => {
    const folder = await temporaryFolder()
    const served = await serveWorld('--kind', 'robots')
    const config = await served.config(folder)
    const said = await tidewatch(
      'crawl',
      'http://robots.world.test/private/1',
      '--config',
      config,
      '-c',
      join(folder, 'data'),
    )
    expectSentence(said, 1, /private\/1 could not be crawled: robots.txt line 2: Disallow: \/private\//)
  })
})

describe('broken surroundings', () => {
  let original = ''
  beforeAll(async () => {
    original = await mkdtemp(join(tmpdir(), 'tidewatch-cli-'))
    const served = await startServing('--kind', 'docs')
    const words = ['--config', await served.config(original), '-c', join(original, 'data')]
    expect((await tidewatch('crawl', ...words)).code).toBe(0)
    served.stop()
  })
  afterAll(() => rm(original, { recursive: true, force: true }))

  /** A copy of what was crawled once, which may be broken. */
  async function crawled() {
    const folder = await temporaryFolder()
    await cp(original, folder, { recursive: true })
    const collection = join(folder, 'data')
    return { collection, words: ['crawl', '--config', join(folder, 'config.json'), '-c', collection] }
  }
  const pagesOf = async (collection: string) =>
    (await tidewatch('pages', '-c', collection, '--json')).rows.length

  it('a folder that cannot be written', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'file'), 'x')
    const said = await tidewatch('crawl', 'http://a.test/', '-c', join(folder, 'file', 'data'))
    expectSentence(said, 1, /file\/data/)
    const report = await tidewatch(
      'crawl',
      'http://127.0.0.1:1/',
      '-c',
      join(folder, 'data'),
      '--report',
      join(folder, 'file', 'report'),
    )
    expectSentence(report, 1, /cannot write the report to .*file\/report/)
  })

  it('a collection that another crawl holds', async () => {
    const folder = await temporaryFolder()
    const served = await serveWorld('--kind', 'farm', '--hosts', '2', '--pages', '30')
    const config = await served.config(folder, { request: { delay: '100ms' } })
    const words = ['crawl', '--config', config, '-c', join(folder, 'data')]
    const first = start([...words, '--progress', 'json'])
    await first.said(/"pages":/)
    expectSentence(await tidewatch(...words), 1, /data/)
    expect(await tidewatch('pages', '-c', join(folder, 'data'), '--json')).toMatchObject({ code: 0 })
    expect((await first.ended).code).toBe(0)
    expect(await pagesOf(join(folder, 'data'))).toBe(60)
  })

  it('a collection that a newer version wrote', async () => {
    const { collection, words } = await crawled()
    const file = join(collection, (await readdir(collection)).find(name => name.endsWith('.db'))!)
    const database = new Database(file)
    const version = Number(database.pragma('user_version', { simple: true }))
    database.pragma(`user_version = ${version + 1}`)
    database.close()
    const before = (await stat(file)).size
    for (const command of [words, ['pages', '-c', collection], ['recrawl', '-c', collection]])
      expectSentence(await tidewatch(...command), 1, /newer|version/)
    expect((await stat(file)).size).toBe(before)
  })

  it('a database that is none, and an archive file that is gone', async () => {
    const { collection } = await crawled()
    const [file] = (await readdir(join(collection, 'archive'))).filter(name => name.includes('.warc'))
    await rm(join(collection, 'archive', file!))
    expectSentence(
      await tidewatch('show', 'http://docs.world.test/', '-c', collection),
      1,
      /the archive file .* is missing: run "tidewatch doctor"/,
    )
    const doctor = await tidewatch('doctor', '-c', collection)
    expect(doctor.code).toBe(1)
    const broken = await temporaryFolder()
    await mkdir(join(broken, 'data'))
    await writeFile(
      join(broken, 'data', 'tidewatch.db'),
      'this is no database at all, but it is long enough to be read as one'.repeat(100),
    )
    expectSentence(await tidewatch('pages', '-c', join(broken, 'data')), 1, /tidewatch.db|data/)
  })

  it('a PostgreSQL that is not there, and one that goes away during the crawl', async () => {
    const folder = await temporaryFolder()
    const archive = join(folder, 'archive')
    const nowhere = 'postgres://tidewatch:secret@127.0.0.1:1/postgres'
    const none = await tidewatch('crawl', 'http://a.test/', '-c', nowhere, '--archive', archive)
    expectSentence(none, 1, /127.0.0.1:1/)
    expect(none.stderr).not.toContain('secret')

    const server = await startTestPostgres()
    onTestFinished(() => server.stop().catch(() => {}))
    const served = await serveWorld('--kind', 'farm', '--hosts', '4', '--pages', '40')
    const config = await served.config(folder, { request: { delay: '50ms' } })
    const collection = `${server.url}?schema=away${process.pid}`
    const words = ['crawl', '--config', config, '-c', collection, '--archive', archive, '--progress', 'json']
    const running = start(words)
    await running.said(/"pages":[1-9]/)
    await server.restart()
    const said = await running.ended
    expect([0, 1]).toContain(said.code)
    expect(said.stderr).not.toMatch(/^\s+at |unexpectedly/m)
    expect((await tidewatch(...words)).code).toBe(0)
    expect((await tidewatch('pages', '-c', collection, '--json', '--status', 'completed')).rows.length).toBe(
      160,
    )
  })

  it.skipIf(process.getuid?.() !== 0)(
    'a disk that is full: what was stored stays, and the crawl goes on when there is room',
    async ({ skip }) => {
      const folder = await temporaryFolder()
      const disk = join(folder, 'disk')
      await mkdir(disk)
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk], { stdio: 'ignore' })
      } catch {
        skip('tmpfs cannot be mounted here')
      }
      onTestFinished(() => void execFileSync('umount', ['-l', disk]))
      const served = await serveWorld(
        '--kind',
        'farm',
        '--hosts',
        '4',
        '--pages',
        '400',
        '--paragraphs',
        '30',
      )
      const config = await served.config(folder)
      const words = ['crawl', '--config', config, '-c', join(disk, 'data')]
      const full = await tidewatch(...words)
      expectSentence(full, 1, /full|space|ENOSPC/i)
      const stored = await pagesOf(join(disk, 'data'))
      expect(stored).toBeGreaterThan(0)
      execFileSync('mount', ['-o', 'remount,size=200m', disk])
      expect((await tidewatch(...words)).code).toBe(0)
      const pages = await tidewatch('pages', '-c', join(disk, 'data'), '--json', '--status', 'completed')
      expect(pages.rows.length).toBe(1_600)
      expect((await tidewatch('doctor', '-c', join(disk, 'data'))).code).toBe(0)
    },
  )
})
