/** The words learned by `npm run build:words`. */
import knownWords from './known-words.json' with { type: 'json' }
import type { Vocabulary } from './vocabulary.ts'

const FILTER_BYTES = 8192

let known: Vocabulary | undefined

export function vocabulary(): Vocabulary {
  known ??= readWords()
  return known
}

function readWords(): Vocabulary {
  const bits = valuesOf(knownWords.bits)
  const mayKnow = new Uint8Array(FILTER_BYTES)
  for (const hash of bits.keys()) mayKnow[(hash >>> 3) & (FILTER_BYTES - 1)]! |= 1 << (hash & 7)
  return {
    bits,
    mayKnow,
    months: valuesOf(knownWords.months),
    relatives: new Set(knownWords.relatives),
    relativeShapes: knownWords.relativeShapes.toReversed(),
    dayNames: new Set(knownWords.dayNames),
    names: new Set(knownWords.names),
    updates: new Set(knownWords.updates),
    magnitudes: new Set(knownWords.magnitudes),
    ages: new Set(knownWords.ages),
  }
}

/** The file lists the hashes for each value. */
function valuesOf(hashes: Readonly<Record<string, readonly number[]>>): Map<number, number> {
  const values = new Map<number, number>()
  for (const [value, ofValue] of Object.entries(hashes))
    for (const hash of ofValue) values.set(hash, Number(value))
  return values
}
