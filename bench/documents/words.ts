/** Of an item of a list: "2.", "b)", "iv." */
const LABEL = /^[ \t]*(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)][ \t]+/gm

/** How often a text has each of its words: letters and digits in lower case, without the labels of list items. */
export function wordsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  const bare = text.replace(LABEL, '').normalize('NFKC').toLowerCase().replaceAll('\u00ad', '')
  for (const [word] of bare.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** What two texts have in common: F1 of their words with their frequencies, and the words that either has more often. */
export function compared(ours: ReadonlyMap<string, number>, truth: ReadonlyMap<string, number>) {
  let common = 0
  const missing: string[] = []
  const extra: string[] = []
  for (const [word, count] of truth) {
    common += Math.min(count, ours.get(word) ?? 0)
    if ((ours.get(word) ?? 0) < count) missing.push(word)
  }
  for (const [word, count] of ours) if ((truth.get(word) ?? 0) < count) extra.push(word)
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)
  const all = sum(ours) + sum(truth)
  return { f1: all === 0 ? 1 : (2 * common) / all, missing, extra }
}
