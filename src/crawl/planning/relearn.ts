import { type ChangeNote, CLOSE_MS } from '../../change/index.ts'
import type { PageStore, PlannedPage, PlanStore, Rescheduled, VisitRow } from '../../store/index.ts'
import { packBelief } from './belief.ts'
import { Breather } from './breather.ts'
import { doesCount } from './counted-changes.ts'
import type { HostLearning } from './host-learning.ts'
import { observation, type RefreshScheduler } from './scheduler.ts'

const CHUNK = 500
/** Approximate microseconds to read the history of a page and learn from it. */
const LEARNING = 100

/** After a change of policy, learns again from the history of visits what they taught: nothing is forgotten. */
export async function relearn(
  store: PageStore & PlanStore,
  refresher: RefreshScheduler,
  learning: (page: PlannedPage) => HostLearning | Promise<HostLearning>,
  signal?: AbortSignal,
): Promise<void> {
  const breather = new Breather(signal)
  let learned: Rescheduled[] = []
  for await (const page of store.plannedPages()) {
    if (breather.did(LEARNING)) await breather.rest()
    const belief = await beliefOf(store, refresher, page, await learning(page))
    learned.push({ page, dueAt: page.dueAt, ...(belief ? { belief } : {}) })
    if (learned.length < CHUNK) continue
    await store.reschedule(learned)
    learned = []
  }
  if (learned.length > 0) await store.reschedule(learned)
}

/** The note as the visit wrote it. */
const noteOf = (note: string | null) => (note === null ? null : (JSON.parse(note) as ChangeNote))

async function beliefOf(
  store: PageStore & PlanStore,
  refresher: RefreshScheduler,
  page: PlannedPage,
  host: HostLearning,
): Promise<Buffer | null> {
  const { policy } = refresher
  const visits = (await store.visits(page)).filter(
    ({ outcome }) => outcome === 'fetched' || outcome === 'notModified',
  )
  if (visits.length < 2) return null
  const isCounted = ({ revision, note, at }: VisitRow) =>
    revision !== null && doesCount(noteOf(note), refresher.changeShares, page.url, at)
  let state = policy.begin(refresher.facts(page, page.sizeBytes, host, visits[0]!.at))
  for (let i = 1; i < visits.length; i++) {
    const before = visits[i - 1]!
    const visit = visits[i]!
    // Second looks say nothing about change rates.
    if (visit.at - before.at <= CLOSE_MS) continue
    const facts = refresher.facts({ ...page, hintedAt: null }, page.sizeBytes, host, before.at)
    const kind = isCounted(visit)
      ? ({ kind: 'changed', modifiedAt: null } as const)
      : ({ kind: 'unchanged' } as const)
    state = policy.learn(state, observation(before.at, visit.at, kind), facts)
  }
  return packBelief(state)
}
