import { RELEVANT } from '../focus/index.ts'
import type { ModelStore } from '../store/index.ts'

/** What a focused crawl brought. */
export interface TopicYield {
  readonly topic: string
  /** Pages that were judged, and are about this topic more than about others. */
  readonly pages: number
  /** Those whose relevance is 0.5 or more. */
  readonly relevant: number
  readonly meanRelevance: number
}

export async function topicYields(store: Pick<ModelStore, 'topics'>): Promise<readonly TopicYield[]> {
  const counts = await store.topics(RELEVANT)
  return counts.map(({ mean, ...count }) => ({ ...count, meanRelevance: mean }))
}
