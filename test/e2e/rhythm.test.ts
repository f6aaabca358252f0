/** A page that changes on Mondays at nine is visited soon after, and `history` says so; a summer pause does not make it forgotten. */
import { expect, it } from 'vitest'
import type { Url } from '../../src/url/index.ts'
import { DAY_MS, listed, never, templateSite } from '../world/index.ts'
import { JumpingClock } from './jumping-clock.ts'
import { tidewatch } from './shell.ts'
import { stage } from './stage.ts'

/** A Wednesday. */
const START = Date.UTC(2026, 0, 7)
const FIRST_MONDAY = Date.UTC(2026, 0, 12, 9)
const HOUR_MS = DAY_MS / 24
const WEEK_MS = 7 * DAY_MS
const LEARNED_WEEKS = 8
const PAUSE = { from: 10, to: 16 }
const INPUT = {
  seeds: ['http://w.test/'],
  limits: { connections: 1 },
  request: { timeout: '10m', connectTimeout: '10m' },
  refresh: { interval: '3.5d', discover: 0, signals: false },
}
const COLUMN = /\/item\/0\//

/** Runs when the page falls due and every day, as a cron job that runs often would; returns the hours from each Monday's change to its visit. */
async function follow(pauses: boolean) {
  const lastWeek = pauses ? PAUSE.to + 4 : LEARNED_WEEKS + 4
  const weeks = Array.from({ length: lastWeek }, (_, week) => week)
  const active = weeks.filter(week => !pauses || week < PAUSE.from || week >= PAUSE.to)
  const mondays = active.map(week => FIRST_MONDAY + week * WEEK_MS)
  const site = templateSite('w.test', {
    ...{ categories: 1, perCategory: 2, perPage: 2, paragraphs: 2 },
    ...{ changes: (_, path) => (COLUMN.test(path) ? listed(mondays) : never), changeKinds: ['sentence'] },
  })
  const clock = new JumpingClock(START)
  const { crawl, recrawl, read, folder } = await stage([site], { clock })
  const found = new Map<number, number>()
  const first = await crawl(INPUT)
  const column = first.stored.find(url => COLUMN.test(url))!
  while (clock.now() < FIRST_MONDAY + lastWeek * WEEK_MS) {
    const dueAt = await read(async ({ store }) => (await store.page(column as Url))!.dueAt ?? Infinity)
    clock.jump(Math.min(DAY_MS, Math.max(2 * HOUR_MS, dueAt - clock.now())))
    const before = clock.now()
    const ran = await recrawl(INPUT, 'due')
    const visit = ran.visits.find(({ url, commit }) => url === column && commit.revision !== null)
    const monday = mondays.findLast(at => at <= before)
    if (visit && monday !== undefined && !found.has(monday))
      found.set(monday, (visit.commit.at - monday) / HOUR_MS)
  }
  return {
    folder,
    column,
    delays: active.map((week, i) => ({ week, hours: found.get(mondays[i]!) ?? Infinity })),
  }
}

it('a page that changes on Mondays at nine is visited within six hours', { timeout: 240_000 }, async () => {
  const { delays, folder, column } = await follow(false)
  for (const { week, hours } of delays.slice(LEARNED_WEEKS))
    expect(hours, `week ${week}`).toBeLessThanOrEqual(6)
  const { stdout } = await tidewatch('history', column, '-c', folder)
  expect(stdout).toMatch(/usually changes on Mondays about (8:00|8:30|9:00|9:30|10:00) UTC/)
})

it('the old rhythm is back with the first change after six weeks of pause', {
  timeout: 240_000,
}, async () => {
  const { delays } = await follow(true)
  for (const { week, hours } of delays.filter(({ week }) => week > PAUSE.to))
    expect(hours, `week ${week}`).toBeLessThanOrEqual(6)
})
