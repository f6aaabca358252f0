import { describe, expect, it } from 'vitest'
import { compare, decide, SharedTexts, signatureOf, VolatileRegions } from '../index.ts'

const URL = 'https://example.org/news/'
const HOUR = 3_600_000
const SECONDS = 5_000
const signed = (html: string) => signatureOf(html, URL)

/** Decides each visit with what the earlier ones taught. */
function visitAll(pages: readonly string[], intervalMs = HOUR, regions = new VolatileRegions()): boolean[] {
  const signatures = pages.map(signed)
  return signatures.slice(1).map((after, at) => {
    const decision = decide(signatures[at]!, after, {}, regions)
    regions.observe(decision.comparison!, intervalMs, after.fresh!.labels)
    return decision.changed
  })
}

const WORDS =
  'amber birch cedar delta ember fjord grove heath inlet jetty knoll ledge marsh north ocean'.split(' ')
const story = (at: number) =>
  `The ${WORDS[at % 15]} story of ${WORDS[(at * 7 + 3) % 15]} number ${WORDS[(at * 4) % 15]}`
const page = (middle: string) =>
  `<main><h1>Town news</h1><p>We write about the town and its people.</p>${middle}<p>Write to us any time.</p></main>`

describe('what is learned', () => {
  it('a double fetch is enough', () => {
    const advert = (at: number) => page(`<div>${story(at)}</div>`)
    const regions = new VolatileRegions()
    visitAll([advert(1), advert(2)], SECONDS, regions)
    expect(decide(signed(advert(2)), signed(advert(3)), {}, regions)).toMatchObject({
      changed: false,
      why: 'volatile',
    })
  })

  it('a host teaches its pages', () => {
    const article = (name: string, at: number) =>
      page(
        `<p>All about ${name}. It is long.</p><ul class="seen"><li>${story(at)}</li><li>${story(at + 5)}</li></ul>`,
      )
    const host = new VolatileRegions()
    for (const name of ['boats', 'trees', 'birds']) visitAll([article(name, 1), article(name, 3)], HOUR, host)
    expect(
      decide(signed(article('roads', 4)), signed(article('roads', 9)), {}, [new VolatileRegions(), host])
        .changed,
    ).toBe(false)
    const edited = article('roads', 9).replace('It is long', 'It is short')
    expect(decide(signed(article('roads', 4)), signed(edited), {}, host).changed).toBe(true)
  })

  it('evidence can be shown', () => {
    const regions = new VolatileRegions()
    visitAll(
      [1, 2, 3].map(at => page(`<div class="box">${story(at)}</div>`)),
      HOUR,
      regions,
    )
    expect(regions.evidence()[0]).toMatchObject({
      label: 'main/div.box',
      compared: 2,
      differed: 2,
      volatile: true,
      shortestMs: HOUR,
    })
  })
})

describe('figures', () => {
  const DAY = 24 * HOUR
  const START = Date.UTC(2024, 4, 3, 10)
  const at = (text: string, day: number) =>
    signatureOf(page(`<div>${text}</div>`), URL, { takenAt: START + day * DAY })
  /** Makes visits on the given days and judges the last one. */
  function judged(texts: readonly (readonly [string, number])[]): boolean {
    const regions = new VolatileRegions()
    const signatures = texts.map(([text, day]) => at(text, day))
    for (let i = 1; i < signatures.length - 1; i++)
      regions.observe(compare(signatures[i - 1]!, signatures[i]!), DAY)
    return decide(signatures.at(-2)!, signatures.at(-1)!, {}, regions).changed
  }

  it('two hints of a clock are as good as a proof', () => {
    const days = [
      ['plonsday-3-gruber', 0],
      ['drimsday-4-gruber', 1],
      ['wumsday-5-gruber', 2],
    ] as const
    expect(judged(days.slice(0, 2))).toBe(true)
    expect(judged(days)).toBe(false)
  })

  it('a date written as one number is a clock at first sight', () => {
    expect(
      judged([
        ['Rev. 20240503', 0],
        ['Rev. 20240526', 23],
      ]),
    ).toBe(false)
    expect(
      judged([
        ['Part 20240503', 0],
        ['Part 20240611', 23],
      ]),
    ).toBe(true)
  })

  it('an age goes on being one when its unit changes', () => {
    const ages = [
      ['sobai 43 stou', 0],
      ['sobai 2 klai', 1],
      ['sobai 2 klai', 2],
      ['sobai 7 stou', 3],
      ['sobai 51 stou', 4],
    ] as const
    expect(judged(ages)).toBe(false)
  })

  it('excuse no words', () => {
    const before = [
      ['Served in 43 ms.', 0],
      ['Served in 71 ms.', 1],
      ['Served in 52 ms.', 2],
    ] as const
    expect(judged([...before, ['Served in 66 ms.', 3]])).toBe(false)
    expect(judged([...before, ['The harbour is closed today for all ships.', 3]])).toBe(true)
  })
})

describe('what is not', () => {
  it('an edit beside noise, once seconds have told how much the noise is', () => {
    const regions = new VolatileRegions(undefined, true)
    const old = signed(page('<p>As it was.</p>'))
    const [first, second] = [1, 2].map(at =>
      signed(page(`<p>As it is.</p><p>And more.</p><p>${story(at)}</p>`)),
    )
    regions.observe(compare(old, first!), HOUR)
    regions.observe(compare(first!, second!), SECONDS)
    expect(decide(first!, second!, {}, regions)).toMatchObject({ changed: false, why: 'volatile' })
    expect(decide(old, second!, {}, regions).changed).toBe(true)
  })

  it('an edit of a paragraph beside one that differs within seconds', () => {
    const quoted = (news: number, quotation: number) =>
      signed(`<main><h1>Town news</h1><p>${story(news)}.</p><p>Said today: ${story(quotation)}.</p></main>`)
    const regions = new VolatileRegions(undefined, true)
    regions.observe(compare(quoted(1, 1), quoted(1, 2)), SECONDS)
    expect(decide(quoted(1, 2), quoted(1, 3), {}, regions).changed).toBe(false)
    expect(decide(quoted(1, 2), quoted(2, 3), {}, regions).changed).toBe(true)
  })

  it('a price in the place where another page of the host has noise', () => {
    const host = new VolatileRegions(undefined, true)
    const noisy = (at: number) => signed(page(`<p class="seen">${story(at)}</p>`))
    const priced = (price: number) => signed(page(`<p>Price: ${price} €</p>`))
    host.observe(compare(noisy(1), noisy(2)), SECONDS)
    for (const price of [10, 11]) {
      expect(decide(priced(price), priced(price + 1), {}, host).changed).toBe(true)
      host.observe(compare(priced(price), priced(price + 1)), HOUR)
    }
    expect(decide(priced(12), priced(13), {}, host).changed).toBe(true)
    expect(decide(noisy(2), noisy(3), {}, host).changed).toBe(false)
  })

  it('a list that grows at its head', () => {
    const list = (newest: number) =>
      page(
        `<ul>${Array.from({ length: 8 }, (_, at) => `<li><a href="/s/${newest - at}">${story(newest - at)}</a></li>`).join('')}</ul>`,
      )
    expect(visitAll([20, 21, 22, 23, 24, 25].map(list))).toEqual([true, true, true, true, true])
  })

  it('a post added under a heading on every visit', () => {
    const posts = (count: number) =>
      page(Array.from({ length: count }, (_, at) => `<p>${story(count - at)}.</p>`).join(''))
    expect(visitAll([1, 2, 3, 4, 5, 6].map(posts))).toEqual([true, true, true, true, true])
  })

  it('a front page most of which is new each day', () => {
    const front = (day: number) =>
      page(
        Array.from(
          { length: 60 },
          (_, at) => `<h2>${story(day * 61 + at)} ${day}${WORDS[at % 15]}</h2>`,
        ).join(''),
      )
    expect(visitAll([1, 2, 3, 4].map(front), 24 * HOUR)).toEqual([true, true, true])
  })

  it('what stayed the same within seconds while something else differed', () => {
    const both = (noise: number, news: number) =>
      page(`<div>${story(noise)}</div><h2>Today</h2><p>${story(news)}.</p>`)
    const regions = new VolatileRegions()
    visitAll([both(1, 1), both(2, 2), both(3, 3)], 24 * HOUR, regions)
    visitAll([both(3, 3), both(4, 3)], SECONDS, regions)
    expect(decide(signed(both(4, 3)), signed(both(5, 4)), {}, regions)).toMatchObject({
      changed: true,
      paths: ['main/p'],
    })
  })

  it('what is written anew before every visit, if the page can be fetched once more for proof', () => {
    const today = (news: number) => signed(page(`<h2>Today</h2><p>${story(news)}.</p>`))
    const regions = new VolatileRegions(undefined, true)
    for (let news = 1; news < 8; news++)
      regions.observe(compare(today(news), today(news + 1)), news % 2 === 0 ? HOUR : 24 * HOUR)
    const learned = (canProve: boolean) => ({
      volatile: [regions],
      shared: { texts: new SharedTexts(), url: URL },
      canProve,
    })
    const judged = (canProve: boolean) => decide(today(8), today(9), {}, learned(canProve))
    expect(judged(false)).toMatchObject({ changed: false, why: 'volatile' })
    expect(judged(true)).toMatchObject({ changed: true, wantsProof: true })
    regions.observeSteady(compare(today(9), today(9)))
    expect(judged(true).wantsProof).toBeUndefined()
    expect(judged(true).changed).toBe(true)
  })

  it('memory is bounded', () => {
    const regions = new VolatileRegions(20)
    for (let at = 0; at < 30; at++) {
      const html = (turn: number) =>
        page(`<section id="${WORDS[at % 15]}"><h3>${story(at)}</h3><p>${story(at * 3 + turn)}</p></section>`)
      regions.observe(compare(signed(html(1)), signed(html(2))), HOUR)
    }
    expect(regions.evidence().length).toBeLessThanOrEqual(20)
  })
})
