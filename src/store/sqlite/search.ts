import { formsOf, traces } from '../../search/exactness.ts'
import {
  FIELD_WEIGHTS,
  type MatchClause,
  type SearchPlan,
  Stemmer,
  type TermMatch,
} from '../../search/index.ts'
import { type RankedRow, ranked, sitePatterns } from '../search-rank.ts'
import {
  type FoundPage,
  MAX_ANCHORS,
  MAX_CANDIDATES,
  MAX_FOUND,
  type SearchRequest,
} from '../search-store.ts'
import type { Sqlite } from './open.ts'

/**
 * Search with FTS5. The tables hold no text, only terms that `search/` has prepared: they take less than half the size of the text, and
 * snippets are read from the archive. Link texts are in a separate table, since they grow while the page stays the same. A page is found if
 * its own words, or those of a link to it, match the whole query; the relevance of both adds up.
 */
export async function searchIn(database: Sqlite, request: SearchRequest): Promise<readonly FoundPage[]> {
  const plan = await withEndings(database, request)
  const rows = candidates(database, { ...request, plan })
  const forms = rows.length > 1 ? formsIn(database, plan) : new Map()
  const has = (row: SearchRow, form: string, trace: string) =>
    forms.get(form)?.get(trace)?.has(row.doc) ?? false
  return ranked(rows, { plan, forms: [...forms.keys()], has })
}

interface SearchRow extends RankedRow {
  readonly doc: number
}

const { title, headings, emphasised, url, meta, body, anchors } = FIELD_WEIGHTS
const OWN_WEIGHTS = [body, title, headings, emphasised, url, meta].join(', ')

function candidates(database: Sqlite, { plan, filter, at, isAny }: SearchRequest): readonly SearchRow[] {
  const own = matchExpression(plan, isAny)
  const where = ['d.since_at <= @at AND (d.until_at IS NULL OR d.until_at > @at)']
  if (at === null) where[0] = 'd.until_at IS NULL'
  if (filter.site !== null) where.push(`d.host IN (SELECT id FROM host WHERE ${SITE})`)
  if (filter.types !== null) where.push('d.type IN (SELECT value FROM json_each(@types))')
  if (filter.language !== null) where.push('d.language = @language')
  if (filter.since !== null) where.push('d.since_at >= @since')
  const isPage = [
    ...(filter.pageClass === null ? [] : ['c.class = @pageClass']),
    ...(filter.topic === null ? [] : ['c.topic = @topic']),
    ...(filter.minRelevance === null ? [] : ['c.relevance >= @minRelevance']),
  ]
  if (isPage.length > 0)
    where.push(`EXISTS (SELECT 1 FROM page c WHERE c.id = d.page AND ${isPage.join(' AND ')})`)
  const [s1 = '', s2 = '', s3 = '', s4 = ''] = sitePatterns(filter.site ?? '')
  return database.prepare(searchSql(where.join(' AND '), at === null)).all({
    own,
    at: at ?? 0,
    most: MAX_CANDIDATES,
    found: MAX_FOUND,
    s1,
    s2,
    s3,
    s4,
    types: JSON.stringify(filter.types ?? []),
    language: filter.language,
    since: filter.since,
    pageClass: filter.pageClass,
    topic: filter.topic,
    minRelevance: filter.minRelevance,
  }) as SearchRow[]
}

const SITE = [1, 2, 3, 4].map(i => `origin LIKE @s${i} ESCAPE '\\'`).join(' OR ')

/** Present link texts say nothing about what was current in the past. */
function searchSql(where: string, withLinks: boolean): string {
  const linked = `UNION ALL SELECT d.id, l.score FROM (SELECT name / ${MAX_ANCHORS} AS page, max(score) * ${anchors} AS score
      FROM (SELECT rowid AS name, -bm25(search_anchor) AS score FROM search_anchor WHERE search_anchor MATCH @own LIMIT @most)
      GROUP BY page) l
    JOIN search_revision d ON d.page = l.page AND d.until_at IS NULL AND d.language IS NOT NULL`
  return `WITH found AS (
      SELECT doc, score FROM (SELECT rowid AS doc, -bm25(search_text, ${OWN_WEIGHTS}) AS score FROM search_text WHERE search_text MATCH @own LIMIT @most)
      ${withLinks ? linked : ''}
    ), best AS (
      SELECT f.doc, sum(f.score) AS score FROM found f JOIN search_revision d ON d.id = f.doc WHERE ${where}
      GROUP BY f.doc ORDER BY score DESC, f.doc LIMIT @found
    )
    SELECT b.doc, b.score, d.shard, d.page AS id, d.revision, d.language, p.url, p.importance, r.title
    FROM best b JOIN search_revision d ON d.id = b.doc JOIN page p ON p.id = d.page
    LEFT JOIN revision r ON r.shard = d.shard AND r.page = d.page AND r.number = d.revision`
}

/** Terms consist of letters, digits and marks: inside quotation marks, none of them has a meaning for FTS5. */
function matchExpression({ wanted, must, not }: SearchPlan, isAny: boolean): string {
  const all = [...must.map(clauseText), ...(isAny ? [] : wanted.map(clauseText))]
  if (isAny && wanted.length > 0) all.push(`(${wanted.map(clauseText).join(' OR ')})`)
  const found = all.join(' AND ')
  return not.length === 0 ? found : `(${found}) NOT (${not.map(clauseText).join(' OR ')})`
}

const clauseText = (clause: MatchClause) => `(${clause.map(matchText).join(' OR ')})`

function matchText({ variants, isPrefix }: TermMatch): string {
  const phrase = (terms: readonly string[]) => terms.map(term => `"${term}"`).join(' + ')
  return variants.map(terms => `${phrase(terms)}${isPrefix ? ' *' : ''}`).join(' OR ')
}

/** Only this many words with a given prefix are looked for, the first in alphabetical order. */
const MAX_ENDINGS = 200

/** The index holds stems: a prefix that is longer than the stem of a word is looked up among the word forms. */
async function withEndings(database: Sqlite, { plan, languages }: SearchRequest): Promise<SearchPlan> {
  const stemmers = await Promise.all(languages.map(language => Stemmer.for(language)))
  const find = database.prepare('SELECT term FROM search_form_term WHERE term >= ? AND term < ? LIMIT ?')
  const endings = (match: TermMatch): readonly TermMatch[] => {
    const [beginning] = match.variants[0] ?? []
    if (!match.isPrefix || match.variants[0]?.length !== 1 || beginning === undefined) return [match]
    const rows = find.all(beginning, `${beginning}\u{10ffff}`, MAX_ENDINGS) as { term: string }[]
    const stems = new Set(
      rows.flatMap(({ term }) => stemmers.map(stemmer => stemmer.stem({ text: term, isPair: false }))),
    )
    const others = [...stems].filter(stem => !stem.startsWith(beginning)).map(stem => [stem])
    return others.length === 0 ? [match] : [match, { variants: others, isPrefix: false, form: null }]
  }
  const completed = (clauses: readonly MatchClause[]) => clauses.map(clause => clause.flatMap(endings))
  return { wanted: completed(plan.wanted), must: completed(plan.must), not: completed(plan.not) }
}

/** A form on more pages than this does not tell pages apart, and its list takes long to read. */
const MAX_FORM_PAGES = 5_000

/** The pages with each form, and with its traces; forms on very many pages are left out. */
function formsIn(
  database: Sqlite,
  plan: SearchPlan,
): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<number>>> {
  const find = database.prepare('SELECT rowid FROM search_form WHERE search_form MATCH ? LIMIT ?').pluck()
  const found = new Map<string, ReadonlyMap<string, ReadonlySet<number>>>()
  for (const form of formsOf(plan)) {
    const lists = traces(form).map(
      trace => [trace, new Set(find.all(`"${trace}"`, MAX_FORM_PAGES) as number[])] as const,
    )
    if (lists.every(([, docs]) => docs.size < MAX_FORM_PAGES)) found.set(form, new Map(lists))
  }
  return found
}

/** From the counters that are kept with the index. */
export function searchLanguages(database: Sqlite): readonly string[] {
  const rows = database
    .prepare(`SELECT substr(name, 8) AS language, sum(value) AS pages FROM counter WHERE name LIKE 'search.%'
      GROUP BY name HAVING sum(value) > 0 ORDER BY sum(value) DESC, name`)
    .all() as { language: string }[]
  return rows.map(({ language }) => language)
}

export function indexedRevisions(database: Sqlite, page: number): readonly number[] {
  const rows = database
    .prepare('SELECT revision FROM search_revision WHERE page = ? ORDER BY revision')
    .all(page)
  return (rows as { revision: number }[]).map(({ revision }) => revision)
}
