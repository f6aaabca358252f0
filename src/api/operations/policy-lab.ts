/** Operations that compare policies on the collection's own history, on an uploaded trace, or on a simulated world. */
import { z } from 'zod'
import { OBJECTIVES, POLICY_NAMES, WORLD_NAMES } from '../../library/lab-sources.ts'
import { list, share, time } from '../api-values.ts'
import { acting, reading } from '../operation.ts'
import { bytesFor, sentFile } from '../sent-file.ts'

const MAX_BUDGETS = 6
const MAX_CLASSES = 20
/** This many take some ten seconds per policy and budget. */
const MAX_PAGES = 20_000
const MAX_DAYS = 100_000
/** Enough for a million pages that changed three times each. */
const MAX_TRACE_CHARS = 32 * 2 ** 20

const span = z.string().regex(/^\d{1,6}(?:\.\d{1,3})?[mhdw]$/, 'write 90m, 12h, 7d or 2w')

const Order = z
  .object({
    world: z
      .enum(WORLD_NAMES)
      .nullable()
      .default(null)
      .describe('null: the trace, or else the collection’s own history'),
    trace: sentFile('trace.csv', MAX_TRACE_CHARS)
      .nullable()
      .default(null)
      .describe('when pages changed: a line for each page, with its change times in days'),
    pages: z.number().int().min(10).max(MAX_PAGES).default(1_000).describe('of a simulated world'),
    days: z
      .number()
      .int()
      .min(1)
      .max(MAX_DAYS)
      .optional()
      .describe('how long a simulated world lasts; forty rounds by default'),
    budgets: z.array(span).min(1).max(MAX_BUDGETS).describe('in how much time a page is fetched once'),
    policies: z.array(z.enum(POLICY_NAMES)).min(1).max(POLICY_NAMES.length),
    classes: z
      .array(span)
      .min(1)
      .max(MAX_CLASSES)
      .optional()
      .describe('of the policy `classes`: times between changes'),
    objective: z.enum(OBJECTIVES).default('freshness'),
    seed: z.number().int().min(0).max(1_000_000).default(1),
  })
  .refine(({ world, trace }) => world === null || trace === null, {
    path: ['trace'],
    message: 'choose a world or a trace, not both',
  })
  .meta({ id: 'LabOrder' })

const Compared = z
  .object({
    name: z.string(),
    freshness: share,
    age: z.number().describe('mean days since the first change that the copy lacks'),
    harmonic: z.number(),
    staleRatio: z.number().describe('against visiting everything equally often; below 1 is better'),
    oraclePercent: z.number().describe('of what the best timetable for the true rates reaches'),
    wasted: share.describe('of fetches that found nothing new'),
    delayMean: z.number().describe('days from a change to the visit that found it'),
    delayP95: z.number(),
    starved: share.describe('of pages that were never fetched'),
    calibration: z.number().nullable(),
  })
  .meta({ id: 'ComparedPolicy' })

const Status = z
  .object({
    state: z.enum(['running', 'done', 'failed', 'stopped']),
    order: z.object({
      world: z.string().nullable(),
      trace: z.string().nullable().describe('the name of the file'),
      budgets: list(z.string()),
      policies: list(z.string()),
      objective: z.string(),
    }),
    startedAt: time,
    endedAt: time.nullable(),
    message: z.string().nullable().describe('why it failed, or what it does now'),
    runs: list(
      z.object({
        every: z.number().describe('days between two fetches of a page'),
        comparison: z.object({
          pages: z.number(),
          spanDays: z.number(),
          fetchesPerPage: z.number(),
          batched: share.describe('of the changes that come in batches'),
          policies: list(Compared),
        }),
      }),
    ),
  })
  .meta({ id: 'LabStatus' })

const lab = reading({
  id: 'lab',
  path: '/lab',
  summary: 'The latest comparison of policies that this server made; null if it made none.',
  answer: Status.nullable(),
  run: async ({ shelved }) => shelved.lab.status,
})

const start = acting({
  id: 'startLab',
  path: '/lab',
  summary:
    'Compares policies in a process of its own, on the same changes and with the same number of fetches.',
  body: Order,
  answer: Status,
  maxBodyBytes: bytesFor(MAX_TRACE_CHARS),
  run: ({ shelved }, { body }) => shelved.lab.start(body),
})

const stop = acting({
  id: 'stopLab',
  path: '/lab/stop',
  summary: 'Stops the comparison.',
  answer: Status.nullable(),
  async run({ shelved }) {
    await shelved.lab.stop()
    return shelved.lab.status
  },
})

export const POLICY_LAB = [lab, start, stop]
