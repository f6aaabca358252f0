/** What `Collection` lists, and the queries for its lists. */

import type { RenderChoice } from '../crawl/host/render-memory.ts'
import { storedMemory } from '../crawl/host/stored-memory.ts'
import { ruleWords, type UrlRule } from '../duplicates/index.ts'
import { given } from '../env/given.ts'
import { Failure } from '../env/index.ts'
import { UNPLACED_CLASS } from '../site/guide/unplaced.ts'
import {
  type HostRow,
  type HostStore,
  hostId,
  type PageConditions,
  type PageQuery,
  type PageSort,
  pageId,
  type ServerRow,
} from '../store/index.ts'
import { originNamed } from './address.ts'
import { cursorOf, placeOfCursor } from './cursor.ts'
import { givenTime } from './moment.ts'
import { type PageStatus, STATUSES } from './page.ts'
import { dateOf } from './plain.ts'
import type { PlacedRecord } from './records/write.ts'
import type { Visible } from './visible.ts'

export interface PagesQuery {
  readonly status?: PageStatus
  /** Only pages of this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  /** Only pages of this class in the model of the site. */
  readonly class?: string
  /** Only pages whose current revision was found at this time or later. */
  readonly changedSince?: Date
  /** Only pages whose content is stored. */
  readonly stored?: boolean
  /** Only pages whose stored copy is missing from the archive. */
  readonly lost?: boolean
  /** Only pages that were behind a wall at their last visit, such as a login, a challenge or a rate limit. */
  readonly walled?: boolean
  /** Only pages that a focused crawl found to be more about this topic than about any other. */
  readonly topic?: string
  /** Only pages with at least this relevance, between 0 and 1. */
  readonly minRelevance?: number
  /** Only pages whose address or title contains this text; the case of the letters A to Z does not matter. */
  readonly text?: string
  /** Only pages of this media type: `application/pdf`, or `image/*`. */
  readonly type?: string
  /** True: only pages that are neither excluded nor gone. False: only pages that are. */
  readonly watched?: boolean
  /** `discovered` by default: the order in which pages became known. */
  readonly sort?: PageSort
  /** `ascending` by default. Pages without a value for `sort` come last in either order. */
  readonly order?: 'ascending' | 'descending'
  readonly limit?: number
  /** Continue after the page with this cursor, in the same order. */
  readonly cursor?: string
}

/** Whether a query needs only the order of discovery and the filters that the engine itself uses. */
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
  ...given({ limit: query.limit }),
  ...(query.cursor !== undefined && { after: placeOfCursor(query.cursor) }),
})

/** The filters that plain and sorted listings have in common. */
export function storeFilter(query: PagesQuery): PageConditions {
  const { status, host, class: pageClass, changedSince, stored, lost, walled, topic, minRelevance } = query
  if (status !== undefined && !STATUSES.includes(status))
    throw new Failure('usage', `status ${status} is not known: use one of ${STATUSES.join(', ')}`)
  return {
    ...given({ status, pageClass, topic, minRelevance }),
    ...(host !== undefined && { origin: originNamed(host) }),
    ...(changedSince && { changedSince: givenTime('changedSince', changedSince) }),
    ...(stored && { stored }),
    ...(lost && { lost }),
    ...(walled && { walled }),
  }
}

export interface Host {
  /** Scheme, host and port. */
  readonly host: string
  /** Address and port of the server it lives on. */
  readonly server: string | null
  /** Known Urls. */
  readonly known: number
  /** Stored pages, each counted once however often it was fetched. */
  readonly pages: number
  /** Failed visits. */
  readonly failed: number
  /** Bytes received in all visits. */
  readonly bytes: number
  /** How its robots.txt is applied; null before it was first fetched. */
  readonly robots: 'obey' | 'allow' | 'deny' | null
  readonly lastVisitAt: Date | null
  /** Rules learned about which of its addresses show the same page. */
  readonly urlRules: readonly LearnedUrlRule[]
  /** Which kinds of its pages are rendered in a browser, if `render.pages` is `auto`. */
  readonly renderedKinds: readonly RenderedKind[]
  /** Pass to `collection.hosts({ cursor })` to continue after this host. */
  readonly cursor: string
}

/** Pages of one template, and what comparing one of them with and without a browser showed. */
export interface RenderedKind {
  /** Class of these pages in the model of the site, if they have one. */
  readonly class: string | null
  readonly isRendered: boolean
  /** The page that was compared. */
  readonly url: string
  readonly lookedAt: Date
  /**
   * Links to the same host and characters of text in the browser, and how many of each the plain page lacks; null if the browser could not
   * show the page.
   */
  readonly found: {
    readonly links: number
    readonly newLinks: number
    readonly chars: number
    readonly newChars: number
  } | null
}

const renderedKindOf = ({ pageClass, isRendered, url, at, gain }: RenderChoice): RenderedKind => ({
  class: pageClass,
  isRendered,
  url,
  lookedAt: dateOf(at),
  found: gain,
})

/** An address and port: the unit of politeness. */
export interface Server {
  readonly address: string
  /** Minimum time between two requests. */
  readonly delayMs: number
  /** Recent average time to answer. */
  readonly latencyMs: number
  /** Consecutive failures; the more there are, the longer the server is left alone. */
  readonly failures: number
  readonly restsUntil: Date | null
}

export const serverOf = ({ address, delayMs, latencyMs, failures, nextAt }: ServerRow): Server => ({
  address,
  delayMs,
  latencyMs,
  failures,
  restsUntil: failures > 0 ? dateOf(nextAt) : null,
})

/** A learned rule about addresses that show the same page. */
export interface LearnedUrlRule {
  readonly words: string
  /**
   * `applied`: only one of the addresses is fetched. `withdrawn`: it was applied, but then failed a test. `candidate`: there is too little
   * evidence yet. `refuted`: it never held.
   */
  readonly state: 'candidate' | 'refuted' | 'applied' | 'withdrawn'
  /** Pairs of addresses that showed the same page. */
  readonly support: number
  /** Pairs of addresses that did not. */
  readonly counterExamples: number
  /** Addresses fetched to test whether the rule still holds, since it has been applied. */
  readonly tests: number
  readonly learnedAt: Date | null
  readonly testedAt: Date | null
  readonly example: readonly [address: string, sameAs: string] | null
  readonly counterExample: readonly [address: string, notSameAs: string] | null
}

const urlRuleOf = ({ rule, state, support, counterExamples, tests, ...rest }: UrlRule): LearnedUrlRule => ({
  words: ruleWords(rule),
  state,
  support,
  counterExamples,
  tests,
  learnedAt: dateOf(rest.learnedAt),
  testedAt: dateOf(rest.testedAt),
  example: rest.example,
  counterExample: rest.counterExample,
})

export interface HostsQuery {
  readonly limit?: number
  /** Continue after the host with this cursor. */
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

function hostOf({
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
}: HostRow): Host {
  const { urls, renders = [] } = storedMemory(memory)
  return {
    host: origin,
    server,
    known,
    pages: fetched,
    failed,
    bytes,
    robots,
    lastVisitAt: dateOf(lastVisitAt),
    urlRules: (urls?.rules ?? []).map(urlRuleOf),
    renderedKinds: renders.map(renderedKindOf),
    cursor: cursorOf({ shard, id: pageId(id) }),
  }
}

/** Describes a class in words, whether it comes from a model or from the engine. */
export function classWords(pageClass: string | null): string {
  if (pageClass === null) return '(pictures)'
  return pageClass === UNPLACED_CLASS ? '(fits no class)' : pageClass
}

export interface PageClassCount {
  /** Null for images named in records, which belong to no class. */
  readonly class: string | null
  readonly known: number
  readonly stored: number
}

/** What the wrapper of its class extracted from a page. */
export interface PageRecord {
  readonly url: string
  readonly class: string
  /** When the revision that the record was extracted from was fetched. */
  readonly fetchedAt: Date | null
  readonly values: Readonly<Record<string, unknown>>
  /** Pass to `collection.records(class, cursor)` to continue after this record. */
  readonly cursor: string
}

export async function* recordsFrom(rows: AsyncIterable<PlacedRecord>): AsyncGenerator<PageRecord> {
  for await (const { url, pageClass, fetchedAt, values, place } of rows)
    yield { url, class: pageClass, fetchedAt: dateOf(fetchedAt), values, cursor: cursorOf(place) }
}

/** Pages that failed for the same reason. */
export interface ErrorGroup {
  readonly reason: string
  readonly count: number
  readonly example: string
  /** When the first of these pages is retried; null if none is. */
  readonly retryAt: Date | null
}

/** Groups pages that failed or are gone by reason, most frequent first. */
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
