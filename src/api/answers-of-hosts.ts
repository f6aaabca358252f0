/** The shapes of hosts, and what was learned about them, in answers of the API. */
import { z } from 'zod'
import { list, time } from './api-values.ts'

const count = z.number().int()

const RenderedKind = z
  .object({
    class: z.string().nullable(),
    isRendered: z.boolean(),
    url: z.string().describe('the page that was looked at both ways'),
    lookedAt: time,
    found: z
      .object({ links: count, newLinks: count, chars: count, newChars: count })
      .nullable()
      .describe('links and letters that the browser showed, and how many of them the plain page lacks'),
  })
  .meta({ id: 'RenderedKind' })

const LearnedUrlRule = z
  .object({
    words: z.string(),
    state: z.enum(['candidate', 'refuted', 'applied', 'withdrawn']),
    support: count.describe('pairs of addresses that showed the same page'),
    counterExamples: count,
    tests: count.describe('addresses that were fetched since it is applied, to see whether it still holds'),
    learnedAt: time.nullable(),
    testedAt: time.nullable(),
    example: list(z.string()).nullable(),
    counterExample: list(z.string()).nullable(),
  })
  .meta({ id: 'LearnedUrlRule' })

export const Host = z
  .object({
    host: z.string(),
    server: z.string().nullable(),
    known: count.describe('addresses'),
    pages: count.describe('stored pages, each counted once however often it was fetched'),
    failed: count.describe('visits that failed'),
    bytes: count.describe('received with all visits'),
    robots: z.string().nullable(),
    lastVisitAt: time.nullable(),
    urlRules: list(LearnedUrlRule).describe(
      'which of its addresses show the same page, as far as was learned',
    ),
    renderedKinds: list(RenderedKind).describe(
      'kinds of its pages, and whether a browser shows more of them',
    ),
  })
  .meta({ id: 'Host' })
