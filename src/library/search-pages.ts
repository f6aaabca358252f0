/** Searches what readers may see. The index finds the pages; the archive provides the text for snippets. */

import { revisionText } from '../crawl/body.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { searchCoverage } from '../crawl/search-commit.ts'
import { isConverted } from '../document/converted-types.ts'
import { pageFields } from '../document/search-fields.ts'
import { isPageType } from '../document/type.ts'
import { Failure } from '../env/index.ts'
import {
  filterOf,
  parseQuery,
  planOf,
  type SearchPlan,
  type SearchQuery,
  Stemmer,
  snippetOf,
} from '../search/index.ts'
import type { FoundPage, RevisionRow } from '../store/index.ts'
import { givenTime } from './moment.ts'
import { dateOf } from './plain.ts'
import { readingAhead } from './reading-ahead.ts'
import { Revision } from './revision.ts'
import type { Visible } from './visible.ts'

export interface SearchOptions {
  /** Maximum number of hits: 20 by default, 500 at most. */
  readonly limit?: number
  /** Continue after the hit with this cursor. */
  readonly cursor?: string
  /** Search the revisions that were current at this time; the index must include past revisions (`search: all`). */
  readonly at?: Date
}

/** A page that matches a search. */
export interface SearchHit {
  readonly url: string
  readonly title: string | null
  /** The part of its text that shows the matches; null if the text is missing from the archive. */
  readonly snippet: SearchSnippet | null
  /** Larger is better; comparable only within one search. */
  readonly score: number
  /** True if no page has all words of the query, so that this hit may lack some. */
  readonly isPartial: boolean
  readonly type: string | null
  /** Language tag such as `en`; `und` if unknown. */
  readonly language: string
  /** The page's class in the model of the site. */
  readonly class: string | null
  /** Number of the revision that matches. */
  readonly revision: number
  /** When that revision was fetched. */
  readonly fetchedAt: Date
  /** Pass to `collection.search(query, { cursor })` to continue after this hit. */
  readonly cursor: string
}

export interface SearchSnippet {
  readonly text: string
  /** Start and end of each match in the text, in order. */
  readonly marks: readonly (readonly [start: number, end: number])[]
}

const USUAL_LIMIT = 20

export async function* searchPages(
  visible: Visible,
  text: string,
  nowMs: number,
  options: SearchOptions,
): AsyncGenerator<SearchHit> {
  const parsed = parseQuery(text)
  if (parsed.kind === 'broken')
    throw new Failure('usage', `cannot search for ${JSON.stringify(text.slice(0, 80))}: ${parsed.why}`)
  const at = await timeOf(visible, options)
  const { rows, plan, isPartial } = await find(visible, parsed.query, at, nowMs)
  const wanted = after(rows, options.cursor).slice(0, options.limit ?? USUAL_LIMIT)
  for await (const hit of readingAhead(wanted, row => hitOf(visible, row, plan)))
    if (hit) yield { ...hit, isPartial }
}

/** The time to search at; null for now. With shadow publishing, no later than the end of the last cycle. */
async function timeOf({ holdings, until }: Visible, { at }: SearchOptions): Promise<number | null> {
  const coverage = await searchCoverage(holdings.store)
  if (coverage === null)
    throw new Failure(
      'usage',
      `${holdings.name} has no search index: build it with "tidewatch index", and set search: current in the config to keep it up to date`,
    )
  const asked = at === undefined ? until : Math.min(givenTime('at', at), until ?? Number.POSITIVE_INFINITY)
  if (asked !== null && coverage !== 'all')
    throw new Failure(
      'usage',
      `the search index of ${holdings.name} holds current revisions only: build it with "tidewatch index --all", and set search: all in the config, to search the past`,
    )
  return asked
}

interface Found {
  readonly rows: readonly FoundPage[]
  readonly plan: SearchPlan
  readonly isPartial: boolean
}

/** If no page has all words, returns pages that have some of them. */
async function find(
  { holdings: { store } }: Visible,
  query: SearchQuery,
  at: number | null,
  nowMs: number,
): Promise<Found> {
  const languages = await store.searchLanguages()
  const plan = await planOf(query, languages)
  const request = { plan, languages, at, filter: filterOf(query, nowMs) }
  const rows = await store.search({ ...request, isAny: false })
  if (rows.length > 0 || plan.wanted.length + plan.must.length < 2 || plan.wanted.length === 0)
    return { rows, plan, isPartial: false }
  return { rows: await store.search({ ...request, isAny: true }), plan, isPartial: true }
}

function after(rows: readonly FoundPage[], cursor: string | undefined): readonly FoundPage[] {
  if (cursor === undefined) return rows
  const [, score, id] = /^([0-9.e+-]{1,30})_([0-9a-z]{1,11})$/.exec(cursor) ?? []
  if (score === undefined || id === undefined)
    throw new Failure('usage', `"${cursor}" is not a cursor: use that of the last hit you have seen`)
  const last = { score: Number(score), id: Number.parseInt(id, 36) }
  return rows.filter(row => row.score < last.score || (row.score === last.score && row.id > last.id))
}

const cursorAt = ({ score, id }: FoundPage) => `${score}_${id.toString(36)}`

/** Null for a page that readers must not see, whatever the index says. */
async function hitOf(
  visible: Visible,
  row: FoundPage,
  plan: SearchPlan,
): Promise<Omit<SearchHit, 'isPartial'> | null> {
  const page = await visible.find(row.url)
  const revision = (await visible.revisions(row)).find(({ number }) => number === row.revision)
  if (!page || !revision) return null
  return {
    url: row.url,
    title: revision.title,
    snippet: await snippet(visible, revision, row, plan),
    score: row.score,
    type: revision.type,
    language: row.language,
    class: page.pageClass,
    revision: revision.number,
    fetchedAt: dateOf(revision.fetchedAt),
    cursor: cursorAt(row),
  }
}

async function snippet(
  { holdings }: Visible,
  revision: RevisionRow,
  { language, url }: FoundPage,
  plan: SearchPlan,
) {
  const shown = await shownText(holdings.archiveFolder, revision, url).catch(() => null)
  return shown === null ? null : snippetOf(shown, plan, await Stemmer.for(language))
}

/** Documents are converted, as they were for the index. */
async function shownText(
  archiveFolder: Holdings['archiveFolder'],
  revision: RevisionRow,
  url: string,
): Promise<string | null> {
  const type = revision.type ?? ''
  if (!revision.place) return null
  if (isConverted(type)) return new Revision(url, revision, archiveFolder).text()
  const text = await revisionText(archiveFolder, revision)
  return isPageType(type) ? readable(text) : text
}

/** Headings are searched too. The description comes last, because it is shown only if nothing else matches. */
function readable(html: string): string {
  const { headings, body, meta } = pageFields(html)
  return [headings, body, meta].filter(part => part !== '').join('\n')
}
