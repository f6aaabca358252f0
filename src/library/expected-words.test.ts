import { expect, it } from 'vitest'
import type { PageRow } from '../store/index.ts'
import { expectedWords } from './expected-words.ts'

const told = (page: Partial<PageRow>) =>
  expectedWords({ via: 'http://a.test/', relevance: null, topic: null, expected: null, ...page } as PageRow)

it('says how many pages linked to a page', () => {
  const expected = JSON.stringify({ by: 'links', links: 1400, share: 0.00312 })
  expect(told({ expected })).toEqual([
    'its place in the queue: 1,400 pages linked to it when it was fetched, and of readers who follow links at random from the seeds, 0.31 % come by',
  ])
  expect(told({ expected, via: null })).toEqual([])
  expect(told({})).toEqual([])
})

it('says what relevance links promised, why, and what it turned out to be', () => {
  const clues = [
    { clue: 'parent', weight: 2.14 },
    { clue: '“socket”', weight: 1.2 },
    { clue: '/net', weight: 0.5 },
    { clue: 'since 1', weight: -0.4 },
    { clue: 'pattern /doc/N', weight: 0.3 },
    { clue: 'below a.test/net/', weight: 0.2 },
  ]
  const expected = JSON.stringify({ by: 'topic', relevance: 0.83, clues })
  expect(told({ expected, relevance: 0.912, topic: 'networks' })).toEqual([
    'its place in the queue: links promised a relevance of 0.83, by the pages that link to it (+2.1), “socket” in the links (+1.2), “net” in its address (+0.5), one step from a relevant page (−0.4), addresses like /doc/N (+0.3), below a.test/net/ (+0.2); it is 0.91 about networks',
  ])
})
