/**
 * The control of 2006: Bayesian classes that learn from changes only. It was published as the result of a module and shows what goes wrong
 * when a visit without a change teaches nothing: however slowly a page changes, it ends in the fastest class. It is not a policy; the
 * exact update is given for comparison.
 */
import { learnChangesOnly, learnClasses } from '../refresh/index.ts'

export interface PublishedShares {
  readonly name: string
  /** Change intervals of the classes, in days. */
  readonly classes: readonly number[]
  readonly changes: number
  /** Days between changes. */
  readonly every: number
  /** As published, in the order of the classes. */
  readonly published: readonly number[]
}

export const CONTROLS: readonly PublishedShares[] = [
  {
    name: '100 changes, daily',
    classes: [1, 3, 7],
    changes: 100,
    every: 1,
    published: [1, 1.481e-35, 2.213e-68],
  },
  {
    name: '100 changes, every 5 d',
    classes: [1, 3, 7],
    changes: 100,
    every: 5,
    published: [0.999, 1.594e-9, 1.229e-29],
  },
  {
    name: '100 changes, every 10 d',
    classes: [1, 3, 7],
    changes: 100,
    every: 10,
    published: [0.974, 0.026, 1.236e-12],
  },
  // The classes of 30 and 90 days are swapped in the publication.
  {
    name: '1,000 changes, every 100 d',
    classes: [1, 30, 90],
    changes: 1_000,
    every: 100,
    published: [0.999, 1.674e-16, 3.959e-174],
  },
]

/** Shares of the classes by the wrong update, which is given only the visits that found a change. */
export function wrongShares({ classes, changes, every }: PublishedShares): ArrayLike<number> {
  const rates = classes.map(days => 1 / days)
  let shares: ArrayLike<number> = rates.map(() => 1 / rates.length)
  for (let i = 0; i < changes; i++)
    shares = learnChangesOnly(shares, rates, { at: i * every, elapsed: every, changed: true })
  return shares
}

/** Shares by the exact update, for the same page visited every day. */
export function rightShares({ classes, changes, every }: PublishedShares): ArrayLike<number> {
  const rates = classes.map(days => 1 / days)
  let shares: ArrayLike<number> = rates.map(() => 1 / rates.length)
  for (let day = 1; day <= changes * every; day++)
    shares = learnClasses(shares, rates, { at: day, elapsed: 1, changed: day % every === 0 })
  return shares
}
