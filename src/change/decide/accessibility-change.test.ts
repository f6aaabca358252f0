import { expect, it } from 'vitest'
import { packScores } from '../../document/accessibility/level-scores.ts'
import { compareReports } from './accessibility-change.ts'

const report = (a: number, aa: number, aaa: number, ...rules: string[]) => ({
  score: packScores({ a, aa, aaa }),
  failed: JSON.stringify(rules.map(rule => [rule, 1, []])),
})

it('tells the largest difference of a level, the rules that fail on one side, and the scores', () => {
  expect(
    compareReports(report(80, 65, 40, 'image-alt', 'label'), report(90, 70, 30, 'label', 'list')),
  ).toEqual({
    difference: 0.1,
    rules: ['list', 'image-alt'],
    summary: 'A80 AA65 AAA40 → A90 AA70 AAA30',
  })
})

it('sees no difference where the scores are alike, whatever fails', () => {
  expect(compareReports(report(80, 80, 80, 'label'), report(80, 80, 80, 'list')).difference).toBe(0)
})
