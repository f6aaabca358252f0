import { momentOf } from '../library/index.ts'
import type { ShelvedCollection } from './shelved.ts'

/** Parses a time as people write it, by the clock of the collection. */
export const momentIn = ({ env }: ShelvedCollection, word: string | undefined): Date | undefined =>
  word === undefined ? undefined : (momentOf(word, env.clock.now()) ?? undefined)
