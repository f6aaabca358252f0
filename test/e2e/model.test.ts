/** `tidewatch model` as a process on a world in another one, and `inferModel` as a function. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inferModel, openCollection } from '../../src/index.ts'
import { readSpecification } from '../../src/site/index.ts'
import { templateSite } from '../world/index.ts'
import { serveWorld, start, temporaryFolder, tidewatch } from './shell.ts'
import { stage } from './stage.ts'

interface ModelRow {
  readonly site: string
  readonly pagesFetched: number
  readonly classes: readonly { name: string; pages: string[]; sample: string[] }[]
  readonly links: readonly { from: string; to: string; type: string; path: string }[]
  readonly forms: readonly { from: string; kind: string }[]
  readonly version: number
  readonly isNew: boolean
  readonly fetched: number
}

interface Request {
  readonly host: string
  readonly path: string
  readonly arrivedAt: number
  readonly leftAt: number
  readonly forbidden: boolean
}

async function prepared(...kinds: string[]) {
  const folder = await temporaryFolder()
  const log = join(folder, 'log.jsonl')
  const served = await serveWorld(...kinds.flatMap(kind => ['--kind', kind]), '--log', log)
  const config = await served.config(folder, { seeds: [], scope: { local: true } })
  const collection = join(folder, 'data')
  const model = (...words: string[]) => tidewatch('model', ...words, '-c', collection, '--config', config)
  const requests = async () =>
    (await readFile(log, 'utf8').catch(() => ''))
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Request)
  return { folder, config, collection, model, requests }
}

/** Which word of the truth each page has, class by class; a class that holds one template has one word. */
const wordsOf = ({ classes }: ModelRow, truth: (path: string) => string) =>
  classes
    .map(({ pages }) => [...new Set(pages.map(url => truth(new URL(url).pathname)))].sort().join('+'))
    .sort()

const templateTruth = (path: string) =>
  path === '/'
    ? 'home'
    : path.startsWith('/category/')
      ? 'category'
      : path.startsWith('/item/')
        ? 'item'
        : 'small'

const HOME = 'http://template.world.test/'

describe('tidewatch model', () => {
  it('finds the classes of a catalogue, keeps a version, and needs no request the second time', async () => {
    const { folder, collection, model, requests } = await prepared('template')
    const out = ['json', 'csv', 'graphml', 'cypher', 'dot', 'svg', 'png'].map(ending =>
      join(folder, `m.${ending}`),
    )
    const said = await model(HOME, '--pages', '60', '--json', ...out.flatMap(file => ['--out', file]))
    expect(said).toMatchObject({ code: 0, stderr: '' })
    expect(said.rows).toHaveLength(1)
    const row = said.rows[0] as unknown as ModelRow
    expect(row).toMatchObject({
      site: 'http://template.world.test',
      pagesFetched: 60,
      version: 1,
      isNew: true,
    })
    expect(wordsOf(row, templateTruth)).toEqual(['category', 'home', 'item', 'small'])
    const pages = row.classes.flatMap(one => one.pages)
    expect(new Set(pages).size).toBe(60)
    for (const one of row.classes) expect(one.pages).toEqual(expect.arrayContaining(one.sample))
    const nameOf = (path: string) =>
      row.classes.find(one => one.pages.some(url => url === new URL(path, HOME).href))!.name
    const [home, category] = [nameOf('/'), nameOf('/category/0')]
    expect(row.links).toContainEqual(expect.objectContaining({ from: category, to: home, type: 'singleton' }))
    for (const { path } of row.links) expect(path).toMatch(/^\//)

    await expectExports(folder, row)

    const before = (await requests()).length
    expect(before).toBe(61)
    const again = await model(HOME, '--pages', '60', '--json')
    expect(again.rows[0]).toEqual({ ...said.rows[0], isNew: false, fetched: 0 })
    expect((await requests()).length).toBe(before)
    const told = await model(HOME, '--pages', '60')
    expect(told.stdout).toMatch(
      /^http:\/\/template\.world\.test: 4 classes of pages\n\nhome {2}1 page {2}\/\n/,
    )
    expect(told.stderr).toBe(
      '60 pages, after 0 visits now; the same as version 1; 60 stored pages read by it\n',
    )
    const classes = await tidewatch('classes', '-c', collection, '--json')
    const stored = classes.rows.map(one => [one.class, one.stored]).sort()
    expect(stored).toEqual(row.classes.map(({ name, pages }) => [name, pages.length]).sort())
  })

  it('compares versions and files, and scores them', async () => {
    const { folder, model } = await prepared('template')
    const file = join(folder, 'm.json')
    expect((await model(HOME, '--pages', '2')).code).toBe(0)
    expect((await model(HOME, '--pages', '50', '--out', file)).stderr).toMatch(/kept as version 2/)
    const diff = await model('diff', '1', '2', '--json')
    expect(diff.code).toBe(0)
    expect((diff.rows[0] as { classesCame: string[] }).classesCame.length).toBeGreaterThan(0)
    expect((await model('diff', '1', '2')).stdout).toMatch(/^\+ class /)
    expect((await model('diff', '2', file)).stderr).toBe(
      'the models have the same classes, links and fields\n',
    )

    const golden = join(folder, 'golden.json')
    const classes = [
      { name: 'home', regex: '^/$' },
      { name: 'category', regex: '^/category/' },
      { name: 'item', regex: '^/item/' },
      { name: 'small', regex: String.raw`^/\w+\.html$` },
    ]
    const links = [
      { from: 'category', to: 'item', type: 'list' },
      { from: 'item', to: 'home', type: 'singleton' },
      { from: 'small', to: 'item', type: 'form' },
    ]
    await writeFile(golden, JSON.stringify({ classes, links }))
    const score = await model('score', '--golden', golden, '--json')
    expect(score.rows[0]).toMatchObject({ fStar: 1, purity: 1, pages: 50 })
    expect((score.rows[0] as { entropy: number }).entropy).toBeCloseTo(0)
    expect((score.rows[0] as { recall: number }).recall).toBeCloseTo(2 / 3)
    const shown = await model('score', file, '--golden', golden)
    expect(shown.stdout).toMatch(/^F\* 1\.000 .*\nH {2}0\.000 .*\nP {2}1\.000 .*\nR {2}0\.667 /)
  })

  it('obeys robots.txt and the delay, as a crawl does', async () => {
    const { collection, model, requests } = await prepared('robots')
    const said = await model('http://robots.world.test/', '--json', '--delay', '250ms')
    expect(said.code).toBe(0)
    const made = await requests()
    expect(made.length).toBeGreaterThan(5)
    expect(made.filter(request => request.forbidden)).toEqual([])
    const excluded = await tidewatch('pages', '-c', collection, '--json', '--status', 'excluded')
    expect(excluded.rows.map(row => row.reason)).toContainEqual(expect.stringMatching(/^robots\.txt line/))
    const gaps = made.slice(1).map(({ arrivedAt }, i) => arrivedAt - made[i]!.leftAt)
    // The server notes when an answer has left, which on a busy machine may be some time after its first byte arrived.
    expect(Math.min(...gaps)).toBeGreaterThan(150)
  })

  it('finds the forms of a shop without asking for what robots.txt forbids', async () => {
    const { model, requests } = await prepared('shop')
    const row = (await model('http://shop.world.test/', '--pages', '40', '--json'))
      .rows[0] as unknown as ModelRow
    expect(row.forms).toContainEqual(expect.objectContaining({ kind: 'search' }))
    const word = (path: string) => path.split('/')[1] || 'home'
    expect(wordsOf(row, word)).toEqual(expect.arrayContaining(['department', 'home', 'product']))
    expect((await requests()).filter(({ path }) => path.startsWith('/search'))).toEqual([])
  })

  it('leaves alone what else waits in the collection, and what it found waits for a crawl', async () => {
    const { folder, config, collection, model, requests } = await prepared('template', 'blog')
    const both = join(folder, 'both.json')
    const seeds = [HOME, 'http://blog.world.test/']
    await writeFile(both, JSON.stringify({ ...JSON.parse(await readFile(config, 'utf8')), seeds }))
    await tidewatch('crawl', '-c', collection, '--config', both, '--pages', '6')
    const before = await requests()
    const words = [HOME, '-c', collection, '--config', both, '--pages', '30', '--json']
    const row = (await tidewatch('model', ...words)).rows[0] as unknown as ModelRow
    expect(row.pagesFetched).toBe(30)
    const made = (await requests()).slice(before.length)
    expect(new Set(made.map(({ host }) => host))).toEqual(new Set(['template.world.test']))
    expect(made.length).toBe(row.fetched)

    expect((await model('diff', '1', '1')).code).toBe(0)
    expect((await tidewatch('crawl', '-c', collection, '--config', both)).code).toBe(0)
    const all = await requests()
    expect(new Set(all.map(({ host, path }) => host + path)).size).toBe(all.length)
    expect((await tidewatch('pages', '-c', collection, '--json', '--status', 'waiting')).rows).toEqual([])
    const doctor = await tidewatch('doctor', '-c', collection)
    expect([doctor.code, doctor.stderr]).toEqual([0, expect.stringMatching(/^no problems/)])
  })

  it('stops cleanly and goes on to the model it would have made at once', async () => {
    const { folder, collection, config, model, requests } = await prepared('template')
    const words = ['-c', collection, '--config', config, '--pages', '40', '--progress', 'json']
    const running = start(['model', HOME, ...words, '--delay', '50ms'])
    await running.said(/"pages":[1-9]/)
    running.child.kill('SIGINT')
    expect(await running.ended).toMatchObject({ code: 130, stderr: expect.stringMatching(/continue\n$/) })
    const cut = (await requests()).length
    const resumed = (await model(HOME, '--pages', '40', '--json')).rows[0] as unknown as ModelRow
    const made = await requests()
    expect(made.length).toBe(41)
    expect(resumed.fetched).toBe(41 - cut)
    const fresh = ['-c', join(folder, 'other'), '--config', config, '--pages', '40', '--json']
    const whole = (await tidewatch('model', HOME, ...fresh)).rows[0]
    expect(whole).toEqual({ ...resumed, fetched: 40 })
  })

  it('says in one sentence what is wrong', async () => {
    const { folder, model } = await prepared('template')
    const said = async (...words: string[]) => {
      const { code, stdout, stderr } = await model(...words)
      expect(stdout).toBe('')
      return `${code} ${stderr.trim()}`
    }
    expect(await said('nonsense')).toMatch(/^2 .*neither a web address/)
    expect(await said(HOME, '--pages', 'many')).toMatch(/^2 .*--pages many/)
    expect(await said(HOME, '--out', join(folder, 'm.gif'))).toMatch(/^2 .*must end in \.csv/)
    expect(await said(HOME, '--out', join(folder, 'no', 'm.svg'))).toMatch(/^2 .*no such folder/)
    expect(await said('diff', '1')).toMatch(/^2 .*two models/)
    expect(await said('diff', '1', '2')).toMatch(/^2 .*there is no collection/)
    expect(await said('score')).toMatch(/^2 .*--golden/)
    expect(await said('score', '--golden', join(folder, 'config.json'))).toMatch(/^2 .*classes/)
    expect(await said(new URL('/missing', HOME).href)).toMatch(/^1 .*HTTP 404$/)
    expect(await said('diff', '1', '2')).toMatch(/^1 .*no model yet/)
    expect(await said('diff', join(folder, 'config.json'), '1')).toMatch(/^2 .*is not a model/)
  })
})

describe('model --seeds', () => {
  it('models many sites side by side, each server in its turns, and goes on where it ended', async () => {
    const { folder, collection, config, requests } = await prepared(
      'template',
      'blog',
      'shop',
      'docs',
      'wiki',
    )
    const seeds = join(folder, 'seeds.txt')
    const names = ['template', 'blog', 'shop', 'docs', 'wiki']
    const lines = names.map(name => `http://${name}.world.test/`)
    await writeFile(seeds, ['# sites', ...lines, 'http://nowhere.test/', ''].join('\n'))
    const many = (...words: string[]) =>
      tidewatch('model', '--seeds', seeds, '--pages', '25', '-c', collection, '--config', config, ...words)
    const said = await many('--json')
    expect(said.code).toBe(0)
    const rows = said.rows as unknown as ModelRow[]
    expect(rows.map(row => row.site).sort()).toEqual(names.map(name => `http://${name}.world.test`).sort())
    expect(said.stderr).toMatch(/nowhere\.test.*gives no page/)
    const log = await requests()
    const first = (host: string) => log.findIndex(entry => entry.host === `${host}.world.test`)
    const last = (host: string) => log.findLastIndex(entry => entry.host === `${host}.world.test`)
    expect(first('wiki')).toBeLessThan(last('template'))
    const again = await many()
    expect(again.stderr).toMatch(/5 of 6 sites already have a model/)
    expect((await requests()).length).toBe(log.length)
    expect(await many('--out', join(folder, 'x.csv'))).toMatchObject({ code: 2 })
  })
})

describe('inferModel', () => {
  it('models a site into a collection that a program has opened', async () => {
    const { world, folder } = await stage([templateSite('shop.test')])
    const collection = await openCollection(folder, { mode: 'write' })
    const config = { threads: 1, scope: { local: true }, request: { delay: 0, allowPrivate: true } } as const
    const env = { network: world.network }
    const infer = () => inferModel(collection, 'http://shop.test/', config, { pages: 30, env })
    try {
      const model = await infer()
      expect([model.classes.length, model.members.flat().length]).toEqual([4, 30])
      const asked = world.log.length
      expect(asked).toBe(31)
      expect({ ...(await infer()), madeAt: '' }).toEqual({ ...model, madeAt: '' })
      expect(world.log.length).toBe(asked)
    } finally {
      await collection.close()
    }
  })
})

async function expectExports(folder: string, { classes, links }: ModelRow): Promise<void> {
  const text = (ending: string) => readFile(join(folder, `m.${ending}`), 'utf8')
  expect(JSON.parse(await text('json'))).toMatchObject({ format: 1, pagesUsed: 60 })
  const { lines, problems } = readSpecification(await text('csv'))
  expect(problems).toEqual([])
  expect(lines.filter(line => line.kind === 'link')).toHaveLength(links.length)
  const tags = tagsOf(await text('graphml'))
  expect([tags.get('node'), tags.get('edge')]).toEqual([classes.length, links.length])
  expect(tagsOf(await text('svg')).get('svg')).toBe(1)
  expect((await readFile(join(folder, 'm.png'))).subarray(1, 4).toString()).toBe('PNG')
  const cypher = (await text('cypher')).trim().split('\n')
  expect(cypher).toHaveLength(classes.length + links.length)
  for (const statement of cypher) expect(statement).toMatch(/^(?:MERGE|MATCH) .*;$/)
  const dot = await text('dot')
  expect(dot).toMatch(/^digraph site \{\n(?:.*\n)*\}\n$/)
  expect(dot.match(/ -> /g)).toHaveLength(links.length)
}

/** How often each element occurs in a document; every element must be closed where it belongs. */
function tagsOf(xml: string): Map<string, number> {
  const tags = new Map<string, number>()
  const open: string[] = []
  for (const [, slash, name, , isEmpty] of xml.matchAll(TAG)) {
    if (slash) expect(open.pop()).toBe(name)
    else {
      tags.set(name!, (tags.get(name!) ?? 0) + 1)
      if (!isEmpty) open.push(name!)
    }
  }
  expect(open).toEqual([])
  expect(xml.replace(TAG, '').replace(/<\?xml [^<>]*\?>/, '')).not.toMatch(/[<>]/)
  return tags
}

const TAG = /<(\/?)([\w:]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/g
