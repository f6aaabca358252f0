import { describe, expect, it } from 'vitest'
import { guideOfSpecification } from '../../site/guide/make.ts'
import { readSpecification } from '../../site/index.ts'
import { Guides } from './guides.ts'

const { lines } = readSpecification('home,link,//a,list,list\nlist,link,//a,item,list\n')
const guide = guideOfSpecification(lines, {})
const waiting = (pageClass: string | null) =>
  ({ url: 'http://a.test/x', pageClass, kind: 'page' }) as Parameters<Guides['refusal']>[0]
const promised = (pageClass: string) => ({ kind: 'page', pageClass }) as const

describe('classes that are left out', () => {
  const guides = new Guides([guide], ['item'])

  it('are neither queued nor visited', () => {
    expect(guides.refusalOfLink('http://a.test/x', promised('item'))).toMatchObject({ by: 'unlinked' })
    expect(guides.refusal(waiting('item'))).toBe('unlinked')
  })

  it('leave the others alone', () => {
    expect(guides.refusalOfLink('http://a.test/x', promised('list'))).toBeNull()
    expect(guides.refusal(waiting('list'))).toBeNull()
    expect(new Guides([guide]).refusal(waiting('item'))).toBeNull()
  })
})

describe('pages that no link promises', () => {
  it('are not visited by a specification, and tried by an inferred model', () => {
    const inferred = { names: [], members: [], profile: { sizes: [], kinds: {} } }
    expect(new Guides([guide]).refusal(waiting(null))).toBe('unlinked')
    expect(new Guides([{ ...guide, inferred }]).refusal(waiting(null))).toBeNull()
  })
})

it('ranks classes by their distance from the start, and pictures behind them', () => {
  const guides = new Guides([guide])
  const rank = (name: string) => guides.rankOf(promised(name), 'http://a.test/x')
  expect([rank('home'), rank('list'), rank('item')]).toEqual([0, 1, 2])
  expect(guides.rankOf({ kind: 'image', pageClass: null }, 'http://a.test/x')).toBeGreaterThan(rank('item'))
})

it('learns the addresses of each site by itself', () => {
  const inferred = { names: [], members: [], profile: { sizes: [], kinds: {} } }
  const sites = ['http://a.test', 'http://b.test']
  const guides = new Guides(sites.map(origin => ({ ...guide, origin, inferred })))
  for (let i = 0; i < 8; i++)
    guides.visited({ url: `http://a.test/idle?n=${i}`, outline: i, phrases: new Uint32Array(0), links: [] })
  const refusals = sites.map(origin =>
    guides.refusal({ ...waiting(null), url: `${origin}/idle?n=9` as never }),
  )
  expect(refusals).toEqual(['copies', null])
})
