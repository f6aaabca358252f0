import { describe, expect, it } from 'vitest'
import { BodyPool } from './body-pool.ts'

describe('BodyPool', () => {
  it('reuses returned buffers, by size', () => {
    const pool = new BodyPool()
    const small = pool.take(10)
    const large = pool.take(100_000)
    expect(large.byteLength).toBeGreaterThanOrEqual(100_000)
    pool.give(small)
    pool.give(large)
    expect(pool.take(99_000)).toBe(large)
    expect(pool.take(5)).toBe(small)
    expect(pool.take(5)).not.toBe(small)
  })

  it('holds a bounded amount', () => {
    const pool = new BodyPool()
    const many = Array.from({ length: 2_000 }, () => pool.take(1))
    for (const buffer of many) pool.give(buffer)
    const again = new Set(Array.from({ length: 2_000 }, () => pool.take(1)))
    expect(many.filter(buffer => again.has(buffer)).length).toBe(512)
  })

  it('leaves buffers from elsewhere to the garbage collector', () => {
    const pool = new BodyPool()
    const buffer = new ArrayBuffer(64 * 1024)
    pool.give(buffer)
    expect(pool.take(64 * 1024)).not.toBe(buffer)
  })
})
