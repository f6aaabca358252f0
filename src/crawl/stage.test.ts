import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Stage } from './stage.ts'

it('holds what was added, where it says, also after growing and being cleared', () => {
  const stage = new Stage()
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300_000 }), { maxLength: 12 }), parts => {
      stage.clear()
      const places = parts.map(part => ({ part, offset: stage.add(part) }))
      for (const { part, offset } of places)
        expect(Buffer.compare(stage.part(offset, part.length), part)).toBe(0)
      expect(stage.size).toBe(parts.reduce((sum, part) => sum + part.length, 0))
      expect(stage.bytes.length).toBe(stage.size)
    }),
    { numRuns: 30 },
  )
})
