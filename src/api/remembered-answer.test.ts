import { expect, it } from 'vitest'
import { RememberedAnswer } from './remembered-answer.ts'

it('is computed once for all callers, again after it was forgotten, and again after it failed', async () => {
  const remembered = new RememberedAnswer<number>()
  let made = 0
  const make = async () => ++made
  expect(await Promise.all([remembered.get(make), remembered.get(make)])).toEqual([1, 1])
  expect(await remembered.get(make)).toBe(1)
  remembered.forget()
  expect(await remembered.get(make)).toBe(2)
  remembered.forget()
  await expect(remembered.get(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await remembered.get(make)).toBe(3)
})
