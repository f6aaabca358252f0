/** A visit as a trace: one span for the whole, and one for each of its steps. */
import type { Tracing } from '../../env/tracing.ts'
import type { Finished } from './8-record.ts'
import type { PutBack } from './unanswered.ts'
import { runVisit, type Steps, type Visit } from './visit.ts'

export function runTraced(visit: Visit, steps: Steps, tracing: Tracing): Promise<Finished | PutBack> {
  const { url, depth, revision } = visit.page
  const attributes = { 'url.full': url, 'tidewatch.depth': depth, 'tidewatch.revision': revision }
  return tracing.inside('visit', attributes, async span => {
    const done = await runVisit(visit, traced(steps, tracing))
    span.setAttributes(attributesOf(done))
    return done
  })
}

function attributesOf(done: Finished | PutBack): Record<string, string | number | boolean> {
  if (done.kind === 'putBack') return { 'tidewatch.outcome': 'putBack' }
  const { outcome, fetches } = done
  const { httpStatus, revision } = done.visit.commit
  return {
    'tidewatch.outcome': outcome.kind,
    'tidewatch.requests': fetches,
    'tidewatch.changed': revision !== null,
    ...(httpStatus !== null && { 'http.response.status_code': httpStatus }),
    ...(outcome.kind === 'failed' && { 'error.type': outcome.code }),
  }
}

function traced(steps: Steps, tracing: Tracing): Steps {
  const step = <T>(name: string, work: () => Promise<T> | T) => tracing.inside(name, {}, work)
  return {
    admit: {
      admit: visit => step('admit', () => steps.admit.admit(visit)),
      release: visit => steps.admit.release(visit),
    },
    request: { request: visit => step('request', () => steps.request.request(visit)) },
    fetch: { fetch: (visit, before) => step('fetch', () => steps.fetch.fetch(visit, before)) },
    read: { read: (visit, before) => step('read', () => steps.read.read(visit, before)) },
    judge: { judge: (visit, before) => step('judge', () => steps.judge.judge(visit, before)) },
    follow: { follow: (visit, before) => step('follow', () => steps.follow.follow(visit, before)) },
    schedule: { schedule: (visit, before) => step('schedule', () => steps.schedule.schedule(visit, before)) },
    record: steps.record,
  }
}
