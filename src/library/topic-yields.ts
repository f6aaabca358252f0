import { RELEVANT } from '../focus/index.ts'
import type { ModelStore } from '../store/index.ts'

/** What a focused crawl found for one topic. */
export interface TopicYield {
  readonly topic: string
  /** Pages that were judged and are more about this topic than about any other. */
  readonly pages: number
  /** How many of these pages have a relevance of 0.5 or more. */
  readonly relevant: number
  readonly meanRelevance: number
}

export async function topicYields(store: Pick<ModelStore, 'topics'>): Promise<readonly TopicYield[]> {
  const counts = await store.topics(RELEVANT)
  return counts.map(({ mean, ...count }) => ({ ...count, meanRelevance: mean }))
}
