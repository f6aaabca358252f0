/** The plan: what budgets buy. */

import { z } from 'zod'
import { given } from '../../env/given.ts'
import { PlanReport } from '../answers-of-plans.ts'
import { text } from '../api-values.ts'
import { reading } from '../operation.ts'

const plan = reading({
  id: 'plan',
  path: '/plan',
  summary:
    'How fresh the collection is, what other budgets would buy, and what a goal costs; null while nothing is stored.',
  query: z.object({
    budget: text('`20000/day`, `100/minute`, `5GiB/day`; that of the config by default'),
    objective: z.enum(['freshness', 'age', 'harmonic']).optional(),
    freshness: text('also the budget that keeps this share fresh: `95%`'),
  }),
  answer: PlanReport.nullable(),
  async run({ shelved }, { query }) {
    const reader = await shelved.reader()
    if ((await reader.counts()).fetched === 0) return null
    return reader.plan(given(query))
  },
})

export const OUTLOOK = [plan]
