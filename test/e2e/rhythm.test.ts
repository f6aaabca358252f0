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
const PAUSE = { from: 9, to: 15 }
const WEEKS = PAUSE.to + 2
const INPUT = {
  seeds: ['http://w.test/'],
  limits: { connections: 1 },
  request: { timeout: '10m', connectTimeout: '10m' },
  refresh: { interval: '3.5d', discover: 0, signals: false },
}
const COLUMN = /\/item\/0\//

const activeWeeks = Array.from({ length: WEEKS }, (_, week) => week).filter(
  week => week < PAUSE.from || week >= PAUSE.to,
)
const mondayOf = (week: number) => FIRST_MONDAY + week * WEEK_MS
const mondays = activeWeeks.map(mondayOf)

/** Runs when the page falls due, as a cron job that runs often would. Returns the hours from each Monday's change to its visit. */
async function follow() {
  const site = templateSite('w.test', {
    ...{ categories: 1, perCategory: 2, perPage: 2, paragraphs: 2 },
    ...{ changes: (_, path) => (COLUMN.test(path) ? listed(mondays) : never), changeKinds: ['sentence'] },
  })
  const clock = new JumpingClock(START)
  const { crawl, recrawl, read, folder } = await stage([site], { clock })
  const first = await crawl(INPUT)
  const column = first.stored.find(url => COLUMN.test(url))!
  const hours = new Map<number, number>()
  while (clock.now() < mondayOf(WEEKS)) {
    const dueAt = await read(async ({ store }) => (await store.page(column as Url))!.dueAt ?? Infinity)
    clock.jump(Math.min(3 * DAY_MS, Math.max(2 * HOUR_MS, dueAt - clock.now())))
    const { visits } = await recrawl(INPUT, 'due')
    for (const { url, commit } of visits) {
      const monday = mondays.findLast(at => at <= commit.at)
      if (url === column && commit.revision !== null && monday !== undefined && !hours.has(monday))
        hours.set(monday, (commit.at - monday) / HOUR_MS)
    }
  }
  return {
    folder,
    column,
    delays: activeWeeks.map(week => ({ week, hours: hours.get(mondayOf(week)) ?? Infinity })),
  }
}

it('a page that changes on Mondays at nine is visited within six hours, also after a pause', async () => {
  const { delays, folder, column } = await follow()
  const settled = delays.filter(({ week }) => week >= LEARNED_WEEKS && week !== PAUSE.to)
  expect(settled.filter(({ hours }) => !(hours <= 6))).toEqual([])
  const { stdout } = await tidewatch('history', column, '-c', folder)
  expect(stdout).toMatch(/usually changes on Mondays about (7:30|8:00|8:30|9:00|9:30) UTC/)
})
