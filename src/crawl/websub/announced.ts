/** What a push announces: that the topic has changed, and which of its entries, by their dates. */
import { parseFeed } from '../../document/feed.ts'
import { bitOf } from '../../refresh/index.ts'
import type { Candidate } from '../../store/index.ts'
import { type Canonicalizer, originOf } from '../../url/index.ts'
import type { Candidates } from '../visit/candidates.ts'
import type { Subscription } from './subscription.ts'

/** Maximum number of entries of one push that count. */
const MAX_ENTRIES = 500
/** Clocks differ, but dates further ahead than this are not times of changes. */
const MAX_AHEAD_MS = 86_400_000

export interface AnnouncedParts {
  readonly canonicalizer: Canonicalizer
  readonly candidates: Pick<Candidates, 'candidate'>
  /** Whether pages are due as soon as they are announced. */
  readonly isPrompt: boolean
  readonly nowMs: number
}

/** A hub speaks only for the site of its topic: entries elsewhere are ignored. */
export function announcedBy(
  { topic, depth, kind }: Subscription,
  body: Uint8Array,
  { canonicalizer, candidates, isPrompt, nowMs }: AnnouncedParts,
): Candidate[] {
  const url = canonicalizer.canonical(topic)
  if (url === undefined) return []
  const changed = (candidate: Candidate | null, hintedAt: number): Candidate[] =>
    candidate ? [{ ...candidate, hintedAt, hintedBy: bitOf('push'), prompt: isPrompt }] : []
  const found = changed(candidates.candidate(url, depth, null, { kind }), nowMs)
  for (const { link, updated, published } of parseFeed(body, topic)?.entries.slice(0, MAX_ENTRIES) ?? []) {
    const page = link === undefined ? undefined : canonicalizer.canonical(link, topic)
    const changedAt = updated ?? published
    if (page === undefined || page === url || originOf(page) !== originOf(url)) continue
    if (changedAt === undefined || changedAt > nowMs + MAX_AHEAD_MS) continue
    found.push(...changed(candidates.candidate(page, depth + 1, null), Math.min(changedAt, nowMs)))
  }
  return found
}
