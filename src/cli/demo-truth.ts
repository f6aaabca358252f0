import type { Collection } from '../library/index.ts'

/** A world that knows when each of its pages last changed. */
export interface TruthfulWorld {
  readonly truth: { of(url: string): { readonly modifiedAt: number; readonly exists: boolean } | undefined }
}

/** Counts fresh pages: those that the world has not changed since they were fetched. */
export async function freshnessIn(
  collection: Collection,
  { truth }: TruthfulWorld,
): Promise<{ readonly pages: number; readonly fresh: number }> {
  let pages = 0
  let fresh = 0
  for await (const page of collection.pages({ stored: true })) {
    const fact = truth.of(page.url)
    if (!fact || page.fetchedAt === null) continue
    pages++
    const isFresh = fact.exists
      ? fact.modifiedAt <= page.fetchedAt.getTime()
      : page.status === 'gone' || page.status === 'error'
    if (isFresh) fresh++
  }
  return { pages, fresh }
}
