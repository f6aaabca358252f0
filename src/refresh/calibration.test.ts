import { describe, expect, it } from 'vitest'
import { seededRandom } from '../env/index.ts'
import { Calibration } from './calibration.ts'

const ROUND = 30

/**
 * Mean freshness, actual and believed, of pages that are visited now and then, change at one rate and are believed to change at another.
 */
function watched(rate: number, believed: number) {
  const random = seededRandom(3)
  const calibration = new Calibration()
  let [days, fresh, thought] = [0, 0, 0]
  for (let visit = 0; visit < 20_000; visit++) {
    const elapsed = ROUND * (0.3 + 1.4 * random.next())
    const changedAfter = -Math.log(1 - random.next()) / rate
    days += elapsed
    fresh += Math.min(elapsed, changedAfter)
    thought += -Math.expm1(-believed * elapsed) / believed
    calibration.saw(
      {
        ...{ at: visit * 0.05, elapsed, changed: changedAfter < elapsed, weight: 1 },
        chanceOfNone: Math.exp(-believed * elapsed),
      },
      ROUND,
    )
  }
  return { truth: fresh / days, believed: thought / days, lack: calibration.lack(ROUND), calibration }
}

describe('calibration of a mean freshness', () => {
  it('adds nothing where beliefs are right', () => {
    const { truth, believed, lack } = watched(0.01, 0.01)
    expect(Math.abs(truth - believed)).toBeLessThan(0.01)
    expect(Math.abs(lack)).toBeLessThan(0.01)
  })

  it.each([
    [0.01, 0.02],
    [0.02, 0.01],
    [0.002, 0.008],
  ])('finds what is lacking where pages change at %d and are believed to change at %d', (rate, thought) => {
    const { truth, believed, lack } = watched(rate, thought)
    expect(Math.abs(truth - believed)).toBeGreaterThan(0.05)
    expect(Math.abs(believed + lack - truth)).toBeLessThan(0.025)
  })

  it('fades, and is remembered', () => {
    const { calibration, lack } = watched(0.002, 0.008)
    const again = new Calibration(JSON.parse(JSON.stringify(calibration)))
    expect(again.lack(ROUND)).toBe(lack)
    again.saw({ at: 1e4, elapsed: ROUND, changed: false, chanceOfNone: 1, weight: 1 }, ROUND)
    expect(Math.abs(again.lack(ROUND))).toBeLessThan(0.001)
    expect(new Calibration({ at: 1 } as never).lack(ROUND)).toBe(0)
  })
})
