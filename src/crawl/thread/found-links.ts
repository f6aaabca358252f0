/** Picks the links of a page that are news: they are followed at all and were not reported recently. The scope judges each. */
import type { Link } from '../../document/links.ts'
import type { GuidedPage } from '../../site/index.ts'
import type { Exclusion } from '../../store/index.ts'
import { type Canonicalizer, type Scope, type Url, urlKey } from '../../url/index.ts'
import { exclusionOf } from '../exclusion.ts'
import type { DocumentReading } from './document-reading.ts'
import type { ClassPromise, FoundUrls, ParseJob } from './job.ts'
import type { ParseSettings } from './parse-settings.ts'
import { RecentLinks } from './recent-links.ts'

const RESOURCES = new Set<Link['kind']>(['image', 'script', 'style', 'object'])

const HIDDEN: Exclusion = { by: 'hidden', reason: null }

export class FoundLinks {
  readonly #settings: ParseSettings
  readonly #canonicalizer: Canonicalizer
  readonly #scope: Scope
  readonly #recent = new RecentLinks()

  constructor(settings: ParseSettings, canonicalizer: Canonicalizer, scope: Scope) {
    this.#settings = settings
    this.#canonicalizer = canonicalizer
    this.#scope = scope
  }

  newIn(job: ParseJob, reading: DocumentReading): FoundUrls {
    if (reading.bound)
      return promisedUrls(job, reading.guided, reading.links, this.#canonicalizer, this.#scope)
    const depth = job.depth + 1
    const hrefs: Url[] = []
    const excluded: (Exclusion | null)[] = []
    const hints: number[] | null = reading.hints ? [] : null
    const saidRates: (string | null)[] | null = reading.saidRates ? [] : null
    // The first look found the same links, but they have not been reported yet. In a focused crawl, each page says more about a link.
    const isSecondLook = job.compare?.isSecondLook ?? false
    const repeated: Url[] = []
    const isSample = this.#settings.sampling && reading.kind === 'links'
    for (const link of reading.links) {
      if (!this.#follows(link, job.obey) || (isSample && !isForPeople(link))) continue
      if (reading.followed && !RESOURCES.has(link.kind) && !reading.followed.has(link.href)) continue
      const hint = reading.hints?.get(link.href) ?? 0
      const saidRate = reading.saidRates?.get(link.href) ?? null
      // A hidden link is not remembered as reported: another page may show it openly.
      const isNews = link.hidden || hint !== 0 || saidRate !== null || !this.#recent.has(link.href, depth)
      if (!isNews && !isSecondLook && !this.#settings.focus) {
        if (this.#settings.countsLinks) repeated.push(link.href)
        continue
      }
      const verdict = this.#scope.decide(link.href, depth)
      if (!verdict.accepted && verdict.kind === 'depth') continue
      hrefs.push(link.href)
      excluded.push(exclusionOf(verdict) ?? (link.hidden ? HIDDEN : null))
      hints?.push(hint)
      saidRates?.push(saidRate)
    }
    const found = { hrefs, keys: keysOf(hrefs), excluded, hints, saidRates, repeated: repeated.join('\n') }
    return { ...noUrls(reading.kind), ...found }
  }

  #follows(link: Link, obey: boolean): boolean {
    if (link.nofollow && obey) return false
    if (link.kind === 'meta') return this.#settings.mentions
    // When forms are filled in, each has its gate: not even its bare address is requested otherwise.
    if (link.kind === 'form' && this.#settings.forms !== null) return false
    return this.#settings.resources || !RESOURCES.has(link.kind)
  }
}

/** Leaves out links in the head that are meant for programs, which a guided crawl does not follow. */
const isForPeople = ({ kind, turns = false }: Link): boolean => kind !== 'link' || turns

/** Only what a site model names: class links and the images of the record. */
function promisedUrls(
  job: ParseJob,
  guided: GuidedPage | null,
  links: readonly Link[],
  canonicalizer: Canonicalizer,
  scope: Scope,
): FoundUrls {
  const depth = job.depth + 1
  const forbidden = new Set(links.filter(link => link.nofollow && job.obey).map(link => link.href))
  const hrefs: Url[] = []
  const excluded: (Exclusion | null)[] = []
  const promises: ClassPromise[] = []
  for (const [raw, promise] of promisesOf(guided)) {
    const href = canonicalizer.canonical(raw, job.url)
    if (href === undefined || href === job.url || forbidden.has(href)) continue
    const verdict = scope.decide(href, depth)
    if (!verdict.accepted && verdict.kind === 'depth') continue
    hrefs.push(href)
    excluded.push(exclusionOf(verdict))
    promises.push(promise)
  }
  return { ...noUrls('links'), hrefs, keys: keysOf(hrefs), excluded, promises }
}

function promisesOf(guided: GuidedPage | null): (readonly [string, ClassPromise])[] {
  if (guided === null) return []
  return [
    ...guided.links.map(({ href, to }) => [href, { kind: 'page', pageClass: to }] as const),
    ...guided.images.map(href => [href, { kind: 'image', pageClass: null }] as const),
  ]
}

/** 16 bytes each. */
export function keysOf(hrefs: readonly string[]): Uint8Array {
  const keys = new Uint8Array(hrefs.length * 16)
  for (const [i, href] of hrefs.entries()) keys.set(urlKey(href), i * 16)
  return keys
}

/** For a page that has no Urls, or whose Urls are not wanted. */
export const noUrls = (kind: FoundUrls['kind']): FoundUrls => ({
  hrefs: [],
  keys: new Uint8Array(0),
  excluded: [],
  hints: null,
  saidRates: null,
  kind,
  promises: null,
  repeated: '',
})
