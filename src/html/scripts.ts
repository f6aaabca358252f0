/**
 * Which of the five Cyrillic charsets? They put the same letters in different places, so the right one is where the
 * frequent letters come out frequent and capitals stand where capitals stand. Frequencies are those of Russian text;
 * Bulgarian, Ukrainian and Serbian are near enough to prefer the same charset.
 */
import { createSinglebyteDecoder } from '@exodus/bytes/single-byte.js'

const CHARSETS = ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic'] as const

/** In hundredths of a per cent. */
const FREQUENCY: Record<string, number> = {
  о: 1097,
  е: 845,
  а: 801,
  и: 735,
  н: 670,
  т: 626,
  с: 547,
  р: 473,
  в: 454,
  л: 440,
  к: 349,
  м: 321,
  д: 298,
  п: 281,
  у: 262,
  я: 201,
  ы: 190,
  ь: 174,
  г: 170,
  з: 165,
  б: 159,
  ч: 144,
  й: 121,
  х: 97,
  ж: 94,
  ш: 73,
  ю: 64,
  ц: 48,
  щ: 36,
  э: 32,
  ф: 26,
  ъ: 10,
  ё: 10,
  і: 20,
  ї: 10,
  є: 10,
  ј: 10,
}
const CAPITAL_LOSS = 2
const CAPITAL_INSIDE_LOSS = 4
const OTHER = -9
/** The mean of a Russian text is about −3.3, of a wrong charset below −5. */
const LEAST_MEAN = -4.3
const SCRIPT_RUN = 3

type Decoder = (bytes: Uint8Array) => string
const decoders: readonly (readonly [string, Decoder])[] = CHARSETS.map(name => [
  name,
  createSinglebyteDecoder(name, true),
])

/** Only for bytes that look like a script of its own, letters above 127 standing together. */
export function cyrillicCharset(sample: Uint8Array): string | undefined {
  const high = runsOfHighBytes(sample)
  if (high === undefined) return undefined
  let best: string | undefined
  let bestMean = LEAST_MEAN
  for (const [name, decode] of decoders) {
    const mean = meanLikelihood(decode(high))
    if (mean > bestMean) {
      bestMean = mean
      best = name
    }
  }
  return best
}

/** The high bytes with one space between runs; undefined if the runs are as short as accents in Latin text. */
function runsOfHighBytes(sample: Uint8Array): Uint8Array | undefined {
  const kept = new Uint8Array(sample.length * 2)
  let length = 0
  let runs = 0
  let high = 0
  for (let i = 0; i < sample.length; i++) {
    const byte = sample[i]!
    if (byte < 128) continue
    if (i === 0 || sample[i - 1]! < 128) {
      runs++
      kept[length++] = 32
    }
    kept[length++] = byte
    high++
  }
  return runs > 0 && high / runs >= SCRIPT_RUN ? kept.subarray(0, length) : undefined
}

function meanLikelihood(text: string): number {
  let sum = 0
  let count = 0
  let insideWord = false
  for (const letter of text) {
    if (letter === ' ') {
      insideWord = false
      continue
    }
    count++
    const lower = letter.toLowerCase()
    const frequency = FREQUENCY[lower]
    sum += frequency === undefined ? OTHER : Math.log(frequency / 10_000)
    if (frequency !== undefined && letter !== lower) sum -= insideWord ? CAPITAL_INSIDE_LOSS : CAPITAL_LOSS
    insideWord = letter === lower
  }
  return count === 0 ? OTHER : sum / count
}
