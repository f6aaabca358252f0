import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Heap } from './heap.ts'

it('brings keys out in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), keys => {
      const heap = new Heap<number>()
      for (const key of keys) heap.push(key, key)
      const out: number[] = []
      while (heap.size > 0) {
        expect(heap.leastKey).toBeLessThanOrEqual(keys.reduce((a, b) => Math.max(a, b)))
        out.push(heap.pop()!)
      }
      expect(out).toEqual([...keys].sort((a, b) => a - b))
      expect(heap.pop()).toBeUndefined()
    }),
  )
})
