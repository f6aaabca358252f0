import { describe, expect, it } from 'vitest'
import { copyBytes, joinBytes } from './copy-bytes.ts'

const bytes = (...numbers: number[]) => Uint8Array.from(numbers)

function shared(...numbers: number[]): Buffer {
  const buffer = Buffer.from(new SharedArrayBuffer(numbers.length))
  for (const [at, number] of numbers.entries()) buffer[at] = number
  return buffer
}

describe('copyBytes', () => {
  it('copies into shared memory and out of it, and nothing beside', () => {
    const target = shared(9, 9, 9, 9, 9)
    copyBytes(bytes(1, 2, 3), target, 1)
    expect([...target]).toEqual([9, 1, 2, 3, 9])
    const copy = Buffer.alloc(4, 7)
    copyBytes(target.subarray(1, 3), copy, 0)
    expect([...copy]).toEqual([1, 2, 7, 7])
  })

  it('copies nothing if there is nothing', () => {
    const target = Buffer.from([1])
    copyBytes(bytes(), target, 1)
    expect([...target]).toEqual([1])
  })
})

it('joinBytes puts parts in order, shared or not', () => {
  expect([...joinBytes([bytes(1), shared(2, 3), bytes(), bytes(4)])]).toEqual([1, 2, 3, 4])
  expect(joinBytes([]).length).toBe(0)
})
