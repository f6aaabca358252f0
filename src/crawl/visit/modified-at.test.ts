import { describe, expect, it } from 'vitest'
import { modifiedAt } from './modified-at.ts'

const NOW = Date.UTC(2026, 0, 20, 12)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const date = (ms: number) => new Date(ms).toUTCString()

/** The headers a server with a wrong clock sends at NOW for a page that changed two hours ago. */
const said = (offMs: number, ...more: string[]) => [
  ...['Last-Modified', date(NOW - 2 * HOUR_MS + offMs), 'Date', date(NOW + offMs)],
  ...more,
]

describe('when a page last changed, by our clock', () => {
  it.each([0, HOUR_MS, -7 * HOUR_MS, 3 * DAY_MS, -29 * DAY_MS])('a clock off by %d ms is set right', off =>
    expect(modifiedAt(said(off), NOW)).toBe(NOW - 2 * HOUR_MS),
  )
  it.each([400 * DAY_MS, -31 * DAY_MS])('a clock off by %d ms says nothing', off =>
    expect(modifiedAt(said(off), NOW)).toBeNull(),
  )
  it('RFC 9111 section 5.1: an answer from a cache was dated when it was stored', () =>
    expect(
      modifiedAt(
        ['Last-Modified', date(NOW - 5 * HOUR_MS), 'Date', date(NOW - 3 * HOUR_MS), 'Age', '10800'],
        NOW,
      ),
    ).toBe(NOW - 5 * HOUR_MS))
  it('without a Date, Last-Modified is taken as it is', () =>
    expect(modifiedAt(['last-modified', date(NOW - HOUR_MS)], NOW)).toBe(NOW - HOUR_MS))
  it.each([
    ['none', ['Date', date(NOW)]],
    ['no date', ['Last-Modified', 'yesterday']],
    ['the time of the request', ['Last-Modified', date(NOW), 'Date', date(NOW)]],
    [
      'the time of the request by a wrong clock',
      ['Last-Modified', date(NOW + DAY_MS), 'Date', date(NOW + DAY_MS)],
    ],
    ['in the future', ['Last-Modified', date(NOW + HOUR_MS)]],
  ])('%s: null', (_, headers) => expect(modifiedAt(headers, NOW)).toBeNull())
})
