/**
 * What a page says outside of its links, as hashes of its phrases: three consecutive words, or a short text as a whole. Numbers
 * are all equal in a phrase, since a page that differs only by a counter says the same; longer ones also count by themselves, since a table of
 * figures says little else. Two pages share phrases if one quotes, prints or sorts the other. Words of the page's address are all equal in a phrase
 * that has other words too: "What links to Blue shirt" says the same on every page about another one.
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

export function ownPhrases({ nodes }: Tree, url: string): Uint32Array {
  const found = new Set<number>()
  const named = wordsOf(url)
  let words = 0
  for (let i = 0; i < nodes.length && found.size < MAX_PHRASES && words < MAX_WORDS; i++) {
    const node = nodes[i]!
    if (node.kind === 'element' && SILENT.has(node.name)) i = node.last
    else if (node.kind === 'text') words += addPhrases(node.text(), { found, named }, MAX_WORDS - words)
  }
  return Uint32Array.from(found).subarray(0, MAX_PHRASES)
}

function wordsOf(url: string): Set<string> {
  const parsed = URL.parse(url)
  const text = parsed === null ? '' : decoded(parsed.pathname + parsed.search)
  return new Set(text.toLowerCase().match(WORD))
}

/** Text that is not validly encoded stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface Phrases {
  readonly found: Set<number>
  /** The words of the page's address. */
  readonly named: ReadonlySet<string>
}

interface Spoken {
  readonly hash: number
  readonly isNamed: boolean
}

/** Adds the phrases of a text; returns how many words were read. */
function addPhrases(text: string, { found, named }: Phrases, most: number): number {
  let read = 0
  const last: Spoken[] = []
  for (const [word] of text.matchAll(WORD)) {
    const isNumber = /^\p{N}/u.test(word)
    if (isNumber && word.length >= MIN_DIGITS) found.add(hashed(word, FIRST))
    const plain = isNumber ? '#' : word.toLowerCase()
    last.push({ hash: hashed(plain, FIRST), isNamed: named.has(word.toLowerCase()) })
    if (++read >= PHRASE_WORDS) found.add(joined(last))
    if (read >= PHRASE_WORDS) last.shift()
    if (found.size >= MAX_PHRASES || read >= most) return read
  }
  if (read > 0 && read < PHRASE_WORDS) found.add(joined(last))
  return read
}

/** Constants of FNV-1a. */
const FIRST = 0x811c9dc5
const PRIME = 0x01000193
/** Stands for any word of the page's address. */
const ANY_NAME = 1

function hashed(text: string, start: number): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return hash >>> 0
}

function joined(words: readonly Spoken[]): number {
  const isName = words.every(({ isNamed }) => isNamed)
  let hash = FIRST
  for (const word of words) {
    const part = word.isNamed && !isName ? ANY_NAME : word.hash
    hash = Math.imul(Math.imul(hash ^ part, PRIME) ^ (part >>> 15), PRIME)
  }
  return (hash ^ (hash >>> 13)) >>> 0
}

export const hashOfText = (text: string): number => hashed(text, FIRST)
