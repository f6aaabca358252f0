/** What budgets buy. */
import { z } from 'zod'
import { PlanReport } from '../answers.ts'
import { text } from '../api-values.ts'
import { reading } from '../operation.ts'

const plan = reading({
  id: 'plan',
  path: '/plan',
  summary: 'How fresh the collection is, what other budgets would buy, and what a goal costs.',
  query: z.object({
    budget: text('`20000/day`, `100/minute`, `5GiB/day`; that of the config by default'),
    objective: z.enum(['freshness', 'age', 'harmonic']).optional(),
    freshness: text('also the budget that keeps this share fresh: `95%`'),
  }),
  answer: PlanReport,
  async run({ shelved }, { query: { budget, objective, freshness } }) {
    return (await shelved.reader()).plan({
      ...(budget !== undefined && { budget }),
      ...(objective && { objective }),
      ...(freshness !== undefined && { freshness }),
    })
  },
})

export const OUTLOOK = [plan]
