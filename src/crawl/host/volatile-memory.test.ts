import { expect, it, test } from 'vitest'
import { VolatileMemory } from './volatile-memory.ts'

test('classes learn for themselves, and begin with what the host knows', () => {
  const memory = new VolatileMemory('host')
  expect([memory.of(null), memory.of('item')]).toEqual(['host', 'host'])
  memory.learn('item', 'own')
  expect([memory.of(null), memory.of('item'), memory.of('list')]).toEqual(['host', 'own', 'host'])
  const again = new VolatileMemory(JSON.parse(JSON.stringify(memory)))
  expect([again.of(null), again.of('item')]).toEqual(['host', 'own'])
})

test('only so many classes are remembered', () => {
  const memory = new VolatileMemory()
  expect(memory.isEmpty).toBe(true)
  memory.learn(null, 'host')
  for (let i = 0; i < 100; i++) memory.learn(`c${i}`, String(i))
  expect([memory.of(null), memory.of('c0'), memory.of('c99')]).toEqual(['host', 'host', '99'])
})

it('forgets the oldest classes when what was learned becomes too much, and the host last', () => {
  const memory = new VolatileMemory()
  memory.learn(null, 'h'.repeat(60_000))
  for (const name of ['a', 'b', 'c']) memory.learn(name, name.repeat(60_000))
  expect(memory.of('a')).toBe(memory.of(null))
  expect([memory.of(null)?.[0], memory.of('b')?.[0], memory.of('c')?.[0]]).toEqual(['h', 'b', 'c'])
  memory.learn('d', 'd'.repeat(1_000_000))
  expect(memory.of('d')?.[0]).toBe('h')
})

it('puts together what pages of all classes saw that were compared at the same time', () => {
  const none = { lost: [], standing: [], absent: [], lists: [] }
  const seen = (bit: number) =>
    ({ page: { address: bit, bit, looks: bit }, lastAt: 0, at: 100, gained: [[7, 3, 5]], ...none }) as const
  const memory = new VolatileMemory()
  expect(memory.shared).toBe(null)
  for (const page of [1, 2, 3, 4]) memory.learnShared(seen(1 << page))
  expect(JSON.parse(memory.shared!).texts[0][3]).toBe(0b11110)
  const again = new VolatileMemory(JSON.parse(JSON.stringify(memory)))
  expect(again.shared).toBe(memory.shared)
  expect(new VolatileMemory([['', null, '{rubbish']]).shared).toBe('{rubbish')
})
