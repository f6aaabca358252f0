import { describe, expect, it } from 'vitest'
import type { Sample } from '../collection-samples.ts'
import type { PlanReport } from '../plan.ts'
import { roundTicks, timeTicks } from './chart-parts.ts'
import { freshnessChart } from './freshness-chart.ts'

const START = Date.UTC(2026, 0, 5)
const HOUR_MS = 3_600_000
const sample = (hours: number, freshness: number | null = 0.8): Sample => ({
  ...{ at: new Date(START + hours * HOUR_MS), freshness, ageDays: 1, price: 1, budgetPerDay: 24 },
  ...{ known: 9, stored: 8, spent: 3, visits: 3, refreshes: 3, changes: 1, wasted: 2 },
})
const PLAN: PlanReport = {
  ...{
    pages: 8,
    bytesPerPage: 1,
    unit: 'fetches',
    budgetPerDay: 4,
    freshness: 0.5,
    ageDays: 1,
    rates: [],
    overdue: 0,
  },
  ...{ objective: 'freshness', policy: 'value', goal: null, goals: [] },
  curve: [1, 2, 4, 8].map(budgetPerDay => ({
    ...{ budgetPerDay, price: 1, freshness: budgetPerDay / 10, ageDays: 1, harmonic: 1 },
  })),
}
const drawn = (samples: readonly Sample[]) => freshnessChart({ name: 'a <b> & "c"', samples, plan: PLAN })
const count = (svg: string, pattern: RegExp) => [...svg.matchAll(pattern)].length

describe('the freshness chart', () => {
  it('shows what was sampled, and marks the budget', () => {
    const svg = drawn([0, 1, 2, 3].map(hours => sample(hours)))
    expect(svg).not.toMatch(/NaN|Infinity/)
    expect(count(svg, /<path class="line" /g)).toBe(2)
    expect(count(svg, /<rect class="found"/g)).toBe(3 + 1)
    expect(svg).toMatch(/<text [^>]*class="strong">40\.0 %<\/text>/)
    expect(svg).toContain('a &lt;b&gt; &amp; &quot;c&quot;')
  })

  it('draws a guess across a gap, and a note if there are no samples at all', () => {
    const gap = drawn([...[0, 1, 2].map(hours => sample(hours)), ...[90, 91, 92].map(hours => sample(hours))])
    expect(count(gap, /class="line guess"/g)).toBe(1)
    expect(drawn([])).toContain('no samples were stored in this time')
    for (const few of [[sample(0)], [sample(0, null)], [sample(0, null), sample(1, 0)]])
      expect(drawn(few)).not.toMatch(/NaN|Infinity/)
  })
})

describe('ticks', () => {
  it('are at round numbers', () => {
    expect(roundTicks(0, 1_234)).toEqual([0, 500, 1_000])
    expect(roundTicks(0.7, 1).map(at => Math.round(at * 100))).toEqual([70, 80, 90, 100])
    expect(roundTicks(0, 0)).toEqual([0])
  })

  it('are at round times', () => {
    const labels = (hours: number) => timeTicks(START, START + hours * HOUR_MS).map(({ label }) => label)
    expect(labels(2)).toEqual([
      'Jan 5',
      '00:15',
      '00:30',
      '00:45',
      '01:00',
      '01:15',
      '01:30',
      '01:45',
      '02:00',
    ])
    expect(labels(24)).toEqual([
      'Jan 5',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      'Jan 6',
    ])
    expect(labels(24 * 30)).toHaveLength(10)
    expect(labels(24 * 700).at(-1)).toMatch(/2027$/)
  })
})
