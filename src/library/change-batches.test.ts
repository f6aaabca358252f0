import { describe, expect, it } from 'vitest'
import { batchesIn } from './change-batches.ts'

const HOUR = 3_600_000
const change = (path: string, hour: number, origin = 'http://a.test') => ({
  ...{ origin, url: `${origin}${path}`, at: hour * HOUR },
})

describe('batches of changes', () => {
  it('are spans in which many pages of a site changed, with the directory of the pages', () => {
    const steady = Array.from({ length: 90 }, (_, i) => change(`/news/${i}`, i))
    const batch = Array.from({ length: 20 }, (_, i) => change(`/docs/v2/${i}`, 40.5))
    const { hosts } = batchesIn([...steady, ...batch], 0, 96 * HOUR)
    expect(hosts).toHaveLength(1)
    expect(hosts[0]!.counts).toHaveLength(96)
    expect(hosts[0]!.batches).toMatchObject([{ pages: 21, directory: expect.stringContaining('/docs/v2') }])
    expect(hosts[0]!.batches[0]!.from.getTime()).toBe(40 * HOUR)
  })

  it('are not found if a site changes evenly, or if one page changes often', () => {
    const even = Array.from({ length: 480 }, (_, i) => change(`/${i}`, i / 5))
    const often = Array.from({ length: 30 }, () => change('/', 50, 'http://b.test'))
    const { hosts } = batchesIn([...even, ...often], 0, 96 * HOUR)
    expect(hosts.map(each => each.batches.length)).toEqual([0, 0])
  })

  it('count changes at both ends of the time', () => {
    const { hosts } = batchesIn([change('/', 0), change('/', 96)], 0, 96 * HOUR)
    expect(hosts[0]!.counts[0]).toBe(1)
    expect(hosts[0]!.counts[95]).toBe(1)
  })
})
