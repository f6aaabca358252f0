import { expect, it } from 'vitest'
import { Echoes } from './echoes.ts'

const at = (i: number) => `http://a.test/${'x'.repeat(i)}`
const facts = (outline: number, set: number | null = 7) => ({
  outline,
  fingerprints: set === null ? null : { words: '', set },
})
const chain = (length: number, says: (i: number) => ReturnType<typeof facts>) => {
  const echoes = new Echoes()
  let state = echoes.note(at(0), null, says(0))
  for (let i = 1; i <= length; i++) state = echoes.note(at(i), at(i - 1), says(i))
  return { echoes, state }
}

it('leaves the links of a page last that says what ten pages before it said, and stops after twenty', () => {
  expect(chain(9, () => facts(1)).state).toBe('fruitful')
  expect(chain(10, () => facts(1)).state).toBe('demoted')
  expect(chain(20, () => facts(1)).state).toBe('stopped')
})

it('wants the words of a page once five titles on the way to it were alike, and begins anew where they differ', () => {
  const { echoes } = chain(5, () => facts(1, null))
  expect(echoes.isSuspect(at(5))).toBe(true)
  expect(echoes.isSuspect(at(4))).toBe(false)
  expect(echoes.isSuspect(null)).toBe(false)
  expect(chain(30, i => facts(1, i)).state).toBe('fruitful')
  expect(chain(29, i => facts(i % 15 === 0 ? i : 1)).state).toBe('demoted')
})

it('does not count pages that one page leads to', () => {
  const echoes = new Echoes()
  echoes.note(at(0), null, facts(1))
  for (let i = 1; i < 50; i++) expect(echoes.note(at(i), at(0), facts(1))).toBe('fruitful')
})
