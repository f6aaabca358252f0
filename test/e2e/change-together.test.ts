/** Pages that change together: what visits to some pages of a directory find brings the others forward, and `history` says why. */
import { expect, it } from 'vitest'
import { type PolicyPart, policyNamed } from '../../src/refresh/index.ts'
import { DAY_MS, listed, templateSite } from '../world/index.ts'
import { JumpingClock } from './jumping-clock.ts'
import { tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const START = Date.UTC(2026, 0, 5)
/** When all items change at once, and how long the crawler then has. */
const BATCH_DAY = 3.5
const DAYS = 6
const INPUT = {
  seeds: ['http://p.test/'],
  limits: { connections: 1 },
  request: { timeout: '10m', connectTimeout: '10m' },
  refresh: { interval: '5d', discover: 0, habits: false, signals: false },
}

/** A visit a day by cron, each for what the budget has earned. Returns the items that nobody visited since the batch. */
async function visitDaily(without: readonly PolicyPart[]) {
  const batch = listed([START + BATCH_DAY * DAY_MS])
  const site = templateSite('p.test', {
    ...{ categories: 6, perCategory: 6, perPage: 1, paragraphs: 2 },
    ...{ changes: () => batch, changeKinds: ['sentence'] },
  })
  const clock = new JumpingClock(START)
  const { crawl, recrawl, folder } = await stage([site], { clock })
  const policy = policyNamed('value', { without })
  let ran = await crawl(INPUT, { policy })
  for (let day = 1; day <= DAYS; day++) {
    clock.jump(DAY_MS)
    ran = await recrawl(INPUT, 'due', { policy })
  }
  const items = [...ran.pages.values()].filter(({ url }) => url.includes('/item/'))
  const stale = items.filter(({ fetchedAt }) => fetchedAt! < START + BATCH_DAY * DAY_MS)
  return { items: items.length, stale: stale.map(({ url }) => url), folder }
}

it('a batch in one directory brings its other pages forward', { timeout: 240_000 }, async () => {
  const even = await visitDaily(['clocks'])
  const clocked = await visitDaily([])
  expect(clocked.items).toBe(36)
  expect(clocked.stale.length).toBeLessThan(even.stale.length)
  const { stdout } = await tidewatch('history', clocked.stale[0]!, '-c', clocked.folder)
  expect(stdout).toMatch(
    /about \d+ changes of pages of .+ since its last visit, [\d.]+ were expected: visited [\d.]+ days early/,
  )
})
