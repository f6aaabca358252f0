/** Results of accessibility checks: pages with their failed rules, rankings of hosts and classes, and checking archived pages again. */

import type { ConfigInput } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import type { RuleFacts } from '../document/accessibility/in-browser.ts'
import type { AccessibilitySettings } from '../document/accessibility/index.ts'
import { failuresIn, type LevelScores, unpackScores } from '../document/accessibility/level-scores.ts'
import type { RuleLevel } from '../document/accessibility/rule.ts'
import { isPageType } from '../document/type.ts'
import { given } from '../env/given.ts'
import { parseTree } from '../html/index.ts'
import type { AccessibilityRow, AccessibilitySeen, PageRow } from '../store/index.ts'
import { originNamed } from './address.ts'
import { archivedPayloads } from './archived-payloads.ts'
import { givenTime } from './moment.ts'
import { dateOf } from './plain.ts'
import { rememberedConfig } from './remembered.ts'
import type { Visible } from './visible.ts'

export type { LevelScores }

export interface AccessibilityRankingQuery {
  /** Rank hosts (the default) or page classes. */
  readonly by?: 'host' | 'class'
  /** Only pages of this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  /** Only pages of this class in the model of the site. */
  readonly class?: string
  /** Report pages as they were at this time; by default as they are now. */
  readonly at?: Date
  /** Also report the scores at this earlier time, as `before`. */
  readonly since?: Date
}

export interface AccessiblePagesQuery extends Omit<AccessibilityRankingQuery, 'by' | 'since'> {
  readonly limit?: number
}

/** Average scores of the pages of a host or class. */
export interface AccessibilityRank {
  /** Scheme, host and port. */
  readonly host: string
  /** The class, if classes are ranked; null for pages without a class. */
  readonly class: string | null
  /** Number of its pages that were checked. */
  readonly pages: number
  readonly score: LevelScores
  /** The score at `since`; null if nothing had been checked by then. */
  readonly before: LevelScores | null
}

export interface FailedCheck {
  /** Name of the rule; the name axe-core uses, if it has the same rule. */
  readonly rule: string
  readonly level: RuleLevel
  /** WCAG 2.2 success criteria. */
  readonly criteria: readonly string[]
  /** What a page must do to pass, as a sentence. */
  readonly says: string
  /** Number of elements that fail. */
  readonly count: number
  /** XPaths of the first failing elements. */
  readonly elements: readonly string[]
}

/** Result of checking one payload of a page. */
export interface PageAccessibility {
  readonly url: string
  /** Scheme, host and port. */
  readonly host: string
  readonly class: string | null
  /** When the payload was received. */
  readonly at: Date
  readonly revision: number
  readonly score: LevelScores
  readonly failed: readonly FailedCheck[]
}

export interface CheckOptions {
  /** Stops after the page in progress; pages not yet checked are left without a score. */
  readonly signal?: AbortSignal
  /** Called after each batch with the number of pages checked so far. */
  readonly onProgress?: (pages: number) => void
}

export interface CheckSummary {
  readonly pages: number
}

/** Ranks by the average scores, best first. */
export async function accessibilityRanks(
  visible: Visible,
  query: AccessibilityRankingQuery,
): Promise<AccessibilityRank[]> {
  const { by = 'host', since, ...which } = query
  const { accessibility } = visible.holdings.store
  const groups = await accessibility.groups(storeQuery(visible, which), by)
  const earlier = since ? await accessibility.groups(storeQuery(visible, { ...which, at: since }), by) : []
  const key = (group: { readonly origin: string; readonly pageClass: string | null }) =>
    JSON.stringify([group.origin, group.pageClass])
  const before = new Map(earlier.map(({ a, aa, aaa, ...group }) => [key(group), { a, aa, aaa }]))
  return groups
    .map(({ a, aa, aaa, pages, ...group }) => ({
      host: group.origin,
      class: group.pageClass,
      pages,
      score: { a, aa, aaa },
      before: before.get(key(group)) ?? null,
    }))
    .sort((x, y) => y.score.aa - x.score.aa || y.score.a - x.score.a || y.score.aaa - x.score.aaa)
}

/** Lists pages, worst first. */
export async function* accessiblePages(
  visible: Visible,
  { limit, ...which }: AccessiblePagesQuery,
): AsyncGenerator<PageAccessibility> {
  const query = { ...storeQuery(visible, which), ...given({ limit }) }
  const rules = await ruleTable()
  for await (const row of visible.holdings.store.accessibility.pages(query))
    yield pageAccessibility(row, rules)
}

/** Lists the results for one page, oldest first. */
export async function accessibilityHistory(visible: Visible, page: PageRow): Promise<PageAccessibility[]> {
  const rows = await visible.holdings.store.accessibility.history(page)
  const rules = await ruleTable()
  return rows.filter(({ at }) => visible.shows(at)).map(row => pageAccessibility(row, rules))
}

function storeQuery(visible: Visible, { host, class: pageClass, at }: AccessiblePagesQuery) {
  const until = Math.min(
    at ? givenTime('at', at) : Number.MAX_SAFE_INTEGER,
    visible.until ?? Number.MAX_SAFE_INTEGER,
  )
  return {
    until,
    ...(host !== undefined && { origin: originNamed(host) }),
    ...given({ pageClass }),
  }
}

async function ruleTable(): Promise<ReadonlyMap<string, RuleFacts>> {
  return (await import('../document/accessibility/index.ts')).RULE_FACTS
}

function pageAccessibility(row: AccessibilityRow, rules: ReadonlyMap<string, RuleFacts>): PageAccessibility {
  return {
    url: row.url,
    host: row.origin,
    class: row.pageClass,
    at: dateOf(row.at),
    revision: row.revision,
    score: unpackScores(row.score),
    failed: failuresIn(row).map(([name, count, elements]) => {
      const rule = rules.get(name)
      return {
        rule: name,
        level: rule?.level ?? 'advice',
        criteria: rule?.criteria.split(' ').filter(Boolean) ?? [],
        says: rule?.says ?? '',
        count,
        elements,
      }
    }),
  }
}

/** Number of results written in one batch. */
const BATCH = 100

/** Checks every archived revision and discards earlier results. */
export async function checkAgain(
  holdings: Holdings,
  { signal, onProgress }: CheckOptions = {},
): Promise<CheckSummary> {
  const { AccessibilityChecker, packReport } = await import('../document/accessibility/index.ts')
  const checker = new AccessibilityChecker(settingsFrom(await rememberedConfig(holdings)))
  await holdings.store.accessibility.forget()
  let pages = 0
  let batch: AccessibilitySeen[] = []
  for await (const page of holdings.store.pages({ stored: true, withoutSources: true })) {
    if (signal?.aborted) break
    const before = batch.length
    for (const { revision, at } of await archivedPayloads(holdings, page)) {
      if (!isPageType(revision.type)) continue
      const report = packReport(checker.check(parseTree(await revision.html())))
      batch.push({ page: { shard: page.shard, id: page.id }, at, revision: revision.number, report })
    }
    if (batch.length > before) pages++
    if (batch.length < BATCH) continue
    await holdings.store.accessibility.write(batch)
    onProgress?.(pages)
    batch = []
  }
  await holdings.store.accessibility.write(batch)
  return { pages }
}

function settingsFrom(config: ConfigInput | null): Pick<AccessibilitySettings, 'linkWords'> {
  return { linkWords: config?.analyse?.linkWords ?? {} }
}
