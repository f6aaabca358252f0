/**
 * Dictionaries for zstd, learned from sample records of one family of pages and written in the format of RFC 8878, section 5, which
 * archives with dictionaries require:
 *
 *   magic 0xEC30A437 · identifier · Huffman tree of literals · FSE tables of offsets, match lengths, literal lengths ·
 *   three repeated offsets · content
 *
 * Node has zstd but no trainer. The content is chosen by `segments.ts`; the tables come from a few samples that the content was not chosen
 * from (`symbol-statistics.ts`), so that they describe future pages and not those that the dictionary already contains.
 */
import { describeTable, shareCells } from './fse.ts'
import { describeTree } from './huffman.ts'
import { commonText } from './segments.ts'
import { statisticsOf } from './symbol-statistics.ts'

const MAGIC = 0xec30a437
const OFFSETS_LOG = 8
const LENGTHS_LOG = 9
/** One in this many samples is held back to fill the tables. */
const KEPT_BACK = 5
const FIRST_FREE_ID = 32_768
const LAST_FREE_ID = 2 ** 31 - 1
/** The offsets that a frame without a dictionary starts with; none exceeds the content. */
const REPEATED_OFFSETS = [1, 4, 8]

export interface Trained {
  readonly dictionary: Buffer
  /** Samples that were not used for its content, to test it on. */
  readonly keptBack: readonly Uint8Array[]
}

/** `chance`, from 0 to below 1, determines the identifier: no two dictionaries should share one. */
export function trainDictionary(samples: readonly Uint8Array[], mostBytes: number, chance: number): Trained {
  const isKeptBack = (_: unknown, i: number) => i % KEPT_BACK === KEPT_BACK - 1
  const keptBack = samples.filter(isKeptBack)
  const content = commonText(
    samples.filter((sample, i) => !isKeptBack(sample, i)),
    mostBytes,
  )
  const { literals, offsets, matchLengths, literalLengths } = statisticsOf(keptBack, content)
  const dictionary = Buffer.concat([
    words(MAGIC, FIRST_FREE_ID + Math.floor(chance * (LAST_FREE_ID - FIRST_FREE_ID))),
    describeTree(literals),
    describeTable(shareCells(offsets, OFFSETS_LOG), OFFSETS_LOG),
    describeTable(shareCells(matchLengths, LENGTHS_LOG), LENGTHS_LOG),
    describeTable(shareCells(literalLengths, LENGTHS_LOG), LENGTHS_LOG),
    words(...REPEATED_OFFSETS),
    content,
  ])
  return { dictionary, keptBack }
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i)
  return bytes
}

export function dictionaryId(dictionary: Uint8Array): number {
  return new DataView(dictionary.buffer, dictionary.byteOffset).getUint32(4, true)
}
