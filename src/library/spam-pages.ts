/** Finds pages that look as if they were written for search engines. Copies are read from the archive one after another. */
import { isPageType } from '../document/type.ts'
import { type Env, Failure } from '../env/index.ts'
import { type SpamReason, type SpamReport, spamOf } from '../search/spam.ts'
import type { PageQuery, PageRow } from '../store/index.ts'
import { originNamed } from './address.ts'
import { cursorOf, placeOfCursor } from './cursor.ts'
import { Page } from './page.ts'
import { readingAhead } from './reading-ahead.ts'
import type { Visible } from './visible.ts'

export interface SpamQuery {
  /** Only pages with at least this score, 0 to 1; 0.5 by default. */
  readonly minScore?: number
  /** Only pages of this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  readonly limit?: number
}

/** Findings on a limited number of pages, and where to continue. */
export interface SpamPart {
  readonly rows: readonly SpamFinding[]
  /** Number of pages read. */
  readonly looked: number
  /** The `cursor` for the next part; null at the end. */
  readonly next: string | null
}

export interface SpamPartQuery extends Omit<SpamQuery, 'limit'> {
  /** Maximum number of pages to read. */
  readonly pages: number
  readonly cursor?: string
}

export interface SpamFinding {
  readonly url: string
  /** From 0 to 1. */
  readonly score: number
  readonly reasons: readonly SpamReason[]
}

export const USUAL_SCORE = 0.5
/** The pages that are examined for spam. */
export const CURRENT_PAGES: PageQuery = { stored: true, withoutSources: true, withoutReplaced: true }

export async function* spamPages(visible: Visible, query: SpamQuery, env: Env): AsyncGenerator<SpamFinding> {
  let left = query.limit ?? Number.POSITIVE_INFINITY
  const rows = visible.pages(storedPages(query))
  for await (const finding of readingAhead(rows, row => findingOf(row, visible, env, query))) {
    if (left <= 0) return
    if (finding === null) continue
    left--
    yield finding
  }
}

/** Examines one part of the pages, for callers that cannot wait for all of them. */
export async function spamPart(visible: Visible, query: SpamPartQuery, env: Env): Promise<SpamPart> {
  const { pages, cursor } = query
  const after = cursor === undefined ? {} : { after: placeOfCursor(cursor) }
  const rows: SpamFinding[] = []
  let looked = 0
  let last: PageRow | null = null
  const found = visible.pages({ ...storedPages(query), ...after, limit: pages })
  const read = async (row: PageRow) => ({ row, finding: await findingOf(row, visible, env, query) })
  for await (const { row, finding } of readingAhead(found, read)) {
    if (finding) rows.push(finding)
    looked++
    last = row
  }
  return { rows, looked, next: last && looked === pages ? cursorOf(last) : null }
}

function storedPages({ minScore = USUAL_SCORE, host }: SpamQuery): PageQuery {
  if (!(minScore >= 0 && minScore <= 1))
    throw new Failure('usage', `a score of ${minScore} is not possible: give a number between 0 and 1`)
  return { ...CURRENT_PAGES, ...(host !== undefined && { origin: originNamed(host) }) }
}

async function findingOf(
  row: PageRow,
  visible: Visible,
  env: Env,
  { minScore = USUAL_SCORE }: SpamQuery,
): Promise<SpamFinding | null> {
  const { score, reasons } = (await spamIn(row, visible, env)) ?? NONE
  return reasons.length === 0 || score < minScore ? null : { url: row.url, score, reasons }
}

const NONE: SpamReport = { score: 0, reasons: [] }

/** Examines one page; null if it is not a web page or its copy is missing. */
export async function spamIn(row: PageRow, visible: Visible, env: Env): Promise<SpamReport | null> {
  if (!isPageType(row.type)) return null
  const html = await new Page(row, visible, env).html().catch(() => null)
  return html === null ? null : spamOf(html, row.url)
}
