/** Policies that need no belief: everything equally often, or by lot. */
import { bounded } from './bounds.ts'
import type { Because, Market, Next, PageFacts, Policy } from './types.ts'

/** The `Next` of a rule that knows only its interval; its value is the share of the interval that has passed. */
export function ruledNext(
  wish: number,
  page: PageFacts,
  market: Market,
  rate = 0,
  rule: Because = 'rule',
): Next {
  const { interval, because } = bounded(wish, page, market, rule)
  const value = (at: number) => (at - page.visitedAt) / interval
  return {
    dueAt: page.visitedAt + interval,
    interval,
    value,
    reason: () => ({
      rate,
      rateLow: rate,
      rateHigh: rate,
      fresh: Math.exp(-rate * (market.now - page.visitedAt)),
      value: value(market.now),
      price: 1,
      interval,
      because,
    }),
  }
}

const nothing: readonly number[] = []

export const uniform: Policy = {
  name: 'uniform',
  width: 0,
  begin: () => nothing,
  learn: () => nothing,
  next: (_, page, market) => ruledNext(market.even ?? 1, page, market),
}

/** Memoryless (exponential) waiting times. */
export const random: Policy = {
  name: 'random',
  width: 0,
  begin: () => nothing,
  learn: () => nothing,
  next: (_, page, market) =>
    ruledNext(-Math.log(1 - (market.chance ?? 0.5)) * (market.even ?? 1), page, market),
}
