/** Every command, as a process, on a world in another process. */
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startWorld, wiki } from '../world/index.ts'
import { editableSite } from './editable.ts'
import { type Said, serveWorld, start, temporaryFolder, tidewatch } from './shell.ts'

const PAGE_KEYS = ['url', 'status', 'httpStatus', 'depth', 'fetchedAt', 'sizeBytes', 'digest', 'error']

describe('a shop that was crawled', () => {
  async function crawled() {
    const folder = await temporaryFolder()
    const served = await serveWorld('--kind', 'shop', '--kind', 'soft404')
    const config = await served.config(folder, { scope: { soft404: false } })
    const collection = join(folder, 'data')
    const said = await tidewatch('crawl', '--config', config, '-c', collection, '--json')
    return { folder, served, config, collection, said }
  }

  it('is told about by crawl, pages, hosts, errors, show, recrawl, export, doctor and empty', async () => {
    const { folder, collection, said, config } = await crawled()
    expect(said).toMatchObject({ code: 0, stderr: '' })
    expect(said.rows).toHaveLength(1)
    expect(said.rows[0]).toMatchObject({ interrupted: false, errors: 0 })
    const stored = said.rows[0]!.pages as number
    expect(stored).toBeGreaterThan(50)

    const pages = await tidewatch('pages', '-c', collection, '--json')
    expect(pages.code).toBe(0)
    for (const row of pages.rows) for (const key of PAGE_KEYS) expect(Object.keys(row)).toContain(key)
    const completed = pages.rows.filter(row => row.status === 'completed' && row.type === 'text/html')
    expect(completed.length).toBe(stored)
    expect(completed[0]).toMatchObject({
      httpStatus: 200,
      fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      digest: expect.stringMatching(/^sha1:[A-Z2-7]{32}$/),
      error: null,
    })
    const excluded = await tidewatch('pages', '-c', collection, '--json', '--status', 'excluded')
    expect(excluded.rows.map(row => row.reason)).toEqual(['robots.txt line 2: Disallow: /search'])
    const largest = await tidewatch(
      'pages',
      '-c',
      collection,
      '--json',
      '--sort',
      'sizeBytes',
      '--descending',
    )
    const sizes = largest.rows.map(row => Number(row.sizeBytes))
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    const few = await tidewatch('pages', '-c', collection, '--limit', '3', '--sort', 'dueAt')
    expect(few.stdout.trim().split('\n')).toHaveLength(4)
    expect(few.stdout).toMatch(/^due \(UTC\) +status/)
    const one = await tidewatch('pages', '-c', collection, '--json', '--host', 'http://shop.world.test')
    expect(new Set(one.rows.map(row => new URL(row.url as string).hostname))).toEqual(
      new Set(['shop.world.test']),
    )

    const named = await tidewatch('pages', '-c', collection, '--json', '--host', 'shop.world.test')
    expect(named.rows).toEqual(one.rows)
    const unknown = await tidewatch('pages', '-c', collection, '--host', 'nowhere.test')
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('no page of nowhere.test is known'),
    ])
    const hosts = await tidewatch('hosts', '-c', collection, '--json')
    expect(hosts.rows.map(row => row.host).sort()).toEqual([
      'http://shop.world.test',
      'http://soft404.world.test',
    ])
    expect(hosts.rows.reduce((sum, row) => sum + (row.pages as number), 0)).toBe(stored)
    expect((await tidewatch('hosts', '-c', collection)).stdout).toMatch(/^host +server/)
    for (const name of ['shop.world.test', 'http://shop.world.test/', 'shop.world.test/about'])
      expect((await tidewatch('hosts', name, '-c', collection)).stdout).toMatch(/http:\/\/shop\.world\.test /)

    const errors = await tidewatch('errors', '-c', collection)
    expect(errors).toMatchObject({ code: 0 })

    const home = 'http://shop.world.test/'
    const shown = await tidewatch('show', home, '-c', collection)
    expect(shown.stdout).toMatch(/^<!DOCTYPE html>/)
    const headed = await tidewatch('show', home, '-c', collection, '--headers')
    expect(headed.stdout).toMatch(/^HTTP\/1.1 200 OK\n(?:.*\n)*content-type: text\/html/i)
    const told = await tidewatch('show', home, '-c', collection, '--json')
    expect(told.rows[0]).toMatchObject({ url: home, revision: 1, truncated: false })
    expect((await tidewatch('show', home, '-c', collection, '--at', '2020-01-01')).code).toBe(1)

    const again = await tidewatch('recrawl', '--all', '-c', collection, '--json')
    expect(again).toMatchObject({ code: 0 })
    expect(again.rows[0]).toMatchObject({ pages: stored, visits: expect.any(Number) })
    const due = await tidewatch('recrawl', '-c', collection, '--json')
    expect(due.rows[0]).toMatchObject({ visits: 0 })

    const out = join(folder, 'pages.csv')
    expect(await tidewatch('export', 'csv', '--out', out, '-c', collection)).toMatchObject({ code: 0 })
    expect((await readFile(out, 'utf8')).split('\n').length).toBeGreaterThan(stored)

    const doctor = await tidewatch('doctor', '-c', collection)
    expect([doctor.code, doctor.stderr]).toEqual([0, expect.stringMatching(/^no problems/)])

    const resumed = await tidewatch('crawl', '--config', config, '-c', collection, '--json')
    expect(resumed.rows[0]).toMatchObject({ pages: stored, visits: 0 })

    const asked = await tidewatch('empty', '-c', collection)
    expect([asked.code, asked.stderr]).toEqual([
      2,
      expect.stringMatching(/holds \d+ pages .+: --yes deletes/),
    ])
    expect((await tidewatch('pages', '-c', collection, '--json')).rows).toHaveLength(pages.rows.length)
    const emptied = await tidewatch('empty', '-c', collection, '--yes', '--json')
    expect(emptied.rows[0]).toMatchObject({ pages: stored, archiveFiles: expect.any(Number) })
    expect((await tidewatch('pages', '-c', collection)).stderr).toBe('no pages found\n')
    const anew = await tidewatch('crawl', '-c', collection, '--json')
    expect(anew.rows[0]).toMatchObject({ pages: stored })
  })
})

it('counts what it does, one JSON object a second, and nothing when nobody asks', async () => {
  const folder = await temporaryFolder()
  const served = await serveWorld('--kind', 'farm', '--hosts', '2', '--pages', '12')
  const config = await served.config(folder, { request: { delay: '100ms' } })
  const words = ['crawl', '--config', config, '-c', join(folder, 'data')]
  const said = await tidewatch(...words, '--progress', 'json')
  expect(said.code).toBe(0)
  const lines = said.stderr
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  expect(lines.length).toBeGreaterThanOrEqual(2)
  for (const line of lines)
    expect(Object.keys(line).sort()).toEqual(
      ['bytes', 'elapsedSeconds', 'errors', 'etaSeconds', 'pages', 'pagesPerSecond', 'queue'].sort(),
    )
  expect(lines.at(-1)).toMatchObject({ pages: 24, errors: 0 })
  const quiet = await tidewatch(...words)
  expect(quiet.stderr.split('\n').filter(line => line !== '')).toEqual([
    expect.stringMatching(/^24 pages in the collection/),
  ])
  expect(quiet.stdout).toBe('')
})

it('stops at Ctrl-C with what it has, says 130, and goes on with the same words', async () => {
  const folder = await temporaryFolder()
  const served = await serveWorld('--kind', 'farm', '--hosts', '3', '--pages', '150')
  const config = await served.config(folder, { request: { delay: '20ms' } })
  const words = ['crawl', '--config', config, '-c', join(folder, 'data'), '--progress', 'json']
  const running = start(words)
  await running.said(/"pages":[1-9]\d/)
  running.child.kill('SIGINT')
  const said = await running.ended
  expect(said.code).toBe(130)
  expect(said.stderr).toMatch(/interrupted: run the same command again to continue/)
  const before = await tidewatch('pages', '-c', join(folder, 'data'), '--json', '--status', 'completed')
  expect(before.rows.length).toBeGreaterThan(3)
  expect(before.rows.length).toBeLessThan(450)
  const rest: Said = await start(words).ended
  expect(rest.code).toBe(0)
  const after = await tidewatch('pages', '-c', join(folder, 'data'), '--json', '--status', 'completed')
  expect(after.rows.length).toBe(450)
})

describe('robots', () => {
  let file: string
  beforeAll(async () => {
    file = join((await import('node:os')).tmpdir(), `robots-${process.pid}.txt`)
    await writeFile(
      file,
      'User-agent: *\nDisallow: /private/\nCrawl-delay: 3\nSitemap: http://a.test/s.xml\n',
    )
  })

  it('says what a file allows, with the line that decides', async () => {
    const mixed = await tidewatch('robots', file, 'http://a.test/x', '/private/y', '--json')
    expect(mixed.code).toBe(1)
    expect(mixed.rows).toEqual([
      { url: 'http://a.test/x', verdict: 'allowed', line: null, rule: null },
      { url: '/private/y', verdict: 'disallowed', line: 2, rule: 'Disallow: /private/' },
    ])
    expect(await tidewatch('robots', file, '/x')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^allowed/),
    })
    expect((await tidewatch('robots', file)).stdout).toMatch(
      /crawl delay +3 s\nsitemap +http:\/\/a.test\/s.xml/,
    )
    expect(await tidewatch('robots', '/nowhere/robots.txt', '/x')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/there is no such file/),
    })
  })
})

it('does the course assignment: URLsCrawled.txt, stats.txt and the pages as 1.txt … N.txt', async () => {
  const folder = await temporaryFolder()
  const world = await startWorld({ sites: [wiki('en.wikipedia.org', { articles: 1_300 })], keepLog: false })
  onTestFinished(() => world.stop())
  const wikipedia = await readFile(
    join(import.meta.dirname, '..', '..', 'examples', 'wikipedia.yaml'),
    'utf8',
  )
  const config = join(folder, 'wikipedia.yaml')
  const faster = wikipedia.replace('delay: 1s', 'delay: 0\n  allowPrivate: true')
  await writeFile(
    config,
    `${faster}\ndns: {hosts: {en.wikipedia.org: '${world.hosts()['en.wikipedia.org']}'}}\n`,
  )
  const report = join(folder, 'report')
  const seed = 'http://en.wikipedia.org/wiki/Main_Page'
  const words = [
    'crawl',
    seed,
    '--pages',
    '1000',
    '--report',
    report,
    '--config',
    config,
    '-c',
    join(folder, 'data'),
  ]
  const said = await tidewatch(...words)
  expect([said.code, said.stderr]).toEqual([0, expect.stringMatching(/^1000 pages in the collection/)])
  const urls = (await readFile(join(report, 'URLsCrawled.txt'), 'utf8')).trim().split('\n')
  expect(urls).toHaveLength(1000)
  expect(new Set(urls).size).toBe(1000)
  expect(urls[0]).toBe(seed)
  for (const url of urls.slice(1)) expect(url).toMatch(/^http:\/\/en\.wikipedia\.org\/wiki\/[^:]+$/)
  const sizes = []
  for (let n = 1; n <= 1000; n++) sizes.push((await readFile(join(report, `${n}.txt`))).length)
  const stats = await readFile(join(report, 'stats.txt'), 'utf8')
  expect(stats).toMatch(
    new RegExp(
      `^Maximum size: ${Math.max(...sizes)} bytes\nMinimum size: ${Math.min(...sizes)} bytes\nAverage size: \\d+ bytes\nMaximum depth reach: [1-5]\n$`,
    ),
  )
})

it('explains itself', async () => {
  const help = await tidewatch('--help')
  expect(help.code).toBe(0)
  // Every command is under a heading that says what it is for.
  expect(help.stdout).toContain('\nStay fresh on a budget:\n')
  expect(help.stdout).not.toMatch(/^(Commands|undefined):?$/m)
  for (const command of [
    'crawl',
    'recrawl',
    'pages',
    'hosts',
    'errors',
    'show',
    'export',
    'robots',
    'doctor',
    'demo',
  ])
    expect(help.stdout).toContain(`  ${command}`)
  expect((await tidewatch('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

it('keeps to the number of files that may be open, and blames no page for it', async () => {
  const folder = await temporaryFolder()
  const served = await serveWorld('--kind', 'farm', '--hosts', '80', '--pages', '4')
  const config = await served.config(folder, { request: { politeness: 'host' }, threads: 2 })
  const words = ['crawl', '--config', config, '-c', join(folder, 'data')]
  const said = await start(words, { maxFiles: 90 }).ended
  expect([said.code, said.stderr]).toEqual([0, expect.stringMatching(/320 pages .* 0 errors/)])
})

it('a long list of seeds is crawled in spite of lines that are no addresses, which are told', async () => {
  const site = await editableSite({ '/a': '<title>A</title><p>One', '/b': '<title>B</title><p>Two' })
  const folder = await temporaryFolder()
  const rubbish = ['', '# more', 'http://', 'mailto:a@b.test', '\u0001', 'two words', 'http://a.test:99999/']
  const lines = [site.url('/a'), ...rubbish, ` ${site.url('/b')} `]
  await writeFile(join(folder, 'seeds.txt'), `\ufeff${lines.join('\r\n')}`)
  const words = ['crawl', '--seeds', join(folder, 'seeds.txt'), '-c', join(folder, 'data')]
  const said = await tidewatch(...words, '--allow-private', '--delay', '0', '--depth', '0')
  expect([said.code, said.stderr]).toEqual([0, expect.stringMatching(/2 pages in the collection/)])
  expect(said.stderr).toMatch(
    /seeds\.txt: 5 of 7 lines are not web addresses and are left out: line 4 "http:\/\/"/,
  )
})

it('a seed that redirects to its name with www is crawled there; one that leads out of the scope is told', async () => {
  const server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    const to = { 'a.test': 'http://www.a.test/', 'b.test': 'http://c.test/' }[host]
    if (to) return void response.writeHead(301, { location: to }).end()
    response.writeHead(request.url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
    response.end(`<title>${host}${request.url}</title><p>Words</p><a href="/more">more</a>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const folder = await temporaryFolder()
  const config = join(folder, 'c.json')
  const dns = { hosts: { '*.test': `127.0.0.1:${port}` } }
  const request = { delay: 0, allowPrivate: true }
  await writeFile(config, JSON.stringify({ dns, request, patience: '1s', scope: { local: true } }))
  const crawl = (seed: string) =>
    tidewatch('crawl', seed, '--config', config, '-c', join(folder, seed.slice(7, 8)))
  expect(await crawl('http://a.test/')).toMatchObject({ code: 0, stderr: expect.stringMatching(/^2 pages/m) })
  expect(await crawl('http://b.test/')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^http:\/\/b\.test\/ leads to http:\/\/c\.test\/, which is not crawled \(not a seed host\): put that address into the seeds$/m,
    ),
  })
})
