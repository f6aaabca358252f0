import { expect, it } from 'vitest'
import { RecentMap } from './recent-map.ts'

it('forgets what was set longest ago, and counts setting again as new', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([...map.entries()]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
