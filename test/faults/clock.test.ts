/** A clock that is set back and forth under a collection that is watched: it goes on at its own pace. */
import { expect, it } from 'vitest'
import { acceleratedClock, type Clock } from '../../src/env/index.ts'
import { steadyTime } from '../../src/env/steady-time.ts'
import { stage } from '../e2e/stage.ts'
import { DAY_MS, templateSite, webLike } from '../world/index.ts'

const START = Date.UTC(2026, 0, 5)
const DAYS = 40
const SECONDS = 24
const INPUT = {
  seeds: ['http://w.test/'],
  refresh: { interval: '2d', discover: 0 },
  // On a fast clock, seconds are moments. Times that lie in the future are mended when leases are renewed.
  request: { timeout: '20d', connectTimeout: '20d' },
  limits: { lease: '1d' },
}

/** A fast clock whose system's time of day somebody sets. Its own time of day is what a process would take from that. */
function machine() {
  const base = acceleratedClock((DAYS * 86_400) / SECONDS, undefined, START)
  const set = { byMs: 0 }
  const wallMs = () => base.now() + set.byMs
  /** A process that starts now. */
  const start = (): Clock => {
    const system = { wallMs, monotonicMs: () => base.monotonic(), uptimeMs: () => base.monotonic() }
    return { ...base, now: steadyTime(system) }
  }
  return { base, set, start }
}

async function scene() {
  const { base, set, start } = machine()
  const site = templateSite('w.test', { categories: 2, perCategory: 10, changes: webLike() })
  const on = await stage([site], { clock: base })
  const at: number[] = []
  const watch = async (clock: Clock, toDay: number, atDay: Readonly<Record<number, () => void>> = {}) => {
    const stop = new AbortController()
    const untilDay = (day: number) => START + day * DAY_MS - base.now()
    base.timer(untilDay(toDay), () => stop.abort())
    for (const [day, act] of Object.entries(atDay)) base.timer(untilDay(Number(day)), act)
    const onVisit = () => void at.push((base.now() - START) / DAY_MS)
    const extras = { work: { discover: true, refresh: true }, plan: 'always', signal: stop.signal } as const
    return on.crawl(INPUT, { ...extras, onVisit, clock })
  }
  /** Visits in a stretch of true time. */
  const between = (from: number, to: number) => at.filter(day => day >= from && day < to).length
  return { set, start, watch, between }
}

it('set back by a day and forth again while it runs, nothing waits and nothing bursts', async () => {
  const { set, start, watch, between } = await scene()
  const ran = await watch(start(), DAYS, {
    20: () => (set.byMs = -DAY_MS),
    20.02: () => (set.byMs = DAY_MS),
    20.04: () => (set.byMs = 0),
    25: () => (set.byMs = -5 * DAY_MS),
  })
  const usual = between(10, 20) / 10
  expect(usual).toBeGreaterThan(3)
  for (let day = 20; day < 38; day += 3) {
    expect(between(day, day + 3) / 3).toBeGreaterThan(usual * 0.3)
    expect(between(day, day + 3) / 3).toBeLessThan(usual * 2)
  }
  expect(ran.stored.length).toBeGreaterThan(20)
})

it('stopped with the clock a week ahead and started with the right time, it goes on at once', async () => {
  const { set, start, watch, between } = await scene()
  set.byMs = 7 * DAY_MS
  const first = await watch(start(), 18)
  set.byMs = 0
  const second = await watch(start(), DAYS)
  const usual = between(10, 18) / 8
  expect(usual).toBeGreaterThan(3)
  for (let day = 20; day < 38; day += 3) {
    expect(between(day, day + 3) / 3).toBeGreaterThan(usual * 0.3)
    expect(between(day, day + 3) / 3).toBeLessThan(usual * 2)
  }
  expect(second.stored).toEqual(first.stored)
})
