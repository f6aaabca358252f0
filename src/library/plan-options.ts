import { type ConfigInput, parseShare } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import type { Env } from '../env/index.ts'
import { type PlanReport, planOf } from './plan.ts'
import { configForReading } from './reading-config.ts'
import { rememberedConfig } from './remembered.ts'
import { envFor } from './run-env.ts'

export interface PlanOptions {
  /** What may be spent: `20000` (per day), `100/minute`, `5GiB/day`; by default the config's budget. */
  readonly budget?: string | number
  /** What to optimize; by default the config's objective. */
  readonly objective?: 'freshness' | 'age' | 'harmonic'
  /** Also compute the budget that keeps this share of the pages fresh: `95%` or 0.95. */
  readonly freshness?: string | number
  /** By default the config that the collection was last crawled with. */
  readonly config?: ConfigInput
}

/** Plans with the given config or the stored one, as changed by the options. */
export async function planFor(
  holdings: Holdings,
  options: PlanOptions,
  env: Partial<Env>,
): Promise<PlanReport> {
  const remembered = options.config ?? (await rememberedConfig(holdings))
  const config = configForReading(remembered, planOverrides(options))
  return planOf(holdings, config, envFor(config, env), shareOf(options.freshness))
}

function planOverrides({ budget, objective }: PlanOptions): ConfigInput {
  const refresh = {
    ...(budget === undefined ? {} : { budget: withSpan(String(budget)) }),
    ...(objective ? { objective } : {}),
  }
  return Object.keys(refresh).length > 0 ? { refresh } : {}
}

/** A bare number means per day. */
const withSpan = (budget: string) => (/^\d+(\.\d+)?$/.test(budget) ? `${budget}/day` : budget)

const shareOf = (freshness: string | number | undefined): number | null =>
  freshness === undefined ? null : typeof freshness === 'number' ? freshness : parseShare(freshness)
