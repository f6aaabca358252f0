/** What is true of the world: asked of the same pure functions that the server draws from, never of the server. */
import { hash32 } from './chance.ts'
import { type Link, linksOf, resolve } from './markup.ts'
import { NOISE_PLACES, type NoiseKind } from './noise.ts'
import { modifiedAt } from './render.ts'
import type { ScheduleKind } from './schedule.ts'
import { type ChangeKind, type Page, type Site, viewOf } from './site.ts'

export interface Fact {
  readonly url: string
  /** Whether the site has this page now (whatever its status). */
  readonly exists: boolean
  readonly status: number
  readonly template: string
  readonly links: readonly Link[]
  /** The absolute address it redirects to. */
  readonly redirect: string | undefined
  readonly forbidden: boolean
  readonly trap: boolean
  readonly bornAt: number | undefined
  readonly diesAt: number | undefined
  readonly modifiedAt: number
  readonly schedule: ScheduleKind
  readonly ratePerDay: number
  readonly changeKind: ChangeKind | undefined
  readonly noise: readonly { readonly kind: NoiseKind; readonly place: string }[]
  readonly fields: Readonly<Record<string, string>>
  /** Change times after `fromMs` up to now. */
  changes(fromMs: number): readonly number[]
}

export interface ReachOptions {
  /** Maximum number of links from the seeds; redirects do not count. */
  readonly depth?: number
  /** Hosts to stay on; default all hosts of the world. */
  readonly hosts?: readonly string[]
  /** Whether to follow what robots.txt forbids, traps, and rel=nofollow; none by default. */
  readonly forbidden?: boolean
  readonly traps?: boolean
  readonly nofollow?: boolean
  readonly limit?: number
}

export interface Reached extends Fact {
  readonly depth: number
}

export class Truth {
  readonly #site: (host: string) => Site | undefined
  readonly #seed: number
  readonly #now: () => number

  constructor(site: (host: string) => Site | undefined, seed: number, now: () => number) {
    this.#site = site
    this.#seed = seed
    this.#now = now
  }

  /** What is true of a URL at a time (default now); undefined if the world has no such host. */
  of(url: string, atMs = this.#now()): Fact | undefined {
    const parsed = new URL(url)
    const site = this.#site(parsed.hostname)
    if (!site) return undefined
    const at = { seed: siteSeed(this.#seed, site.host), nowMs: atMs }
    const page = site.find(parsed.pathname + parsed.search, at)
    return factOf(parsed.href, page ? anonymous(page, parsed) : undefined, at)
  }

  /** Everything a well-behaved crawl from these seeds finds, in breadth-first order. */
  reachable(seeds: string | readonly string[], options: ReachOptions = {}): Map<string, Reached> {
    const reached = new Map<string, Reached>()
    const queue = [seeds].flat().map(url => ({ url: new URL(url).href, depth: 0 }))
    const seen = new Set(queue.map(({ url }) => url))
    for (
      let head = 0;
      head < queue.length && reached.size < (options.limit ?? Number.POSITIVE_INFINITY);
      head++
    ) {
      const { url, depth } = queue[head]!
      const fact = this.#admitted(url, options)
      if (!fact) continue
      reached.set(url, { ...fact, depth })
      for (const next of onward(fact, depth, options)) {
        if (seen.has(next.url)) continue
        seen.add(next.url)
        queue.push(next)
      }
    }
    return reached
  }

  #admitted(url: string, options: ReachOptions): Fact | undefined {
    if (options.hosts && !options.hosts.includes(new URL(url).hostname)) return undefined
    const fact = this.of(url)
    if (!fact || (fact.forbidden && !options.forbidden) || (fact.trap && !options.traps)) return undefined
    return fact
  }
}

export function siteSeed(seed: number, host: string): number {
  return hash32('site', seed, host)
}

/** The page a client without cookies or preferences gets. */
export function anonymous(page: Page, url: URL): Page {
  return page.given?.({ method: 'GET', url, headers: {}, body: '' }) ?? page
}

function onward(fact: Fact, depth: number, options: ReachOptions): { url: string; depth: number }[] {
  const next = fact.redirect === undefined ? [] : [{ url: fact.redirect, depth }]
  if (depth >= (options.depth ?? Number.POSITIVE_INFINITY)) return next
  const followed = fact.links.filter(link => !link.nofollow || options.nofollow)
  return [...next, ...followed.map(({ url }) => ({ url, depth: depth + 1 }))]
}

function factOf(url: string, page: Page | undefined, at: { seed: number; nowMs: number }): Fact {
  const view = page ? viewOf(page, at) : { ...at, edits: [] }
  const born = page?.bornAt ?? Number.NEGATIVE_INFINITY
  return {
    url,
    exists: page !== undefined,
    status: page ? (page.status ?? 200) : 404,
    template: page?.template ?? 'missing',
    links: page ? linksOfPage(page, url, view) : [],
    redirect: resolve(page?.location, url),
    forbidden: page?.forbidden ?? false,
    trap: page?.trap ?? false,
    bornAt: page?.bornAt,
    diesAt: page?.diesAt,
    modifiedAt: page ? modifiedAt(page, view) : 0,
    schedule: page?.schedule?.kind ?? 'never',
    ratePerDay: page?.schedule?.ratePerDay ?? 0,
    changeKind: page?.changeKind,
    noise: (page?.noise ?? []).map(kind => ({ kind, place: NOISE_PLACES[kind] })),
    fields: page?.fields?.(view) ?? {},
    changes: from => page?.schedule?.changes(Math.max(from, born), at.nowMs) ?? [],
  }
}

function linksOfPage(page: Page, url: string, view: ReturnType<typeof viewOf>): readonly Link[] {
  if (page.draw) return linksOf(page.draw(view), url)
  const urls = (page.names?.(view) ?? []).map(href => resolve(href, url)).filter(found => found !== undefined)
  return [...new Set(urls)].map(found => ({ url: found, text: '', nofollow: false }))
}
