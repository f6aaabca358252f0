/** Search as people use it: a crawl keeps the index, or it is built later; words come and go with the pages that have them. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Collection, type ConfigInput, type SearchHit, type SearchOptions } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { type Editable, editableSite } from './editable.ts'
import { temporaryFolder, tidewatch } from './shell.ts'

const page = (title: string, body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body>${body}</body></html>`

const PAGES = {
  '/': page(
    'Harbour office',
    `<p>Welcome to the harbour office. <a href="/tides">Almanac of tides</a> <a href="/boats">Boats</a>
      <a href="/de">Deutsch</a> <a href="/ja">日本語</a></p>`,
  ),
  '/tides': page('Tide tables', '<h1>Spring tide</h1><p>Fishermen were <b>running</b> out at low water.</p>'),
  '/boats': page('Boats', '<p>Boats for the tide, and nets, and ropes.</p><h2>Oars</h2>'),
  '/de': page('Der Hafen', '<p>Die Häuser am Hafen und ihre Geschichten.</p>', 'de'),
  '/ja': page('潮汐表', '<p>東京都の港の潮汐表です。</p>', 'ja'),
}

interface Harbour {
  readonly site: Editable
  readonly data: string
  crawl(search?: 'off' | 'current' | 'all'): Promise<void>
  recrawl(search?: 'off' | 'current' | 'all'): Promise<void>
  hits(query: string, options?: SearchOptions): Promise<readonly SearchHit[]>
  /** The paths of the hits. */
  search(query: string, options?: SearchOptions): Promise<readonly string[]>
  index(revisions?: 'all'): Promise<number>
}

async function harbour(): Promise<Harbour> {
  const site = await editableSite(PAGES)
  const data = join(await temporaryFolder(), 'data')
  const configured = (search: 'off' | 'current' | 'all'): ConfigInput => ({
    ...{ seeds: [site.url('/')], patience: '1s', threads: 1, search },
    request: { delay: 0, allowPrivate: true },
  })
  const on = async <T>(mode: 'read' | 'write', work: (collection: Collection) => Promise<T>) => {
    await using collection = await Collection.open(data, { mode })
    return await work(collection)
  }
  const hits: Harbour['hits'] = (query, options) =>
    on('read', collection => collect(collection.search(query, options)))
  return {
    ...{ site, data, hits },
    crawl: (search = 'off') =>
      on('write', async collection => void (await collection.crawl(configured(search)))),
    recrawl: (search = 'off') =>
      on('write', async collection => void (await collection.recrawl(configured(search), { which: 'all' }))),
    search: async (query, options) => (await hits(query, options)).map(({ url }) => new URL(url).pathname),
    index: revisions =>
      on('write', async collection => (await collection.index(revisions ? { revisions } : {})).indexed),
  }
}

const QUERIES = [
  'tide',
  'harbour',
  'run water',
  '"spring tide"',
  'almanac',
  'Haus hafen',
  '東京',
  'boats -nets',
  'tab*',
  'tide lang:de',
  'oar type:html',
]

const LATER = page('Tide tables', '<p>Nobody fishes here any more, and lighthouses stand dark.</p>')

describe('search', () => {
  it('finds what a crawl has stored, with snippets', async () => {
    const { crawl, search, hits } = await harbour()
    await crawl('current')
    expect(await search('tide')).toEqual(['/tides', '/boats', '/'])
    expect(await search('fisherman runs')).toEqual(['/tides'])
    expect(await search('almanac')).toContain('/tides')
    expect(await search('Haus')).toEqual(['/de'])
    expect(await search('潮汐')).toEqual(['/ja'])
    expect(await search('tide -boats')).toEqual(['/tides'])
    const [hit] = await hits('low water')
    const { text, marks } = hit!.snippet!
    expect(text).toContain('Fishermen were running out at low water')
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['low', 'water'])
    expect(hit).toMatchObject({ title: 'Tide tables', language: 'en', revision: 1, isPartial: false })
    expect((await hits('oars submarine')).map(({ isPartial }) => isPartial)).toEqual([true])
    expect(await hits('submarine')).toEqual([])
  })

  it('forgets old words and learns new ones when a page changes, goes and comes back', async () => {
    const { crawl, recrawl, search, site } = await harbour()
    await crawl('current')
    site.set('/tides', LATER)
    site.set('/boats', null)
    for (let round = 0; round < 3; round++) await recrawl('current')
    expect(await search('lighthouse')).toEqual(['/tides'])
    expect(await search('+fishermen +running')).toEqual([])
    expect(await search('ropes')).toEqual([])
    site.set('/boats', PAGES['/boats'])
    await recrawl('current')
    expect(await search('ropes')).toEqual(['/boats'])
  })

  it('is built later from the archive, with the same answers', async () => {
    const [kept, built] = [await harbour(), await harbour()]
    await kept.crawl('current')
    await built.crawl()
    await expect(built.search('tide')).rejects.toThrow(/has no search index: build it with "tidewatch index"/)
    expect(await built.index()).toBe(5)
    for (const query of QUERIES)
      expect([query, await built.search(query)]).toEqual([query, await kept.search(query)])
    expect(await built.index()).toBe(0)
  })

  it('misses what a crawl without it has changed, until it is completed', async () => {
    const { crawl, recrawl, search, site, index } = await harbour()
    await crawl('current')
    site.set('/tides', LATER)
    await recrawl('off')
    expect([await search('+fishermen +running'), await search('lighthouse')]).toEqual([[], []])
    expect(await index()).toBe(1)
    expect(await search('lighthouse')).toEqual(['/tides'])
  })

  it('goes back in time if it keeps the past, and says how to if it does not', async () => {
    const { crawl, recrawl, site, search, index } = await harbour()
    await crawl()
    const at = new Date()
    site.set('/tides', LATER)
    await recrawl()
    await index()
    await expect(search('tide', { at })).rejects.toThrow(/holds current revisions only: .*index --all/)
    expect(await index('all')).toBe(1)
    expect(await search('fishermen running', { at })).toEqual(['/tides'])
    expect(await search('lighthouse', { at })).toEqual([])
    expect(await search('lighthouse')).toEqual(['/tides'])
    expect(await search('+fishermen +running')).toEqual([])
    const later = new Date()
    site.set(
      '/tides',
      page('Tide tables', '<p>A museum of seamanship has opened its doors to the public.</p>'),
    )
    await recrawl('all')
    expect(await search('museum')).toEqual(['/tides'])
    expect(await search('lighthouse')).toEqual([])
    expect(await search('lighthouse', { at: later })).toEqual(['/tides'])
  })

  it('goes on behind a cursor', async () => {
    const { crawl, hits, search } = await harbour()
    await crawl('current')
    const [first] = await hits('tide', { limit: 1 })
    expect(await search('tide', { cursor: first!.cursor })).toEqual(['/boats', '/'])
    await expect(search('tide', { cursor: 'x' })).rejects.toThrow(/is not a cursor/)
  })

  it('meets what is written to break it with an answer or a sentence', async () => {
    const { crawl, hits } = await harbour()
    await crawl('current')
    const hostile = [
      `' OR 1=1 --`,
      `"unclosed`,
      `tide" OR "`,
      `NEAR(tide water)`,
      `title:tide`,
      `{title body}:tide`,
      `tide) UNION SELECT`,
      `tide\0`,
      `\\`,
      '*',
      '^tide',
      'tide since:never',
      `site:${'a'.repeat(300)} tide`,
      'a '.repeat(900),
      'x'.repeat(5_000),
      `class:'; tide`,
      '%_%',
      'ti* -ti*',
    ]
    for (const query of hostile) {
      const said = await hits(query).catch((error: Error) => error)
      if (said instanceof Error) expect(said.message).toMatch(/^cannot search for ".*": .*\w/s)
      else for (const { url } of said) expect(url).toMatch(/^http/)
    }
  })

  it('has commands', async () => {
    const { crawl, site, data } = await harbour()
    site.set(
      '/tides',
      page('Tide \u001b[31mred\u009b0m', '<p>tide \u001b]0;title\u0007 bell \u202e turned</p>'),
    )
    await crawl()
    const none = await tidewatch('search', 'tide', '-c', data)
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/has no search index/)])
    const built = await tidewatch('index', '-c', data)
    expect([built.code, built.stdout]).toEqual([0, 'indexed 5 revisions\n'])
    const said = await tidewatch('search', 'boats -red', '-c', data)
    expect([said.code, said.stderr]).toEqual([0, ''])
    expect(said.stdout).toMatch(
      new RegExp(`^Boats\n  ${site.url('/boats')}  2\\d{3}-.*\n  .*Boats for the tide`),
    )
    const hostile = await tidewatch('search', 'tide bell', '-c', data)
    expect(hostile.stdout).toContain('bell')
    expect(hostile.stdout).not.toMatch(/[\u001b\u009b\u0007\u202e]/)
    const partial = await tidewatch('search', 'oars', 'submarine', '-c', data)
    expect([partial.code, partial.stderr]).toEqual([
      0,
      'no page has all the words; these have some of them\n',
    ])
    const absent = await tidewatch('search', 'submarine', '-c', data)
    expect([absent.code, absent.stdout, absent.stderr]).toEqual([0, '', 'no pages found\n'])
    const dashed = await tidewatch('search', 'boats', '-red', '-c', data)
    expect([dashed.code, dashed.stderr]).toEqual([
      2,
      expect.stringMatching(/in quotation marks: tidewatch search 'tide -low'/),
    ])
    const phrase = await tidewatch('search', 'Boats for', 'ropes', '-c', data, '--json')
    expect(phrase.rows.map(row => row.url)).toEqual([site.url('/boats')])
  })
})
