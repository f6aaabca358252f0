import { describe, expect, it } from 'vitest'
import type { QueuedPage } from '../../store/index.ts'
import { asUrl, Canonicalizer } from '../../url/index.ts'
import type { ParseResult, ReadFacts } from '../thread/job.ts'
import { nextState } from './7-schedule.ts'
import { outcomeOfAnswer } from './outcome.ts'
import { answer, pageAt, parsedOf } from './visit.fixture.ts'

const NOW = 1_000_000
const RULES = { retries: 2, retryDelayMs: 1_000, refreshAt: NOW + 60_000 }

const page = (over: Partial<QueuedPage> = {}) => pageAt('http://example.org/a', over)
const parsed = (facts: Partial<ReadFacts> = {}, over: Partial<ParseResult> = {}) => parsedOf(over, facts)

const outcome = (status: number, headers: string[] = [], at = page(), result = parsed()) =>
  outcomeOfAnswer(answer(status, headers), result, at, new Canonicalizer())

describe('outcomeOfAnswer', () => {
  it.each([301, 302, 303, 307, 308])('%i moves to its Location', status => {
    expect(outcome(status, ['Location', '../b'])).toMatchObject({ kind: 'moved', to: 'http://example.org/b' })
  })
  it('refuses redirects without end, without target, to itself and to no web address', () => {
    expect(outcome(301, ['Location', '/b'], page({ hops: 10 }))).toMatchObject({
      kind: 'failed',
      code: 'redirects',
      transient: false,
    })
    expect(outcome(301)).toMatchObject({ kind: 'failed', code: 'redirects' })
    expect(outcome(301, ['Location', '/a'])).toMatchObject({ kind: 'failed' })
    expect(outcome(301, ['Location', 'javascript:alert(1)'])).toMatchObject({ kind: 'failed' })
  })
  it('304 holds the stored revision, and is an error when there is none, or its copy is lost', () => {
    expect(outcome(304, [], page({ revision: 3, payloadAt: 1 })).kind).toBe('notModified')
    expect(outcome(304, [], page({ revision: 3 }))).toMatchObject({ kind: 'failed', transient: true })
    expect(outcome(304).kind).toBe('failed')
  })
  it('nothing where a page was stored is a failure that passes, but not for texts, files and pages that were empty', () => {
    const html = ['Content-Type', 'text/html; charset=utf-8']
    const stored = page({ revision: 1, sizeBytes: 900 })
    expect(outcome(200, html, stored)).toMatchObject({ kind: 'failed', transient: true })
    expect(outcome(204, [], stored)).toMatchObject({ kind: 'failed', transient: true })
    expect(outcome(200, ['Content-Type', 'text/plain'], stored).kind).toBe('fetched')
    expect(outcome(200, html, page()).kind).toBe('fetched')
    expect(outcome(200, html, page({ revision: 1, sizeBytes: 0 })).kind).toBe('fetched')
    const file = pageAt('file:///a.html', { revision: 1, sizeBytes: 900 })
    expect(outcome(200, html, file).kind).toBe('fetched')
  })
  it.each([404, 410])('%i is gone', status => expect(outcome(status).kind).toBe('gone'))
  it.each([429, 500, 502, 503, 504])('%i passes', status =>
    expect(outcome(status)).toMatchObject({ kind: 'failed', transient: true }),
  )
  it.each([400, 401, 403, 451])('%i stays', status =>
    expect(outcome(status)).toMatchObject({ kind: 'failed', transient: false }),
  )
  it('keeps out what says noindex and what has another type', () => {
    expect(outcome(200, [], page(), parsed({ noindex: true }))).toMatchObject({
      kind: 'denied',
      by: 'noindex',
    })
    expect(outcome(200, [], page(), parsed({ wanted: false, type: 'image/png' }))).toMatchObject({
      kind: 'denied',
      by: 'type',
      reason: 'type image/png',
    })
  })
  it('a page that only sends its readers on has moved; one with content of its own has not', () => {
    const refresh = { refresh: asUrl('http://example.org/new') }
    expect(outcome(200, [], page(), parsed({ linkCount: 1 }, refresh))).toMatchObject({
      kind: 'moved',
      to: 'http://example.org/new',
    })
    expect(outcome(200, [], page(), parsed({ linkCount: 30 }, refresh)).kind).toBe('fetched')
  })
})

describe('nextState', () => {
  const failed = (transient: boolean) =>
    ({ kind: 'failed', code: 'http', message: 'HTTP 500', status: 500, transient }) as const

  it('retries passing errors with growing distance, then leaves them for a day', () => {
    const waits = [0, 1, 2].map(
      failures => nextState(failed(true), page({ failures }), NOW, RULES).dueAt! - NOW,
    )
    expect(waits).toEqual([1_000, 2_000, 86_400_000])
  })
  it('waits as long as the server asks', () => {
    expect(nextState(failed(true), page(), NOW, RULES, '60').dueAt).toBe(NOW + 60_000)
  })
  it('does not come back to lasting errors', () => {
    expect(nextState(failed(false), page(), NOW, RULES)).toMatchObject({
      status: 'error',
      dueAt: null,
      reason: 'HTTP 500',
    })
  })
  it('needs two answers of "not there" to call a page gone', () => {
    const missing = { kind: 'gone', status: 404, why: 'HTTP 404' } as const
    expect(nextState(missing, page(), NOW, RULES).status).toBe('error')
    expect(nextState(missing, page({ failures: 1 }), NOW, RULES).status).toBe('gone')
  })
  it('a good answer forgives failures', () => {
    expect(nextState({ kind: 'notModified', status: 304 }, page({ failures: 3 }), NOW, RULES)).toEqual({
      status: 'completed',
      reason: null,
      dueAt: NOW + 60_000,
      failures: 0,
    })
  })
})
