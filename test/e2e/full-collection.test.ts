/** A collection that holds as many pages as it may: better pages take the places of worse ones, and it stays at its limit. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestPostgres } from '../../scripts/postgres.ts'
import type { ConfigInput } from '../../src/config/index.ts'
import type { VisitReport } from '../../src/crawl/index.ts'
import { DAY_MS, listed, plain, type Site } from '../world/index.ts'
import { editableSite } from './editable.ts'
import { fastStage } from './fast-stage.ts'
import { JumpingClock } from './jumping-clock.ts'
import { ownWords } from './own-words.ts'
import { start, temporaryFolder, tidewatch } from './shell.ts'
import { type Ran, stage } from './stage.ts'

const START = Date.UTC(2026, 0, 5)
const LIMIT = 10
const OLD = Array.from({ length: 14 }, (_, n) => `/old/${n}`)

const html = (text: string, links: readonly string[]) =>
  `<!doctype html><title>${text}</title><h1>${text}</h1>${links.map(to => `<p><a href="${to}">${to}</a></p>`).join('')}`

const page = (text: string, links: readonly string[], changes: readonly number[] = []) => ({
  ...plain(html(text, links), 'page', 'text/html; charset=utf-8'),
  bytes: ({ nowMs }: { readonly nowMs: number }) =>
    html(`${text}: ${ownWords(`${text} ${changes.filter(at => at <= nowMs).length}`)}`, links),
  schedule: listed(changes),
})

const every = (days: number) => Array.from({ length: 400 }, (_, n) => START + n * days * DAY_MS)

/** Pages that never change, and behind them, on another host, pages that do. */
const dull: Site = {
  host: 'dull.test',
  kind: 'by hand',
  entries: ['/'],
  find: path => {
    if (path === '/') return page('the beginning', OLD)
    return OLD.includes(path)
      ? page(`dull ${path}`, [`http://lively.test/new/${path.slice(5)}`, 'http://lively.test/dead/1'])
      : undefined
  },
}
const lively = (changes: readonly number[]): Site => ({
  host: 'lively.test',
  kind: 'by hand',
  entries: ['/new/0'],
  find: path => (path.startsWith('/new/') ? page(`lively ${path}`, ['/new/0'], changes) : undefined),
})

const INPUT: ConfigInput = {
  seeds: ['http://dull.test/'],
  scope: { pages: LIMIT },
  weights: [{ url: { prefix: 'http://lively.test/new/' }, weight: 4 }],
  refresh: { interval: '1d', discover: 0.5, habits: false, signals: false },
  request: { timeout: '10m', connectTimeout: '10m' },
}

const held = ({ pages }: Ran) =>
  [...pages.values()].filter(({ revision, excludedBy }) => revision > 0 && excludedBy !== 'replaced')

const livelyAmong = (ran: Ran) =>
  held(ran).filter(({ url }) => url.startsWith('http://lively.test/new/')).length

async function crawlByCron(database?: string) {
  const clock = new JumpingClock(START)
  const on = await stage([dull, lively(every(1))], { clock, ...(database === undefined ? {} : { database }) })
  const first = await on.crawl(INPUT)
  expect(livelyAmong(first)).toBe(0)
  let ran = first
  for (let run = 0; run < 8; run++) {
    clock.jump(DAY_MS)
    ran = await on.recrawl(INPUT, 'due')
    expect(held(ran).length).toBeLessThanOrEqual(LIMIT)
  }
  return { on, first, ran }
}

it('ends with better pages under recrawl --due, and keeps what they replaced readable', async () => {
  const { on, first, ran } = await crawlByCron()
  expect(held(first).length).toBe(LIMIT)
  expect(held(ran).length).toBe(LIMIT)
  expect(livelyAmong(ran)).toBe(LIMIT - 1)
  expect(ran.page('http://dull.test/').status).toBe('completed')
  const replaced = [...ran.pages.values()].filter(({ excludedBy }) => excludedBy === 'replaced')
  expect(replaced.length).toBe(LIMIT - 1)
  const { url } = replaced[0]!
  expect((await on.body(url)).toString()).toContain('dull /old/')
  const { stdout } = await tidewatch('history', url, '-c', on.folder)
  expect(stdout).toMatch(
    /lost its place in the full collection: worth [\d.]+ \(weight 1, links [\d.]+, depth 1, refreshing buys \d+ %\); http:\/\/lively\.test\/new\/\d+, worth [\d.]+ \(weight 4, .*\), has its place/,
  )
  expect(await on.read(({ store }) => store.check())).toEqual([])
  const visits = ran.visits.filter(visit => visit.url === url)
  expect(visits).toEqual([])
})

it('does so in PostgreSQL', async () => {
  const server = await startTestPostgres()
  onTestFinished(() => server.stop())
  const { on, ran } = await crawlByCron(`${server.url}?schema=full${process.pid}`)
  expect(held(ran).length).toBe(LIMIT)
  expect(livelyAmong(ran)).toBe(LIMIT - 1)
  expect(await on.read(({ store }) => store.check())).toEqual([])
})

it('ends with better pages under watch', async () => {
  // Seldom enough for them to be worth their places even if a busy machine visits them late.
  const on = await fastStage([dull, lively(every(20))], 40, 15)
  const stop = new AbortController()
  const found = new Set<string>()
  const onVisit = ({ url, outcome }: VisitReport) => {
    if (url.startsWith('http://lively.test/new/') && outcome.kind === 'fetched') found.add(url)
    // However busy the machine is: until as many as there are have come.
    if (found.size === LIMIT - 1) stop.abort()
  }
  const input = { ...INPUT, request: {} }
  const watched = await on.watch(input, { signal: stop.signal, onVisit }, on.clock.now() + 400 * DAY_MS)
  expect(held(watched).length).toBe(LIMIT)
  expect(livelyAmong(watched)).toBe(LIMIT - 1)
  // Nothing comes and goes: a page that lost its place was not fetched again.
  const replaced = [...watched.pages.values()].filter(({ excludedBy }) => excludedBy === 'replaced')
  expect(replaced.length).toBe(LIMIT - 1)
})

it('stays at its limit when it is killed', async () => {
  const pages: Record<string, string> = { '/': html('the beginning', OLD) }
  for (const path of OLD) {
    pages[path] = html(`dull ${path}`, [path.replace('old', 'new')])
    pages[path.replace('old', 'new')] = html(`lively ${path}`, [])
  }
  const site = await editableSite(pages)
  const folder = await temporaryFolder()
  const config = join(folder, 'config.json')
  await writeFile(
    config,
    JSON.stringify({
      seeds: [site.url('/')],
      threads: 1,
      scope: { pages: LIMIT },
      weights: [{ url: { prefix: site.url('/new/') }, weight: 4 }],
      refresh: { interval: '3s', bounds: ['1s', '90d'] },
      request: { delay: '100ms', allowPrivate: true },
    }),
  )
  const collection = join(folder, 'data')
  expect((await tidewatch('crawl', '--config', config, '-c', collection)).code).toBe(0)
  for (let run = 0; run < 4; run++) {
    const watching = start(['watch', config, '-c', collection, '--progress', 'json'])
    await watching.said(/"visits":(?:[3-9]|\d\d)\b/)
    watching.child.kill('SIGKILL')
    await watching.ended
  }
  expect((await tidewatch('doctor', '-c', collection)).code).toBe(0)
  const { rows } = await tidewatch('pages', '--json', '-c', collection)
  const stored = rows.filter(({ revision, status }) => Number(revision) > 0 && status !== 'excluded')
  const chosen = rows.filter(({ status, dueAt }) => status === 'waiting' && dueAt !== null)
  expect(stored.length + chosen.length).toBe(LIMIT)
  expect(stored.filter(({ url }) => String(url).includes('/new/')).length).toBeGreaterThan(2)
})
