/** Most pages of a site are finished one day; what they were fetched for is then worth more elsewhere. */
import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '../env/index.ts'
import { policyNamed } from '../refresh/index.ts'
import { replay } from './replay.ts'
import { readTrace } from './trace.ts'

const EVERY_DAYS = 30
const CHANGES_A_DAY = 0.03
const SPAN_DAYS = 1000
const QUIET_FROM_DAY = 300

function changesUntil(endDay: number, random: Random): string {
  const days: number[] = []
  const gap = () => -Math.log1p(-random.next()) / CHANGES_A_DAY
  for (let at = gap(); at < endDay; at += gap()) days.push(at)
  return days.join(',')
}

/** Nine pages in ten go quiet. */
function site() {
  const random = seededRandom(5)
  const pages = Array.from({ length: 200 }, (_, i) =>
    changesUntil(i % 10 === 0 ? SPAN_DAYS : QUIET_FROM_DAY, random),
  )
  return readTrace('site', Buffer.from([`# span ${SPAN_DAYS} days`, ...pages].join('\n')))
}

const staleness = (policy: string, seed: number) =>
  1 - replay(site(), policyNamed(policy), { every: EVERY_DAYS, seed }).freshness

describe('pages that have gone quiet', () => {
  it('leave their fetches to the others', () => {
    const ratios = [1, 2].map(seed => staleness('value', seed) / staleness('uniform', seed))
    expect(Math.max(...ratios)).toBeLessThan(0.6)
  })
})
