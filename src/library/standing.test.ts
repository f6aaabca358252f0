import { expect, it } from 'vitest'
import type { CrawlSettings } from '../crawl/index.ts'
import type { Counts, PageRow } from '../store/index.ts'
import { asUrl } from '../url/index.ts'
import { standingOf } from './standing.ts'

const counts = { fetched: 30, waiting: 1200 } as Counts

const USUAL = { via: 'http://a.test/', depth: 2, failures: 0, reason: null, wall: null, dueAt: null }

const SEED = asUrl('http://a.test/')

function told(page: Partial<PageRow>, pages: number | null = null): string[] {
  const row = { ...USUAL, ...page } as PageRow
  return standingOf(row, counts, { pages, seeds: [{ url: SEED }] } as unknown as CrawlSettings)
}

it('says where a page was found and why it waits', () => {
  expect(told({ status: 'waiting' })).toEqual([
    'found at depth 2 on http://a.test/; one of 1,200 that wait for their first visit',
  ])
  expect(told({ status: 'waiting', via: null, url: SEED }, 30)).toEqual([
    'a seed; one of 1,200 that wait for their first visit; the collection holds 30 pages, as many as scope.pages allows',
  ])
  expect(told({ status: 'excluded', via: null, reason: 'robots.txt' })[0]).toBe(
    'not found on a page: a former seed, or named by an import, robots.txt or a plug-in',
  )
})

it('names the rule that left a page out, and what went wrong', () => {
  expect(told({ status: 'excluded', reason: 'robots.txt line 3' })[1]).toBe('not fetched: robots.txt line 3')
  expect(told({ status: 'error', reason: 'HTTP 500', failures: 3 })[1]).toBe(
    'failed 3 times: HTTP 500; it is not tried again',
  )
  const dueAt = Date.UTC(2026, 0, 2)
  const walled = { status: 'error', wall: 'login', reason: 'wall: log-in', failures: 1, dueAt } as const
  expect(told({ ...walled, revision: 1 })[1]).toBe(
    'wall: log-in; what is stored of it stays; the next try is at 2026-01-02 00:00:00 UTC',
  )
  expect(told({ status: 'error', reason: 'HTTP 500', failures: 1, dueAt })[1]).toBe(
    'failed once: HTTP 500; the next try is at 2026-01-02 00:00:00 UTC',
  )
})

it('says where a page has moved, and that its copy stays', () => {
  const movedTo = asUrl('http://a.test/new')
  expect(told({ status: 'completed', movedTo, revision: 1 })[1]).toBe(
    'moved to http://a.test/new; what is stored of it stays',
  )
  expect(told({ status: 'completed', movedTo, revision: 0 })[1]).toBe('moved to http://a.test/new')
  expect(told({ status: 'gone', reason: 'HTTP 410', revision: 2 })[1]).toBe(
    'gone: HTTP 410; what is stored of it stays',
  )
})
