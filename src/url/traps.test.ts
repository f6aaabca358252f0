import { describe, expect, it } from 'vitest'
import { DateTrap, urlPattern, YieldTracker } from './traps.ts'

const NOW = Date.UTC(2026, 10, 15)
const monthUrl = (month: number) =>
  `http://h/cal/${Math.floor(month / 12)}/${String((month % 12) + 1).padStart(2, '0')}`

describe('DateTrap', () => {
  it.each([
    'http://h/2031/05/',
    'http://h/cal/2031-05-12',
    'http://h/?year=2031&month=5',
    'http://h/?m=5&y=2031',
    'http://h/?date=20310512',
    'http://h/events?month=203105',
    'http://h/1950/01/x',
  ])('refuses %s where nothing of the kind was seen', url => {
    expect(new DateTrap().refusal(url, NOW)).toMatch(
      /^trap: date (2031-05|1950-01) far outside 2026-11 to 2026-11$/,
    )
  })

  it.each([
    'http://h/2026/11/15/story',
    'http://h/2027/12/',
    'http://h/2003/01/archive',
    'http://h/product/203105',
    'http://h/2031',
    'http://h/12031/05',
    'http://h/?year=12',
    'http://h/1600/12',
  ])('passes %s', url => expect(new DateTrap().refusal(url, NOW)).toBeUndefined())

  it('learns how far a host reaches', () => {
    const trap = new DateTrap()
    for (let page = 0; page < 10; page++) trap.seen('http://h/paper/1921/03/04')
    expect(trap.refusal('http://h/paper/1915/01/01', NOW)).toBeUndefined()
  })

  it('ends a calendar that is followed month by month', () => {
    const trap = new DateTrap()
    let month = 2026 * 12 + 10
    while (month < 2190 * 12 && trap.refusal(monthUrl(month), NOW) === undefined) trap.seen(monthUrl(month++))
    expect(month).toBeLessThan(2050 * 12)
  })

  it('survives being saved', () => {
    const trap = new DateTrap()
    trap.seen('http://h/1921/03')
    expect(new DateTrap(JSON.parse(JSON.stringify(trap))).toJSON()).toEqual(trap.toJSON())
  })
})

describe('urlPattern', () => {
  it.each([
    ['http://h/', '/'],
    ['http://h/shop/item/12/red-shoes?size=9&colour=x', '/shop/item/N/*?colour&size'],
    ['http://h/page12/x', '/pageN/x'],
    ['http://h/s/9f86d081884c7d65/', '/s/H/'],
    ['http://h/s/3f2504e0-4f89-11d3-9a0c-0305e82c3301', '/s/H'],
    ['http://h/effaced-facade-decade', '/effaced-facade-decade'],
  ])('%s → %s', (url, pattern) => expect(urlPattern(url)).toBe(pattern))
})

describe('YieldTracker', () => {
  const visit = (tracker: YieldTracker, times: number, fruitful = false) => {
    for (let at = 0; at < times; at++) tracker.record(`http://h/trap/${at}`, fruitful)
    return tracker.state('/trap/N')
  }

  it('demotes after 20 fruitless visits and stops after 40', () => {
    const tracker = new YieldTracker()
    expect(visit(tracker, 19)).toBe('fruitful')
    expect(visit(tracker, 1)).toBe('demoted')
    expect(visit(tracker, 19)).toBe('demoted')
    expect(visit(tracker, 1)).toBe('stopped')
  })

  it('forgives at the first fruitful visit', () => {
    const tracker = new YieldTracker()
    visit(tracker, 30)
    expect(visit(tracker, 1, true)).toBe('fruitful')
    expect(visit(tracker, 19)).toBe('fruitful')
  })

  it('forgets the least recently visited of 500 patterns, and survives being saved', () => {
    const tracker = new YieldTracker()
    visit(tracker, 20)
    const letters = (n: number) => [...String(n)].map(digit => 'abcdefghij'[Number(digit)]).join('')
    for (let other = 0; other < 499; other++) tracker.record(`http://h/${letters(other)}`, true)
    const restored = new YieldTracker(JSON.parse(JSON.stringify(tracker)))
    expect(restored.state('/trap/N')).toBe('demoted')
    restored.record('http://h/one-more', true)
    expect(restored.state('/trap/N')).toBe('fruitful')
    expect(restored.toJSON()).toHaveLength(500)
  })
})

it('keeps the memory of patterns small, however long they are', () => {
  const tracker = new YieldTracker()
  const long = 'abcdefghijklmnopqrstuvwxyz'.repeat(2)
  for (let n = 0; n < 500; n++) {
    const query = Array.from({ length: 16 }, (_, i) => `${long.slice(i)}${n}`).join('&')
    tracker.record(`https://h/${long}/${long}/?${query}`, false)
  }
  expect(JSON.stringify(tracker.toJSON()).length).toBeLessThan(40_000)
})
