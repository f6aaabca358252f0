/** What makes one page come before another besides BM25: exact words, and importance. Once for both stores. */
import { isExact } from '../search/exactness.ts'
import type { Url } from '../url/index.ts'
import type { PageId } from './ids.ts'
import type { FoundPage } from './search-store.ts'

export interface RankedRow {
  readonly shard: number
  readonly id: PageId
  readonly url: Url
  readonly revision: number
  readonly language: string
  readonly importance: number | null
  readonly score: number
}

/** A page with all words as they were typed beats one that is a fifth more relevant and has other forms of them. */
const EXACT_BONUS = 0.2
/** A page ten times as important as the average beats one that is a quarter more relevant: links are a hint, words decide. */
const IMPORTANCE_BONUS = 0.1
const MAX_IMPORTANCE_FACTOR = 1.5
const MIN_IMPORTANCE_FACTOR = 0.75

/** `forms`: the words that pages should have as they were typed. `has`: does the row have this trace of one? */
export async function ranked<Row extends RankedRow>(
  rows: readonly Row[],
  forms: readonly string[],
  has: (row: Row, form: string, trace: string) => boolean,
): Promise<readonly FoundPage[]> {
  const pages: FoundPage[] = []
  for (const row of rows) {
    let exact = 0
    for (const form of forms) if (await isExact(form, row.language, trace => has(row, form, trace))) exact++
    const { shard, id, url, revision, language } = row
    const bonus = forms.length === 0 ? 0 : (EXACT_BONUS * exact) / forms.length
    pages.push({ shard, id, url, revision, language, score: row.score * (1 + bonus) * importanceFactor(row) })
  }
  return pages.sort((a, b) => b.score - a.score || a.id - b.id)
}

function importanceFactor({ importance }: RankedRow): number {
  if (importance === null || importance <= 0) return 1
  const factor = 1 + IMPORTANCE_BONUS * Math.log(importance)
  return Math.min(MAX_IMPORTANCE_FACTOR, Math.max(MIN_IMPORTANCE_FACTOR, factor))
}

/** `https://example.org:8080` is of `example.org`, and so is `https://www.example.org`: patterns for LIKE, with `\` as escape. */
export function sitePatterns(site: string): readonly string[] {
  const host = site.replace(/[\\%_]/g, '\\$&')
  return [`%://${host}`, `%://${host}:%`, `%.${host}`, `%.${host}:%`]
}
