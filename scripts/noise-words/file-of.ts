import type { LearnedWords } from './learn-words.ts'

/** One line for each kind of words, in an order that does not depend on how they were learned. */
export function fileOf(words: LearnedWords): string {
  const { bits, months, ages, ...sets } = words
  const lists = Object.entries(sets).map(([name, hashes]) => [name, sorted(hashes)] as const)
  const entries = [
    ...(['bits', 'months'] as const).map(name => [name, byValue(words[name])] as const),
    ...lists,
    ['ages', [...ages].sort()] as const,
  ]
  return `{\n${entries.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(',\n')}\n}\n`
}

const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b)

/** The hashes of each value, which are many for few. */
function byValue(values: ReadonlyMap<number, number>): Record<number, readonly number[]> {
  const hashes = Map.groupBy(values.keys(), hash => values.get(hash)!)
  return Object.fromEntries(sorted(hashes.keys()).map(value => [value, sorted(hashes.get(value)!)]))
}
