/**
 * One visit: an attempt to fetch a page whose turn it is, in eight steps. Each step takes the visit and the result of the previous
 * step, and returns its own result as a tagged value. The numbers are those in docs/architecture.md.
 *
 *   1 admit ─ 2 request ─ 3 fetch ─ 4 read ─ 5 judge ─ 6 follow ─ 7 schedule ─ 8 record
 *
 * Steps 1 to 4 may end without an answer: forbidden, vetoed, broken, unreadable. That is an Outcome like any other, and the
 * visit continues with step 6. Only if the fault may be ours (DNS does not work, the crawl is stopping) is the page put back.
 */
import type { Slot } from '../../frontier/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { Admit } from './1-admit.ts'
import type { RequestBuilder } from './2-request.ts'
import type { Fetch } from './3-fetch.ts'
import type { Read } from './4-read.ts'
import type { Judge, Judged } from './5-judge.ts'
import type { Follow } from './6-follow.ts'
import type { Schedule } from './7-schedule.ts'
import type { Finished, Recording } from './8-record.ts'
import type { VisitTurns } from './turns.ts'
import type { PutBack, Unanswered } from './unanswered.ts'

export interface Visit {
  readonly slot: Slot
  readonly page: QueuedPage
  readonly host: HostMemory
  /** All requests of the visit go through here, each in its server's turn. */
  readonly turns: VisitTurns
  readonly at: number
}

export interface Steps {
  readonly admit: Pick<Admit, 'admit' | 'release'>
  readonly request: Pick<RequestBuilder, 'request'>
  readonly fetch: Pick<Fetch, 'fetch'>
  readonly read: Pick<Read, 'read'>
  readonly judge: Pick<Judge, 'judge'>
  readonly follow: Pick<Follow, 'follow'>
  readonly schedule: Pick<Schedule, 'schedule'>
  readonly record: Pick<Recording, 'record'>
}

export async function runVisit(visit: Visit, steps: Steps): Promise<Finished | PutBack> {
  try {
    const judged = await outcomeOf(visit, steps)
    if (judged.kind === 'putBack') return judged
    const followed = await steps.follow.follow(visit, judged)
    const scheduled = await steps.schedule.schedule(visit, followed)
    return steps.record.record(visit, scheduled)
  } finally {
    steps.admit.release(visit)
    visit.turns.end()
  }
}

async function outcomeOf(visit: Visit, steps: Steps): Promise<Judged | Unanswered | PutBack> {
  const admitted = await steps.admit.admit(visit)
  if (admitted.kind !== 'admitted') return admitted
  const request = await steps.request.request(visit)
  if (request.kind !== 'request') return request
  const fetched = await steps.fetch.fetch(visit, request)
  if (fetched.kind !== 'answered') return fetched
  const read = await steps.read.read(visit, fetched)
  return read.kind === 'read' ? steps.judge.judge(visit, read) : read
}
