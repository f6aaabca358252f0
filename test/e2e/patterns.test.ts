/** What is looked for on pages: found in a crawl, kept in both stores, listed, and found again in the archive. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Collection } from '../../src/index.ts'
import type { Site } from '../world/index.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const HOME = 'http://h.test/'
const SCOPE = { soft404: false, sitemaps: false } as const
const PATTERNS = ['email', 'phone', { name: 'ticket', regexp: 'Ticket (T-[0-9]+)' }] as const
const CONFIG = { seeds: [HOME], scope: SCOPE, extract: { patterns: [...PATTERNS] } }

type Pages = Record<string, readonly [type: string, body: string | Uint8Array]>

function siteOf(pages: Pages): Site {
  return {
    host: 'h.test',
    kind: 'fixed',
    entries: ['/'],
    find: path => {
      const page = pages[path]
      return page && { template: 'fixed', headers: { 'content-type': page[0] }, bytes: () => page[1] }
    },
  }
}

const html = (body: string) =>
  ['text/html', `<!doctype html><title>Page</title><body>${body}</body>`] as const

const harbour = (): Pages => ({
  '/': html(
    '<a href=staff>staff</a> <a href=letter.rtf>letter</a> <p>Write to post (at) harbour (dot) no</p>',
  ),
  '/staff': html(
    '<a href="mailto:anna@harbour.no">Anna</a> <p>Call +47 22 22 55 55. Ticket T-12 and logo@2x.png',
  ),
  '/letter.rtf': ['application/rtf', String.raw`{\rtf1 Write to jo@harbour.no\par}`],
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const told = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ kind, value, url }) => [kind, value, url])
const FOUND = [
  ['email', 'anna@harbour.no', `${HOME}staff`],
  ['email', 'jo@harbour.no', `${HOME}letter.rtf`],
  ['email', 'post@harbour.no', HOME],
  ['phone', '+4722225555', `${HOME}staff`],
  ['ticket', 'T-12', `${HOME}staff`],
]

const freshSchema = freshSchemas()

describe.each(['SQLite', 'PostgreSQL'])('on %s', store => {
  async function staged(pages: Pages) {
    const database = freshSchema()
    const on = await stage([siteOf(pages)], store === 'PostgreSQL' ? { database } : {})
    const where =
      store === 'PostgreSQL' ? ['-c', database, '--archive', join(on.folder, 'archive')] : ['-c', on.folder]
    return { ...on, where, database }
  }

  it('are found while crawling, with when they were seen', async () => {
    const pages = harbour()
    const { crawl, recrawl, where } = await staged(pages)
    await crawl(CONFIG)
    const list = (...words: string[]) => tidewatch('patterns', ...where, '--json', ...words)
    const first = (await list()).rows
    expect(told(first)).toEqual(FOUND)
    expect(told((await list('--kind', 'phone', '--host', HOME)).rows)).toEqual([FOUND[3]])

    pages['/staff'] = html(
      '<a href="mailto:bea@harbour.no">Bea</a> <p>Call +47 22 22 55 55, all of you, about Ticket T-13',
    )
    await recrawl(CONFIG, 'all')
    const rows = (await list()).rows
    const of = (value: string) => rows.find(row => row.value === value)!
    expect(of('anna@harbour.no')).toMatchObject({
      isCurrent: false,
      lastSeenAt: of('anna@harbour.no').firstSeenAt,
    })
    expect(of('bea@harbour.no')).toMatchObject({ isCurrent: true })
    expect(of('+4722225555').lastSeenAt).not.toBe(of('+4722225555').firstSeenAt)
    expect(of('post@harbour.no')).toMatchObject({ isCurrent: true, firstSeenAt: first[2]!.firstSeenAt })
    expect(Date.parse(String(of('post@harbour.no').lastSeenAt))).toBeGreaterThan(
      Date.parse(String(first[2]!.lastSeenAt)),
    )
  })

  it('are told once each, also where one is on every page of a site', async () => {
    const numbers = Array.from({ length: 120 }, (_, i) => i)
    const footer = '<p>Write to all@harbour.no</p>'
    const pages = Object.fromEntries(
      numbers.map(i => [`/${i}`, html(`page ${i} ${footer} ${i === 7 ? 'zoe@harbour.no' : ''}`)]),
    )
    const home = html(`${numbers.map(i => `<a href=${i}>${i}</a>`).join(' ')} ada@harbour.no ${footer}`)
    const { crawl, database, folder } = await staged({ ...pages, '/': home })
    await crawl(CONFIG)
    const isShared = store === 'PostgreSQL'
    await using collection = await Collection.open(isShared ? database : folder)
    const values = await all(collection.patternValues({ kind: 'email' }))
    const seen = values.map(({ value, pages, hasMorePages, url }) => [value, pages, hasMorePages, url])
    expect(seen).toEqual([
      ['ada@harbour.no', 1, false, HOME],
      ['all@harbour.no', 100, true, HOME],
      ['zoe@harbour.no', 1, false, `${HOME}7`],
    ])
    for (const [i, { cursor }] of values.entries())
      expect(await all(collection.patternValues({ cursor }))).toEqual(values.slice(i + 1))
    expect(await all(collection.patternValues({ limit: 2 }))).toEqual(values.slice(0, 2))
  })

  it('are found again in what is archived, without fetching', async () => {
    const { crawl, world, where, database, folder } = await staged(harbour())
    await crawl({ seeds: [HOME], scope: SCOPE })
    const asked = world.log.length
    expect((await tidewatch('patterns', ...where)).stdout).toBe('')
    const plain = await tidewatch('patterns', '--again', ...where)
    expect([plain.code, plain.stderr]).toEqual([
      2,
      expect.stringMatching(/was crawled without extract\.patterns: say what to look for/),
    ])
    const again = await tidewatch('patterns', '--again', '--find', 'email,phone', '--json', ...where)
    expect([again.code, again.stderr]).toEqual([0, 'looked at 3 pages and found 4 values\n'])
    expect(told(again.rows)).toEqual(FOUND.slice(0, 4))
    expect(world.log.length).toBe(asked)

    const isShared = store === 'PostgreSQL'
    const collection = await Collection.open(isShared ? database : folder, {
      mode: 'write',
      ...(isShared && { archiveFolder: join(folder, 'archive') }),
    })
    expect(await collection.findPatterns({ patterns: [PATTERNS[2]] })).toEqual({ pages: 3, values: 1 })
    const values: string[] = []
    for await (const { value } of collection.patterns({ kind: 'ticket' })) values.push(value)
    expect(values).toEqual(['T-12'])
    await collection.close()
  })
})

it('are told as comma-separated values and as a table', async () => {
  const { crawl, folder } = await stage([siteOf(harbour())])
  await crawl(CONFIG)
  const csv = await tidewatch('patterns', '--csv', '--kind', 'email', '-c', folder)
  const lines = csv.stdout.split('\r\n')
  expect(lines[0]).toBe('kind,value,url,host,firstSeenAt,lastSeenAt,isCurrent')
  expect(lines[1]).toMatch(
    /^email,anna@harbour\.no,http:\/\/h\.test\/staff,http:\/\/h\.test,\d{4}-.*Z,\d{4}-.*Z,true$/,
  )
  expect((await tidewatch('patterns', '-c', folder)).stdout).toMatch(
    /^kind +value +last seen \(UTC\) +page\n/,
  )
})
