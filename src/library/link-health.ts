/**
 * Dead, redirected and slow links, with the pages that hold them. Targets are judged by their last visits, so nothing is fetched, and
 * links to pages outside the collection's scope are not judged. Pages are read one by one, in the order they were discovered, so memory
 * does not grow with the collection.
 */

import { fragmentLinks } from '../document/fragments.ts'
import { isPageType } from '../document/type.ts'
import { type Env, Failure } from '../env/index.ts'
import { type PageQuery, type PageRef, pageId } from '../store/index.ts'
import { Canonicalizer, type Url } from '../url/index.ts'
import { originNamed } from './address.ts'
import { packedCursor, unpackedCursor } from './cursor.ts'
import { LINK_PROBLEMS, type LinkProblem } from './link-problems.ts'
import { LinkTargets, type TargetHealth } from './link-targets.ts'
import { Page } from './page.ts'
import { configForReading } from './reading-config.ts'
import { rememberedConfig } from './remembered.ts'
import type { PageLink } from './revision.ts'
import type { Visible } from './visible.ts'

export interface LinkHealthQuery {
  /** Problems to report; by default all but `fragment`, which requires reading the pages themselves. */
  readonly problems?: readonly LinkProblem[]
  /** Only links on pages of this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  /** A target is slow if its answer took longer than this; 3,000 by default. */
  readonly slowMs?: number
  readonly limit?: number
  /** Continue after the finding with this cursor. */
  readonly cursor?: string
}

export interface LinkFinding {
  readonly problem: LinkProblem
  /** The page that holds the link. */
  readonly page: string
  /** The target of the link, with the fragment if that is the problem. */
  readonly url: string
  /** The text of the link. */
  readonly text: string
  /** The kind of link: `a`, `image`, `frame`, … */
  readonly kind: string
  readonly httpStatus: number | null
  /** Why the target is dead. */
  readonly reason: string | null
  /** Where redirects finally lead; null if there are none. */
  readonly leadsTo: string | null
  readonly durationMs: number | null
  /** Pass to `collection.linkHealth({ cursor })` to continue after this finding. */
  readonly cursor: string
}

const USUAL: readonly LinkProblem[] = ['dead', 'soft-dead', 'redirected', 'slow']
const USUAL_SLOW_MS = 3_000
/** Kind of addresses that are mentioned but not linked: pings, citations, targets of POST forms. */
const MENTIONED = 'meta'

interface Judge {
  readonly targets: LinkTargets
  readonly wanted: ReadonlySet<LinkProblem>
  readonly slowMs: number
  readonly canonicalizer: Canonicalizer
}

export async function* linkHealth(
  visible: Visible,
  query: LinkHealthQuery,
  env: Env,
): AsyncGenerator<LinkFinding> {
  const judge = await judgeOf(visible, query)
  let left = query.limit ?? Number.POSITIVE_INFINITY
  const from = query.cursor === undefined ? null : placeIn(query.cursor)
  for await (const row of visible.pages(holdersOf(query, from))) {
    // Nobody sees the links of a page that redirects elsewhere.
    if (row.movedTo !== null) continue
    let number = 0
    for await (const finding of findingsOn(new Page(row, visible, env), judge)) {
      if (++number <= (from?.page.id === row.id ? from.seen : 0)) continue
      if (left-- <= 0) return
      yield { ...finding, cursor: packedCursor(ORDER, row.shard, row.id, number) }
    }
  }
}

async function judgeOf(
  visible: Visible,
  { problems = USUAL, slowMs = USUAL_SLOW_MS }: LinkHealthQuery,
): Promise<Judge> {
  const unknown = problems.find(problem => !LINK_PROBLEMS.includes(problem))
  if (unknown !== undefined)
    throw new Failure('usage', `${unknown} is no problem of links: use one of ${LINK_PROBLEMS.join(', ')}`)
  const { canonical } = configForReading(await rememberedConfig(visible.holdings)).settings
  const targets = new LinkTargets(visible)
  return { targets, wanted: new Set(problems), slowMs, canonicalizer: new Canonicalizer(canonical) }
}

const ORDER = 'links'

/** A page, and how many findings on it were already returned. */
interface LinkPlace {
  readonly page: PageRef
  readonly seen: number
}

function placeIn(cursor: string): LinkPlace {
  const [shard, id, seen] = unpackedCursor(cursor, ORDER, 3).map(Number)
  return { page: { shard: shard!, id: pageId(id!) }, seen: seen! }
}

/** Selects the pages whose links are checked, starting with the page of the cursor. */
const holdersOf = ({ host }: LinkHealthQuery, from: LinkPlace | null): PageQuery => ({
  stored: true,
  status: 'completed',
  ...(host !== undefined && { origin: originNamed(host) }),
  ...(from && { after: { shard: from.page.shard, id: pageId(from.page.id - 1) } }),
})

type Found = Omit<LinkFinding, 'cursor'>

async function* findingsOn(page: Page, judge: Judge): AsyncGenerator<Found> {
  const links = await page.links()
  for (const link of links) {
    if (link.kind === MENTIONED) continue
    const health = await judge.targets.health(link.url as Url)
    const problem = problemsOf(health, judge.slowMs).find(each => judge.wanted.has(each))
    if (problem) yield findingOf(problem, page, link, health)
  }
  if (judge.wanted.has('fragment') && isPageType(page.type)) yield* lostFragments(page, judge)
}

/** Lists the problems of a target, worst first. */
function problemsOf({ state, leadsTo, durationMs }: TargetHealth, slowMs: number): readonly LinkProblem[] {
  return [
    ...(state === 'dead' || state === 'soft-dead' ? [state] : []),
    ...(leadsTo === null ? [] : (['redirected'] as const)),
    ...((durationMs ?? 0) > slowMs ? (['slow'] as const) : []),
  ]
}

function findingOf(problem: LinkProblem, page: Page, link: PageLink, health: TargetHealth): Found {
  const { httpStatus, reason, leadsTo, durationMs } = health
  const { url, text, kind } = link
  return { problem, page: page.url, url, text, kind, httpStatus, reason, leadsTo, durationMs }
}

/** Reads the archived copy, because the store keeps links without their fragments. A page without a copy is skipped. */
async function* lostFragments(page: Page, judge: Judge): AsyncGenerator<Found> {
  const html = await page.html().catch(() => null)
  if (html === null) return
  for (const { address, fragment, text } of fragmentLinks(html, page.url)) {
    const target = judge.canonicalizer.canonical(address)
    const places = target === undefined ? null : await judge.targets.places(target)
    if (target === undefined || places === null || places.has(fragment)) continue
    const { leadsTo, httpStatus, durationMs } = await judge.targets.health(target)
    yield {
      problem: 'fragment',
      page: page.url,
      url: `${target}#${fragment}`,
      text,
      kind: 'a',
      httpStatus,
      reason: `no place "${fragment}"`,
      leadsTo,
      durationMs,
    }
  }
}
