import { expect, it } from 'vitest'
import { textShape } from './text-shape.ts'

it('a text is counted by words, sentences, figures and marks', () => {
  expect(textShape('It rained. “Did it?” she asked, twice!')).toMatchObject({
    words: 7,
    sentences: 3,
    isClosed: true,
    prices: 0,
  })
  expect(textShape('Version 2.5 of a.b.c')).toMatchObject({ words: 7, sentences: 0, isClosed: false })
  expect(textShape('€ 12.50 or $9, not 7')).toMatchObject({ prices: 2 })
  expect(textShape('日本語です。今日は雨。').sentences).toBe(1)
  expect(textShape('ABcd 12').capitals).toBeCloseTo(2 / 7)
  expect(textShape('ABcd 12').digits).toBeCloseTo(2 / 7)
  expect(textShape('Home | News · Sport').bars).toBeCloseTo(2 / 19)
})
