/** Operations on the results of accessibility checks. */

import { z } from 'zod'
import { given } from '../../env/given.ts'
import type { AccessibilityRank } from '../../library/index.ts'
import { limit, list, since, text, time } from '../api-values.ts'
import { momentIn } from '../collection-time.ts'
import { reading } from '../operation.ts'
import { firstRows } from '../row-lists.ts'
import type { ShelvedCollection } from '../shelved.ts'
import { pageAt } from './one-page.ts'

const Scores = z.object({ a: z.number(), aa: z.number(), aaa: z.number() }).meta({ id: 'LevelScores' })

const CheckedPage = z
  .object({
    url: z.string(),
    host: z.string(),
    class: z.string().nullable(),
    at: time,
    revision: z.number(),
    score: Scores,
    failed: list(
      z.object({
        rule: z.string(),
        level: z.string(),
        criteria: list(z.string()).describe('success criteria of WCAG 2.2'),
        says: z.string().describe('what a page that passes does'),
        count: z.number().describe('elements that fail'),
        elements: list(z.string()),
      }),
    ),
  })
  .meta({ id: 'CheckedPage' })

const host = text('only this host')
const pageClass = text('a class of the site model')

const accessibility = reading({
  id: 'accessibility',
  path: '/accessibility',
  summary: 'Hosts or classes ranked by their accessibility, the best first.',
  query: z.object({
    by: z.enum(['host', 'class']).default('host'),
    host,
    class: pageClass,
    at: since.describe('as it was then'),
    since: since.describe('also the score at that time'),
  }),
  answer: list(
    z.object({
      host: z.string(),
      class: z.string().nullable(),
      pages: z.number(),
      score: Scores,
      before: Scores.nullable(),
    }),
  ),
  async run({ shelved }, { query: { by, since, ...query } }) {
    const wanted = { by, ...chosen(shelved, query), ...given({ since: momentIn(shelved, since) }) }
    return (await shelved.reader()).accessibility(wanted)
  },
})

const trend = reading({
  id: 'accessibilityTrend',
  path: '/accessibility/trend',
  summary: 'The scores of all pages over time, the oldest first; times before the first check are left out.',
  query: z.object({
    since: z.string().max(100).default('90d'),
    host,
    points: z.coerce.number().int().min(2).max(50).default(12),
  }),
  answer: list(z.object({ at: time, pages: z.number(), score: Scores })),
  async run({ shelved }, { query: { since, host, points } }) {
    const reader = await shelved.reader()
    const from = momentIn(shelved, since)!.getTime()
    const to = shelved.env.clock.now()
    const times = Array.from({ length: points }, (_, i) => new Date(from + ((to - from) * i) / (points - 1)))
    const moments = []
    for (const at of times) {
      const ranks = await reader.accessibility({ at, ...given({ host }) })
      if (ranks.length > 0) moments.push({ at, ...meanOf(ranks) })
    }
    return moments
  },
})

/** The average score of all pages, from the averages of their hosts. */
function meanOf(ranks: readonly AccessibilityRank[]) {
  const pages = ranks.reduce((sum, each) => sum + each.pages, 0)
  const mean = (of: keyof AccessibilityRank['score']) =>
    ranks.reduce((sum, each) => sum + each.score[of] * each.pages, 0) / pages
  return { pages, score: { a: mean('a'), aa: mean('aa'), aaa: mean('aaa') } }
}

const checkedPages = reading({
  id: 'checkedPages',
  path: '/accessibility/pages',
  summary: 'Pages with what accessibility checks found on them, the worst first.',
  query: z.object({ host, class: pageClass, at: since.describe('as they were then'), limit }),
  answer: list(CheckedPage),
  async run({ shelved }, { query: { limit, ...query } }) {
    const wanted = { limit, ...chosen(shelved, query) }
    return (await firstRows((await shelved.reader()).accessiblePages(wanted), limit, () => '')).rows
  },
})

interface Chosen {
  readonly host?: string | undefined
  readonly class?: string | undefined
  readonly at?: string | undefined
}

/** Converts the filters, leaving out those that were not given. */
const chosen = (shelved: ShelvedCollection, { at, ...which }: Chosen) =>
  given({ host: which.host, class: which.class, at: momentIn(shelved, at) })

const checksOfPage = reading({
  id: 'pageAccessibility',
  path: '/page/accessibility',
  summary: 'What accessibility checks found on the revisions of a page, the oldest first.',
  query: z.object({ url: z.string().min(1).max(20_000) }),
  answer: list(CheckedPage),
  run: async (place, { query }) => (await pageAt(place, query.url)).accessibilityHistory(),
})

export const ACCESSIBILITY = [accessibility, trend, checkedPages, checksOfPage]
