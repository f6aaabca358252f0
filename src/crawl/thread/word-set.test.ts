import { expect, it } from 'vitest'
import { hashWords } from './word-set.ts'

it('hashes the set of words, whatever their order, number, digits and signs', () => {
  const one = hashWords(['Day 2026-01-01: red, green', 'list?colour=1'])
  expect(hashWords(['list?colour=3&colour=2', 'green: red Day 1'])).toBe(one)
  expect(hashWords(['Day 2026-01-01: red, blue', 'list?colour=1'])).not.toBe(one)
  expect(hashWords(['a', 'b'])).toBe(hashWords(['b a']))
  expect(hashWords(['ab'])).not.toBe(hashWords(['a b']))
})

it('tells long texts of different words apart', () => {
  const words = Array.from(
    { length: 3000 },
    (_, n) => `w${n.toString(26).replace(/\d/g, d => 'qrstuvwxyz'[Number(d)]!)}`,
  )
  expect(hashWords([words.join(' ')])).not.toBe(hashWords([`${words.join(' ')} another`]))
})

it('leaves out what is no word for its length', () => {
  const address = (steps: number) => `https://example.org/mirror/${'x'.repeat(steps)}`
  expect(hashWords([`boats ${address(60)}`])).toBe(hashWords([`boats ${address(61)}`]))
})

it('takes a sentence without spaces as it is, however long', () => {
  const sentence =
    '船は夜明けに港を出て、夕方には網いっぱいの魚を積んで戻ってくると漁師は毎朝そう言って笑うのだった'
  expect(hashWords([sentence])).not.toBe(hashWords([sentence.replace('魚', '貝')]))
})
