import { expect, it } from 'vitest'
import { hostId, pageId } from '../../store/ids.ts'
import type { Rescheduled } from '../../store/index.ts'
import { Breather } from './breather.ts'
import { Moves, packMoves, unpackMoves } from './moves.ts'

const move = (id: number, host: number, dueAt: number | null): Rescheduled => ({
  page: { id: pageId(id), shard: 0, host: hostId(host) },
  dueAt,
})

it('writes the moves of one host together, in parts that do not block for long', async () => {
  const written: (readonly Rescheduled[])[] = []
  const store = { reschedule: async (pages: readonly Rescheduled[]) => void written.push(pages) }
  const moves = new Moves(store, new Breather())
  for (let id = 1; id <= 1_200; id++) moves.add(move(id, id % 3, 2_000 - id))
  await moves.write()
  expect(written.map(part => part.length)).toEqual([500, 500, 200])
  const all = written.flat().map(({ page, dueAt }) => page.host * 10_000 + dueAt!)
  expect(all).toEqual([...all].sort((a, b) => a - b))
  await moves.write()
  expect(written).toHaveLength(3)
})

it('sends moves to another thread as numbers', () => {
  const moves = [move(2 ** 51 + 1, 7, 1_700_000_000_123), move(3, 2 ** 41, null)]
  expect(unpackMoves(packMoves(moves))).toEqual(moves)
})
