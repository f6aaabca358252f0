import { DAY_MS, shareOfNew } from '../../refresh/index.ts'
import type { WorkerStore } from '../../store/index.ts'
import type { RefreshSettings } from '../settings.ts'
import type { Earning } from './planner.ts'
import type { RefreshState } from './refresh-state.ts'

export interface Agreement {
  readonly settings: RefreshSettings
  readonly refreshing: RefreshState
  /** Whether the run ends when nothing is left to do, instead of going on forever. */
  readonly isOnce: boolean
  readonly store: Pick<WorkerStore, 'kind'>
}

/** Sets the budget terms that hold from now on; returns how much is saved under them. */
export async function agreeOn(earning: Earning, parts: Agreement): Promise<number> {
  const { budgetPerDay, evenDays } = earning
  const { settings, refreshing, isOnce, store } = parts
  const { budget } = refreshing
  const isFree = settings.budget === null && !refreshing.refresher.policy.demand
  // A command that cron starts once a week may spend a week's earnings at once, but never more than a round of all pages.
  const mostMs = settings.cycleMs ?? (isOnce ? evenDays * DAY_MS : null)
  const terms = {
    perDay: budgetPerDay,
    discover: shareForNew(earning, settings, refreshing),
    onCredit: !isOnce,
  }
  const isShared = store.kind === 'postgres'
  budget.agree(isFree ? null : { ...terms, isShared, ...(mostMs === null ? {} : { savedMs: mostMs }) })
  // Drawing fills the purse under the new terms.
  await budget.draw()
  return budget.saved
}

/** The share of the budget for first visits: what the config says, or what they are worth. */
export function shareForNew(
  { evenDays, budgetPerDay }: Earning,
  settings: RefreshSettings,
  refreshing: RefreshState,
): number {
  if (settings.discover !== 'auto') return settings.discover
  const { refresher, budget, plan } = refreshing
  const { newTried: tried, newStored: stored, newWeight: weight } = budget.books
  const price = refresher.policy.demand ? (refresher.market?.price ?? null) : null
  const cost = plan ? (budgetPerDay * evenDays) / Math.max(1, plan.pages) : 1
  const freshness = plan?.freshness ?? 0.5
  const { objective } = settings
  return shareOfNew({ tried, stored, weight }, { objective, price, cost, freshness, evenDays })
}
