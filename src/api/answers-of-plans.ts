/** The shapes of plans in answers of the API. */
import { z } from 'zod'
import { list, share } from './api-values.ts'

const BudgetOutlook = z
  .object({
    budgetPerDay: z.number(),
    price: z.number(),
    freshness: share,
    ageDays: z.number(),
    harmonic: z.number(),
  })
  .meta({ id: 'BudgetOutlook' })

export const PlanReport = z
  .object({
    pages: z.number().int(),
    bytesPerPage: z.number(),
    unit: z.enum(['fetches', 'bytes']),
    budgetPerDay: z.number(),
    freshness: share,
    ageDays: z.number(),
    overdue: z.number(),
    rates: list(
      z.object({
        fromDays: z.number(),
        toDays: z.number().nullable(),
        pages: z.number(),
      }),
    ).describe('pages by the days between their changes, as far as is known'),
    objective: z.string(),
    policy: z.string(),
    curve: list(BudgetOutlook),
    goal: z.object({ freshness: share, budgetPerDay: z.number().nullable() }).nullable(),
    goals: list(
      z.object({
        possible: z.boolean(),
        needed: z.number().describe('cost a day'),
        sentence: z.string(),
      }),
    ),
  })
  .meta({ id: 'PlanReport' })
