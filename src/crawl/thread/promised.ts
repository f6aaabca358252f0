import type { Link } from '../../document/links.ts'
import type { GuidedPage } from '../../site/index.ts'
import type { Exclusion } from '../../store/index.ts'
import { type Canonicalizer, type Scope, type Url, urlKey } from '../../url/index.ts'
import { exclusionOf } from '../exclusion.ts'
import type { ClassPromise, FoundUrls, ParseJob } from './job.ts'

/** Only what a site model names: class links and the images of the record. */
export function promisedUrls(
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
  return {
    hrefs,
    keys: keysOf(hrefs),
    excluded,
    hints: null,
    saidRates: null,
    kind: 'links',
    promises,
    repeated: '',
  }
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
