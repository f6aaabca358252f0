/** The end of a run that failed: lets go of what it holds, as far as what failed allows it, because the same process may run again. */
import type { Clock } from '../env/index.ts'
import type { Parts } from './assemble.ts'

/** What takes longer has failed, too. */
const GRACE_MS = 5_000
const LOOK_MS = 20

export interface Failing {
  readonly parts: Pick<Parts, 'frontier' | 'archive'>
  readonly clock: Clock
  /** Whether visits are still under way; they were told to end. */
  readonly isBusy: () => boolean
}

export async function giveUp({ parts, clock, isBusy }: Failing): Promise<void> {
  parts.frontier.abandon()
  for (let waited = 0; isBusy() && waited < GRACE_MS; waited += LOOK_MS) await clock.sleep(LOOK_MS)
  await attempt(clock, () => parts.frontier.stop())
  await parts.archive.abandon()
}

/** Does something that may fail or never end, without waiting for long. */
export async function attempt(clock: Clock, work: () => Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const time = clock.sleep(GRACE_MS, done.signal).catch(() => {})
  await Promise.race([work().catch(() => {}), time])
  done.abort()
}
