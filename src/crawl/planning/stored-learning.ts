/** What planning reads of a host's memory: the thread that plans loads nothing of what the rest of it is for. */
import { type CollectionLearning, HostLearning, type SavedLearning } from './host-learning.ts'

/** A part of what is stored as a host's memory. */
export interface WithLearning {
  readonly refresh?: SavedLearning
}

export function storedLearning(memory: string | null, collection: CollectionLearning): HostLearning {
  return new HostLearning(collection, parseMemory<WithLearning>(memory).refresh)
}

/** One that cannot be read is forgotten. */
export function parseMemory<Memory extends WithLearning>(
  text: string | null,
): Memory | Record<string, never> {
  if (text === null) return {}
  try {
    return JSON.parse(text) as Memory
  } catch {
    return {}
  }
}
