import { expect, it } from 'vitest'
import { configFrom } from '../../config/index.ts'
import { packScores } from '../../document/accessibility/level-scores.ts'
import { RulesOfPages } from './page-rules.ts'

const page = (accessibility: number | null) => ({
  ...{ url: 'https://a.example/', pageClass: null, importance: null, copyOf: null },
  accessibility,
  relevance: null,
})

it('weighs pages by their accessibility, the first weight that fits', () => {
  const { settings } = configFrom({
    analyse: { accessibility: 'static' },
    weights: [
      { accessibility: 'A<50', weight: 5 },
      { accessibility: 'AA >= 90', weight: 0.5 },
    ],
  })
  const rules = new RulesOfPages(settings)
  const weightAt = (a: number, aa: number) => rules.of(page(packScores({ a, aa, aaa: 0 }))).weight
  expect([weightAt(49, 100), weightAt(50, 89), weightAt(50, 90), weightAt(100, 100)]).toEqual([
    5, 1, 0.5, 0.5,
  ])
  expect(rules.of(page(null)).weight).toBe(1)
})
