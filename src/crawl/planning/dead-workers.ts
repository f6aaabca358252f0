import type { Env } from '../../env/index.ts'
import type { WorkerStore } from '../../store/index.ts'

export interface DeadWorkersParts {
  readonly env: Env
  readonly store: WorkerStore
  /** How long servers rest that a dead worker may have asked a moment ago. */
  readonly delayMs: number
  readonly everyMs: number
}

/**
 * A worker that died while others live on would keep its servers forever, so the living ones release what it held. A worker that starts has
 * just done so; an embedded collection has only one worker.
 */
export class DeadWorkers {
  readonly #parts: DeadWorkersParts
  #dueAt: number

  constructor(parts: DeadWorkersParts) {
    this.#parts = parts
    this.#dueAt = parts.env.clock.monotonic() + parts.everyMs
  }

  async releaseIfDue(): Promise<void> {
    const { env, store, delayMs, everyMs } = this.#parts
    if (store.kind !== 'postgres' || env.clock.monotonic() < this.#dueAt) return
    this.#dueAt = env.clock.monotonic() + everyMs
    const { pages, workers } = await store.recover(env.clock.now(), delayMs)
    if (workers.length > 0)
      env.log.info('a worker has died; its unfinished pages wait again', { pages, workers })
  }
}
