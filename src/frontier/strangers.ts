import type { Clock } from '../env/index.ts'
import { type PolitenessSettings, Turn } from '../fetch/index.ts'

const MOST_STRANGERS = 1_000
/** Longer than any delay: only a server that rests makes one wait so long. */
const TOO_LONG_MS = 20 * 60_000

/** Turns at servers nobody leased: a redirect of robots.txt, a login elsewhere. The longest known is let go first. */
export class Strangers {
  readonly #politeness: PolitenessSettings
  readonly #turns = new Map<string, Turn>()

  constructor(politeness: PolitenessSettings) {
    this.#politeness = politeness
  }

  turnOf(address: string): Turn {
    const turn =
      this.#turns.get(address) ?? new Turn(this.#politeness, { delayMs: 0, failures: 0, latencyMs: 0 }, 0)
    this.#turns.set(address, turn)
    if (this.#turns.size > MOST_STRANGERS) this.#turns.delete(this.#turns.keys().next().value!)
    return turn
  }
}

/** Takes a turn when it comes; false when the server rests, which is too long to wait. */
export async function waitForTurn(turn: Turn, clock: Clock, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const now = clock.monotonic()
    if (turn.mayStart(now)) {
      turn.start(now)
      return true
    }
    if (turn.readyAt - now > TOO_LONG_MS) return false
    await clock.sleep(Math.max(1, turn.readyAt - now), signal)
  }
}
