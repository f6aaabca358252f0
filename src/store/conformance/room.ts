import { describe, expect, it } from 'vitest'
import { A, batch, fetched, NOW, type Opened, running } from './fixture.ts'

/** Room for pages in a collection that may hold so many. */
export function room(current: () => Opened): void {
  describe('room for pages', () => {
    it('is given to all workers together no more often than there is, and comes back', async () => {
      const { store, beside, reopen } = current()
      const other = (await beside?.()) ?? store
      const [one] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(one!)] }))
      await other.join('w2', NOW)
      const ask = (worker: string, want: number, keep = 0) =>
        (worker === 'w1' ? store : other).reserveRoom({ worker, limit: 10, keep, want })
      expect(await ask('w1', 4)).toEqual({ room: 4, stored: 1 })
      expect(await ask('w2', 50)).toEqual({ room: 5, stored: 1 })
      expect(await ask('w1', 9)).toEqual({ room: 4, stored: 1 })
      // What is under way keeps its room, also where the limit is lower by now.
      expect(await store.reserveRoom({ worker: 'w1', limit: 2, keep: 3, want: 9 })).toEqual({
        room: 3,
        stored: 1,
      })
      expect(await ask('w2', 50, 2)).toEqual({ room: 6, stored: 1 })
      await other.leave('w2')
      expect(await ask('w1', 50)).toEqual({ room: 9, stored: 1 })
      const again = await reopen()
      await again.recover(NOW)
      await again.join('w3', NOW)
      expect(await again.reserveRoom({ worker: 'w3', limit: 10, keep: 0, want: 50 })).toMatchObject({
        stored: 1,
      })
    })
  })
}
