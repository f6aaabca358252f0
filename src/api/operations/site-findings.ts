/** Operations on sites: servers, change batches, forms, walls and spam. */

import { z } from 'zod'
import { given } from '../../env/given.ts'
import { Page } from '../answers.ts'
import { cursor, limit, list, share, since, text, time } from '../api-values.ts'
import { momentIn } from '../collection-time.ts'
import { reading } from '../operation.ts'
import { firstRows, listOf, rowsAfter } from '../row-lists.ts'

const servers = reading({
  id: 'servers',
  path: '/servers',
  summary:
    'The servers that answer for hosts: how far apart requests are, how fast they answer, which of them rest.',
  query: z.object({ limit, cursor }),
  answer: listOf(
    z
      .object({
        address: z.string(),
        delayMs: z.number(),
        latencyMs: z.number(),
        failures: z.number().describe('in a row'),
        restsUntil: time.nullable(),
      })
      .meta({ id: 'Server' }),
  ),
  run: async ({ shelved }, { query }) =>
    rowsAfter((await shelved.reader()).servers(), query.limit, query.cursor),
})

const batches = reading({
  id: 'changeBatches',
  path: '/changes/batches',
  summary:
    'When sites changed in batches: the hosts that changed most, with their changes in equal spans of time.',
  query: z.object({ since, until: since }),
  answer: z
    .object({
      from: time,
      to: time,
      hosts: list(
        z.object({
          host: z.string(),
          counts: list(z.number()),
          batches: list(z.object({ from: time, to: time, pages: z.number(), directory: z.string() })),
        }),
      ),
    })
    .meta({ id: 'ChangeBatches' }),
  async run({ shelved }, { query }) {
    const time = { since: momentIn(shelved, query.since), until: momentIn(shelved, query.until) }
    return (await shelved.reader()).changeBatches(given(time))
  },
})

const forms = reading({
  id: 'forms',
  path: '/forms',
  summary: 'The forms of hosts: which search forms are asked, what came of it, and how much is still hidden.',
  query: z.object({ host: text('`example.org`, or `http://example.org:8080`'), limit, cursor }),
  answer: listOf(
    z
      .object({
        host: z.string(),
        found: z.number().describe('different pages that answers listed'),
        estimate: z.number().nullable().describe('how many there are at least; null while nobody can tell'),
        hidden: z.number().nullable(),
        answerPages: z.number().describe('pages of answers that were read'),
        forms: list(
          z.object({
            kind: z.string(),
            method: z.string(),
            action: z.string(),
            fields: list(z.string()),
            page: z.string().describe('a page that has it'),
            state: z.enum(['asked', 'ended', 'closed']),
            reason: z.string().nullable().describe('why it is closed or has ended'),
            queries: z.number(),
            asked: list(z.string()),
            newPages: z.number(),
          }),
        ),
      })
      .meta({ id: 'HostForms' }),
  ),
  async run({ shelved }, { query: { host, limit, cursor } }) {
    return firstRows((await shelved.reader()).forms(given({ host, cursor })), limit, row => row.cursor)
  },
})

const walled = reading({
  id: 'walledPages',
  path: '/walls',
  summary: 'Pages before which something stood at their last visit: a log-in, a check, a limit.',
  query: z.object({ limit, cursor }),
  answer: listOf(Page),
  async run({ shelved }, { query: { limit, cursor } }) {
    const after = cursor === undefined ? {} : { cursor }
    const pages = (await shelved.reader()).pages({ walled: true, limit: limit + 1, ...after })
    return firstRows(pages, limit, row => row.cursor)
  },
})

/** Copies are read from the archive, which takes some milliseconds each. */
const PAGES_AT_ONCE = 500

const spam = reading({
  id: 'spam',
  path: '/spam',
  summary: `Pages that look as if they were written for search engines, among the next ${PAGES_AT_ONCE} stored ones.`,
  query: z.object({
    host: text('`example.org`, or `http://example.org:8080`'),
    minScore: z.coerce.number().min(0).max(1).optional().describe('0.5 by default'),
    cursor,
  }),
  answer: z.object({
    rows: list(
      z
        .object({
          url: z.string(),
          score: share,
          reasons: list(z.object({ kind: z.string(), what: z.string(), weight: z.number() })),
        })
        .meta({ id: 'SpamFinding' }),
    ),
    looked: z.number().describe('pages that were read'),
    next: z.string().nullable().describe('the `cursor` that continues; null at the end'),
  }),
  async run({ shelved }, { query: { host, minScore, cursor } }) {
    return (await shelved.reader()).spamPart({ pages: PAGES_AT_ONCE, ...given({ host, minScore, cursor }) })
  },
})

export const SITE_FINDINGS = [servers, batches, forms, walled, spam]
