import type { Collection, PageChange } from '../index.ts'
import { folded, type SaidByChange, saidBy } from './said-by-change.ts'

/** Selects changes to be notified of. */
export interface ChangeFilter {
  /** Only pages of this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string | undefined
  readonly class?: string | undefined
  /** Only addresses that contain this; `*` matches anything. */
  readonly pattern?: string | undefined
  /** No addresses that contain this; `*` matches anything. */
  readonly except?: string | undefined
  /** Only changes found at this level of comparison: `content`, `text`, … */
  readonly level?: string | undefined
  readonly minDifference?: number | undefined
  /** Only changes after which the page says this, and did not before; likewise the other way round. Case does not matter. */
  readonly appears?: string | undefined
  readonly disappears?: string | undefined
  /** Only changes that bring a number below or above this. */
  readonly below?: number | undefined
  readonly above?: number | undefined
}

/** `said` reads what the change says, which takes the archive: it is asked last, and only if the filter is about that. */
export async function passes(
  change: PageChange,
  filter: ChangeFilter,
  said: () => Promise<SaidByChange | null>,
): Promise<boolean> {
  if (!isOfPages(change, filter)) return false
  const { appears, disappears, below, above } = filter
  if ([appears, disappears, below, above].every(each => each === undefined)) return true
  const what = await said()
  // Rather told once too often than never.
  return what === null || isAbout(what, filter)
}

export async function* passing(
  changes: AsyncIterable<PageChange>,
  filter: ChangeFilter,
  collection: Pick<Collection, 'page'>,
): AsyncGenerator<PageChange> {
  for await (const change of changes)
    if (await passes(change, filter, () => saidBy(change, collection))) yield change
}

function isOfPages(change: PageChange, filter: ChangeFilter): boolean {
  const { host, class: pageClass, pattern, except, level, minDifference } = filter
  if (host !== undefined && change.host !== originOf(host)) return false
  if (pageClass !== undefined && change.class !== pageClass) return false
  if (pattern !== undefined && !isLike(change.url, pattern)) return false
  if (except !== undefined && isLike(change.url, except)) return false
  if (level !== undefined && change.change?.level !== level) return false
  return minDifference === undefined || (change.change?.difference ?? 1) >= minDifference
}

function isAbout({ before, after, numbers }: SaidByChange, filter: ChangeFilter): boolean {
  const { appears, disappears, below, above } = filter
  if (appears !== undefined && !hasCome(folded(appears), before, after)) return false
  if (disappears !== undefined && !hasCome(folded(disappears), after, before)) return false
  if (below !== undefined && !numbers.some(number => number < below)) return false
  return above === undefined || numbers.some(number => number > above)
}

const hasCome = (text: string, before: string, after: string) =>
  after.includes(text) && !before.includes(text)

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
