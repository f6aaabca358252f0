/** Words by which traps for robots give themselves away, in their addresses, texts and titles. */
import { anyOf } from './phrases.ts'
import traps from './trap-words.json' with { type: 'json' }

const TRAP = new RegExp(`(?<![a-z])(?:${anyOf(traps.words)})(?![a-z])`, 'i')
/** How all of them begin. One in a thousand other links has any of these; with three letters it was one in thirty. */
const HINT_CHARS = 5
const WORDS = Object.values(traps.words).flat()
const HINT = new RegExp([...new Set(WORDS.map(word => word.slice(0, HINT_CHARS)))].join('|'), 'i')
const MIN_CHARS = Math.min(...WORDS.map(word => word.length))

/** Does it call itself a trap? */
export const soundsLikeTrap = (text: string): boolean =>
  text.length >= MIN_CHARS && HINT.test(text) && TRAP.test(text)
