import { describe, expect, it } from 'vitest'
import { type ChangeRules, decide, signatureOf, VolatileRegions } from '../index.ts'

const URL = 'https://example.org/shop/'
const HOUR = 3_600_000
const page = (body: string) => `<!doctype html><title>Shop</title><body>${body}</body>`
const signed = (body: string) => signatureOf(page(body), URL)
const decided = (before: string, after: string, rules: Partial<ChangeRules> = {}) =>
  decide(signed(before), signed(after), rules)

const TEXT = `<nav><a href="/">Home</a><a href="/all">All</a></nav><main><h1>Lamps</h1>
<p>Our lamps are made of brass. They burn for a hundred years.</p>
<ul><li>Desk lamp <b>$19.50</b></li><li>Floor lamp <b>$45.00</b></li></ul>
<p>Read <a href="/care">how to care</a> for them.</p></main><footer>Imprint</footer>`

describe('what is a change', () => {
  it.each([
    ['a sentence', 'They burn', 'They will not burn'],
    ['a price', '$19.50', '$18.50'],
    ['a price by a cent', '$45.00', '$45.01'],
    ['an item removed', '<li>Floor lamp <b>$45.00</b></li>', ''],
    ['an item added', '<ul>', '<ul><li>Candle</li>'],
    ['a link target', '/care', '/care-2'],
    ['the title', '<h1>Lamps', '<h1>Lights'],
  ])('%s', (_, from, to) => {
    const decision = decided(TEXT, TEXT.replace(from, to))
    expect(decision.changed).toBe(true)
    expect(decision.difference).toBeGreaterThan(0)
    expect(decision.paths.length).toBeGreaterThan(0)
  })

  it.each(['<body>', '', '<main>'])('tags inside a body that begins with "%s", on level tags', begin => {
    const page = (tag: string) => `<html><head><title>t</title></head>${begin}<${tag}>x</${tag}>`
    expect(decided(page('p'), page('pre'), { level: 'tags' }).changed).toBe(true)
  })
})

describe('what is none', () => {
  it.each([
    ['a comment', '<h1>', '<!-- served 17:02 by node 4 --><h1>', 'same'],
    ['a script', '<h1>', '<script>now=1699999999</script><h1>', 'same'],
    ['a token in a form', '<h1>', '<input type=hidden name=csrf value=8d7f6a5b4c3d2e1f><h1>', 'same'],
    ['white space and entities', 'made of brass', 'made\n  of&nbsp;brass', 'same'],
    ['the footer', 'Imprint', 'Imprint and data protection', 'elsewhere'],
    ['a session id in a link', '/care', '/care;jsessionid=8D7F6A5B4C3D2E1F', 'same'],
    ['a cache buster', '/care', '/care?_=1699999999', 'same'],
  ])('%s', (_, from, to, why) => {
    expect(decided(TEXT, TEXT.replace(from, to))).toMatchObject({ changed: false, why })
  })

  it('the order of attributes, on any level', () => {
    const [a, b] = ['<p><a href="/x" class="y z" id=q>x</a>', '<p><a id="q" class="y z" href="/x">x</a>']
    for (const level of ['tags', 'text', 'content', 'links'] as const)
      expect(decided(a, b, { level })).toMatchObject({ changed: false, why: 'same' })
  })

  it('a masked date', () => {
    const clock = (at: string) => TEXT.replace('<h1>', `<p>As of ${at}</p><h1>`)
    expect(decided(clock('3 May 2024, 14:05'), clock('4 May 2024, 09:17'))).toMatchObject({
      changed: false,
      why: 'noise',
    })
  })
})

describe('the threshold', () => {
  const long = Array.from(
    { length: 200 },
    (_, at) => `<p>Paragraph ${at} has words of its own, number ${at * 7}.`,
  )
  const edited = long.with(100, '<p>This sentence is entirely another one than it was.')

  it('is of a screenful, so that 2 % hides no sentence on a long page', () => {
    expect(decided(long.join(''), edited.join(''), { threshold: 0.02 }).changed).toBe(true)
    expect(decided(long.join(''), edited.join(''), { threshold: 0.2 })).toMatchObject({
      changed: false,
      why: 'under threshold',
    })
  })

  it('or of the page', () => {
    const rules = { threshold: 0.02, per: 'page' } as const
    expect(decided(long.join(''), edited.join(''), rules)).toMatchObject({ why: 'under threshold' })
  })
})

describe('volatile regions', () => {
  const ADVERTS = [
    'Fly to the sun now',
    'Better tyres here',
    'Learn the piano',
    'Coffee from afar',
    'Mattress sale',
  ]
  const visit = (at: number, extra = '') =>
    TEXT.replace('<ul>', `<div class="x">${ADVERTS[at % 5]} <a href="/go/${at}">more</a></div>${extra}<ul>`)
  const learn = (visits: number, make = visit) => {
    const regions = new VolatileRegions()
    for (let at = 1; at < visits; at++) {
      const decision = decide(signed(make(at - 1)), signed(make(at)), {}, regions)
      regions.observe(decision.comparison!, at * HOUR)
    }
    return regions
  }

  it('are known after three visits', () => {
    expect(decide(signed(visit(1)), signed(visit(2)), {}, learn(2)).changed).toBe(true)
    expect(decide(signed(visit(2)), signed(visit(3)), {}, learn(3))).toMatchObject({
      changed: false,
      why: 'volatile',
    })
  })

  it('hide no edit beside them', () => {
    const regions = learn(3)
    for (const [from, to] of [
      ['They burn', 'They do not burn'],
      ['Desk lamp', 'Desk light'],
      ['<ul>', '<p>New.</p><ul>'],
    ] as const)
      expect(decide(signed(visit(2)), signed(visit(3).replace(from, to)), {}, regions).changed, from).toBe(
        true,
      )
  })

  it('are none when they stop', () => {
    const regions = learn(3)
    for (let quiet = 0; quiet < 2; quiet++)
      regions.observe(decide(signed(visit(2)), signed(visit(2)), {}, regions).comparison!, HOUR)
    expect(decide(signed(visit(2)), signed(visit(3)), {}, regions).changed).toBe(true)
  })

  it('a price that changes on each visit is none', () => {
    const regions = learn(4, at => TEXT.replace('$19.50', `$1${at}.50`))
    expect(decide(signed(TEXT), signed(TEXT.replace('$19.50', '$7.10')), {}, regions).changed).toBe(true)
  })

  it('survive storage', () => {
    const stored = JSON.parse(JSON.stringify(learn(3)))
    expect(decide(signed(visit(2)), signed(visit(3)), {}, VolatileRegions.from(stored)).changed).toBe(false)
    expect(VolatileRegions.from('rubbish').isEmpty).toBe(true)
  })

  it('can be overruled both ways', () => {
    expect(decide(signed(visit(2)), signed(visit(3)), { watch: ['div.x'] }, learn(3)).changed).toBe(true)
    expect(decide(signed(visit(2)), signed(visit(3)), { ignore: ['.x'] })).toMatchObject({ why: 'volatile' })
  })
})

it('tells the sidebar of a page of thousands of pieces from its rows', () => {
  const rows = Array.from(
    { length: 1600 },
    (_, at) => `<p>Row ${at * 7} of the table of tides says ${at * 13}.</p>`,
  )
  const long = (news: string) =>
    signatureOf(
      `<body><div class="rows">${rows.join('')}</div><div class="news"><h3>Latest</h3><p>${news}</p></div></body>`,
      URL,
    )
  const decision = decide(long('The storm is over.'), long('The pilots are back.'))
  expect(decision.paths).toEqual(['div.news/p'])
  // Two short sentences, without the rows before them.
  expect(decision.comparison!.gaps.map(({ characters }) => characters)).toEqual([46])
})
