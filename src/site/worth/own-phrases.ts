/**
 * What a page says outside of its links, as hashes of its phrases: three consecutive words, or a short text as a whole. Numbers
 * are all equal in a phrase, since a page that differs only by a counter says the same; longer ones also count by themselves, since a table of
 * figures says little else. Two pages share phrases if one quotes, prints or sorts the other. Words of the page's address are all equal in a phrase
 * that has other words too: "What links to Blue shirt" says the same on every page about another one.
 */
import type { Tree, TreeNode } from '../../html/index.ts'

/**
 * Phrases that are kept of a page. Of a longer one these are its first ones, and of the others those with the smallest hashes: pages that say the same
 * agree on them, and a long preface (a license, a notice) does not hide what comes after it.
 */
const MAX_PHRASES = 200
const FIRST_PHRASES = 100
/** Bounds the work on a long page. */
const MAX_WORDS = 5_000
const PHRASE_WORDS = 3
/** Days, months and positions in a list have fewer digits. */
const MIN_DIGITS = 3
const SILENT = new Set(['a', 'script', 'style', 'noscript', 'template', 'option', 'textarea', 'button'])
const WORD = /[\p{L}\p{M}]+|\p{N}+/gu

export function ownPhrases({ nodes }: Tree, url: string): Uint32Array {
  const found = new Set<number>()
  const named = wordsOf(url)
  let words = 0
  for (let i = 0; i < nodes.length && words < MAX_WORDS; i++) {
    const node = nodes[i]!
    if (isSilent(node)) i = node.last
    else if (node.kind === 'text') words += addPhrases(node.text(), { found, named }, MAX_WORDS - words)
  }
  return chosen(Uint32Array.from(found))
}

function chosen(phrases: Uint32Array): Uint32Array {
  if (phrases.length > MAX_PHRASES) phrases.subarray(FIRST_PHRASES).sort()
  return phrases.slice(0, MAX_PHRASES)
}

/** A place that links lead to (`<a name>`) is no link; it may have all the text that follows it. */
function isSilent(node: TreeNode): boolean {
  if (node.kind !== 'element' || !SILENT.has(node.name)) return false
  return node.name !== 'a' || node.attribute('href') !== undefined
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
    if (read >= most) return read
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
