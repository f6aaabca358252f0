/**
 * Part of step 5: decide whether the answer came from the page or from a wall shown in its place. What is certain (a mark, a header, a
 * log-in that promises to lead back) counts at once; what only looks like a wall counts once other addresses of the host show the same.
 */
import { isCertain, wallOfRedirect } from '../../document/walls/index.ts'
import type { Answer } from '../../fetch/index.ts'
import type { ParseResult } from '../thread/job.ts'
import type { Outcome } from './outcome.ts'
import type { Visit } from './visit.ts'

/** Redirects that do not say where the page is from now on. */
const TEMPORARY: ReadonlySet<number> = new Set([302, 303, 307])

/** The outcome of an answer, which is `walled` if a wall was shown in place of the page. */
export function behindWall(
  { page, host }: Pick<Visit, 'page' | 'host'>,
  { status }: Answer,
  { wall }: ParseResult,
  outcome: Outcome,
): Outcome {
  if (outcome.kind === 'moved') {
    const sign = wallOfRedirect(page.url, outcome.to)
    if (!sign) return outcome
    const place = outcome.to.replace(/[?#].*/s, '')
    const isTemporary = TEMPORARY.has(status)
    const stands =
      sign.holds === 'always' ||
      (isTemporary && (isCertain(sign.holds, page.revision > 0) || host.showsWall(place, page.url)))
    return stands ? { kind: 'walled', status, wall: sign.kind, by: `leads to ${place}` } : outcome
  }
  if (!wall || outcome.kind === 'notModified' || outcome.kind === 'gone') return outcome
  const isDocument = outcome.kind === 'fetched' || outcome.kind === 'denied'
  const stands =
    isCertain(wall.holds, page.revision > 0) || (isDocument && host.showsWall(wall.shape, page.url))
  return stands ? { kind: 'walled', status, wall: wall.kind, by: wall.by } : outcome
}
