/**
 * The user's bounds and the probes override every policy. This is the one place that applies them and says which of them set an interval.
 */
import type { Because, Market, PageFacts } from './types.ts'

export interface Bounded {
  readonly interval: number
  readonly because: Because
}

export function bounded(wish: number, page: PageFacts, market: Market, rule: Because = 'price'): Bounded {
  const shortest = page.shortest ?? 0
  const longest = page.longest ?? Infinity
  const probe = market.probeEvery ?? Infinity
  if (wish < shortest) return { interval: shortest, because: 'shortest' }
  if (wish > probe && probe < longest) return { interval: Math.max(shortest, probe), because: 'probe' }
  if (wish > longest) return { interval: longest, because: 'longest' }
  return { interval: wish, because: wish === Infinity ? 'dropped' : rule }
}
