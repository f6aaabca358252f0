/** Answers that another crawl recorded, in place of requests: each visit of an import gets the one that was put down for its page. */
import type { Capture } from '../../archive/index.ts'
import type { Clock } from '../../env/index.ts'
import type { Answer, Exchange } from '../../fetch/index.ts'
import type { Frontier, Slot } from '../../frontier/index.ts'
import type { PageId, PageRef } from '../../store/index.ts'
import type { VisitTurns } from '../visit/turns.ts'

export class RecordedVisits {
  readonly #clock: Clock
  /** Filled by `put` before a page is asked for, drained by `done`. */
  readonly #captures = new Map<PageId, Capture>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  put({ id }: PageRef, capture: Capture): void {
    this.#captures.set(id, capture)
  }

  done({ id }: PageRef): void {
    this.#captures.delete(id)
  }

  timeOf({ id }: PageRef): number {
    return this.#of(id).at
  }

  turnsFor(slot: Slot, frontier: Pick<Frontier, 'skipTurn'>): VisitTurns {
    let isOver = false
    return {
      send: async (): Promise<Exchange> => answerFrom(this.#of(slot.page.id), this.#clock.monotonic()),
      slowDown: async () => {},
      backOff: () => {},
      end: () => {
        // Nothing was sent.
        if (!isOver) frontier.skipTurn(slot)
        isOver = true
      },
    }
  }

  #of(id: PageId): Capture {
    const capture = this.#captures.get(id)
    if (!capture) throw new Error(`nothing was recorded for page ${id}`)
    return capture
  }
}

function answerFrom(capture: Capture, now: number): Answer {
  const { status, statusText, headers, payload, truncated, address, records } = capture
  // Parse threads read bodies in place.
  const body = new Uint8Array(new SharedArrayBuffer(payload.length))
  body.set(payload)
  return {
    kind: 'answer',
    status,
    statusText,
    headers,
    body,
    truncated,
    address: address ?? '',
    startedAt: now,
    firstByteAt: now,
    endedAt: now,
    recorded: records,
  }
}
