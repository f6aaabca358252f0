/** Checks addresses against robots.txt. */
import { z } from 'zod'
import { list } from '../api-values.ts'
import { acting } from '../operation.ts'

const MAX_URLS = 50

const robots = acting({
  id: 'askRobots',
  path: '/robots',
  summary:
    'What the robots.txt of its site says about each address, to the crawler of this collection or to another; the files are fetched now.',
  body: z.object({
    urls: z.array(z.string().min(1).max(20_000)).min(1).max(MAX_URLS),
    agent: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('the crawler that asks; by default the one of the config'),
  }),
  answer: list(
    z
      .object({
        url: z.string(),
        agent: z.string(),
        allowed: z.boolean(),
        line: z.number().int().nullable().describe('of robots.txt, the one that decides; null if none does'),
        rule: z.string().nullable().describe('what it says'),
        crawlDelayMs: z.number().nullable(),
        sitemaps: list(z.string()),
      })
      .meta({ id: 'UrlPermission' }),
  ),
  run: async ({ shelved }, { body: { urls, agent } }) =>
    (await shelved.reader()).robots(urls, agent === undefined ? {} : { agent }),
})

export const ROBOTS = [robots]
