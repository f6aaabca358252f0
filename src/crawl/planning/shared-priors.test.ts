import { expect, it } from 'vitest'
import { policyNamed } from '../../refresh/index.ts'
import type { RefreshRow } from '../../store/index.ts'
import { SharedPriors } from './shared-priors.ts'

const policy = policyNamed('value', { objective: 'freshness' })
const FACTS = { weight: 1, cost: 1, visitedAt: 0 }

/** What a page teaches that was found changed or unchanged after some days. */
function taught(changed: boolean, days: number) {
  return policy.learn(policy.begin(FACTS), { at: days, elapsed: days, changed }, FACTS)
}

function save(priors: SharedPriors, row: RefreshRow): RefreshRow {
  const merged = priors.merge(row)
  priors.wrote(merged)
  return merged.row
}

it('is what one worker would have learned from the visits of all', () => {
  const alone = new SharedPriors(null)
  const workers = [1, 2, 3].map(() => new SharedPriors(null))
  let row = { priors: null } as unknown as RefreshRow
  for (let visit = 0; visit < 300; visit++) {
    const state = taught(visit % 3 === 0, 1 + (visit % 5))
    const prior = new Float64Array(alone.group.prior().length).fill(1 / alone.group.prior().length)
    for (const each of [alone, workers[visit % 3]!]) each.group.observe(null, state, prior)
    if (visit % 7 === 0) row = save(workers[visit % 2]!, row)
  }
  for (const worker of workers) row = save(worker, row)
  for (const worker of workers) row = save(worker, row)
  for (const worker of workers) {
    expect(worker.group.pages).toBe(300)
    for (const [i, sum] of worker.group.exact().sums.entries())
      expect(sum).toBeCloseTo(alone.group.exact().sums[i]!, 6)
  }
})
