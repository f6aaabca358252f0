/** The kind of a character for the tokenizer, from a table: testing each with a regular expression would cost ten times more. */

export const OTHER = 0
export const LETTER = 1
export const DIGIT = 2
/** Han and Kana: written without spaces, so each character stands for a word. */
export const IDEOGRAPH = 3

const TABLE_SIZE = 0x3400
const kinds = new Uint8Array(TABLE_SIZE)
const lower = new Uint16Array(TABLE_SIZE)

/** The zeros of all scripts below the table's end. */
const DIGIT_ZEROS: number[] = []
const PUNCTUATION: readonly (readonly [number, number])[] = [
  [0x80, 0xa9],
  [0xab, 0xb4],
  [0xb6, 0xb9],
  [0xbb, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x5be, 0x5c6],
  [0x60c, 0x60d],
  [0x61b, 0x61f],
  [0x66a, 0x66d],
  [0x6d4, 0x6d4],
  [0x964, 0x965],
  [0x2000, 0x2bff],
  [0x2e00, 0x2e7f],
  [0x3000, 0x3004],
  [0x3008, 0x3020],
  [0x3030, 0x303f],
  [0x30fb, 0x30fb],
]

for (let code = 0; code < TABLE_SIZE; code++) {
  const letter = String.fromCharCode(code)
  const folded = letter.toLowerCase()
  lower[code] = folded.length === 1 ? folded.charCodeAt(0) : code
  if (code >= 128 || /[a-z]/i.test(letter)) kinds[code] = LETTER
}
for (const [from, to] of PUNCTUATION) kinds.fill(OTHER, from, to + 1)
for (let code = 0x30; code < TABLE_SIZE; code++) {
  if (!/\p{Nd}/u.test(String.fromCharCode(code))) continue
  DIGIT_ZEROS.push(code)
  code += 9
}
for (const zero of DIGIT_ZEROS) kinds.fill(DIGIT, zero, zero + 10)
/** Joiners occur inside words of Persian and Hindi. */
kinds.fill(LETTER, 0x200c, 0x200e)
kinds.fill(IDEOGRAPH, 0x3005, 0x3008)
kinds.fill(IDEOGRAPH, 0x3041, 0x30fb)
kinds.fill(IDEOGRAPH, 0x30fc, 0x3100)

export function kindOf(code: number): number {
  if (code < TABLE_SIZE) return kinds[code]!
  if (code < 0xa000 || (code >= 0xf900 && code < 0xfb00)) return IDEOGRAPH
  // Surrogates are pictures more often than letters; U+E000 is the seam between inline elements.
  if ((code >= 0xd800 && code < 0xe000) || code === 0xe000) return OTHER
  if (code >= 0xff00) return code >= 0xff10 && code < 0xff1a ? DIGIT : OTHER
  return LETTER
}

export function lowerOf(code: number): number {
  return code < TABLE_SIZE ? lower[code]! : code
}

/** The value of a character that is a `DIGIT`, in whatever script. */
export function digitOf(code: number): number {
  if (code < 0x3a) return code - 0x30
  if (code >= 0xff10) return code - 0xff10
  for (const zero of DIGIT_ZEROS) if (code >= zero && code < zero + 10) return code - zero
  return 0
}
