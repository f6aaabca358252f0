/** Texts that are the same except for an edited date or time of day. */
import { MomentJudge } from '../noise/moment-clock.ts'
import type { Moment } from '../noise/moments.ts'
import type { Regions } from '../signature/regions.ts'
import { mix } from '../text/hash.ts'

interface Times {
  readonly before: number
  readonly after: number
  readonly since?: Regions
  readonly untilMs?: number
}

/** Indexes in `before` of such texts; `partner` holds their indexes in `after`, or −1. */
export function redatedIn(
  before: Regions,
  after: Regions,
  partner: Int32Array,
  { before: beforeAt, after: afterAt, since, untilMs = 0 }: Times,
): Set<number> {
  const redated = new Set<number>()
  const judge = new MomentJudge(afterAt)
  const stood = since && statementsOf(since)
  for (const [at, moments] of before.moments) {
    const fresh = partner[at]! < 0 ? undefined : after.moments.get(partner[at]!)
    if (fresh === undefined) continue
    const hasStood = stood?.has(statementOf(before.hashes[at]!, moments)) === true
    if (judge.isEdited(moments, fresh, hasStood ? [beforeAt, untilMs] : [beforeAt])) redated.add(at)
  }
  return redated
}

function statementsOf({ moments, hashes }: Regions): Set<number> {
  return new Set([...moments].map(([at, list]) => statementOf(hashes[at]!, list)))
}

/** Hash of a text together with what its dates say. */
const statementOf = (hash: number, moments: readonly Moment[]): number =>
  moments.reduce((key, moment) => mix(key, moment.hash), hash)
