import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer, Exchange } from './exchange.ts'
import { parseRetryAfter, Turn } from './politeness.ts'

const FRESH = { delayMs: 0, failures: 0, latencyMs: 0 }

function answer(status: number, startedAt: number, tookMs: number, headers: string[] = []): Answer {
  const at = startedAt + tookMs
  return {
    kind: 'answer',
    status,
    statusText: '',
    headers,
    body: new Uint8Array(0),
    truncated: null,
    address: '',
    startedAt,
    firstByteAt: at,
    endedAt: at,
  }
}

function breakdown(code: 'timeout' | 'reset', endedAt: number): Exchange {
  return { kind: 'breakdown', code, message: '', startedAt: endedAt, endedAt }
}

describe('Turn', () => {
  it('allows one request at a time, and the next a delay after the first byte', () => {
    const turn = new Turn({ delayMs: 1_000, concurrency: 16 }, FRESH, 0)
    expect(turn.mayStart(0)).toBe(true)
    turn.start(0)
    expect(turn.mayStart(5_000)).toBe(false)
    turn.end(answer(200, 0, 300), 0)
    expect(turn.readyAt).toBe(1_300)
    expect(turn.mayStart(1_299)).toBe(false)
    expect(turn.mayStart(1_300)).toBe(true)
  })

  it('waits twice as long as the server needs to answer', () => {
    const turn = new Turn({ delayMs: 1_000, concurrency: 1 }, FRESH, 0)
    turn.start(0)
    turn.end(answer(200, 0, 2_000), 0)
    expect(turn.delayMs).toBe(4_000)
  })

  it('honors the longest Crawl-delay of its hosts, up to five minutes', () => {
    const turn = new Turn({ delayMs: 1_000, concurrency: 1 }, FRESH, 0)
    turn.raiseCrawlDelay(7_000)
    turn.raiseCrawlDelay(3_000)
    expect(turn.delayMs).toBe(7_000)
    turn.raiseCrawlDelay(3_600_000)
    expect(turn.delayMs).toBe(300_000)
  })

  it('lets a Crawl-delay that comes with an answer hold for the request after it', () => {
    const turn = new Turn({ delayMs: 1_000, concurrency: 1 }, FRESH, 0)
    turn.start(0)
    turn.end(answer(200, 0, 300), 0)
    expect(turn.raiseCrawlDelay(8_000)).toBe(true)
    expect(turn.raiseCrawlDelay(8_000)).toBe(false)
    expect(turn.readyAt).toBe(8_300)
    turn.start(8_300)
    turn.cancel()
    expect(turn.readyAt).toBe(8_300)
  })

  it('goes on as the worker before it left off', () => {
    const before = new Turn({ delayMs: 1_000, concurrency: 1 }, FRESH, 0)
    before.raiseCrawlDelay(8_000)
    before.start(0)
    before.end(answer(200, 0, 300), 0)
    const after = new Turn({ delayMs: 1_000, concurrency: 1 }, before.state, before.readyAt)
    expect(after.delayMs).toBe(before.delayMs)
    expect(after.readyAt).toBe(8_300)
    after.raiseCrawlDelay(9_000)
    expect(after.readyAt).toBe(9_300)
  })

  it('lets several requests run without a delay, but never against a Crawl-delay', () => {
    const turn = new Turn({ delayMs: 0, concurrency: 2 }, FRESH, 0)
    turn.start(0)
    expect(turn.mayStart(0)).toBe(true)
    turn.raiseCrawlDelay(500)
    expect(turn.mayStart(10_000)).toBe(false)
  })

  it.each([429, 503])('obeys Retry-After of a %i and doubles the delay', status => {
    const turn = new Turn({ delayMs: 1_000, concurrency: 1 }, FRESH, 0)
    turn.start(0)
    expect(turn.end(answer(status, 0, 0, ['Retry-After', '30']), 0)).toEqual({
      kind: 'backs-off',
      ms: 30_000,
      status,
    })
    expect(turn.readyAt).toBe(30_000)
    const once = turn.delayMs
    expect(once).toBe(2_000)
    turn.start(30_000)
    turn.end(answer(status, 30_000, 0), 0)
    expect(turn.delayMs).toBe(4_000)
    turn.start(60_000)
    turn.end(answer(200, 60_000, 0), 0)
    expect(turn.delayMs).toBeLessThan(4_000)
  })

  it('rests for an hour after three timeouts in a row', () => {
    const turn = new Turn({ delayMs: 1_000, concurrency: 1 }, FRESH, 0)
    const events = [10, 20, 30].map(at => {
      turn.start(at)
      return turn.end(breakdown('timeout', at), 0)
    })
    expect(events).toEqual([null, null, { kind: 'rests', ms: 3_600_000 }])
    expect(turn.mayStart(3_600_000)).toBe(false)
    expect(turn.mayStart(3_600_030)).toBe(true)
  })

  it('counts only timeouts in a row', () => {
    const turn = new Turn({ delayMs: 0, concurrency: 1 }, FRESH, 0)
    for (const exchange of [
      breakdown('timeout', 1),
      breakdown('timeout', 2),
      answer(200, 3, 0),
      breakdown('timeout', 4),
    ]) {
      turn.start(0)
      expect(turn.end(exchange, 0)).toBeNull()
    }
  })

  it('counts timeouts of concurrent requests as one', () => {
    const turn = new Turn({ delayMs: 0, concurrency: 16 }, FRESH, 0)
    const timeout = (startedAt: number, endedAt: number): Exchange => ({
      ...breakdown('timeout', endedAt),
      startedAt,
    })
    for (let i = 0; i < 16; i++) turn.start(i)
    for (let i = 0; i < 16; i++) expect(turn.end(timeout(i, 1_000 + i), 0)).toBeNull()
    for (const at of [2_000, 4_000]) turn.start(at)
    expect(turn.end(timeout(2_000, 3_000), 0)).toBeNull()
    expect(turn.end(timeout(4_000, 5_000), 0)).toEqual({ kind: 'rests', ms: 3_600_000 })
  })

  it('gives an unused turn back', () => {
    const turn = new Turn({ delayMs: 1_000, concurrency: 1 }, FRESH, 0)
    turn.start(50)
    turn.cancel()
    expect(turn.mayStart(50)).toBe(true)
  })

  it('is never asked sooner than the delay after the last first byte, whatever happens', () => {
    const step = fc.record({
      waitMs: fc.nat(5_000),
      tookMs: fc.nat(3_000),
      status: fc.constantFrom(200, 404, 429, 503),
      fails: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 30 }), steps => {
        const turn = new Turn({ delayMs: 1_000, concurrency: 4 }, FRESH, 0)
        let now = 0
        let lastFirstByte = Number.NEGATIVE_INFINITY
        for (const { waitMs, tookMs, status, fails } of steps) {
          now = Math.max(now + waitMs, turn.readyAt)
          expect(turn.mayStart(now)).toBe(true)
          expect(now - lastFirstByte).toBeGreaterThanOrEqual(1_000)
          turn.start(now)
          expect(turn.mayStart(now + 10_000_000)).toBe(false)
          turn.end(fails ? breakdown('reset', now + tookMs) : answer(status, now, tookMs), 0)
          lastFirstByte = now + tookMs
          now = lastFirstByte
        }
      }),
    )
  })
})

it('backs off when a page says so, once', () => {
  const turn = new Turn({ delayMs: 1_000, concurrency: 1 }, FRESH, 0)
  turn.start(0)
  turn.end(answer(200, 0, 10), 0)
  const before = turn.delayMs
  expect(turn.backOff(answer(200, 0, 10), 0)).toMatchObject({ kind: 'backs-off', status: 200 })
  expect(turn.delayMs).toBe(2 * before)
  expect(turn.backOff(answer(429, 0, 10), 0)).toBeNull()
})

describe('Retry-After (RFC 9110 10.2.3)', () => {
  const now = Date.parse('2026-11-15T10:00:00Z')
  it.each([
    ['120', 120_000],
    ['Sun, 15 Nov 2026 10:01:00 GMT', 60_000],
    ['Sun, 15 Nov 2026 09:00:00 GMT', 0],
    ['99999999', 86_400_000],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s', (value, ms) => expect(parseRetryAfter(value, now)).toBe(ms))
})
