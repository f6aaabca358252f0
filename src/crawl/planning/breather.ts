import { soon } from '../../env/index.ts'

/** Work a slice of a long pass may do before other tasks get a turn, in units of about a microsecond: some milliseconds in all. */
const SLICE = 4_000

/** Keeps a pass over all pages from holding up the thread that fetches. */
export class Breather {
  readonly #signal: AbortSignal | undefined
  #done = 0

  constructor(signal?: AbortSignal) {
    this.#signal = signal
  }

  /** Notes about this many microseconds of work; returns true when it is time to rest. */
  did(work: number): boolean {
    this.#done += work
    return this.#done > SLICE
  }

  /** Lets other tasks run; throws the signal's reason if the pass was aborted. */
  async rest(): Promise<void> {
    await new Promise<void>(soon)
    this.#signal?.throwIfAborted()
    this.#done = 0
  }
}
