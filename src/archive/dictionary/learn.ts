/** Learns a dictionary and decides whether it is worth a separate file. */

import { FramePacker } from '../read/frames.ts'
import { trainDictionary } from './dictionary.ts'

/** Measured over templates and sizes by `bench/archive.ts`: twice as much saves little more and takes longer. */
const MAX_CONTENT_BYTES = 128 * 1024
/** A dictionary larger than this share of its samples would memorize whole pages. */
const CONTENT_SHARE = 0.25
const MIN_SAMPLES = 10
const MIN_CONTENT = 1024
/** Records that it was not learned from must become smaller by a tenth, compared with `current` or no dictionary. */
const WORTH = 0.9

export interface LearnOptions {
  readonly level: number
  readonly current: Uint8Array | null
  /** From 0 to below 1; determines the number of the dictionary. */
  readonly chance: number
  readonly mostBytes?: number
}

export function learnDictionary(samples: readonly Uint8Array[], options: LearnOptions): Buffer | null {
  const total = samples.reduce((sum, sample) => sum + sample.length, 0)
  const size = Math.min(options.mostBytes ?? MAX_CONTENT_BYTES, Math.floor(total * CONTENT_SHARE))
  if (samples.length < MIN_SAMPLES || size < MIN_CONTENT) return null
  const { dictionary, keptBack } = trainDictionary(samples, size, options.chance)
  const before = packedBytes(keptBack, options.level, options.current)
  return packedBytes(keptBack, options.level, dictionary) <= WORTH * before ? dictionary : null
}

function packedBytes(samples: readonly Uint8Array[], level: number, dictionary: Uint8Array | null): number {
  const packer = new FramePacker(level, dictionary)
  return samples.reduce((sum, sample) => sum + packer.pack(sample).length, 0)
}
