import type { Counts } from './store.ts'

/** Compares the counters with a recount of the rows: one sentence for each difference. */
export function miscounts(books: Counts, recount: Partial<Counts>): string[] {
  return (Object.entries(recount) as [keyof Counts, number][])
    .filter(([name, found]) => books[name] !== found)
    .map(([name, found]) => `the books say ${books[name]} ${name}, the tables hold ${found}: recount them`)
}
