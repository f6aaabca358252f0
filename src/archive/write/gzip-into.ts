import { createGzip, type Gzip } from 'node:zlib'
import type { ByteSink } from './copy-out.ts'

/** One gzip member, streamed into a sink; writers wait for the sink, and get its error if it fails. */
export class GzipInto implements ByteSink {
  readonly #gzip: Gzip
  readonly #drained: Promise<void>
  #length = 0

  constructor(sink: ByteSink, level: number) {
    this.#gzip = createGzip({ level })
    this.#drained = this.#drain(sink)
    // Reported by the next `write` or by `end`, not as an unhandled rejection.
    this.#drained.catch(() => {})
  }

  async write(bytes: Uint8Array): Promise<void> {
    const written = new Promise<boolean>(done => this.#gzip.write(bytes, error => done(!error)))
    // A sink that fails closes the gzip stream: its own error says more than "the stream is closed".
    if (!(await written)) await this.#drained
  }

  /** Returns the number of bytes the member takes. */
  async end(): Promise<number> {
    this.#gzip.end()
    await this.#drained
    return this.#length
  }

  async #drain(sink: ByteSink): Promise<void> {
    for await (const piece of this.#gzip) {
      await sink.write(piece as Buffer)
      this.#length += (piece as Buffer).length
    }
  }
}
