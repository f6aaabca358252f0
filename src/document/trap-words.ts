/** Words that identify traps for robots, in their addresses, texts and titles. */
import { anyOf } from './phrases.ts'
import traps from './trap-words.json' with { type: 'json' }

const TRAP = new RegExp(`(?<![a-z])(?:${anyOf(traps.words)})(?![a-z])`, 'i')
/**
 * Number of initial characters tested first. One in a thousand other links contains any of these beginnings; with three letters it was one
 * in thirty.
 */
const HINT_CHARS = 5
const WORDS = Object.values(traps.words).flat()
const HINT = new RegExp([...new Set(WORDS.map(word => word.slice(0, HINT_CHARS)))].join('|'), 'i')
const MIN_CHARS = Math.min(...WORDS.map(word => word.length))

/** Whether it contains the words of a trap. */
export const soundsLikeTrap = (text: string): boolean =>
  text.length >= MIN_CHARS && HINT.test(text) && TRAP.test(text)
