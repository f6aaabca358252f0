/** The part of a host's memory that planning reads, so that the planning thread loads no code for the rest of it. */
import { type CollectionLearning, HostLearning, type SavedLearning } from './host-learning.ts'

/** The relevant part of a stored host memory. */
export interface WithLearning {
  readonly refresh?: SavedLearning
}

export function storedLearning(memory: string | null, collection: CollectionLearning): HostLearning {
  return new HostLearning(collection, parseMemory<WithLearning>(memory).refresh)
}

/** A memory that cannot be parsed is forgotten. */
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
