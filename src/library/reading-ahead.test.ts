import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readingAhead } from './reading-ahead.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

async function listed<T>(from: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const each of from) all.push(each)
  return all
}

describe('reading ahead', () => {
  it('keeps the order, whatever is ready first, and reads some side by side', async () => {
    let running = 0
    let most = 0
    const read = async (n: number) => {
      most = Math.max(most, ++running)
      await sleep(10 - (n % 10))
      running--
      return n
    }
    expect(await listed(readingAhead(numbers(30), read))).toEqual(numbers(30))
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(8)
  })

  it('begins no more than it needs when somebody stops early', async () => {
    const begun: number[] = []
    for await (const n of readingAhead(numbers(100), async n => begun.push(n))) if (n > 0) break
    expect(begun.length).toBeLessThanOrEqual(8)
  })

  it('hands on what fails, in its turn', async () => {
    const read = async (n: number) => {
      if (n >= 3) throw new Error(`no ${n}`)
      return n
    }
    const seen: number[] = []
    const all = async () => {
      for await (const n of readingAhead(numbers(6), read)) seen.push(n)
    }
    await expect(all()).rejects.toThrow('no 3')
    expect(seen).toEqual([0, 1, 2])
  })
})
