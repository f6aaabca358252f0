/** What ranks pages besides BM25: their title, exact words, and importance. Shared by both stores. */
import { isExact } from '../search/exactness.ts'
import { type SearchPlan, Stemmer } from '../search/index.ts'
import { termsIn, titleShare } from '../search/title-share.ts'
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
  readonly title: string | null
  readonly score: number
}

/** A page with all words exactly as typed beats one that is a fifth more relevant but has other forms of them. */
const EXACT_BONUS = 0.2
/**
 * A page whose whole title was searched for beats one that is half again as relevant but has a longer title: `std::vector` before
 * `std::vector::push_back`. Without the bonus, 92 rather than 98 of a hundred titles find their page among the first three; with half or
 * twice the bonus, 98 do as well (`bench/search.ts --only real`).
 */
const TITLE_BONUS = 0.5
/** A page ten times as important as the average beats one that is a quarter more relevant: links are a hint, words decide. */
const IMPORTANCE_BONUS = 0.1
const MAX_IMPORTANCE_FACTOR = 1.5
const MIN_IMPORTANCE_FACTOR = 0.75

export interface RankRules<Row> {
  readonly plan: SearchPlan
  /** Words that pages should have exactly as typed. */
  readonly forms: readonly string[]
  /** Whether the row has this trace of a form. */
  readonly has: (row: Row, form: string, trace: string) => boolean
}

export async function ranked<Row extends RankedRow>(
  rows: readonly Row[],
  rules: RankRules<Row>,
): Promise<readonly FoundPage[]> {
  const asked = termsIn(rules.plan)
  const pages: FoundPage[] = []
  for (const row of rows) {
    const { shard, id, url, revision, language, title } = row
    const ofTitle = TITLE_BONUS * titleShare(title ?? '', asked, await Stemmer.for(language))
    const bonus = 1 + ofTitle + EXACT_BONUS * (await exactShare(row, rules))
    pages.push({ shard, id, url, revision, language, score: row.score * bonus * importanceFactor(row) })
  }
  return pages.sort((a, b) => b.score - a.score || a.id - b.id)
}

async function exactShare<Row extends RankedRow>(row: Row, { forms, has }: RankRules<Row>): Promise<number> {
  let exact = 0
  for (const form of forms) if (await isExact(form, row.language, trace => has(row, form, trace))) exact++
  return forms.length === 0 ? 0 : exact / forms.length
}

function importanceFactor({ importance }: RankedRow): number {
  if (importance === null || importance <= 0) return 1
  const factor = 1 + IMPORTANCE_BONUS * Math.log(importance)
  return Math.min(MAX_IMPORTANCE_FACTOR, Math.max(MIN_IMPORTANCE_FACTOR, factor))
}

/**
 * Patterns for LIKE, with `\` as escape, that match origins of a site: `https://example.org:8080` belongs to `example.org`, and so does
 * `https://www.example.org`.
 */
export function sitePatterns(site: string): readonly string[] {
  const host = site.replace(/[\\%_]/g, '\\$&')
  return [`%://${host}`, `%://${host}:%`, `%.${host}`, `%.${host}:%`]
}
