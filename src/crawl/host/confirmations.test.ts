import { expect, it } from 'vitest'
import { Confirmations } from './confirmations.ts'

it('looks twice while that teaches something, and now and then later', () => {
  const confirmations = new Confirmations()
  for (let i = 0; i < 10; i++) {
    expect(confirmations.isWorth()).toBe(true)
    confirmations.record(true)
  }
  let looks = 0
  for (; confirmations.isWorth() && looks < 100; looks++) confirmations.record(false)
  expect(looks).toBeLessThan(15)
  const saved = new Confirmations(JSON.parse(JSON.stringify(confirmations)))
  const later = Array.from({ length: 100 }, () => saved.isWorth())
  expect(later.filter(worth => worth).length).toBe(5)
  for (let i = 0; i < 3; i++) saved.record(true)
  expect(saved.isWorth()).toBe(true)
})
