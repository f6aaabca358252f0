import { expect, it } from 'vitest'
import { SecondLookBudget } from './second-look-budget.ts'

it('looks twice while that teaches something, and now and then later', () => {
  const confirmations = new SecondLookBudget()
  for (let i = 0; i < 10; i++) {
    expect(confirmations.isWorthwhile()).toBe(true)
    confirmations.record(true)
  }
  let looks = 0
  for (; confirmations.isWorthwhile() && looks < 100; looks++) confirmations.record(false)
  expect(looks).toBeLessThan(15)
  const saved = new SecondLookBudget(JSON.parse(JSON.stringify(confirmations)))
  const later = Array.from({ length: 100 }, () => saved.isWorthwhile())
  expect(later.filter(worth => worth).length).toBe(5)
  for (let i = 0; i < 3; i++) saved.record(true)
  expect(saved.isWorthwhile()).toBe(true)
})
