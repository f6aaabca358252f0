/** Words of a text that may be used as queries: each once, in lower case, without those that occur in every text. */
import functionWords from '../../search/function-words.json' with { type: 'json' }
import { wordsOf } from '../../search/text-words.ts'

const MAX_TEXT_CHARS = 50_000
const MAX_READ_WORDS = 4_000
const MAX_WORDS = 300
const MIN_CHARS = 3
const MAX_CHARS = 24
/** Numbers are used only if they are years; others mostly count things. */
const NUMBER = /^\d+$/
const YEAR = /^(?:1[5-9]|20)\d\d$/
const { $comment: _, ...LISTS } = functionWords
const EVERYWHERE = new Set(Object.values(LISTS).flat())

export function queryWords(text: string): string[] {
  const words = new Set<string>()
  for (const { text: word, isPair } of wordsOf(text.slice(0, MAX_TEXT_CHARS), MAX_READ_WORDS)) {
    if (!isPair && !isUsable(word)) continue
    words.add(word)
    if (words.size >= MAX_WORDS) break
  }
  return [...words]
}

function isUsable(word: string): boolean {
  if (word.length < MIN_CHARS || word.length > MAX_CHARS || EVERYWHERE.has(word)) return false
  return !NUMBER.test(word) || YEAR.test(word)
}
