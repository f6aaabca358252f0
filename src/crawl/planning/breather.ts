import { soon } from '../../env/index.ts'

/** What a slice of a long pass may do before others are let in, in units of about a microsecond: some milliseconds. */
const SLICE = 4_000

/** Keeps a pass over all pages from holding up the thread that fetches. */
export class Breather {
  readonly #signal: AbortSignal | undefined
  #done = 0

  constructor(signal?: AbortSignal) {
    this.#signal = signal
  }

  /** So many microseconds of work, about, were done. True when it is time to rest. */
  did(work: number): boolean {
    this.#done += work
    return this.#done > SLICE
  }

  /** Throws the signal's reason when the pass is of no use any more. */
  async rest(): Promise<void> {
    await new Promise<void>(soon)
    this.#signal?.throwIfAborted()
    this.#done = 0
  }
}
