/** The memory of how it went: samples while a collection is watched and when runs end, changes by time and host, and the picture of both. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startTestPostgres } from '../../scripts/postgres.ts'
import { acceleratedClock } from '../../src/env/index.ts'
import { changing, templateSite } from '../world/index.ts'
import { temporaryFolder, tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const START = Date.UTC(2026, 0, 5)
const HOUR_MS = 3_600_000
const HOURS = 6
/** On a fast clock, seconds are moments. */
const CONFIG = {
  seeds: ['http://busy.test/', 'http://still.test/'],
  request: { timeout: '10h', connectTimeout: '10h' },
  refresh: { budget: '600/day', discover: 0 },
}

/** Six hours of watching in nine seconds, on two hosts of which one changes. */
async function watched(database?: string) {
  const clock = acceleratedClock(2_400, undefined, START)
  const sites = [
    templateSite('busy.test', { categories: 2, perCategory: 6, changes: changing(20, 60) }),
    templateSite('still.test', { categories: 1, perCategory: 4 }),
  ]
  const on = await stage(sites, { clock, ...(database === undefined ? {} : { database }) })
  const stop = new AbortController()
  clock.timer(HOURS * HOUR_MS, () => stop.abort())
  await on.crawl(CONFIG, {
    ...{ work: { discover: true, refresh: true }, plan: 'always', signal: stop.signal },
  })
  return on
}

describe('on PostgreSQL', () => {
  it('a watch leaves a sample a quarter of an hour, and every run one at its end', async test => {
    const server = await startTestPostgres()
    test.onTestFinished(() => server.stop())
    const { read, recrawl } = await watched(`${server.url}?schema=samples${process.pid}`)
    const samples = await read(({ store }) => store.samples(0))
    // The clock runs so fast that a busy machine misses some.
    expect(samples.length).toBeGreaterThan(HOURS * 2)
    expect(samples.length).toBeLessThanOrEqual(HOURS * 4 + 3)
    const quarters = samples.slice(0, -1).map(({ at }) => Math.floor(at / (HOUR_MS / 4)))
    expect(new Set(quarters).size).toBe(quarters.length)
    const last = samples.at(-1)!
    expect(last.freshness).toBeGreaterThan(0)
    expect(last.freshness).toBeLessThanOrEqual(1)
    expect(last).toMatchObject({ price: expect.any(Number), budgetPerDay: 600 })
    const { refreshes, changes, spentRefresh, spentNew } = await read(({ store }) => store.refresh())
    expect(last).toMatchObject({ refreshes, changes, spent: spentRefresh + spentNew })
    expect(changes).toBeGreaterThan(0)
    await recrawl(CONFIG, 'all')
    const after = await read(({ store }) => store.samples(0))
    expect(after).toHaveLength(samples.length + 1)
    expect(after.at(-1)!.refreshes).toBeGreaterThanOrEqual(refreshes + last.stored)
  })
})

it('plan --since and changes tell what happened, on SQLite, and --svg draws it', async () => {
  const { folder } = await watched()
  const samples = await tidewatch('plan', '-c', folder, '--since', '2026-01-05', '--json')
  expect([samples.code, samples.rows.length > HOURS]).toEqual([0, true])
  const sum = (name: string) => samples.rows.reduce((total, row) => total + Number(row[name]), 0)
  expect(sum('refreshes')).toBe(sum('changes') + sum('wasted'))
  const table = await tidewatch('plan', '-c', folder, '--since', '2026-01-05')
  expect(table.stdout).toMatch(
    /^at \(UTC\) +fresh +days old +price +spent +refreshes +changes +wasted +stored +known\n2026-01-05 /,
  )

  const all = await tidewatch('changes', '-c', folder, '--json')
  expect(all.rows.length).toBe(sum('changes'))
  expect(all.rows[0]).toMatchObject({ host: 'http://busy.test', revision: 2, change: { changed: true } })
  const times = all.rows.map(row => row.at as string)
  expect([...times].sort()).toEqual(times)
  const later = await tidewatch('changes', '-c', folder, '--json', '--since', '2026-01-05T03:00:00Z')
  expect(later.rows.map(row => row.at)).toEqual(times.filter(at => at >= '2026-01-05T03'))
  expect((await tidewatch('changes', '-c', folder, '--host', 'http://still.test')).stderr).toMatch(
    /no changes/,
  )
  expect((await tidewatch('changes', '-c', folder, '--class', 'none', '--json')).rows).toEqual([])

  const picture = join(await temporaryFolder(), 'fresh.svg')
  expect(await tidewatch('plan', '-c', folder, '--since', '2026-01-01', '--svg', picture)).toMatchObject({
    code: 0,
  })
  const svg = await readFile(picture, 'utf8')
  expect(svg).toMatch(
    /^<svg .*Fresh pages over time.*Fetches of stored pages.*by budget \(fetches per day\).*<\/svg>\n$/s,
  )
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)

  // What cannot be done is told in a sentence.
  const nonsense = await tidewatch('plan', '-c', folder, '--since', 'nonsense')
  expect([nonsense.code, nonsense.stderr]).toEqual([
    2,
    expect.stringMatching(/--since nonsense is not a time: write 30d/),
  ])
  expect(await tidewatch('changes', '-c', folder, '--since', '2026-13-45')).toMatchObject({ code: 2 })
  const missing = await tidewatch('plan', '-c', folder, '--svg', join(folder, 'none', 'x.svg'))
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringMatching(/there is no folder .*none/)])
  const never = await tidewatch('plan', '-c', folder, '--since', '1s')
  expect([never.code, never.stdout, never.stderr]).toEqual([
    0,
    '',
    expect.stringMatching(/no samples were stored/),
  ])
})
