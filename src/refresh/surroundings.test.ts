/** Tests of what is learned about hosts and groups: habits, signals, priors, goals. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../env/index.ts'
import { GoalCheck, goalInterval, missed } from './goals.ts'
import { Habits } from './habits.ts'
import { policyNamed } from './named.ts'
import { directoryOf, HostPriors, PriorGroup } from './priors.ts'
import { Signals } from './signals.ts'

describe('habits', () => {
  const NINE = 9 / 24
  /** A host that changes only at nine on the first day of its week, visited once before and once after. */
  const mondays = () => {
    const habits = new Habits()
    for (let week = 0; week < 300; week++) {
      const nine = 7 * week + NINE
      habits.saw({ from: nine - 6.5, to: nine - 0.5 / 24, changed: false, chanceOfNone: 0.5 })
      habits.saw({ from: nine - 0.5 / 24, to: nine + 0.5, changed: true, chanceOfNone: 0.9 })
    }
    return habits
  }
  it('are flat at first', () => {
    expect(new Habits().between(3.2, 10.2)).toBeCloseTo(7)
    expect(new Habits().after(3.2, 2)).toBeCloseTo(5.2)
  })
  it('a week has seven days, however they are spread', () => {
    expect(mondays().between(1.3, 8.3)).toBeCloseTo(7)
    expect(mondays().between(NINE, NINE + 0.5)).toBeGreaterThan(2)
    expect(mondays().between(3, 4)).toBeLessThan(0.9)
  })
  it('after is the inverse of between', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 30_000, noNaN: true }),
        fc.double({ min: 0.01, max: 500, noNaN: true }),
        (from, days) => {
          const habits = mondays()
          expect(habits.between(from, habits.after(from, days))).toBeCloseTo(days, 4)
        },
      ),
      { numRuns: 50 },
    ))
  it('are remembered, and ignore intervals that say nothing of hours', () => {
    const habits = mondays()
    const again = new Habits(JSON.parse(JSON.stringify(habits)))
    expect(again.between(0, 1.5)).toBeCloseTo(habits.between(0, 1.5), 2)
    const before = habits.between(0, 0.5)
    habits.saw({ from: 70, to: 100, changed: true, chanceOfNone: 0.5 })
    expect(habits.between(0, 0.5)).toBe(before)
  })
  it('learn the day from intervals of several days, and nothing where there is no habit', () => {
    const random = seededRandom(6)
    /** Visits forty pages that change every week, at one hour or at any, after two to five days each. */
    const learned = (changesAt: () => number) => {
      const habits = new Habits()
      for (let page = 0; page < 40; page++) {
        const changes = Array.from({ length: 40 }, (_, week) => 7 * week + changesAt())
        let from = 7 * random.next()
        for (let to = from + 2 + 3 * random.next(); to < 270; to += 2 + 3 * random.next()) {
          const changed = changes.some(at => at > from && at <= to)
          habits.saw({ from, to, changed, chanceOfNone: Math.exp(-(to - from) / 7) })
          from = to
        }
      }
      return habits
    }
    expect(learned(() => 4 + NINE).between(4, 5)).toBeGreaterThan(1.8)
    expect(learned(() => 7 * random.next()).between(4, 5)).toBeCloseTo(1, 0.5)
  })
  it('count a known moment for its hour, however long the interval', () => {
    const habits = new Habits()
    for (let week = 2; week < 200; week++)
      habits.saw({
        from: 7 * week - 6.9,
        to: 7 * week,
        changed: true,
        chanceOfNone: 0.4,
        changedAt: 7 * week - 3,
      })
    for (let week = 2; week < 100; week++)
      habits.saw({ from: 7 * week - 2.9, to: 7 * week - 0.5, changed: false, chanceOfNone: 0.7 })
    expect(habits.between(4, 4 + 1 / 24)).toBeGreaterThan(0.5)
  })
})

describe('signals', () => {
  const random = seededRandom(4)
  /**
   * Pages that change half of the time between visits; `told` is the share of changes that are signaled, `lies` the chance of a signal
   * otherwise.
   */
  function host(told: number, lies: number): Signals {
    const signals = new Signals()
    for (let i = 0; i < 400; i++) {
      const changed = random.next() < 0.5
      const signalled = (changed && random.next() < told) || random.next() < lies
      signals.sawVisit(signalled ? 1 : 0, changed, 0.5)
    }
    return signals
  }
  it('an honest host is believed, in speech and in silence', () => {
    const trust = host(1, 0).trust()!
    expect(trust.kappa).toBeGreaterThan(2)
    expect(trust.silent).toBeLessThan(0.3)
  })
  it('a host that signals half of its changes keeps half of its silence', () => {
    const trust = host(0.5, 0).trust()!
    expect(trust.kappa).toBeGreaterThan(1)
    expect(trust.silent).toBeGreaterThan(0.4)
  })
  it('a liar and a stranger are ignored', () => {
    expect(host(0, 0.5).trust()).toBeUndefined()
    expect(new Signals().trust()).toBeUndefined()
  })
  it('are remembered', () => {
    const signals = host(0.9, 0.1)
    expect(new Signals(JSON.parse(JSON.stringify(signals))).trust()).toEqual(signals.trust())
  })
  it('a trusted signal makes a page due, trusted silence lets it wait', () => {
    const policy = policyNamed('value')
    const page = { weight: 1, cost: 1, visitedAt: 0, trust: { silent: 0.2, kappa: 3 } }
    const state = [20, false, 20, true, 20, false].reduce<ArrayLike<number>>(
      (state, _, i) =>
        policy.learn(state, { at: 0, elapsed: 20, changed: i % 2 === 0 }, { ...page, visitedAt: 0 }),
      policy.begin(page),
    )
    const market = { price: 4, now: 1 }
    const plain = policy.next(state, { weight: 1, cost: 1, visitedAt: 0 }, market).interval
    expect(policy.next(state, { ...page, signalledAt: [0.5] }, market).interval).toBeLessThan(plain / 4)
    expect(policy.next(state, page, market).interval).toBeGreaterThan(plain)
  })
})

describe('priors', () => {
  it('what a sitemap says of rates means what such pages turned out to do, within their directory', () => {
    const policy = policyNamed('value')
    const page = { weight: 1, cost: 1, visitedAt: 0 }
    const collection = new PriorGroup()
    const host = new HostPriors()
    const learn = (place: { directory: string; saidRate: string }, changed: boolean) => {
      let state = policy.begin(page)
      for (let visit = 0; visit < 12; visit++) {
        const learned = policy.learn(state, { at: 0, elapsed: 2, changed }, page)
        host.observe(place, visit === 0 ? null : state, learned, collection)
        state = learned
      }
    }
    for (let i = 0; i < 40; i++) {
      // In `/a/` the words mean the opposite, and elsewhere they mean nothing.
      learn({ directory: '/a/', saidRate: i % 2 ? 'daily' : 'yearly' }, i % 2 === 0)
      learn({ directory: '/b/', saidRate: i % 2 ? 'daily' : 'yearly' }, i % 4 < 2)
    }
    const again = new HostPriors(JSON.parse(JSON.stringify(host)))
    const rate = (directory: string, saidRate?: string) => {
      const prior = again.prior({ directory, ...(saidRate && { saidRate }) }, collection)
      return policy.next(policy.begin(page), { ...page, prior }, { price: 1, now: 1 }).reason().rate
    }
    expect(rate('/a/', 'yearly')).toBeGreaterThan(3 * rate('/a/', 'daily'))
    expect(rate('/b/', 'yearly') / rate('/b/', 'daily')).toBeCloseTo(1, 1)
    expect(rate('/b/', 'yearly') / rate('/b/')).toBeCloseTo(1, 0)
    expect(rate('/a/', 'never heard of')).toBe(rate('/a/'))
  })
  it('go by collection, host and directory, and are remembered', () => {
    const policy = policyNamed('value')
    const page = { weight: 1, cost: 1, visitedAt: 0 }
    const collection = new PriorGroup()
    const host = new HostPriors()
    for (let i = 0; i < 80; i++) {
      const news = i % 2 === 0
      let state = policy.begin(page)
      for (let visit = 0; visit < 12; visit++) {
        const learned = policy.learn(state, { at: 0, elapsed: 2, changed: news }, page)
        host.observe(
          { directory: news ? '/news/' : '/about/' },
          visit === 0 ? null : state,
          learned,
          collection,
        )
        state = learned
      }
    }
    const again = new HostPriors(JSON.parse(JSON.stringify(host)))
    const rate = (directory: string) =>
      policy
        .next(
          policy.begin(page),
          { ...page, prior: again.prior({ directory }, collection) },
          { price: 1, now: 1 },
        )
        .reason().rate
    expect(rate('/news/')).toBeGreaterThan(5 * rate('/about/'))
    expect(rate('/unknown/')).toBeGreaterThan(rate('/about/'))
    expect(rate('/unknown/')).toBeLessThan(rate('/news/'))
    expect(collection.pages).toBe(80)
  })
  it('forget a memory of another make', () =>
    expect(PriorGroup.from({ pages: 3, sums: [1, 2, 3] }).pages).toBe(0))
  it.each([
    ['https://a.example/docs/api/x/y.html?q=1', '/docs/api/'],
    ['https://a.example/docs/', '/docs/'],
    ['https://a.example', '/'],
    ['https://a.example/index.html#top', '/'],
  ])('%s is in %s', (url, directory) => expect(directoryOf(url)).toBe(directory))
})

describe('goals', () => {
  const goal = { name: 'class product', share: 0.95, maxAgeDays: 0.25 }
  it('the interval is the longest that keeps the goal', () =>
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 20, noNaN: true }), rate => {
        const interval = goalInterval(goal, rate)
        expect(missed(goal, rate, interval)).toBeLessThanOrEqual(0.05 + 1e-9)
        if (interval < 1e4) expect(missed(goal, rate, interval * 1.05)).toBeGreaterThan(0.05)
      }),
    ))
  const check = new GoalCheck(goal)
  for (let i = 0; i < 1_000; i++) check.add({ rate: 2, cost: 1, server: '192.0.2.1:443', shortest: 0 })
  it('says that it is possible and what it costs', () => {
    const verdict = check.verdict({ budgetPerDay: 10_000, unit: 'fetches', capOf: () => 86_400 })
    expect(verdict.possible).toBe(true)
    expect(verdict.sentence).toMatch(
      /^“95 % of class product at most 6 h old” is possible: it needs [\d,]+ of 10,000 fetches a day\.$/,
    )
  })
  it('says which budget it would need', () => {
    const verdict = check.verdict({ budgetPerDay: 500, unit: 'fetches', capOf: () => 86_400 })
    expect(verdict.possible).toBe(false)
    expect(verdict.sentence).toMatch(
      /is impossible, because it needs [\d,]+ fetches a day and the budget is 500; you would need a budget of [\d,]+ a day\.$/,
    )
  })
  it('says which server is too slow', () => {
    const verdict = check.verdict({ budgetPerDay: 1e6, unit: 'fetches', capOf: () => 864 })
    expect(verdict.sentence).toMatch(
      /because 192\.0\.2\.1:443 may be asked 864 times a day and its 1,000 pages need [\d,]+; you would need a delay of [\d.]+ s there instead of 100 s\.$/,
    )
  })
  it('says everything that stands in the way, in the unit of the budget', () => {
    const one = new GoalCheck(goal)
    one.add({ rate: 2, cost: 50_000, server: '192.0.2.1:443', shortest: 1 })
    const { sentence } = one.verdict({ budgetPerDay: 1_000, unit: 'bytes', capOf: () => 1 })
    expect(sentence).toMatch(
      /^“95 % of class product at most 6 h old” is impossible, because refresh\.bounds let one of its pages be visited only every 24 h, and 192\.0\.2\.1:443 may be asked 1\.0 times a day and its one page needs [\d.]+, and it needs [\d,]+ bytes a day and the budget is 1,000; you would need a lower bound of [\d.]+ h and a delay of [\d.]+ h there instead of 24 h and a budget of [\d,]+ a day\.$/,
    )
  })
  it('says when it concerns nothing', () => {
    const { sentence } = new GoalCheck(goal).verdict({ budgetPerDay: 1, unit: 'fetches', capOf: () => 1 })
    expect(sentence).toBe('“95 % of class product at most 6 h old” concerns no page that is stored yet.')
  })
})
