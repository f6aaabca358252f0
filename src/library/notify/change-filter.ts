import type { PageChange } from '../index.ts'

/** Selects changes to be notified of. */
export interface ChangeFilter {
  /** Only pages of this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string | undefined
  readonly class?: string | undefined
  /** Only addresses that contain this; `*` matches anything. */
  readonly pattern?: string | undefined
  /** Only changes found at this level of comparison: `content`, `text`, … */
  readonly level?: string | undefined
  readonly minDifference?: number | undefined
}

export function passes(change: PageChange, filter: ChangeFilter): boolean {
  const { host, class: pageClass, pattern, level, minDifference } = filter
  if (host !== undefined && change.host !== originOf(host)) return false
  if (pageClass !== undefined && change.class !== pageClass) return false
  if (pattern !== undefined && !isLike(change.url, pattern)) return false
  if (level !== undefined && change.change?.level !== level) return false
  return minDifference === undefined || (change.change?.difference ?? 1) >= minDifference
}

export async function* passing(
  changes: AsyncIterable<PageChange>,
  filter: ChangeFilter,
): AsyncGenerator<PageChange> {
  for await (const change of changes) if (passes(change, filter)) yield change
}

const originOf = (host: string) => URL.parse(host.includes('://') ? host : `https://${host}`)?.origin ?? host

/** Finds the parts between the stars one after another, in time linear in the length of the address. */
function isLike(url: string, pattern: string): boolean {
  let at = 0
  for (const part of pattern.split('*')) {
    const found = url.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}
