/** An export has a row for every page that the collection says it has, and no row for what only led to them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DOMParser } from '@xmldom/xmldom'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { exportCommand } from '../../src/cli/export.ts'
import { Collection } from '../../src/index.ts'
import { sitemaps } from '../world/index.ts'
import { editableSite } from './editable.ts'
import { temporaryFolder } from './shell.ts'
import { stage } from './stage.ts'

interface ExportedRow {
  readonly url: string
  readonly status: string
  readonly movedTo: string | null
  readonly text: string
}

it('sitemaps and feeds are kept, and are no pages', async () => {
  const { crawl, read, folder } = await stage([sitemaps('maps.test', { huge: 10 })])
  const ran = await crawl({ seeds: ['http://maps.test/'], scope: { sitemaps: true } })
  expect(ran.stored.filter(url => url.includes('/maps/')).length).toBeGreaterThan(5)
  const { fetched: pages } = await read(({ store }) => store.counts())
  const out = await temporaryFolder()
  const rows: string[] = []
  const output = { result: (line: string) => void rows.push(line), note: () => {}, isTerminal: false }
  for (const format of ['csv', 'jsonl', 'trec', 'wacz'])
    await exportCommand(format, { collection: folder, out: join(out, format), json: true }, output)
  expect(rows.map(row => JSON.parse(row) as object)).toMatchObject([
    { format: 'csv', pages },
    { format: 'jsonl', pages },
    { format: 'trec', pages },
    { format: 'wacz', pages },
  ])
  const jsonl = (await readFile(join(out, 'jsonl'), 'utf8')).trim().split('\n')
  const urls = jsonl.map(line => (JSON.parse(line) as { url: string }).url)
  expect(urls).toHaveLength(pages)
  expect(urls.filter(url => url.includes('/maps/'))).toEqual([])
})

it('the list of pages of a WACZ has no pictures, styles and scripts, which its archive has', async () => {
  const site = await editableSite({
    '/': '<title>Home</title><link rel=stylesheet href=/s.css><script src=/a.js></script><img src=/i.svg><p>Words',
    '/s.css': 'p { color: red }',
    '/a.js': 'let a = 1',
    '/i.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  const folder = await temporaryFolder()
  const out = join(await temporaryFolder(), 'site.wacz')
  await using collection = await Collection.open(folder, { mode: 'write' })
  await collection.crawl({
    seeds: [site.url('/')],
    scope: { resources: true },
    request: { delay: 0, allowPrivate: true },
  })
  expect(await collection.export('wacz', out)).toMatchObject({ pages: 1 })
  const wacz = await readFile(out, 'latin1')
  const listed = wacz.split('\n').flatMap(line => /^\{"id":"[0-9a-f]+","url":"([^"]*)"/.exec(line)?.[1] ?? [])
  expect(listed).toEqual([site.url('/')])
  expect(wacz).toContain('"mime":"text/css"')
})

it('carries what pages say, if asked for', async () => {
  const html = `<html lang="en"><title>Night</title><meta name="author" content="Ann Lee">
    <p>The harbor was quiet, "all" of it.</p><a href="/pier">Start</a> <time datetime="2020-03-12">12 March</time></html>`
  const pier = (n: number) =>
    `<title>Pier ${n}</title><p>A pier.</p><a href="/">${n === 2 ? 'Home' : 'Harbor'}</a><a href="/pier/${n + 1}">On</a>`
  const site = await editableSite({ '/': html, '/pier': pier(0), '/pier/1': pier(1), '/pier/2': pier(2) })
  const folder = await temporaryFolder()
  const out = await temporaryFolder()
  {
    await using collection = await Collection.open(folder, { mode: 'write' })
    await collection.crawl({ seeds: [site.url('/')], request: { delay: 0, allowPrivate: true } })
    for (const format of ['csv', 'jsonl', 'wacz', 'parquet'] as const)
      await collection.export(format, join(out, `pages.${format}`), { text: true })
    await collection.export('jsonl', join(out, 'plain.jsonl'))
  }
  const text = 'The harbor was quiet, "all" of it.'
  const first = (lines: string) => JSON.parse(lines.split('\n', 1)[0]!) as Record<string, unknown>
  const row = first(await readFile(join(out, 'pages.jsonl'), 'utf8'))
  expect(row).toMatchObject({ language: 'en', authors: ['Ann Lee'], publishedAt: '2020-03-12T00:00:00.000Z' })
  expect(row.anchors).toEqual(['Harbor', 'Home'])
  expect(row.text).toContain(text)
  const csv = await readFile(join(out, 'pages.csv'), 'utf8')
  expect(csv).toMatch(/,wall,truncated,fields,language,authors,publishedAt,modifiedAt,anchors,text\r\n/)
  expect(csv).toContain(',en,Ann Lee,2020-03-12T00:00:00.000Z,,Harbor; Home,')
  expect(csv).toContain('quiet, ""all"" of it.')
  expect(await readFile(join(out, 'pages.wacz'), 'latin1')).toMatch(
    /"hasText":true[\s\S]*"text":"The harbor was quiet/,
  )
  expect(first(await readFile(join(out, 'plain.jsonl'), 'utf8'))).not.toHaveProperty('text')
  const { parquetReadObjects } = await import('hyparquet')
  const bytes = await readFile(join(out, 'pages.parquet'))
  const [table] = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
  expect(table).toMatchObject({
    url: site.url('/'),
    httpStatus: 200,
    language: 'en',
    anchors: '["Harbor","Home"]',
  })
})

it('has only what is new or has changed, if asked for', async () => {
  const site = await editableSite({
    '/': '<title>Home</title><p>Words about the harbor.<a href="/a">a</a><a href="/b">b</a>',
    '/a': '<title>A</title><p>The ferry leaves at nine.',
    '/b': '<title>B</title><p>The lamp was lit.',
  })
  const folder = await temporaryFolder()
  const out = await temporaryFolder()
  const since = await (async () => {
    await using collection = await Collection.open(folder, { mode: 'write' })
    await collection.crawl({ seeds: [site.url('/')], request: { delay: 0, allowPrivate: true } })
    const crawled = new Date()
    site.set('/a', '<title>A</title><p>The ferry leaves at half past ten.')
    await collection.recrawl(undefined, { which: 'all' })
    return crawled
  })()
  const lines: string[] = []
  const output = { result: (line: string) => void lines.push(line), note: () => {}, isTerminal: false }
  const at = (name: string) => join(out, name)
  for (const format of ['csv', 'jsonl', 'parquet', 'trec']) {
    const options = { collection: folder, json: true, since: since.toISOString() }
    await exportCommand(format, { ...options, out: at(format) }, output)
    await exportCommand(format, { ...options, since: '1h', out: at(`${format}-all`) }, output)
  }
  expect(lines.map(line => (JSON.parse(line) as { pages: number }).pages)).toEqual([1, 3, 1, 3, 1, 3, 1, 3])
  expect(JSON.parse(await readFile(at('jsonl'), 'utf8'))).toMatchObject({ url: site.url('/a'), revision: 2 })
  const whole = exportCommand('wacz', { collection: folder, since: '1h', out: at('x.wacz') }, output)
  await expect(whole).rejects.toThrow(
    /wacz cannot be limited to what has changed since a time: only csv, jsonl, parquet, trec can/,
  )
})

it('says which pages are gone, so that a search index can be kept in step by what is new', async () => {
  const site = await editableSite({
    '/': '<title>Home</title><p>Words about the harbor.<a href="/a">a</a><a href="/b">b</a><a href="/c">c</a><a href="/d">d</a>',
    '/a': '<title>A</title><p>The ferry leaves at nine.',
    '/b': '<title>B</title><p>The lamp was lit.',
    '/c': '<title>C</title><p>The pier is closed.',
    '/d': '<title>D</title><p>The timetable of the ferry.',
  })
  const folder = await temporaryFolder()
  await using collection = await Collection.open(folder, { mode: 'write' })
  await collection.crawl({ seeds: [site.url('/')], request: { delay: 0, allowPrivate: true } })
  const index = new Map<string, string>()
  const load = async (since?: Date) => {
    const rows: string[] = []
    const target = { write: async (bytes: Uint8Array | string) => void rows.push(String(bytes)) }
    await collection.export('jsonl', target, { markdown: true, main: true, ...(since && { since }) })
    const lines = rows.join('').split('\n').filter(Boolean)
    for (const { url, status, movedTo, text } of lines.map(row => JSON.parse(row) as ExportedRow))
      if (status === 'gone' || status === 'excluded' || movedTo !== null) index.delete(url)
      else index.set(url, text)
    return lines.length
  }
  expect(await load()).toBe(5)
  const loaded = new Date()
  site.set('/a', '<title>A</title><p>The ferry leaves at half past ten.')
  site.set('/b', null)
  site.set('/d', '<meta http-equiv=refresh content="0;url=/a">')
  // Gone is what is missing at several visits.
  for (let visits = 0; visits < 4; visits++) await collection.recrawl(undefined, { which: 'all' })
  await collection.forget([site.url('/c')])
  expect(await load(loaded)).toBe(4)
  expect([...index]).toEqual([
    [site.url('/'), expect.stringContaining('Words about the harbor.')],
    [site.url('/a'), 'The ferry leaves at half past ten.\n'],
  ])
})

it('writes pages as files of Markdown', async () => {
  const site = await editableSite({
    '/': '<html lang=en><title>The "harbor"</title><h1>Harbor</h1><p>Read <a href="/Pier/">on</a>.<a href="/pier/">or</a><a href="/pier/?side=left">here</a><img src=/i.png>',
    '/Pier/': '<title>Pier</title><nav><a href="/">Home</a></nav><h1>The pier</h1><ul><li>planks</ul>',
    '/pier/': '<title>pier</title><p>Another one.',
    '/pier/?side=left': '<title>pier</title><p>Its left side.',
  })
  const folder = await temporaryFolder()
  const out = join(await temporaryFolder(), 'pages')
  await using collection = await Collection.open(folder, { mode: 'write' })
  await collection.crawl({ seeds: [site.url('/')], request: { delay: 0, allowPrivate: true } })
  for (let runs = 0; runs < 2; runs++)
    expect(await collection.export('markdown', out)).toMatchObject({ pages: 4 })
  const lines = (await readFile(join(out, 'pages.jsonl'), 'utf8')).trim().split('\n')
  const listed = lines.map(line => JSON.parse(line) as { url: string; file: string })
  const text = (path: string) =>
    readFile(join(out, listed.find(({ url }) => url === site.url(path))!.file), 'utf8')
  const [front, body] = (await text('/')).split(/^---\n/m).slice(1)
  expect(parse(front!)).toMatchObject({
    url: site.url('/'),
    title: 'The "harbor"',
    language: 'en',
    revision: 1,
  })
  expect(body).toContain(`# Harbor\n\nRead [on](${site.url('/Pier/')}).`)
  expect(await text('/Pier/')).toContain('# The pier\n\n- planks')
  expect(await text('/pier/')).toContain('Another one.')
  expect(await text('/pier/?side=left')).toContain('Its left side.')
})

it('draws pages and the links between them as a graph', async () => {
  const site = await editableSite({
    '/': '<title>A "harbor" & more</title><a href="/pier">Pier</a><a href="/pier#end">Its end</a><a href="/gone">Gone</a><a href="/">Here</a>',
    '/pier': `<title>O'Neill's \\ pier</title><a href="/">Back\nhome</a><a href="https://elsewhere.example/">Away</a>`,
  })
  const folder = await temporaryFolder()
  await using collection = await Collection.open(folder, { mode: 'write' })
  await collection.crawl({
    seeds: [site.url('/')],
    scope: { local: true },
    request: { delay: 0, allowPrivate: true },
  })
  const out = await temporaryFolder()
  for (const format of ['graphml', 'cypher'] as const)
    expect(await collection.export(format, join(out, format))).toEqual({ pages: 2, links: 2 })
  const graph = new DOMParser().parseFromString(await readFile(join(out, 'graphml'), 'utf8'), 'text/xml')
  const all = (tag: string) => Array.from(graph.getElementsByTagName(tag))
  expect(all('node').map(node => node.getAttribute('id'))).toEqual([site.url('/'), site.url('/pier')])
  expect(all('node')[0]!.firstChild!.textContent).toBe('A "harbor" & more')
  expect(
    all('edge').map(edge => [
      edge.getAttribute('source'),
      edge.getAttribute('target'),
      ...Array.from(edge.childNodes).map(({ textContent }) => textContent),
    ]),
  ).toEqual([
    [site.url('/'), site.url('/pier'), 'Pier'],
    [site.url('/pier'), site.url('/'), 'Back home'],
  ])
  const statements = (await readFile(join(out, 'cypher'), 'utf8')).trim().split('\n')
  expect(statements).toHaveLength(1 + 2 + 2)
  expect(statements[2]).toContain(`SET p.title = 'O\\'Neill\\'s \\\\ pier', p.class = null, p.depth = 1`)
  expect(statements.every(statement => statement.endsWith(';'))).toBe(true)
})
