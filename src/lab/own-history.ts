/** A collection's own history as a world: its pages change when its visits found changes. */
import { Failure } from '../env/index.ts'
import { DAY_MS } from '../refresh/index.ts'
import type { PageRef, PageStore, VisitRow } from '../store/index.ts'
import { type LabWorld, timesByPage } from './world.ts'

/** Most pages read: a sample this large is as informative as all of them. */
const MAX_PAGES = 100_000

/** Pages first visited within this share of the span count as present from the beginning, since a first crawl takes time. */
const FROM_THE_BEGINNING = 0.05

/** Visits that say whether the page changed; a failed visit says nothing. */
const telling = ({ outcome }: VisitRow) => outcome === 'fetched' || outcome === 'notModified'

interface History {
  /** The first visit; what the page did before is unknown. */
  readonly from: number
  readonly changes: readonly number[]
}

export async function worldOfHistory(
  name: string,
  store: Pick<PageStore, 'pages' | 'visits'>,
): Promise<LabWorld> {
  const histories: History[] = []
  let first = Infinity
  let last = 0
  for await (const page of store.pages({ status: 'completed' })) {
    const visits = (await store.visits(page as PageRef)).filter(telling).sort((a, b) => a.at - b.at)
    if (visits.length < 2) continue
    first = Math.min(first, visits[0]!.at)
    last = Math.max(last, visits.at(-1)!.at)
    histories.push({ from: visits[0]!.at, changes: changesIn(visits) })
    if (histories.length >= MAX_PAGES) break
  }
  if (histories.length === 0)
    throw new Failure(
      'usage',
      `${name} has no page that was visited twice: let it run for a while, then compare policies on its history.`,
    )
  return worldOf(name, histories, first, last)
}

function worldOf(name: string, histories: readonly History[], first: number, last: number): LabWorld {
  const days = (at: number) => (at - first) / DAY_MS
  const spanDays = days(last)
  const ages = histories.map(({ from }) => spanDays - days(from))
  const isOld = (age: number) => age >= (1 - FROM_THE_BEGINNING) * spanDays
  return {
    name,
    pages: histories.length,
    spanDays,
    changes: timesByPage(histories.map(({ changes }) => changes.map(days))),
    rates: Float64Array.from(
      histories,
      ({ changes }, i) => changes.length / Math.max(MIN_AGE_DAYS, ages[i]!),
    ),
    births: Float64Array.from(ages, age => (isOld(age) ? 0 : spanDays - age)),
  }
}

const MIN_AGE_DAYS = 1e-3

/** A change came somewhere between the previous visit and the visit that found it; halfway is assumed. */
function changesIn(visits: readonly VisitRow[]): number[] {
  const changes: number[] = []
  for (let i = 1; i < visits.length; i++)
    if (visits[i]!.revision !== null) changes.push((visits[i]!.at + visits[i - 1]!.at) / 2)
  return changes
}
