import { describe, expect, it } from 'vitest'
import type { PageRow, VisitRow } from '../store/index.ts'
import { worldOfHistory } from './own-history.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 5)

type Visit = readonly [day: number, revision: number | null, outcome?: VisitRow['outcome']]

/** A store of pages with these visits. */
function storeOf(histories: readonly (readonly Visit[])[]) {
  return {
    async *pages() {
      for (let id = 0; id < histories.length; id++) yield { shard: 0, id } as PageRow
    },
    async visits({ id }: { readonly id: number }) {
      return histories[id]!.map(
        ([day, revision, outcome = 'fetched']) => ({ at: START + day * DAY, revision, outcome }) as VisitRow,
      )
    },
  }
}

const timesOf = ({ changes }: Awaited<ReturnType<typeof worldOfHistory>>, page: number) => [
  ...changes.times.slice(changes.starts[page], changes.starts[page + 1]),
]

describe('a collection as a world', () => {
  it('a change came between the visit that found it and the one before, which found none', async () => {
    const world = await worldOfHistory(
      'x',
      storeOf([
        [
          [0, 1],
          [4, null],
          [6, 2],
          [10, null],
        ],
      ]),
    )
    expect(timesOf(world, 0)).toEqual([5])
    expect(world.spanDays).toBe(10)
    expect([...world.rates]).toEqual([0.1])
  })

  it('a page that never changed is one, and a failed visit says nothing', async () => {
    const store = storeOf([
      [
        [0, 1],
        [5, null, 'notModified'],
        [10, null],
      ],
      [
        [0, 1],
        [2, null, 'failed'],
        [4, 2],
      ],
      [
        [0, 1],
        [1, null, 'failed'],
      ],
    ])
    const world = await worldOfHistory('x', store)
    expect(world.pages).toBe(2)
    expect(timesOf(world, 0)).toEqual([])
    expect(timesOf(world, 1)).toEqual([2])
  })

  it('a page lives from its first visit on', async () => {
    const world = await worldOfHistory(
      'x',
      storeOf([
        [
          [0, 1],
          [20, null],
        ],
        [
          [0.5, 1],
          [20, null],
        ],
        [
          [10, 1],
          [20, 2],
        ],
      ]),
    )
    expect([...world.births!]).toEqual([0, 0, 10])
    expect(world.rates[2]).toBeCloseTo(0.1)
  })

  it('needs two visits to say anything', async () => {
    await expect(worldOfHistory('x', storeOf([[[0, 1]]]))).rejects.toThrow(
      'x has no page that was visited twice',
    )
  })
})
