import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SeenPage, SeenPages, UrlEquivalences, type UrlRule } from './index.ts'
import { rewritingsOf } from './rewritings.ts'

const A = 'http://a.test'

/** A page whose main text is `says`. */
function page(path: string, says: string, more: Partial<SeenPage> = {}): SeenPage {
  const content = { hash: `hash of ${says}`, simhash: '0'.repeat(16), words: 50 }
  const url = path.startsWith('http') ? path : A + path
  return {
    ...{ url, digest: `bytes of ${path}`, content, canonical: null },
    ...{ movedTo: null, at: 0, isStored: true },
    ...more,
  }
}

const rulesOf = () => new UrlEquivalences(A, new SeenPages())
const stateOf = ({ rules }: UrlEquivalences, name: string): UrlRule['state'] | undefined =>
  rules.find(({ rule }) => rule === name)?.state
/** Each thread, followed by its printer view. */
const printed = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + i).flatMap(n => [
    page(`/t/${n}`, `thread ${n}`),
    page(`/t/${n}?print=1`, `thread ${n}`),
  ])
const learned = () => {
  const urls = rulesOf()
  for (const each of printed(0, 5)) urls.saw(each)
  return urls
}

describe('a rule', () => {
  it('is applied after five pairs, and not before', () => {
    const urls = rulesOf()
    for (const each of printed(0, 4)) expect(urls.saw(each)).toEqual([])
    urls.saw(page('/t/9', 'thread 9'))
    expect(urls.saw(page('/t/9?print=1', 'thread 9'))).toMatchObject([
      { rule: { rule: 'param print', support: 5 }, became: 'applied' },
    ])
    expect(urls.spelling(`${A}/t/77?a=1&print=1`)).toEqual({ url: `${A}/t/77?a=1`, rules: ['param print'] })
    expect(urls.spelling(`${A}/t/77?printer=1`)).toBeNull()
  })

  it('is refuted by one counter-example', () => {
    const urls = rulesOf()
    urls.saw(page('/t/9', 'nine'))
    urls.saw(page('/t/9?print=1', 'another nine'))
    for (const each of printed(0, 9)) urls.saw(each)
    expect(stateOf(urls, 'param print')).toBe('refuted')
    expect(urls.spelling(`${A}/t/77?print=1`)).toBeNull()
  })

  it('is learned for one path where it does not hold for all', () => {
    const urls = rulesOf()
    for (const [n, says] of ['one', 'two'].entries()) urls.saw(page(`/item?s=${n}`, says))
    for (let n = 0; n < 6; n++) urls.saw(page(`/list?s=${n}`, 'a list'))
    expect(stateOf(urls, 'param s')).toBe('refuted')
    expect(urls.spelling(`${A}/list?s=99`)).toMatchObject({ rules: ['param s @/list'] })
    expect(urls.spelling(`${A}/item?s=99`)).toBeNull()
  })

  it('is not learned from what many pages say', () => {
    const urls = rulesOf()
    for (let n = 0; n < 20; n++) {
      urls.saw(page(`/t/${n}`, 'please log in'))
      urls.saw(page(`/t/${n}?print=1`, 'please log in'))
    }
    expect(stateOf(urls, 'param print')).not.toBe('applied')
  })

  it.each(['page', 'p', 'start', 'offset'])('never drops %s, which numbers the parts of a list', name => {
    const urls = rulesOf()
    for (let n = 0; n < 9; n++) {
      urls.saw(page(`/l/${n}`, `list ${n}`))
      urls.saw(page(`/l/${n}?${name}=2`, `list ${n}`))
    }
    expect(urls.spelling(`${A}/l/77?${name}=2`)).toBeNull()
  })

  it('is not learned across a canonical address that says otherwise', () => {
    const urls = rulesOf()
    for (let n = 0; n < 9; n++) {
      urls.saw(page(`/t/${n}`, `thread ${n}`))
      urls.saw(page(`/t/${n}?print=1`, `thread ${n}`, { canonical: `${A}/t/${n}?print=1` }))
    }
    expect(stateOf(urls, 'param print')).toBe('refuted')
  })

  it('is learned from one page if the site calls its plain address canonical, unless its pages differ', () => {
    const urls = rulesOf()
    urls.saw(page('/t/1', 'thread', { canonical: `${A}/t/1` }))
    for (let n = 0; n < 5; n++)
      urls.saw(page(`/t/1?like=${n}`, `thread, liked ${n}`, { canonical: `${A}/t/1` }))
    expect(stateOf(urls, 'param like')).toBe('applied')
    const far = { hash: 'far', simhash: 'f'.repeat(16), words: 50 }
    urls.saw(page('/t/1?part=2', '', { canonical: `${A}/t/1`, content: far }))
    expect(stateOf(urls, 'param part')).toBe('candidate')
  })

  it('says nothing of pages that were not looked into, or too long ago', () => {
    const urls = rulesOf()
    urls.saw(page('/t/1', 'one'))
    urls.saw(page('/t/1?print=1', 'two', { content: null }))
    urls.saw(page('/t/2', 'one', { at: 0 }))
    urls.saw(page('/t/2?print=1', 'two', { at: 4_000_000 }))
    expect(stateOf(urls, 'param print')).not.toBe('refuted')
  })
})

describe('a rule that is applied', () => {
  it('is withdrawn by a test that fails, and what it kept out is owed a visit in two batches', () => {
    const urls = learned()
    urls.saw(page('/t/8', 'eight'))
    expect(urls.saw(page('/t/8?print=1', 'a long version of eight'))).toMatchObject([{ became: 'withdrawn' }])
    expect([urls.takeOwed(), urls.takeOwed(), urls.takeOwed()]).toEqual([true, true, false])
    expect(urls.spelling(`${A}/t/77?print=1`)).toBeNull()
  })

  it('lets one address in thirty-two through as a test, then fewer', () => {
    const urls = learned()
    const through = () =>
      Array.from({ length: 3_200 }, (_, n) => urls.spelling(`${A}/t/${100 + n}?print=1`)).filter(
        each => each === null,
      ).length
    const first = through()
    expect(first).toBeGreaterThan(60)
    expect(first).toBeLessThan(160)
    for (const each of printed(50, 3)) urls.saw(each)
    expect(through()).toBeLessThan(first / 2)
  })

  it('has to prove itself in another part of the site', () => {
    const urls = learned()
    expect(urls.spelling(`${A}/shop/77?print=1`)).toBeNull()
    urls.saw(page('/shop/1', 'a shop'))
    urls.saw(page('/shop/1?print=1', 'a shop'))
    expect(urls.spelling(`${A}/shop/77?print=1`)).toMatchObject({ url: `${A}/shop/77` })
  })

  it('makes an exception where the plain address leads nowhere', () => {
    const urls = learned()
    const spelling = urls.spelling(`${A}/t/70?print=1`)!
    expect(urls.await(spelling)).toBe(true)
    urls.lost(spelling.url, 0)
    expect(urls.takeOwed()).toBe(true)
    expect(urls.spelling(`${A}/t/70?print=1`)).toBeNull()
    expect(urls.spelling(`${A}/t/71?print=1`)).not.toBeNull()
  })

  it('lets a page stand for its plain address if it is stored', () => {
    const urls = rulesOf()
    urls.saw(page('/t/9?print=1', 'nine'))
    for (const each of printed(0, 5)) urls.saw(each)
    expect(urls.storedFor(`${A}/t/9`)).toBe(`${A}/t/9?print=1`)
    expect(urls.storedFor(`${A}/t/10`)).toBeNull()
  })

  it('survives a restart', () => {
    const saved = JSON.parse(JSON.stringify(learned()))
    const urls = new UrlEquivalences(A, new SeenPages(), saved)
    expect(urls.spelling(`${A}/t/77?print=1`)).toMatchObject({ url: `${A}/t/77` })
  })
})

describe('spellings', () => {
  it.each([
    ['/a/index.html', 'index index.html', '/a/'],
    ['/a/index3f7a-2.html?sort=1&x=2', 'copy index*.html?sort&x', '/a/index.html'],
    ['/a;v=1/b', 'pathparam v', '/a/b'],
    ['/a/b', 'slash add', '/a/b/'],
    ['/a/b/', 'slash remove', '/a/b'],
    ['/a?x=1&y=2&x=3', 'param x', '/a?y=2'],
  ])('of %s: %s', (path, rule, target) => {
    expect(rewritingsOf(A + path)).toContainEqual(expect.objectContaining({ rule, target: A + target }))
  })

  it('are declared by redirects, and hold in all parts of the site at once', () => {
    const urls = rulesOf()
    for (let n = 0; n < 5; n++) {
      urls.saw(page(`/d/${n}`, '', { movedTo: `${A}/d/${n}/`, content: null, isStored: false }))
      urls.saw(page(`/d/${n}/`, `page ${n}`))
    }
    const elsewhere = Array.from({ length: 20 }, (_, n) => `${A}/part${n}x/about`)
    const respelled = elsewhere.filter(url => urls.spelling(url)?.url === `${url}/`)
    // One in 32 is fetched as a test.
    expect(respelled.length).toBeGreaterThan(15)
  })

  it('with a slash are learned from redirects, one way only', () => {
    const urls = rulesOf()
    for (let n = 0; n < 6; n++) {
      urls.saw(page(`/d/${n}`, '', { movedTo: `${A}/d/${n}/`, content: null, isStored: false }))
      urls.saw(page(`/d/${n}/`, `folder ${n}`))
    }
    expect(urls.spelling(`${A}/d/77`)).toEqual({ url: `${A}/d/77/`, rules: ['slash add'] })
    expect(urls.spelling(`${A}/d/77/`)).toBeNull()
  })

  it('on a mirror give way to the host with the better name, never the other way round', () => {
    const seen = new SeenPages()
    const names = ['http://a.test', 'http://www.a.test']
    const [plain, www] = names.map(origin => new UrlEquivalences(origin, seen))
    for (let n = 0; n < 6; n++) {
      plain!.saw(page(`http://a.test/${n}`, `page ${n}`))
      www!.saw(page(`http://www.a.test/${n}`, `page ${n}`))
    }
    expect(www!.spelling('http://www.a.test/77')).toEqual({
      url: 'http://a.test/77',
      rules: ['origin http://a.test'],
    })
    expect(plain!.spelling('http://a.test/77')).toBeNull()
  })
})

/** What an address shows if these parameters have no effect. */
const shownAt = (url: string, idle: readonly string[]) =>
  url
    .split(/[?&]/)
    .filter(part => !idle.some(name => part.startsWith(`${name}=`)))
    .join(' ')

/** Crawls addresses in this order, as the engine does, and returns what was shown. */
function crawl(order: readonly string[], idle: readonly string[]): Set<string> {
  const urls = rulesOf()
  const [shown, given, fetched] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const queue = [...order]
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (fetched.has(url)) continue
    const spelling = urls.spelling(url)
    if (spelling && (urls.storedFor(spelling.url) || urls.isAwaited(spelling.url) || urls.await(spelling))) {
      given.add(url)
      queue.unshift(spelling.url)
    } else {
      fetched.add(url)
      shown.add(shownAt(url, idle))
      urls.saw(page(url, shownAt(url, idle)))
    }
    if (urls.takeOwed()) queue.push(...given)
  }
  return shown
}

it('no page is lost, in whatever order addresses come', () => {
  const site = fc.record({
    idle: fc.subarray(['sid', 'sort', 'ref']),
    paths: fc.integer({ min: 1, max: 6 }),
    values: fc.integer({ min: 1, max: 6 }),
  })
  fc.assert(
    fc.property(site, fc.infiniteStream(fc.nat()), ({ idle, paths, values }, chance) => {
      const names = ['sid', 'sort', 'ref', 'id']
      const all = Array.from({ length: paths }, (_, n) => `${A}/p${n}`).flatMap(path => [
        path,
        ...names.flatMap(name => Array.from({ length: values }, (_, value) => `${path}?${name}=${value}`)),
        ...idle.map(name => `${path}?id=1&${name}=2`),
      ])
      const order = all.map(url => [chance.next().value as number, url] as const).sort(([a], [b]) => a - b)
      const shown = crawl(
        order.map(([, url]) => url),
        idle,
      )
      expect(shown).toEqual(new Set(all.map(url => shownAt(url, idle))))
    }),
    { numRuns: 300 },
  )
})
