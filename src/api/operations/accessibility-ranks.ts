/** How well everybody can read the pages. */
import { z } from 'zod'
import { list, since, text } from '../api-values.ts'
import { momentIn } from '../collection-time.ts'
import { reading } from '../operation.ts'

const Scores = z.object({ a: z.number(), aa: z.number(), aaa: z.number() }).meta({ id: 'LevelScores' })

const accessibility = reading({
  id: 'accessibility',
  path: '/accessibility',
  summary: 'Hosts or classes ranked by their accessibility, the best first.',
  query: z.object({
    by: z.enum(['host', 'class']).default('host'),
    host: text('only this host'),
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
  async run({ shelved }, { query: { by, host, since } }) {
    const from = momentIn(shelved, since)
    return (await shelved.reader()).accessibility({
      by,
      ...(host !== undefined && { host }),
      ...(from && { since: from }),
    })
  },
})

export const ACCESSIBILITY = [accessibility]
