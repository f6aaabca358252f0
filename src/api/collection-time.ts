import { momentOf } from '../library/index.ts'
import type { ShelvedCollection } from './shelved.ts'

/** Parses a time as people write it, by the clock of the collection; null if none was given. */
export const momentIn = ({ env }: ShelvedCollection, word: string | undefined): Date | null =>
  word === undefined ? null : momentOf(word, env.clock.now())
