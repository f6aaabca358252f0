/** A collection's own history as a world: when its visits found changes. */
import { Failure } from '../env/index.ts'
import { DAY_MS } from '../refresh/index.ts'
import type { PageRef, Store, VisitRow } from '../store/index.ts'
import { countedRates, type LabWorld, timesByPage } from './world.ts'

/** Pages read at most: a sample this large says as much as all. */
const MOST_PAGES = 100_000

/** Visits that say whether the page changed; a failed one says nothing. */
const telling = (visit: VisitRow) =>
  visit.revision !== null && (visit.outcome === 'fetched' || visit.outcome === 'notModified')

export async function worldOfHistory(name: string, store: Store): Promise<LabWorld> {
  const histories: { readonly from: number; readonly changes: number[] }[] = []
  let first = Infinity
  let last = 0
  for await (const page of store.pages({ status: 'completed' })) {
    const visits = (await store.visits(page as PageRef)).filter(telling).sort((a, b) => a.at - b.at)
    if (visits.length < 2) continue
    first = Math.min(first, visits[0]!.at)
    last = Math.max(last, visits.at(-1)!.at)
    histories.push({ from: visits[0]!.at, changes: changesIn(visits) })
    if (histories.length >= MOST_PAGES) break
  }
  if (histories.length === 0)
    throw new Failure(
      'usage',
      `${name} has no page that was visited twice: let it run for a while, then compare policies on its history.`,
    )
  const spanDays = (last - first) / DAY_MS
  const changes = timesByPage(histories.map(({ changes }) => changes.map(at => (at - first) / DAY_MS)))
  return { name, pages: histories.length, spanDays, changes, rates: countedRates(changes, spanDays) }
}

/** A change came somewhere between the visit before and the one that found it: halfway, for want of better. */
function changesIn(visits: readonly VisitRow[]): number[] {
  const changes: number[] = []
  for (let i = 1; i < visits.length; i++)
    if (visits[i]!.revision !== visits[i - 1]!.revision) changes.push((visits[i]!.at + visits[i - 1]!.at) / 2)
  return changes
}
