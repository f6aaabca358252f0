/**
 * What a run has gathered and not used yet, by name, kept for the next run: a collection that is refreshed a few pages at a time would otherwise
 * never gather enough. One entry of `meta` for each use; workers that share a collection write only the names they have changed.
 */
import type { MetaStore } from '../../store/index.ts'

/** The oldest are dropped first; this many take about a megabyte. */
const MAX_WINDOWS = 200
/** A run that is killed loses no more than this many sightings. */
const SAVE_EVERY = 50

export class KeptWindows<T> {
  readonly #store: Pick<MetaStore, 'changeMeta'>
  readonly #entry: string
  readonly #windows: Map<string, T>
  readonly #touched = new Set<string>()
  #unsaved = 0

  private constructor(store: Pick<MetaStore, 'changeMeta'>, entry: string, windows: Map<string, T>) {
    this.#store = store
    this.#entry = entry
    this.#windows = windows
  }

  static async open<T>(store: MetaStore, entry: string): Promise<KeptWindows<T>> {
    return new KeptWindows(store, entry, parsed<T>((await store.readMeta()).get(entry) ?? null))
  }

  get(name: string): T | undefined {
    return this.#windows.get(name)
  }

  set(name: string, window: T): void {
    this.#windows.delete(name)
    this.#windows.set(name, window)
    this.#touched.add(name)
    this.#unsaved++
  }

  get isOverdue(): boolean {
    return this.#unsaved >= SAVE_EVERY
  }

  /** Writes the windows this run has changed, and leaves the rest as others wrote them. */
  async save(): Promise<void> {
    if (this.#touched.size === 0) return
    const names = [...this.#touched]
    this.#touched.clear()
    this.#unsaved = 0
    await this.#store.changeMeta(this.#entry, stored => {
      const all = parsed<T>(stored)
      for (const name of names) {
        all.delete(name)
        all.set(name, this.#windows.get(name)!)
      }
      return JSON.stringify(Object.fromEntries([...all].slice(-MAX_WINDOWS)))
    })
  }
}

const parsed = <T>(text: string | null): Map<string, T> =>
  new Map(Object.entries(text === null ? {} : (JSON.parse(text) as Readonly<Record<string, T>>)))
