import type { Clock } from '../env/index.ts'
import type { HeldServer } from './held-server.ts'
import type { HeldServers } from './held-servers.ts'
import { waitForTurn } from './wait-for-turn.ts'

/** How long a visit waits for a server that another worker holds, and how often it checks. */
const PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 250

/** Leases a server and waits for its turn; null when the server is resting, or another worker keeps it for too long. */
export async function borrowServer(
  held: HeldServers,
  address: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<HeldServer | null> {
  const giveUpAt = clock.monotonic() + PATIENCE_MS
  let server = await held.borrow(address)
  while (!server && clock.monotonic() < giveUpAt) {
    await clock.sleep(LOOK_EVERY_MS, signal)
    server = await held.borrow(address)
  }
  if (!server) return null
  server.reserved++
  try {
    return (await waitForTurn(server, clock, signal)) ? server : null
  } finally {
    server.reserved--
  }
}
