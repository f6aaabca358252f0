/** What accessibility checks found: pages with their failed rules, hosts and classes in their order, and checking again what is archived. */
import type { ConfigInput } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import type { RuleFacts } from '../document/accessibility/in-browser.ts'
import type { AccessibilitySettings } from '../document/accessibility/index.ts'
import { failuresIn, type LevelScores, unpackScores } from '../document/accessibility/level-scores.ts'
import type { RuleLevel } from '../document/accessibility/rule.ts'
import { isPageType } from '../document/type.ts'
import { parseTree } from '../html/index.ts'
import type { AccessibilityRow, AccessibilitySeen, PageRow } from '../store/index.ts'
import { originNamed } from './address.ts'
import { archivedPayloads } from './archived-payloads.ts'
import { dateOf } from './plain.ts'
import { rememberedConfig } from './remembered.ts'
import type { Visible } from './visible.ts'

export type { LevelScores }

export interface AccessibilityRankingQuery {
  /** Rank hosts (default), or the classes of their pages. */
  readonly by?: 'host' | 'class'
  /** `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  /** A class in the model of the site. */
  readonly class?: string
  /** As pages were then; now by default. */
  readonly at?: Date
  /** Also tells the scores of that time. */
  readonly since?: Date
}

export interface AccessiblePagesQuery extends Omit<AccessibilityRankingQuery, 'by' | 'since'> {
  readonly limit?: number
}

/** The pages of a host or of a class, on average. */
export interface AccessibilityRank {
  /** Scheme, host and port. */
  readonly host: string
  /** The class, where classes are ranked; null for pages without one. */
  readonly class: string | null
  /** How many of its pages were checked. */
  readonly pages: number
  readonly score: LevelScores
  /** The score at `since`; null where nothing was checked yet. */
  readonly before: LevelScores | null
}

export interface FailedCheck {
  /** As axe-core calls it, where it has the same. */
  readonly rule: string
  readonly level: RuleLevel
  /** Success criteria of WCAG 2.2. */
  readonly criteria: readonly string[]
  /** What a page that passes does. */
  readonly says: string
  /** How many elements fail. */
  readonly count: number
  /** XPaths of the first of them. */
  readonly elements: readonly string[]
}

/** What was found on a page at one time. */
export interface PageAccessibility {
  readonly url: string
  /** Scheme, host and port. */
  readonly host: string
  readonly class: string | null
  /** When that payload was received. */
  readonly at: Date
  readonly revision: number
  readonly score: LevelScores
  readonly failed: readonly FailedCheck[]
}

export interface CheckOptions {
  /** Stops after the page in progress; what was not checked yet has no score then. */
  readonly signal?: AbortSignal
  /** Called after each batch with the number of pages that were checked. */
  readonly onProgress?: (pages: number) => void
}

export interface CheckSummary {
  readonly pages: number
}

/** The best first. */
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

/** The worst first. */
export async function* accessiblePages(
  visible: Visible,
  { limit, ...which }: AccessiblePagesQuery,
): AsyncGenerator<PageAccessibility> {
  const query = { ...storeQuery(visible, which), ...(limit !== undefined && { limit }) }
  const rules = await ruleTable()
  for await (const row of visible.holdings.store.accessibility.pages(query))
    yield pageAccessibility(row, rules)
}

/** Of one page, oldest first. */
export async function accessibilityHistory(visible: Visible, page: PageRow): Promise<PageAccessibility[]> {
  const rows = await visible.holdings.store.accessibility.history(page)
  const rules = await ruleTable()
  return rows.filter(({ at }) => visible.shows(at)).map(row => pageAccessibility(row, rules))
}

function storeQuery(visible: Visible, { host, class: pageClass, at }: AccessiblePagesQuery) {
  const until = Math.min(at?.getTime() ?? Number.MAX_SAFE_INTEGER, visible.until ?? Number.MAX_SAFE_INTEGER)
  return {
    until,
    ...(host !== undefined && { origin: originNamed(host) }),
    ...(pageClass !== undefined && { pageClass }),
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

/** Pages written at once. */
const BATCH = 100

/** Checks every archived revision; what was found before is forgotten. */
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
      if (!isPageType(revision.type ?? '')) continue
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
