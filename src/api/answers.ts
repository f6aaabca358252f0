/** The shapes of answers of the API, named as in the library. */
import { z } from 'zod'
import { STATUSES } from '../library/index.ts'
import { anything, list, share, time } from './api-values.ts'

const count = z.number().int()

export const Counts = z
  .object({
    waiting: count,
    running: count,
    completed: count,
    error: count,
    gone: count,
    excluded: count,
    fetched: count.describe('stored pages'),
    visits: count,
    revisions: count,
    hosts: count,
    bytes: count,
  })
  .meta({ id: 'Counts' })

export const RunState = z
  .object({
    kind: z.enum(['crawl', 'watch', 'recrawl', 'model']),
    state: z.enum(['running', 'stopping', 'paused', 'ended', 'failed']),
    startedAt: time,
    endedAt: time.nullable(),
    message: z.string().nullable().describe('what the run said last, or why it failed'),
  })
  .meta({ id: 'Run', description: 'The latest crawl that this server started' })

export const CollectionSummary = z
  .object({
    id: z.string().describe('its name in addresses of this API'),
    name: z.string(),
    where: z.string().describe('a folder, or a postgres:// address without user and password'),
    counts: Counts.nullable().describe('null if it cannot be read'),
    problem: z.string().nullable(),
    run: RunState.nullable(),
    isBusy: z.boolean().describe('some process is working on it'),
    tasks: list(z.string()).describe('kinds of the tasks that run on this server: `index`, `export`, …'),
    at: time.describe('what its clock shows'),
  })
  .meta({ id: 'Collection' })

export const Page = z
  .object({
    url: z.string(),
    host: z.string(),
    status: z.enum(STATUSES),
    httpStatus: z.number().nullable(),
    reason: z.string().nullable(),
    wall: z.string().nullable().describe('what stood before it at its last visit: `login`, `challenge`, …'),
    title: z.string().nullable(),
    type: z.string().nullable(),
    class: z.string().nullable(),
    topic: z.string().nullable().describe('of a focused crawl, the one that it is about most'),
    relevance: share.nullable().describe('how much it is about that topic'),
    revision: count,
    fetchedAt: time.nullable(),
    changedAt: time.nullable(),
    dueAt: time.nullable(),
    changesPerDay: z.number().nullable().describe('as believed; null before the second visit'),
    sizeBytes: count.nullable(),
    depth: count,
    via: z.string().nullable(),
    original: z.string().nullable(),
    priority: z.number(),
    failures: count,
  })
  .meta({ id: 'Page' })

export const ChangeNote = z
  .object({
    changed: z.boolean(),
    why: z.string().optional(),
    level: z.string(),
    difference: share,
    resemblance: share.optional(),
    simhashDistance: z.number().optional(),
    paths: list(z.string()),
    excused: list(z.string()).optional(),
    sharedWith: z.number().optional(),
    summary: z.string().optional(),
    secondLook: z.string().optional(),
  })
  .meta({ id: 'ChangeNote' })

export const PageVisit = z
  .object({
    at: time,
    outcome: z.string(),
    httpStatus: z.number().nullable(),
    durationMs: z.number(),
    sizeBytes: count.nullable(),
    revision: count.nullable(),
    error: z.string().nullable(),
    change: ChangeNote.nullable(),
  })
  .meta({ id: 'PageVisit' })

export const Revision = z
  .object({
    number: count,
    fetchedAt: time,
    title: z.string().nullable(),
    type: z.string().nullable(),
    charset: z.string().nullable(),
    sizeBytes: count,
    digest: z.string(),
    truncated: z.boolean(),
    rendered: z.boolean().describe('the document as a browser showed it'),
  })
  .meta({ id: 'Revision' })

const SignalRecord = z.object({
  source: z.string(),
  trust: z.object({ silent: z.number(), kappa: z.number() }).nullable(),
  signals: z.number().describe('older ones count less'),
  changes: z.number(),
})

const NextVisit = z.object({
  policy: z.string(),
  objective: z.string(),
  rate: z.number().describe('changes a day, as believed'),
  rateLow: z.number(),
  rateHigh: z.number(),
  fresh: share.describe('chance that the stored copy is still current'),
  value: z.number(),
  price: z.number(),
  because: z.string(),
  weight: z.number(),
  cost: z.number(),
  elapsed: z.number().describe('days since the last visit'),
  weightForNow: z.number().nullable(),
  signals: list(SignalRecord),
  usualTime: z.object({ from: z.number(), lengthDays: z.number() }).optional(),
  together: z
    .object({
      group: z.string(),
      changes: z.number(),
      expected: z.number(),
      earlierDays: z.number(),
    })
    .nullable(),
})

const Expectation = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('links'),
    links: z.number().describe('pages that linked to it when it was fetched'),
    share: z.number().describe('of readers who follow links at random from the seeds, those who come by'),
  }),
  z.object({
    by: z.literal('topic'),
    relevance: share.describe('what its links promised'),
    clues: list(z.object({ clue: z.string(), weight: z.number() })).describe(
      'what spoke for and against it most',
    ),
  }),
])

export const PageExplanation = z
  .object({ standing: list(z.string()), expected: Expectation.nullable(), next: NextVisit.nullable() })
  .meta({ id: 'PageExplanation' })

export const RateEstimates = z
  .object({
    intervals: z.number(),
    changes: z.number(),
    ratio: z.number(),
    likely: z.number(),
    averages: z.object({ equal: z.number(), halving: z.number(), aging: z.number() }).nullable(),
  })
  .meta({ id: 'RateEstimates' })

const diffKind = z.enum(['same', 'removed', 'added'])

export const PageDiff = z
  .object({
    url: z.string(),
    before: Revision,
    after: Revision,
    change: ChangeNote.nullable(),
    lines: list(
      z.union([
        z.object({ kind: diffKind, path: z.string(), text: z.string() }),
        z.object({
          kind: z.literal('changed'),
          path: z.string(),
          words: list(z.object({ kind: diffKind, text: z.string() })),
          noise: z.literal(true).optional().describe('it differs only in dates, counters and the like'),
        }),
      ]),
    ),
  })
  .meta({ id: 'PageDiff' })

export const PageLink = z
  .object({ url: z.string(), text: z.string(), kind: z.string(), nofollow: z.boolean() })
  .meta({ id: 'PageLink' })

export const PageChange = z
  .object({
    url: z.string(),
    host: z.string(),
    class: z.string().nullable(),
    at: time,
    revision: count,
    change: ChangeNote.nullable(),
  })
  .meta({ id: 'PageChange' })

export const JournalEvent = z
  .object({ at: time, kind: z.string(), subject: z.string(), message: z.string() })
  .meta({ id: 'Event' })

export const Sample = z
  .object({
    at: time,
    freshness: share.nullable(),
    ageDays: z.number().nullable(),
    price: z.number().nullable(),
    budgetPerDay: z.number().nullable(),
    known: count,
    stored: count,
    spent: z.number(),
    visits: count,
    refreshes: count,
    changes: count,
    wasted: count,
  })
  .meta({ id: 'Sample' })

export const PageRecord = z
  .object({
    url: z.string(),
    class: z.string(),
    fetchedAt: time.nullable(),
    values: z.record(z.string(), anything).readonly(),
  })
  .meta({ id: 'PageRecord' })

export const SearchHit = z
  .object({
    url: z.string(),
    title: z.string().nullable(),
    snippet: z
      .object({
        text: z.string(),
        marks: list(z.tuple([z.number(), z.number()]).readonly()),
      })
      .nullable(),
    score: z.number(),
    isPartial: z.boolean(),
    type: z.string().nullable(),
    language: z.string(),
    class: z.string().nullable(),
    revision: count,
    fetchedAt: time,
  })
  .meta({ id: 'SearchHit' })

export const Problem = z
  .object({ problem: z.string() })
  .meta({ id: 'Problem', description: 'What went wrong, in a sentence' })
