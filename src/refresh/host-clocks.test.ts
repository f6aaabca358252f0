import { describe, expect, it } from 'vitest'
import { CollectionClock, directoriesOf, HostClocks } from './host-clocks.ts'

const ROUND_DAYS = 30

function begun(): { collection: CollectionClock; host: HostClocks } {
  const collection = new CollectionClock()
  collection.roundLasts(ROUND_DAYS)
  return { collection, host: new HostClocks(collection) }
}

/** Thirty pages each of two directories, visited in turn; all of `/a/` changed on day 70. */
function visitBoth({ collection, host }: ReturnType<typeof begun>): void {
  for (let i = 0; i < 60 * 3; i++) {
    const to = 30 + (i * 30) / 60
    if (to > 80) break
    const name = i % 2 === 0 ? '/a/' : '/b/'
    host.saw({
      ...{ url: `${name}${(i >> 1) % 30}`, groups: [name], from: to - 30, to },
      ...{ changed: name === '/a/' && to > 70 && to - 30 <= 70, chanceOfNone: 0.75 },
    })
    if (i % 4 === 0) collection.fit(to)
  }
  collection.fit(80)
}

describe('directories of an address', () => {
  it.each([
    ['/docs/api/x.html?a=/b/', ['/docs/', '/docs/api/']],
    ['/docs/', ['/docs/']],
    ['/x', []],
    ['', []],
  ])('%s lies in %j', (address, directories) => expect(directoriesOf(address)).toEqual(directories))
})

describe('the clocks of a host', () => {
  it('do not run before the length of a round is known', () => {
    const host = new HostClocks(new CollectionClock())
    host.saw({ url: '/a/1', groups: ['/a/'], from: 0, to: 1, changed: true, chanceOfNone: 0.5 })
    expect(host.clockOf(['/a/'])).toBeUndefined()
  })

  it('a directory has one from its third page on', () => {
    const { host } = begun()
    const visit = { groups: ['/a/'], from: 0, to: 1, changed: false, chanceOfNone: 0.5 }
    host.saw({ ...visit, url: '/a/1' })
    host.saw({ ...visit, url: '/a/1' })
    host.saw({ ...visit, url: '/a/2' })
    expect(host.nameOf(['/a/'])).toBe('')
    host.saw({ ...visit, url: '/a/3' })
    expect(host.nameOf(['/a/'])).toBe('/a/')
    expect(host.nameOf(['/b/'])).toBe('')
  })

  it('tell the directory that was worked over from the one that was not', () => {
    const clocks = begun()
    visitBoth(clocks)
    const days = (name: string) => clocks.host.clockOf([name])!.between(65, 80)
    expect(days('/a/')).toBeGreaterThan(25)
    expect(days('/b/')).toBeLessThan(15)
  })

  it('are what they were after a restart', () => {
    const clocks = begun()
    visitBoth(clocks)
    const kept = JSON.parse(JSON.stringify(clocks)) as {
      collection: ConstructorParameters<typeof CollectionClock>[0]
      host: ConstructorParameters<typeof HostClocks>[1]
    }
    const again = new HostClocks(new CollectionClock(kept.collection), kept.host)
    expect(again.nameOf(['/a/'])).toBe('/a/')
    expect(again.clockOf(['/a/'])!.between(65, 80)).toBeGreaterThan(25)
  })

  it('go on when the round gets longer', () => {
    const clocks = begun()
    visitBoth(clocks)
    clocks.collection.roundLasts(3 * ROUND_DAYS)
    expect(clocks.host.clockOf(['/a/'])!.since(60).changes).toBeGreaterThan(5)
  })

  it('a host that is all of the collection goes by its clock', () => {
    const clocks = begun()
    visitBoth(clocks)
    const [host, all] = [clocks.host.clockOf([])!, clocks.collection.clock!]
    expect(host.between(50, 80)).toBeCloseTo(all.between(50, 80), 6)
  })

  it.each([[null], [{}], [{ days: 1 }], [{ exposure: [], changes: [] }]])(
    'a damaged memory %j is none',
    damaged => {
      const collection = new CollectionClock({ fittedAt: 80, clock: damaged as never })
      expect(collection.clock).toBeUndefined()
      collection.roundLasts(ROUND_DAYS)
      const host = new HostClocks(collection, { '': damaged, '/a/': damaged } as never)
      expect(host.clockOf(['/a/'])!.between(3, 10)).toBe(7)
    },
  )
})
