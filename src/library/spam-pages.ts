/** Pages that look as if they were written for search engines. Their copies are read from the archive, one after another. */
import { isPageType } from '../document/type.ts'
import { type Env, Failure } from '../env/index.ts'
import { type SpamReason, spamOf } from '../search/spam.ts'
import type { PageQuery } from '../store/index.ts'
import { originNamed } from './address.ts'
import { Page } from './page.ts'
import type { Visible } from './visible.ts'

export interface SpamQuery {
  /** Only pages with at least this score, 0 to 1; 0.5 by default. */
  readonly minScore?: number
  /** Only pages of this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  readonly limit?: number
}

export interface SpamFinding {
  readonly url: string
  /** 0 to 1. */
  readonly score: number
  readonly reasons: readonly SpamReason[]
}

const USUAL_SCORE = 0.5

export async function* spamPages(visible: Visible, query: SpamQuery, env: Env): AsyncGenerator<SpamFinding> {
  const { minScore = USUAL_SCORE, host, limit = Number.POSITIVE_INFINITY } = query
  if (!(minScore >= 0 && minScore <= 1))
    throw new Failure('usage', `a score of ${minScore} is not possible: give a number between 0 and 1`)
  const stored: PageQuery = { stored: true, withoutSources: true, withoutReplaced: true }
  let left = limit
  for await (const row of visible.pages({
    ...stored,
    ...(host !== undefined && { origin: originNamed(host) }),
  })) {
    if (left <= 0) return
    // A copy that is lost says nothing.
    const html = isPageType(row.type ?? '')
      ? await new Page(row, visible, env).html().catch(() => null)
      : null
    if (html === null) continue
    const { score, reasons } = spamOf(html, row.url)
    if (reasons.length === 0 || score < minScore) continue
    left--
    yield { url: row.url, score, reasons }
  }
}
