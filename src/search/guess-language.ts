/**
 * The language of a page that does not declare one: by its script, then by its function words. Cheap, and gives no answer when in doubt.
 */
import lists from './function-words.json' with { type: 'json' }
import { UNKNOWN_LANGUAGE } from './stemmers.ts'
import { wordsOf } from './text-words.ts'

const { $comment: _, ...LISTS } = lists as Readonly<Record<string, string | readonly string[]>>
/** The languages that each word occurs in. */
const LANGUAGES_OF = new Map<string, string[]>()
for (const [language, words] of Object.entries(LISTS))
  for (const word of words) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language])

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Greek}/gu, 'el'],
]

/** About a third of running text are function words, and half of those are in the lists: a few sentences are enough. */
const READ_WORDS = 200
const READ_CHARS = 4_000
/** Share of the letters that a script needs in order to decide. */
const MIN_SCRIPT_SHARE = 0.2
/** Function words that must be found, and the least ratio to the next language. */
const MIN_FOUND = 6
const MIN_LEAD = 1.5

export function guessLanguage(text: string): string {
  const sample = text.slice(0, READ_CHARS)
  return byScript(sample) ?? byWords(sample) ?? UNKNOWN_LANGUAGE
}

function byScript(sample: string): string | null {
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  const found = SCRIPTS.find(([script]) => (sample.match(script)?.length ?? 0) > letters * MIN_SCRIPT_SHARE)
  return found?.[1] ?? null
}

function byWords(sample: string): string | null {
  const found = new Map<string, number>()
  for (const { text } of wordsOf(sample, READ_WORDS))
    for (const language of LANGUAGES_OF.get(text) ?? []) found.set(language, (found.get(language) ?? 0) + 1)
  const [best, next] = [...found].sort((a, b) => b[1] - a[1])
  if (!best || best[1] < MIN_FOUND) return null
  return best[1] >= MIN_LEAD * (next?.[1] ?? 0) ? best[0] : null
}
