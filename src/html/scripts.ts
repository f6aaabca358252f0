/**
 * Detects the script of a text, and which charset of that script it is in. Cyrillic, Greek, Hebrew and Thai letters are all above 127, in a
 * different order in each charset, so the right reading is the one in which common letters come out as common and capitals are where
 * capitals should be. Only bytes above 127 are considered: the library's tables are diluted by markup, this is not.
 */
import { createSinglebyteDecoder } from '@exodus/bytes/single-byte.js'

/** Letters in groups of about equal frequency; each group is a little over half as frequent as the one before. */
const LETTERS = {
  cyrillic: ['оеаи', 'нтсрвл', 'кмдпуя', 'ыьгзбч', 'йхжшю', 'цщэфі', 'ъёїєјґ'],
  greek: ['αοιετ', 'νσηςρ', 'πκυμλ', 'άίόέωδγ', 'ήχύθώφβ', 'ξζψ', 'ϊϋΐΰ'],
  hebrew: ['יהו', 'לארת', 'במשםענ', 'דחקכפס', 'ןטגזצ', 'ךףץ', ''],
  thai: ['านรก', 'อเ่งม้', 'ยทวลัสีห', 'ติดบคปแะจ', 'พ์ขไุืช', 'ใโำูผซ็ถึธณ', 'ฟษภศญฐฉฎฏฆฝๆฮฒฬฑฌ'],
} as const
const FIRST_LIKELIHOOD = Math.log(0.09)
const GROUP_STEP = Math.log(0.6)
const CHARSETS = [
  ['windows-1251', 'cyrillic'],
  ['koi8-r', 'cyrillic'],
  // Identical except for і ї є ґ, so that without these it never beats the one before.
  ['koi8-u', 'cyrillic'],
  ['iso-8859-5', 'cyrillic'],
  ['ibm866', 'cyrillic'],
  ['x-mac-cyrillic', 'cyrillic'],
  ['windows-1253', 'greek'],
  ['iso-8859-7', 'greek'],
  ['windows-1255', 'hebrew'],
  ['windows-874', 'thai'],
] as const

const CAPITAL_LOSS = 2
const CAPITAL_INSIDE_LOSS = 4
const OTHER = -9
/** The mean of a real text is −3.1 to −3.5 (−4 for Greek with many capitals), that of Chinese, Japanese and Korean below −4.1. */
const MIN_MEAN = -4.05
/** Accented letters in Latin text stand alone; letters of another script come in runs. */
const SCRIPT_RUN = 3

interface Reading {
  readonly charset: string
  readonly decode: (bytes: Uint8Array) => string
  readonly likelihood: ReadonlyMap<string, number>
}

const readings: readonly Reading[] = CHARSETS.map(([charset, script]) => ({
  charset,
  decode: createSinglebyteDecoder(charset, true),
  likelihood: likelihoods(LETTERS[script]),
}))

function likelihoods(groups: readonly string[]): Map<string, number> {
  const table = new Map<string, number>()
  groups.forEach((letters, group) => {
    for (const letter of letters) table.set(letter, FIRST_LIKELIHOOD + group * GROUP_STEP)
  })
  return table
}

/** The charset of a text in one of these scripts; undefined if it is in none of them. */
export function scriptCharset(sample: Uint8Array): string | undefined {
  const high = runsOfHighBytes(sample)
  if (high === undefined) return undefined
  let best: string | undefined
  let bestMean = MIN_MEAN
  for (const { charset, decode, likelihood } of readings) {
    const mean = meanLikelihood(decode(high), likelihood)
    if (mean > bestMean) {
      bestMean = mean
      best = charset
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

function meanLikelihood(text: string, likelihood: ReadonlyMap<string, number>): number {
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
    const known = likelihood.get(lower)
    sum += known ?? OTHER
    if (known !== undefined && letter !== lower) sum -= insideWord ? CAPITAL_INSIDE_LOSS : CAPITAL_LOSS
    insideWord = letter === lower
  }
  return count === 0 ? OTHER : sum / count
}
