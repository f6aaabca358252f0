/** How every run enters a collection: brings it into line with the disk and the settings, and registers its worker. */
import type { Policy } from '../refresh/index.ts'
import { applyScope } from './apply-scope.ts'
import type { Holdings } from './holdings.ts'
import { placeArchive } from './place-archive.ts'
import { policyOf } from './planning/policy.ts'
import { RefreshState } from './planning/refresh-state.ts'
import { recover } from './recover.ts'
import type { RunOptions } from './run-options.ts'
import type { CrawlSettings } from './settings.ts'

export interface Entered {
  /** The worker's name, by which it holds servers and pages. */
  readonly worker: string
  /** What was learned about refreshing so far. */
  readonly refreshing: RefreshState
}

interface EnterOptions extends Pick<RunOptions, 'env' | 'onLoss'> {
  readonly policy?: Policy
}

export async function enter(
  holdings: Holdings,
  settings: CrawlSettings,
  { env, onLoss, policy }: EnterOptions,
): Promise<Entered> {
  const { store } = holdings
  await placeArchive(holdings, settings.archive, env)
  const { losses } = await recover(holdings, env, { delayMs: settings.request.delayMs })
  for (const loss of losses) onLoss?.(loss)
  await applyScope(holdings, settings)
  const worker = `${process.pid}-${env.random.token(6)}`
  await store.join(worker, env.clock.now())
  const chosen = policy ?? (await policyOf(settings.refresh))
  return { worker, refreshing: await RefreshState.open(store, env, settings, chosen) }
}
