import { formsOf, traces } from '../../search/exactness.ts'
import { FIELD_WEIGHTS, type SearchPlan, type TermMatch } from '../../search/index.ts'
import { type RankedRow, ranked, sitePatterns } from '../search-rank.ts'
import { type FoundPage, MAX_CANDIDATES, MAX_FOUND, type SearchRequest } from '../search-store.ts'
import { texts } from './literal.ts'
import type { Query, Value } from './session.ts'
import { FORM, matchQuery, tsqueryOf } from './tsvector.ts'

/**
 * Search with tsvectors under GIN. PostgreSQL finds pages and ranks them roughly (`ts_rank`); BM25 over the weighted fields is computed
 * here for the best of them, because PostgreSQL's own ranks consider neither how rare a word is nor how long pages are. How many pages have
 * a word is counted at query time, up to a bound: stored counts would have all workers write the same rows.
 */
export async function searchIn(query: Query, request: SearchRequest): Promise<readonly FoundPage[]> {
  const { plan } = request
  const matches = [...plan.must, ...plan.wanted].flat()
  const [rows, size, counts] = await Promise.all([
    candidates(query, request, matches),
    indexSize(query),
    Promise.all(matches.map(match => pagesWith(query, match))),
  ])
  const scored = rows.map(row => ({ ...row, score: relevance(row, matches, counts, size) }))
  const has = (row: SearchRow, _form: string, trace: string) =>
    Object.hasOwn(row.own ?? {}, `${FORM}${trace}`)
  return ranked(scored, { plan, forms: formsOf(plan), has })
}

interface SearchRow extends RankedRow {
  readonly words: number
  /** Weighted hits by term, in the page itself and in the shortest link text that has them all. */
  readonly own: Readonly<Record<string, number>> | null
  readonly linked: Readonly<Record<string, number>> | null
}

interface Size {
  readonly pages: number
  readonly words: number
}

/** The parameters of FTS5, so that both stores rank alike. */
const K1 = 1.2
const B = 0.75
const MIN_IDF = 1e-6
/** A word on more pages than this counts as if it were on this many. */
const MAX_COUNTED = 10_000

function relevance(
  row: SearchRow,
  matches: readonly TermMatch[],
  counts: readonly Size['pages'][],
  size: Size,
): number {
  const average = size.words / Math.max(1, size.pages)
  const length = 1 - B + (B * row.words) / Math.max(1, average)
  let score = 0
  for (const [i, match] of matches.entries()) {
    const idf = Math.max(MIN_IDF, Math.log((size.pages - counts[i]! + 0.5) / (counts[i]! + 0.5)))
    const [own, linked] = [hits(match, row.own), hits(match, row.linked)]
    score += (idf * own * (K1 + 1)) / (own + K1 * length)
    score += (FIELD_WEIGHTS.anchors * idf * linked * (K1 + 1)) / (linked + K1)
  }
  return score
}

/** A phrase occurs at most as often as the rarest of its words. */
function hits({ variants, isPrefix }: TermMatch, found: SearchRow['own']): number {
  if (!found) return 0
  const count = (term: string, isBeginning: boolean) =>
    isBeginning
      ? Object.entries(found).reduce((sum, [name, n]) => (name.startsWith(term) ? sum + n : sum), 0)
      : (found[term] ?? 0)
  return variants.reduce(
    (sum, terms) =>
      sum + Math.min(...terms.map((term, i) => count(term, isPrefix && i === terms.length - 1))),
    0,
  )
}

function candidates(
  query: Query,
  request: SearchRequest,
  matches: readonly TermMatch[],
): Promise<readonly SearchRow[]> {
  const { plan, filter, at, isAny } = request
  const values: Value[] = [tsqueryOf(plan, isAny), ...namesOf(plan, matches)]
  const put = (value: Value) => `$${values.push(value)}`
  const where = [at === null ? 'd.until_at IS NULL' : asOf(put(at))]
  if (filter.site !== null)
    where.push(`EXISTS (SELECT 1 FROM host h WHERE h.shard = d.shard AND h.id = d.host
      AND h.origin LIKE ANY(${put(texts(sitePatterns(filter.site)))}::text[]))`)
  if (filter.types !== null) where.push(`d.type = ANY(${put(texts(filter.types))}::text[])`)
  if (filter.language !== null) where.push(`d.language = ${put(filter.language)}`)
  if (filter.since !== null) where.push(`d.since_at >= ${put(filter.since)}`)
  const isPage = [
    ...(filter.pageClass === null ? [] : [`c.class = ${put(filter.pageClass)}`]),
    ...(filter.topic === null ? [] : [`c.topic = ${put(filter.topic)}`]),
    ...(filter.minRelevance === null ? [] : [`c.relevance >= ${put(filter.minRelevance)}`]),
  ]
  if (isPage.length > 0)
    where.push(
      `EXISTS (SELECT 1 FROM page c WHERE c.shard = d.shard AND c.id = d.page AND ${isPage.join(' AND ')})`,
    )
  return query<SearchRow>(searchSql(where.join(' AND '), at === null), ...values)
}

const asOf = (at: string) => `d.since_at <= ${at} AND (d.until_at IS NULL OR d.until_at > ${at})`

/** The terms whose hits are counted: whole terms, and prefixes. */
function namesOf(plan: SearchPlan, matches: readonly TermMatch[]): [whole: string, beginnings: string] {
  const forms = formsOf(plan)
    .flatMap(traces)
    .map(trace => `${FORM}${trace}`)
  const whole = matches.flatMap(({ variants }) => variants.flat())
  const beginnings = matches.flatMap(({ variants, isPrefix }) =>
    isPrefix ? variants.map(terms => `${terms.at(-1)!}%`) : [],
  )
  return [texts([...new Set([...forms, ...whole])]), texts([...new Set(beginnings)])]
}

const { title, headings, meta, body } = FIELD_WEIGHTS
const WEIGHTS = `CASE w WHEN 'A' THEN ${title} WHEN 'B' THEN ${headings} WHEN 'C' THEN ${meta} ELSE ${body} END`
const ROUGH = `'{${[body, meta, headings, title].map(weight => weight / title).join(', ')}}'::float4[]`
const hitsIn = (
  vector: string,
  weights: string,
) => `(SELECT json_object_agg(t.lexeme, coalesce((SELECT sum(${weights}) FROM unnest(t.weights) w), 1))
  FROM unnest(${vector}) t WHERE t.lexeme = ANY($2::text[]) OR t.lexeme LIKE ANY($3::text[]))`

/** Present link texts say nothing about what was current in the past. */
function searchSql(where: string, withLinks: boolean): string {
  const linked = `UNION SELECT d.shard, d.page, d.revision FROM search_anchor a JOIN search_revision d ON d.shard = a.shard AND d.page = a.page
    WHERE a.terms @@ $1::tsquery AND d.language IS NOT NULL AND ${where}`
  return `WITH found AS MATERIALIZED (
      SELECT shard, page, revision FROM (
        (SELECT d.shard, d.page, d.revision FROM search_revision d WHERE d.terms @@ $1::tsquery AND ${where} LIMIT ${MAX_CANDIDATES})
        ${withLinks ? linked : ''}
      ) together LIMIT ${MAX_CANDIDATES}
    ), best AS MATERIALIZED (
      SELECT d.*, a.terms AS anchors FROM found f
      JOIN search_revision d ON d.shard = f.shard AND d.page = f.page AND d.revision = f.revision
      LEFT JOIN LATERAL (SELECT o.terms FROM search_anchor o WHERE ${withLinks} AND o.shard = d.shard AND o.page = d.page
        AND o.terms @@ $1::tsquery ORDER BY length(o.terms) LIMIT 1) a ON true
      ORDER BY ts_rank(${ROUGH}, d.terms, $1::tsquery, 1) + coalesce(ts_rank(${ROUGH}, a.terms, $1::tsquery), 0) DESC, d.page
      LIMIT ${MAX_FOUND}
    )
    SELECT b.shard, b.page AS id, b.revision, b.language, b.words, p.url, p.importance, r.title,
      ${hitsIn('b.terms', WEIGHTS)} AS own, ${hitsIn('b.anchors', '1')} AS linked
    FROM best b JOIN page p ON p.shard = b.shard AND p.id = b.page
    LEFT JOIN revision r ON r.shard = b.shard AND r.page = b.page AND r.number = b.revision`
}

async function pagesWith(query: Query, match: TermMatch): Promise<number> {
  const [row] = await query<{ pages: number }>(
    `SELECT count(*) AS pages FROM (SELECT 1 FROM search_revision WHERE terms @@ $1::tsquery AND until_at IS NULL LIMIT ${MAX_COUNTED}) counted`,
    matchQuery(match),
  )
  return row?.pages ?? 0
}

async function indexSize(query: Query): Promise<Size> {
  const [row] =
    await query<Size>(`SELECT coalesce(sum(value) FILTER (WHERE name LIKE 'search.%'), 0)::bigint AS pages,
    coalesce(sum(value) FILTER (WHERE name = 'search-words'), 0)::bigint AS words FROM counter`)
  return row!
}

/** From the counters that are kept with the index. */
export async function searchLanguages(query: Query): Promise<readonly string[]> {
  const rows = await query<{
    language: string
  }>(`SELECT substr(name, 8) AS language FROM counter WHERE name LIKE 'search.%'
    GROUP BY name HAVING sum(value) > 0 ORDER BY sum(value) DESC, name`)
  return rows.map(({ language }) => language)
}

export async function indexedRevisions(
  query: Query,
  shard: number,
  page: number,
): Promise<readonly number[]> {
  const rows = await query<{ revision: number }>(
    'SELECT revision FROM search_revision WHERE shard = $1 AND page = $2 ORDER BY revision',
    shard,
    page,
  )
  return rows.map(({ revision }) => revision)
}
