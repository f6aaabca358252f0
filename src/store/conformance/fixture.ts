import { asUrl, originOf, urlKey } from '../../url/index.ts'
import {
  type Candidate,
  type Commit,
  EMPTY_COMMIT,
  type Exclusion,
  type HostRef,
  NO_CONTENT,
  type VisitCommit,
} from '../batch.ts'
import type { LeasedHost, QueuedPage, ServerLease, Work } from '../queue-rows.ts'
import type { PageRow } from '../rows.ts'
import type { Store } from '../store.ts'

/** A store under test. */
export interface Opened {
  readonly store: Store
  /** Closes the store as a killed process would, leaving its workers and leases behind, and opens it anew. */
  reopen(): Promise<Store>
  /** A second writer on the same collection, where the store allows one. */
  beside?(): Promise<Store>
  /** Closes what is open and removes what was made. */
  dispose(): Promise<void>
}

export const ALL: Work = { discover: true, refresh: true }
export const DISCOVER: Work = { discover: true, refresh: false }
export const REFRESH: Work = { discover: false, refresh: true }
export const HOUR = 3_600_000
/** The time of the tests: nothing here reads a clock. */
export const NOW = 1_700_000_000_000

export function candidate(url: string, more: Partial<Candidate> = {}): Candidate {
  return { key: urlKey(url), url: asUrl(url), origin: originOf(url), depth: 0, rank: 0, ...more }
}

/** By a rule that says so in these words. */
export const excluded = (reason: string): Exclusion => ({ by: 'exclude', reason })

export function batch(more: Partial<Commit>): Commit {
  return { ...EMPTY_COMMIT, ...more }
}

export const digest = (text: string): Buffer => urlKey(text)

type Fetched = Extract<VisitCommit, { outcome: 'fetched' }>
type Empty = Exclude<VisitCommit, Fetched>

const usual = (page: QueuedPage) => ({
  page: { shard: page.shard, id: page.id },
  host: { shard: page.shard, id: page.host },
  at: NOW,
  httpStatus: 200,
  durationMs: 12,
  error: null,
  status: 'completed' as const,
  reason: null,
  dueAt: null,
  rank: null,
  failures: 0,
  place: null,
})

/** A visit that brought a new revision. */
export function fetched(page: QueuedPage, more: Partial<Fetched> = {}): Fetched {
  const number = page.revision + 1
  return {
    ...usual(page),
    outcome: 'fetched',
    sizeBytes: 100,
    digest: digest(`${page.url} ${number}`),
    etag: `"${number}"`,
    lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT',
    revision: { number, type: 'text/html', charset: 'utf-8', title: `Title ${number}`, truncated: false },
    restores: false,
    links: null,
    note: null,
    fingerprint: null,
    pageClass: null,
    ...more,
  } as Fetched
}

/** A visit without content. */
export function empty(page: QueuedPage, more: Partial<Empty> & Pick<Empty, 'outcome'>): Empty {
  return { ...usual(page), ...NO_CONTENT, ...more } as Empty
}

export async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

/** Puts every homeless host on a server; hosts share one when `address` says so. */
export async function settle(
  store: Store,
  address: (host: LeasedHost) => string = h => h.origin,
): Promise<void> {
  const hosts = await store.homelessHosts(NOW, ALL, 1_000)
  await store.placeHosts(
    hosts.map(host => ({ host, address: address(host), retryAt: NOW + HOUR, failures: 0 })),
  )
}

export async function leaseAll(
  store: Store,
  worker: string,
  nowMs = NOW,
  work = ALL,
): Promise<readonly ServerLease[]> {
  return store.lease({ worker, work, nowMs, untilMs: nowMs + 60_000, limit: 1_000 })
}

export async function hostOf(store: Store, origin: string): Promise<HostRef> {
  const found = (await collect(store.hosts())).find(host => host.origin === origin)
  if (!found) throw new Error(`no host ${origin}`)
  return { shard: found.shard, id: found.id }
}

/** Takes pages of a host by its origin. */
export async function take(
  store: Store,
  origin: string,
  limit = 100,
  work = ALL,
  nowMs = NOW,
): Promise<readonly QueuedPage[]> {
  return store.take({ host: await hostOf(store, origin), work, nowMs, limit })
}

export async function statusOf(store: Store, url: string): Promise<PageRow['status'] | undefined> {
  return (await pageAt(store, url))?.status
}

export const pageAt = (store: Store, url: string): Promise<PageRow | null> => store.page(asUrl(url))

export const A = 'https://a.example'
export const B = 'https://b.example'

/** Adds pages of one host, places it, leases it and takes them. */
export async function running(
  store: Store,
  urls: readonly string[],
  worker = 'w1',
): Promise<readonly QueuedPage[]> {
  await store.join(worker, NOW)
  await store.add(urls.map(url => candidate(url)))
  await settle(store)
  await leaseAll(store, worker)
  const origins = [...new Set(urls.map(originOf))]
  const pages: QueuedPage[] = []
  for (const origin of origins) pages.push(...(await take(store, origin, 10_000)))
  return pages
}
