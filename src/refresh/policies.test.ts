/** Checks that every policy keeps the contract, whatever its input. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLICY_NAMES, policyNamed } from './named.ts'
import { PriorGroup } from './priors.ts'
import { OBJECTIVES, type PageFacts, type Policy, type State } from './types.ts'

const page: PageFacts = { weight: 1, cost: 1, visitedAt: 100 }
const market = { price: 3, now: 110, even: 30, chance: 0.4, curiosity: 90 }
const visits = fc.array(fc.tuple(fc.double({ min: 1e-5, max: 2000, noNaN: true }), fc.boolean()), {
  maxLength: 40,
})

function learned(policy: Policy, seen: readonly (readonly [number, boolean])[]): State {
  let at = 100
  return seen.reduce<State>((state, [elapsed, changed]) => {
    at += elapsed
    return policy.learn(state, { at, elapsed, changed }, page)
  }, policy.begin(page))
}

describe.each(POLICY_NAMES.flatMap(name => OBJECTIVES.map(objective => ({ name, objective }))))(
  '$name for $objective',
  ({ name, objective }) => {
    const policy = policyNamed(name, { objective })

    it('keeps its state finite and of one width, and names a time', () =>
      fc.assert(
        fc.property(visits, seen => {
          const state = learned(policy, seen)
          expect(state.length).toBe(policy.width)
          expect(Array.from(state).every(Number.isFinite)).toBe(true)
          const next = policy.next(state, page, market)
          expect(next.interval).toBeGreaterThanOrEqual(0)
          expect(next.dueAt).toBe(page.visitedAt + next.interval)
          expect(next.value(120)).toBeGreaterThanOrEqual(0)
          const reason = next.reason()
          expect(reason.fresh).toBeGreaterThanOrEqual(0)
          expect(reason.fresh).toBeLessThanOrEqual(1 + 1e-9)
        }),
        { numRuns: 30 },
      ))

    it('says how fresh a copy is, by what its visits found', () => {
      const freshAfter = (days: number, isChanging: boolean) => {
        const visits = Array.from({ length: 30 }, () => [7, isChanging] as const)
        return policy.next(learned(policy, visits), page, { ...market, now: page.visitedAt + days }).reason()
      }
      expect(freshAfter(7, true).fresh).toBeLessThan(0.25)
      expect(freshAfter(7, false).fresh).toBeGreaterThan(0.9)
      expect(freshAfter(30, true).fresh).toBeLessThan(freshAfter(1, true).fresh)
      expect(freshAfter(7, true).rate).toBeGreaterThan(10 * freshAfter(7, false).rate)
    })

    it('keeps to the bounds', () => {
      const state = learned(policy, [[10, true]])
      const within = { ...page, shortest: 20, longest: 25 }
      const { interval } = policy.next(state, within, market)
      expect(interval).toBeGreaterThanOrEqual(20)
      expect(interval).toBeLessThanOrEqual(25)
    })

    it('survives being stored as floats', () => {
      const state = Float32Array.from(
        learned(policy, [
          [10, true],
          [3, false],
          [8, true],
        ]),
      )
      expect(policy.next(state, page, market).interval).toBeGreaterThan(0)
    })
  },
)

describe('the value policy', () => {
  const policy = policyNamed('value')
  const steady = (elapsed: number, changed: boolean) =>
    learned(
      policy,
      Array.from({ length: 30 }, () => [elapsed, changed] as const),
    )
  const intervalOf = (state: State, facts = page, price = 3) =>
    policy.next(state, facts, { price, now: 110 }).interval

  it('visits important and cheap pages sooner', () => {
    const state = learned(policy, [
      [10, true],
      [10, false],
      [10, false],
    ])
    expect(intervalOf(state, { ...page, weight: 4 })).toBeLessThan(intervalOf(state))
    expect(intervalOf(state, { ...page, cost: 4 })).toBeGreaterThan(intervalOf(state))
  })
  it('a dearer market means longer intervals', () => {
    const state = learned(policy, [
      [10, true],
      [10, false],
      [10, false],
    ])
    expect(intervalOf(state, page, 6)).toBeGreaterThan(intervalOf(state, page, 3))
  })
  it('gives up a page that always changes, and says so', () => {
    const calm = Float64Array.from({ length: 80 }, (_, k) => (k < 40 ? 1 / 40 : 0))
    const facts = { ...page, prior: calm }
    const next = policy.next(steady(0.05, true), facts, { price: 3, now: 110 })
    expect(next.reason().because).toBe('dropped')
    expect(next.dueAt).toBe(Infinity)
  })
  it('reads the value the price asks for at the time it names', () => {
    const state = learned(policy, [
      [10, true],
      [10, false],
      [10, false],
    ])
    const calm = Float64Array.from({ length: 80 }, (_, k) => (k < 40 ? 1 / 40 : 0))
    const next = policy.next(state, { ...page, prior: calm }, { price: 3, now: 110 })
    expect(next.value(next.dueAt)).toBeCloseTo(3, 1)
  })
  it('probes early where a page may be weekly or hourly', () => {
    const state = learned(
      policy,
      Array.from({ length: 6 }, () => [30, true] as const),
    )
    const at = (curiosity: number) =>
      policy.next(state, page, { price: 6, now: 110, even: 30, curiosity }).interval
    expect(at(600)).toBeLessThan(at(0))
  })
  it('comes back to a dropped page in a restless group sooner than in a steady one', () => {
    const state = steady(0.5, true)
    const group = (restless: number) =>
      Float64Array.from({ length: 80 }, (_, k) => (k < 40 ? 1 - restless : restless) / 40)
    const back = (restless: number) =>
      policy.next(state, { ...page, prior: group(restless) }, { price: 3, now: 110, even: 7 }).interval
    expect(back(0.5)).toBeLessThan(back(0.1))
    expect(back(0.5)).toBeLessThan(400)
  })
  it('learned priors reach pages never visited twice', () => {
    const group = new PriorGroup()
    for (let round = 0; round < 5; round++)
      for (let i = 0; i < 60; i++) group.observe(null, steady(1, true), group.prior())
    const prior = group.prior()
    expect(
      policy.next(policy.begin(page), { ...page, prior }, { price: 0.1, now: 101 }).reason().rate,
    ).toBeGreaterThan(0.5)
  })
})

it('a name nobody knows gets a sentence', () =>
  expect(() => policyNamed('best')).toThrow(/There is no policy “best”; choose one of value/))
