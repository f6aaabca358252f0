/** What readers of a collection need to know about the engine's rules, without importing the engine. */
import type { MetaStore } from '../store/index.ts'

/** The meta key that `publishedAt` reads. */
export const PUBLISHED = 'published'

/** When the last finished cycle ended; null if none has. */
export async function publishedAt(store: MetaStore): Promise<number | null> {
  const at = Number((await store.readMeta()).get(PUBLISHED))
  return at > 0 ? at : null
}

/** A page is gone after this many "not found" answers in a row. */
export const MISSES_BEFORE_GONE = 2
