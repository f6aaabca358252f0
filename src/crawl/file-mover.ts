/**
 * Moves archive files to the bucket once they are closed, one after the other, while the crawl continues. If the bucket is away, files wait in the
 * folder and the crawl goes on; those that still wait when it ends are moved by the next run.
 */

import { readdir } from 'node:fs/promises'
import { type ArchiveFolder, type Bucket, moveOut } from '../archive/index.ts'
import { errorMessage } from '../env/failure.ts'
import type { Clock } from '../env/index.ts'
import type { ArchiveStore, WorkerStore } from '../store/index.ts'

/** Stands in where there is no bucket. */
export const NO_MOVER = { run: async () => {}, finish: async () => {} }

export interface FileMoverParts {
  readonly store: ArchiveStore & WorkerStore
  readonly archiveFolder: ArchiveFolder
  readonly bucket: Bucket
  readonly worker: string
  readonly clock: Clock
  /** Interrupts a file that is under way; it stays in the folder. */
  readonly signal: AbortSignal
  /** Called when files begin to wait during a run, with the reason, and when they no longer do, with null. */
  readonly onWaiting: (why: string | null) => void
  /** Called with a sentence if files wait when a run has ended. */
  readonly onLeft: (sentence: string) => void
}

/** How often it looks for closed files, and at most how rarely while the bucket is away. */
const LOOK_MS = 5_000
const MAX_WAIT_MS = 300_000

export class FileMover {
  readonly #parts: FileMoverParts
  /** Why files wait. */
  #why: string | null = null

  constructor(parts: FileMoverParts) {
    this.#parts = parts
  }

  /** Moves files as they are closed, until `ending` says that no more will come. */
  async run(ending: AbortSignal): Promise<void> {
    let waitMs = LOOK_MS
    while (!ending.aborted) {
      const isFine = await this.#moveAll()
      waitMs = isFine ? LOOK_MS : Math.min(waitMs * 2, MAX_WAIT_MS)
      await this.#parts.clock.sleep(waitMs, ending).catch(() => {})
    }
  }

  /** Moves what is left when all files are closed. */
  async finish(): Promise<void> {
    await this.#moveAll()
    const { archiveFolder, bucket, onLeft } = this.#parts
    const { length } = await this.#closed()
    if (length === 0) return
    const files = length === 1 ? 'an archive file waits' : `${length} archive files wait`
    const why = this.#why === null ? '' : ` (${this.#why})`
    onLeft(`${files} in ${archiveFolder.path} for ${bucket.name}${why}; the next run moves them`)
  }

  /** Whether all could be moved. */
  async #moveAll(): Promise<boolean> {
    const { archiveFolder, bucket, signal } = this.#parts
    try {
      for (const name of await this.#closed()) {
        signal.throwIfAborted()
        await moveOut(archiveFolder.file(name), bucket, signal)
      }
      this.#tell(null)
      return true
    } catch (error) {
      if (!signal.aborted) this.#tell(errorMessage(error))
      return false
    }
  }

  #tell(why: string | null): void {
    if ((why === null) !== (this.#why === null)) this.#parts.onWaiting(why)
    this.#why = why
  }

  /** Closed files in the folder, if only by their index, of this worker or of one that is gone. */
  async #closed(): Promise<string[]> {
    const { store, archiveFolder, worker } = this.#parts
    const here = new Set(await readdir(archiveFolder.path).catch(() => []))
    const others = new Set((await store.workers()).filter(living => living !== worker))
    const isHere = (name: string) => here.has(name) || here.has(`${name}.cdxj`)
    const files = await store.archiveFiles()
    return files
      .filter(file => file.closed && file.sizeBytes > 0 && isHere(file.name) && !others.has(file.worker))
      .map(({ name }) => name)
  }
}
