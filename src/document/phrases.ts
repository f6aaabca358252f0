/** Words or phrases by language, as in the data files. */
export type PhrasesByLanguage = Readonly<Record<string, readonly string[]>>

/** An expression for any of the phrases, longest first; phrases are plain text. */
export function anyOf(phrases: PhrasesByLanguage): string {
  const all = [...new Set(Object.values(phrases).flat())].sort((a, b) => b.length - a.length)
  return all.map(phrase => phrase.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
}
