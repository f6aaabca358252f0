import type { Clock } from '../env/index.ts'
import type { HeldServer } from './held-server.ts'

/** Longer than any delay: only a resting server requires a longer wait. */
const MAX_WAIT_MS = 20 * 60_000

/** How long to wait before checking again whether an expired lease was renewed. */
const RENEWAL_MS = 50

/** Starts a turn when it comes; false when the server is resting, which is too long to wait, or is no longer ours. */
export async function waitForTurn(server: HeldServer, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const { turn } = server
  while (!server.isLost) {
    const now = clock.monotonic()
    if (server.isLeased(now) && turn.mayStart(now)) {
      turn.start(now)
      return true
    }
    if (turn.readyAt - now > MAX_WAIT_MS) return false
    await clock.sleep(Math.max(1, turn.readyAt - now, server.isLeased(now) ? 0 : RENEWAL_MS), signal)
  }
  return false
}
