/**
 * What a page says outside of its links, as hashes of its phrases: three consecutive words, or a short text as a whole. Numbers
 * are all equal in a phrase, since a page that differs only by a counter says the same; longer ones also count by themselves, since a table of
 * figures says little else. Two pages share phrases if one quotes, prints or sorts the other.
 */
import type { Tree } from '../../html/index.ts'

/** Phrases beyond this number say little more about whether a page is one of its own. */
const MAX_PHRASES = 200
/** Bounds the work on a page that says the same word a million times. */
const MAX_WORDS = 20_000
const PHRASE_WORDS = 3
/** Days, months and positions in a list have fewer digits. */
const MIN_DIGITS = 3
const SILENT = new Set(['a', 'script', 'style', 'noscript', 'template', 'option', 'textarea', 'button'])
const WORD = /[\p{L}\p{M}]+|\p{N}+/gu

export function ownPhrases({ nodes }: Tree): Uint32Array {
  const found = new Set<number>()
  let words = 0
  for (let i = 0; i < nodes.length && found.size < MAX_PHRASES && words < MAX_WORDS; i++) {
    const node = nodes[i]!
    if (node.kind === 'element' && SILENT.has(node.name)) i = node.last
    else if (node.kind === 'text') words += addPhrases(node.text(), found, MAX_WORDS - words)
  }
  return Uint32Array.from(found).subarray(0, MAX_PHRASES)
}

/** Adds the phrases of a text; returns how many words were read. */
function addPhrases(text: string, found: Set<number>, most: number): number {
  let read = 0
  let [before, last] = [0, 0]
  for (const [word] of text.matchAll(WORD)) {
    const isNumber = /^\p{N}/u.test(word)
    if (isNumber && word.length >= MIN_DIGITS) found.add(hashed(word, FIRST))
    const hash = hashed(isNumber ? '#' : word.toLowerCase(), FIRST)
    if (++read >= PHRASE_WORDS) found.add(joined([before, last, hash]))
    before = last
    last = hash
    if (found.size >= MAX_PHRASES || read >= most) return read
  }
  if (read > 0 && read < PHRASE_WORDS) found.add(joined([before, last]))
  return read
}

/** Constants of FNV-1a. */
const FIRST = 0x811c9dc5
const PRIME = 0x01000193

function hashed(text: string, start: number): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return hash >>> 0
}

function joined(words: readonly number[]): number {
  let hash = FIRST
  for (const word of words) hash = Math.imul(Math.imul(hash ^ word, PRIME) ^ (word >>> 15), PRIME)
  return (hash ^ (hash >>> 13)) >>> 0
}

export const hashOfText = (text: string): number => hashed(text, FIRST)
