/** What `Collection` lists, and the queries for it. */
import { renderChoicesOf } from '../crawl/host/render-choices-of.ts'
import type { RenderChoice } from '../crawl/host/render-memory.ts'
import { urlRulesOf } from '../crawl/host/url-rules-of.ts'
import { ruleWords, type UrlRule } from '../duplicates/index.ts'
import { Failure } from '../env/index.ts'
import { UNPLACED_CLASS } from '../site/guide/unplaced.ts'
import {
  type HostRow,
  type HostStore,
  hostId,
  type PageQuery,
  type PageSort,
  pageId,
  type ServerRow,
} from '../store/index.ts'
import { originNamed } from './address.ts'
import { cursorOf, placeOfCursor } from './cursor.ts'
import { type PageStatus, STATUSES } from './page.ts'
import { dateOf } from './plain.ts'
import type { PlacedRecord } from './records/write.ts'
import type { Visible } from './visible.ts'

export interface PagesQuery {
  readonly status?: PageStatus
  /** `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  /** A class in the model of the site. */
  readonly class?: string
  readonly changedSince?: Date
  /** Only pages whose content is stored. */
  readonly stored?: boolean
  /** Only pages whose copy is missing from the archive. */
  readonly lost?: boolean
  /** Only pages before which something stood at their last visit: a log-in, a check, a limit. */
  readonly walled?: boolean
  /** Only pages that a focused crawl found to be about this topic more than about others. */
  readonly topic?: string
  /** Only pages that are at least so relevant, between 0 and 1. */
  readonly minRelevance?: number
  /** Only pages with this in their address or title; letters A to Z in either case. */
  readonly text?: string
  /** `application/pdf`, or `image/*`. */
  readonly type?: string
  /** Only pages that are visited, neither excluded nor gone; false: only the others. */
  readonly watched?: boolean
  /** `discovered` by default: the order in which they became known. */
  readonly sort?: PageSort
  /** `ascending` by default. Pages without the value come last in either case. */
  readonly order?: 'ascending' | 'descending'
  readonly limit?: number
  /** Continues after the page that has this cursor, in the same order. */
  readonly cursor?: string
}

/** Whether the order of discovery will do, and what the engine itself filters by. */
export const isPlain = ({
  sort = 'discovered',
  order = 'ascending',
  text,
  type,
  watched,
}: PagesQuery): boolean =>
  sort === 'discovered' &&
  order === 'ascending' &&
  text === undefined &&
  type === undefined &&
  watched === undefined

export const storeQuery = (query: PagesQuery): PageQuery => ({
  ...storeFilter(query),
  ...(query.limit !== undefined && { limit: query.limit }),
  ...(query.cursor !== undefined && { after: placeOfCursor(query.cursor) }),
})

/** What both ways of listing understand. */
export function storeFilter(query: PagesQuery) {
  const { status, host, class: pageClass, changedSince, stored, lost, walled, topic, minRelevance } = query
  if (status !== undefined && !STATUSES.includes(status))
    throw new Failure('usage', `status ${status} is not known: use one of ${STATUSES.join(', ')}`)
  return {
    ...(status !== undefined && { status }),
    ...(host !== undefined && { origin: originNamed(host) }),
    ...(pageClass !== undefined && { pageClass }),
    ...(changedSince && { changedSince: changedSince.getTime() }),
    ...(stored && { stored }),
    ...(lost && { lost }),
    ...(walled && { walled }),
    ...(topic !== undefined && { topic }),
    ...(minRelevance !== undefined && { minRelevance }),
  }
}

export interface Host {
  /** Scheme, host and port. */
  readonly host: string
  /** The address that answers for it. */
  readonly server: string | null
  /** Known Urls. */
  readonly known: number
  /** Stored pages, each counted once however often it was fetched. */
  readonly pages: number
  /** Failed visits. */
  readonly failed: number
  /** Received with all visits. */
  readonly bytes: number
  /** How its robots.txt is applied. */
  readonly robots: 'obey' | 'allow' | 'deny' | null
  readonly lastVisitAt: Date | null
  /** What was learned of its addresses. */
  readonly urlRules: readonly LearnedUrlRule[]
  /** Which kinds of its pages are shown in a browser, where `render.pages` is `auto`. */
  readonly renderedKinds: readonly RenderedKind[]
  /** `collection.hosts({ cursor })` continues after this host. */
  readonly cursor: string
}

/** Pages of one template, and what a look at one of them with and without a browser said. */
export interface RenderedKind {
  /** Its class in the model of the site, if it has one. */
  readonly class: string | null
  readonly isRendered: boolean
  /** The page that was looked at, and when. */
  readonly url: string
  readonly lookedAt: Date
  /** What the browser showed: links to the host and letters of text, and how many of each the plain page lacks; null if it could not show the page. */
  readonly found: {
    readonly links: number
    readonly newLinks: number
    readonly chars: number
    readonly newChars: number
  } | null
}

const renderedKindOf = ({ pageClass, isRendered, url, at, gain }: RenderChoice): RenderedKind => ({
  ...{ class: pageClass, isRendered, url, lookedAt: dateOf(at), found: gain },
})

/** Who we must be polite to: an address and port. */
export interface Server {
  readonly address: string
  /** Time that is kept between two requests. */
  readonly delayMs: number
  /** How long it took to answer, on average of late. */
  readonly latencyMs: number
  /** Failures in a row; it rests the longer the more there are. */
  readonly failures: number
  readonly restsUntil: Date | null
}

export const serverOf = ({ address, delayMs, latencyMs, failures, nextAt }: ServerRow): Server => ({
  ...{ address, delayMs, latencyMs, failures },
  restsUntil: failures > 0 ? dateOf(nextAt) : null,
})

/** Addresses that show the same page. */
export interface LearnedUrlRule {
  readonly words: string
  /** `applied`: only one of these addresses is fetched; `withdrawn`: not any more, it failed; `candidate`: too little is known; `refuted`: it never held. */
  readonly state: 'candidate' | 'refuted' | 'applied' | 'withdrawn'
  /** Pairs of addresses that showed the same page, and those that did not. */
  readonly support: number
  readonly counterExamples: number
  /** Addresses that were fetched since it is applied, to see whether it still holds. */
  readonly tests: number
  readonly learnedAt: Date | null
  readonly testedAt: Date | null
  readonly example: readonly [address: string, sameAs: string] | null
  readonly counterExample: readonly [address: string, notSameAs: string] | null
}

const urlRuleOf = ({ rule, state, support, counterExamples, tests, ...rest }: UrlRule): LearnedUrlRule => ({
  ...{ words: ruleWords(rule), state, support, counterExamples, tests },
  ...{ learnedAt: dateOf(rest.learnedAt), testedAt: dateOf(rest.testedAt) },
  ...{ example: rest.example, counterExample: rest.counterExample },
})

export interface HostsQuery {
  readonly limit?: number
  /** Continues after the host that has this cursor. */
  readonly cursor?: string
}

export async function* hostsOf(
  store: HostStore,
  { limit = Number.POSITIVE_INFINITY, cursor }: HostsQuery,
): AsyncGenerator<Host> {
  let left = limit
  if (left <= 0) return
  const after = cursor === undefined ? undefined : placeOfCursor(cursor)
  for await (const row of store.hosts(after && { shard: after.shard, id: hostId(after.id) })) {
    yield hostOf(row)
    if (--left <= 0) return
  }
}

const hostOf = ({
  shard,
  id,
  origin,
  server,
  known,
  fetched,
  failed,
  bytes,
  robots,
  lastVisitAt,
  memory,
}: HostRow): Host => ({
  ...{ host: origin, server, known, pages: fetched, failed, bytes, robots },
  lastVisitAt: dateOf(lastVisitAt),
  urlRules: urlRulesOf(memory).map(urlRuleOf),
  renderedKinds: renderChoicesOf(memory).map(renderedKindOf),
  cursor: cursorOf({ shard, id: pageId(id) }),
})

/** A class in words, whether it is a site's or the engine's. */
export function classWords(pageClass: string | null): string {
  if (pageClass === null) return '(pictures)'
  return pageClass === UNPLACED_CLASS ? '(fits no class)' : pageClass
}

export interface PageClassCount {
  /** Null for the pictures that records name, which belong to no class. */
  readonly class: string | null
  readonly known: number
  readonly stored: number
}

/** What its class's wrapper extracted from a page. */
export interface PageRecord {
  readonly url: string
  readonly class: string
  /** When the revision it was extracted from was found. */
  readonly fetchedAt: Date | null
  readonly values: Readonly<Record<string, unknown>>
  /** `collection.records(class, cursor)` continues after this record. */
  readonly cursor: string
}

export async function* recordsFrom(rows: AsyncIterable<PlacedRecord>): AsyncGenerator<PageRecord> {
  for await (const { url, pageClass, fetchedAt, values, place } of rows)
    yield { url, class: pageClass, fetchedAt: dateOf(fetchedAt), values, cursor: cursorOf(place) }
}

/** Pages that failed for one reason. */
export interface ErrorGroup {
  readonly reason: string
  readonly count: number
  readonly example: string
  /** When the first of them is retried. */
  readonly retryAt: Date | null
}

/** Most frequent first. */
export async function errorGroups(visible: Visible): Promise<readonly ErrorGroup[]> {
  const groups = new Map<string, { count: number; example: string; retryAt: number | null }>()
  for (const status of ['error', 'gone'] as const)
    for await (const page of visible.pages({ status })) {
      const reason = page.reason ?? status
      const group = groups.get(reason) ?? { count: 0, example: page.url, retryAt: null }
      group.count++
      if (page.dueAt !== null) group.retryAt = Math.min(page.dueAt, group.retryAt ?? page.dueAt)
      groups.set(reason, group)
    }
  return [...groups]
    .map(([reason, { count, example, retryAt }]) => ({ reason, count, example, retryAt: dateOf(retryAt) }))
    .sort((a, b) => b.count - a.count)
}
