/** Focused crawls through the real engine: pages about the topic come first, on both stores, by words and by examples. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { acceleratedClock } from '../../src/env/index.ts'
import { openCollection } from '../../src/index.ts'
import { CREDENTIALS, PERFUMES, perfumes, type Site, startWorld } from '../world/index.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { temporaryFolder, tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const TOPICS = {
  boats: 'boat sail harbor mast crew keel anchor wind rigging',
  trains: 'train rail station engine track signal wagon timetable',
  soups: 'soup onion pan stove salt broth carrot spoon',
  stars: 'star planet orbit comet telescope moon galaxy dust',
  horses: 'horse saddle stable hoof rider mare hay gallop',
  paints: 'paint brush canvas oil color easel frame sketch',
}
type TopicName = keyof typeof TOPICS
const NAMES = Object.keys(TOPICS) as TopicName[]
const EACH = 30
const LIMIT = 42

/** Each section is a chain of lists of five, called by number only: where they lead is known by what was found there. */
function pageAt(path: string): string | undefined {
  if (path === '/')
    return NAMES.map(name => `<a href=/${name}/list/0>part ${NAMES.indexOf(name)}</a>`).join(' ')
  const [, section = '', kind, number = ''] = path.split('/')
  const words = TOPICS[section as TopicName]?.split(' ')
  const at = Number(number)
  if (!words || at >= EACH) return undefined
  const menu = NAMES.map(name => `<a href=/${name}/list/0>part</a>`).join(' ')
  if (kind === 'list') {
    const items = Array.from(
      { length: 5 },
      (_, i) => `<a href=/${section}/item/${at + i}>number ${at + i}</a>`,
    )
    return `${menu} ${items.join(' ')} <a href=/${section}/list/${at + 5}>next</a>`
  }
  const told = words.filter((_, i) => (at + i) % 3 !== 0)
  return `${menu}<h1>${told[0]} and ${told[1]}</h1><p>${told.join(' ')} ${told.slice(0, 4).join(' ')}</p>`
}

const site: Site = {
  host: 'topics.test',
  kind: 'fixed',
  entries: ['/'],
  find: path => {
    const body = pageAt(path)
    return body === undefined
      ? undefined
      : {
          template: 'page',
          headers: { 'content-type': 'text/html' },
          bytes: () => `<title>Page</title>${body}`,
        }
  },
}
const CONFIG = {
  seeds: ['http://topics.test/'],
  scope: { pages: LIMIT, soft404: false, sitemaps: false },
}
/** On a fast clock a page is stored, and what it taught is known, before the next one has its turn. */
const POLITE = { delay: '2s', timeout: '10m', connectTimeout: '10m' } as const
const fast = () => ({ clock: acceleratedClock(100) })
const boats = (urls: readonly string[]) => urls.filter(url => url.includes('/boats/item/')).length

const freshSchema = freshSchemas()

it.each(['SQLite', 'PostgreSQL'])('pages about the topic come first, on %s', async kind => {
  const database = freshSchema()
  const { crawl, folder } = await stage([site], kind === 'SQLite' ? fast() : { ...fast(), database })
  const { stored } = await crawl({
    ...CONFIG,
    request: POLITE,
    topics: [{ name: 'boats', words: 'boats sailing harbor mast' }],
  })
  expect(boats(stored)).toBeGreaterThan(LIMIT / 3)
  const where = kind === 'SQLite' ? folder : database
  const collection = await openCollection(where, { archiveFolder: join(folder, 'archive') })
  const found: string[] = []
  for await (const { url, topic, relevance } of collection.pages({ topic: 'boats', minRelevance: 0.5 })) {
    found.push(url)
    expect([topic, relevance! <= 1]).toEqual(['boats', true])
  }
  expect(found.filter(url => !url.includes('/boats/'))).toEqual([])
  expect(found.length).toBeGreaterThan(LIMIT / 6)
  await collection.close()
})

it('without a topic they do not', async () => {
  const { crawl } = await stage([site])
  expect(boats((await crawl(CONFIG)).stored)).toBeLessThan(LIMIT / 4)
})

it('the command takes words and examples, says what it cannot use, and lists what it found', async () => {
  const folder = await temporaryFolder()
  const world = await startWorld({ sites: [site] })
  const config = join(folder, 'config.json')
  const request = { allowPrivate: true, delay: 0 }
  await writeFile(config, JSON.stringify({ ...CONFIG, request, dns: { hosts: world.hosts() } }))
  const where = ['-c', join(folder, 'c')]
  const example = join(folder, 'example.html')
  await writeFile(example, `<title>Boats</title><p>${TOPICS.boats} ${TOPICS.boats}</p>`)
  try {
    const crawled = await tidewatch('crawl', '--config', config, '--topic', example, ...where)
    expect(crawled.code, crawled.stderr).toBe(0)
    const { rows } = await tidewatch('pages', '--relevance', '0.5', '--json', ...where)
    expect(boats(rows.map(row => row.url as string))).toBeGreaterThan(1)
    const shown = await tidewatch('pages', '--topic', 'example.html', '--limit', '1', ...where)
    expect(shown.stdout).toMatch(/relevance/)
    const [boat] = rows.map(row => row.url as string).filter(url => url.includes('/boats/item/'))
    const told = await tidewatch('history', boat!, ...where)
    expect(told.stdout).toMatch(
      /links promised a relevance of \d\.\d\d, by .*\([+−]\d.*; it is \d\.\d\d about example\.html/,
    )
    await writeFile(config, JSON.stringify({ ...CONFIG, topics: [{ examples: ['nowhere.html'] }] }))
    const missing = await tidewatch('crawl', '--config', config, '-c', join(folder, 'd'))
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/the example .*nowhere\.html of a topic cannot be read/),
    ])
    await writeFile(config, JSON.stringify({ ...CONFIG, topics: [{ class: 'product' }] }))
    expect((await tidewatch('crawl', '--config', config, '-c', join(folder, 'd'))).stderr).toMatch(
      /a topic by class needs both collection and class/,
    )
  } finally {
    await world.stop()
  }
})

it('a class of another collection is a topic', async () => {
  const model = join(await temporaryFolder(), 'model.csv')
  await writeFile(model, PERFUMES.replace(/\$\{PERFUMES_PASSWORD\}/, CREDENTIALS.password))
  const earlier = await stage([perfumes('perfumes.test', { perfumes: 6 })])
  await earlier.crawl({ seeds: ['http://perfumes.test/'], extract: { model } })
  const { crawl } = await stage([site])
  const few = { ...CONFIG, scope: { ...CONFIG.scope, pages: 6 } }
  const like = (name: string) => ({ ...few, topics: [{ collection: earlier.folder, class: name }] })
  const { pages } = await crawl(like('perfume'))
  const judged = [...pages.values()].filter(page => page.relevance !== null)
  expect(judged.map(page => page.topic)).toEqual(Array(6).fill('perfume'))
  await expect(crawl(like('boat'))).rejects.toThrow(/has no stored page of the class boat/)
})
