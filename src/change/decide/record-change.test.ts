import { describe, expect, it } from 'vitest'
import { compareRecords, recordFrom } from './record-change.ts'

describe('level record', () => {
  it('compares fields, whatever their order', () => {
    expect(compareRecords({ name: 'A', price: 3 }, { price: 3, name: 'A' })).toEqual({
      difference: 0,
      fields: [],
      summary: '',
    })
    expect(compareRecords({ name: 'A', price: 3 }, { name: 'A', price: 4 })).toEqual({
      difference: 0.5,
      fields: ['price'],
      summary: 'price: “3” → “4”',
    })
  })

  it('sees fields that come and go, and lists', () => {
    expect(compareRecords({ a: 'x' }, { b: ['y', 'z'] })).toMatchObject({ difference: 1, fields: ['a', 'b'] })
    expect(compareRecords({}, { b: 'y' }).summary).toBe('b: nothing → “y”')
    expect(compareRecords({ l: [{ n: 1 }] }, { l: [{ n: 2 }] }).fields).toEqual(['l'])
  })

  it('takes two pages without fields for the same', () => expect(compareRecords({}, {}).difference).toBe(0))

  it('reads what a store holds, and nothing else', () => {
    expect(recordFrom('{"a":1}')).toEqual({ a: 1 })
    for (const text of [null, '', 'x', '3', 'null']) expect(recordFrom(text)).toBeNull()
  })
})
