import { expect, test } from 'vitest'
import { Newcomers, NOTHING_SEEN, type SightedPage } from './newcomers.ts'
import { hashOfText } from './own-phrases.ts'

const phrases = (...texts: readonly string[]) => Uint32Array.from(texts, hashOfText)
/** A text that no other page has. */
const textOf = (name: string | number, count = 10) =>
  Array.from({ length: count }, (_, i) => `phrase ${i} of ${name}`)
const page = (url: string, over: Partial<SightedPage> = {}): SightedPage => ({
  url,
  outline: hashOfText(url),
  phrases: phrases(...textOf(url)),
  links: [],
  ...over,
})

const shop = (i: number, query = '') => `https://a.test/product/p${i}/${query}`
const topic = (i: number) => `https://a.test/topic.php?t=${i}`

test('a query behind many paths is left once some of its pages are copies', () => {
  const newcomers = new Newcomers()
  for (let i = 0; i < 20; i++) {
    newcomers.fetched(page(shop(i), { outline: i }))
    newcomers.fetched(
      page(shop(i, '?currency=EUR'), {
        outline: i % 4 === 0 ? i : 1000 + i,
        phrases: phrases(...textOf(shop(i))),
      }),
    )
  }
  expect(newcomers.allows(shop(30, '?currency=EUR'), true)).toBe(false)
  expect(newcomers.allows(shop(30), true)).toBe(true)
})

test('a query that tells pages of one path apart is not, for a few copies', () => {
  const newcomers = new Newcomers()
  for (let i = 0; i < 20; i++)
    newcomers.fetched(page(`https://a.test/show?id=${i}`, { outline: i % 5 === 0 ? 0 : i }))
  expect(newcomers.allows('https://a.test/show?id=99', true)).toBe(true)
})

test('addresses that lead nowhere are no copies', () => {
  const newcomers = new Newcomers()
  const thread = (i: number) => `https://a.test/forum${i % 10}/thread.php?t=${i}`
  for (let i = 0; i < 10; i++) newcomers.fetched(page(`https://a.test/forum${i}/thread.php`))
  for (let i = 0; i < 40; i++)
    newcomers.fetched(
      i % 4 === 0 ? { url: thread(i), ...NOTHING_SEEN, isMissing: true } : page(thread(i), { outline: 1 }),
    )
  expect(newcomers.allows(thread(99), true)).toBe(true)
})

test('redirects to known pages are copies, redirects to new ones are not', () => {
  const newcomers = new Newcomers()
  const [jump, offer] = [(i: number) => `https://a.test/jump?to=${i}`, (i: number) => `${shop(i)}?buy=1`]
  for (let i = 0; i < 12; i++) {
    newcomers.fetched(page(shop(i)))
    const targets = [
      [jump(i), topic(i)],
      [offer(i), shop(i)],
    ] as const
    for (const [url, to] of targets) newcomers.fetched({ url, ...NOTHING_SEEN, links: [to], movedTo: to })
    newcomers.fetched(page(topic(i)))
  }
  expect(newcomers.allows(jump(99), true)).toBe(true)
  expect(newcomers.allows(offer(99), true)).toBe(false)
})

test('copies of one form say nothing about other addresses whose query has the same name', () => {
  const newcomers = new Newcomers()
  const [movie, profile] = ['premium/movie', 'team/profile'].map(
    name => (i: number) => `https://a.test/${name}${i}f.html?id=${i}`,
  ) as [(i: number) => string, (i: number) => string]
  for (let i = 0; i < 12; i++) newcomers.fetched(page(movie(i), { outline: 1, phrases: phrases('log in') }))
  for (let i = 0; i < 3; i++) newcomers.fetched(page(profile(i)))
  expect(newcomers.allows(movie(99), true)).toBe(false)
  expect(newcomers.allows(profile(99), true)).toBe(true)
})

test('copies and dead ends of many forms tell about their query wherever it stands', () => {
  const newcomers = new Newcomers()
  const words = 'ash beech cedar elm fir hazel'.split(' ')
  const buy = (name: string) => `https://a.test/shop/${name}-tree/page-of-${name}.html?buy=1`
  for (const name of words) newcomers.fetched({ url: buy(name), ...NOTHING_SEEN, isMissing: true })
  expect(newcomers.allows(buy('larch'), true)).toBe(false)
  const post = (name: string) => `https://a.test/forum/${name}-tree/page-of-${name}.html?p=1`
  for (const name of words) {
    newcomers.fetched(page(`https://a.test/forum/${name}`, { outline: 1, phrases: phrases(...textOf(name)) }))
    newcomers.fetched(page(post(name), { outline: 1, phrases: phrases(...textOf(name)) }))
  }
  expect(newcomers.allows(post('larch'), true)).toBe(false)
})

test('a form with a query that leads nowhere is left soon, even if the model promised it', () => {
  const newcomers = new Newcomers()
  const external = (i: number) => `https://a.test/external.php?link=${i}`
  const missing = (i: number) => newcomers.fetched({ url: external(i), ...NOTHING_SEEN, isMissing: true })
  for (let i = 0; i < 3; i++) missing(i)
  expect(newcomers.allows(external(99), true)).toBe(true)
  missing(3)
  expect(newcomers.allows(external(99), true)).toBe(false)
})

test('what came first with a query is the copy of the plain address', () => {
  const newcomers = new Newcomers()
  for (let i = 0; i < 6; i++) {
    const same = { outline: i, phrases: phrases(...textOf(i)) }
    newcomers.fetched(page(`https://a.test/list?session=${i}`, same))
    newcomers.fetched(page(`https://a.test/list/${i}`, same))
  }
  expect(newcomers.allows('https://a.test/list?session=9', true)).toBe(false)
})

test('members whose pages differ by their text alone are no copies', () => {
  const newcomers = new Newcomers()
  for (let i = 0; i < 20; i++) newcomers.fetched(page(`https://a.test/member?u=${i}`, { outline: 1 }))
  expect(newcomers.allows('https://a.test/member?u=99', true)).toBe(true)
})

test('a kind that the model does not know is followed as long as its pages say something new', () => {
  const newcomers = new Newcomers()
  for (let i = 0; i < 50; i++) newcomers.fetched(page(topic(i)))
  expect(newcomers.allows(topic(99), false)).toBe(true)
})

test('pages that only repeat what others say are left, even those that the model promised', () => {
  const newcomers = new Newcomers()
  const reply = (i: number) => `https://a.test/answer.php?post=${i}`
  for (let i = 0; i < 30; i++) {
    newcomers.fetched(page(topic(i), { links: [reply(i)] }))
    newcomers.fetched(page(reply(i), { phrases: phrases(...textOf(topic(i)), `reply to ${i}`) }))
    if (i === 3) expect(newcomers.allows(reply(99), false)).toBe(false)
    if (i === 3) expect(newcomers.allows(reply(99), true)).toBe(true)
  }
  expect(newcomers.allows(reply(99), true)).toBe(false)
  expect(newcomers.allows(topic(99), false)).toBe(true)
})

test('terse pages are followed as long as other pages of their class say something', () => {
  const newcomers = new Newcomers()
  const member = (of: string, i: number) => `https://a.test/${of}/Member${i}.html`
  const terse = (of: string, pageClass: string) => {
    for (let i = 0; i < 16; i++) newcomers.fetched(page(member(of, i), { phrases: phrases(), pageClass }))
  }
  for (let i = 0; i < 20; i++) newcomers.fetched(page(member('text', i), { pageClass: 'member' }))
  terse('units', 'member')
  terse('uses', 'use')
  expect(newcomers.allows(member('units', 99), true)).toBe(true)
  expect(newcomers.allows(member('uses', 99), true)).toBe(false)
})

test('lists without a text lead to pages that have one', () => {
  const newcomers = new Newcomers()
  const list = (i: number) => `https://a.test/list.php?l=${i}`
  for (let i = 0; i < 10; i++) {
    newcomers.fetched(page(list(i), { phrases: phrases(), links: [topic(2 * i), topic(2 * i + 1)] }))
    newcomers.fetched(page(topic(2 * i)))
  }
  expect(newcomers.allows(list(99), false)).toBe(true)
})

test('kinds that only lead to one another are worth nothing', () => {
  const newcomers = new Newcomers()
  const at = (kind: string, i: number) => `https://a.test/${kind}.php?n=${i}`
  for (let i = 0; i < 10; i++) {
    newcomers.fetched(page(at('day', i), { phrases: phrases(), links: [at('week', i)] }))
    newcomers.fetched(page(at('week', i), { phrases: phrases(), links: [at('day', i + 1)] }))
  }
  expect(newcomers.allows(at('day', 99), false)).toBe(false)
  expect(newcomers.allows(at('week', 99), false)).toBe(false)
})

test('a list that many pages link to is wanted, though all it lists is known', () => {
  const newcomers = new Newcomers()
  const month = (i: number) => `https://a.test/2020/${i}/`
  const links = Array.from({ length: 12 }, (_, i) => month(i))
  for (let i = 0; i < 20; i++) newcomers.fetched(page(topic(i), { links }))
  for (let i = 0; i < 12; i++) newcomers.fetched(page(month(i), { phrases: phrases(...textOf(topic(i))) }))
  expect(newcomers.allows(month(13), false)).toBe(true)
})

test('addresses that act, or add to a known one, are tried and then come last until they prove themselves', () => {
  const newcomers = new Newcomers()
  const printed = (i: number) => `${topic(i)}&view=print`
  const edit = (i: number) => `https://a.test/page${i}?action=edit`
  const links = Array.from({ length: 20 }, (_, i) => topic(i))
  newcomers.fetched(page('https://a.test/', { links }))
  const isLate = (address: (i: number) => string) => links.map((_, i) => newcomers.isLate(address(i)))
  for (const address of [printed, edit]) {
    const late = isLate(address)
    expect(late.slice(0, 6)).not.toContain(true)
    expect(late.slice(6)).not.toContain(false)
  }
  expect(isLate(topic)).not.toContain(true)
  for (let i = 0; i < 8; i++) newcomers.fetched(page(printed(i)))
  expect(newcomers.isLate(printed(9))).toBe(false)
})

test('what accompanies each page is tried, and left sooner than other kinds that the model promised', () => {
  const newcomers = new Newcomers()
  const article = (i: number) => `https://a.test/wiki/garden_${i}`
  const talk = (i: number) => `https://a.test/wiki/Talk:garden_${i}`
  const notes = (i: number) => `https://a.test/wiki/Notes:${i}`
  for (let i = 0; i < 9; i++) newcomers.fetched(page(article(i), { links: [talk(i), notes(i)] }))
  for (let i = 0; i < 4; i++) newcomers.fetched(page(talk(i), { phrases: phrases() }))
  for (let i = 0; i < 4; i++) newcomers.fetched(page(notes(i), { phrases: phrases() }))
  expect(newcomers.isDoubtful(talk(8))).toBe(true)
  expect(newcomers.allows(talk(8), true)).toBe(false)
  expect(newcomers.isDoubtful(notes(8))).toBe(false)
  expect(newcomers.allows(notes(8), true)).toBe(true)
})

test('what accompanies pages in many folders is judged by all of them, if the model promised it', () => {
  const newcomers = new Newcomers()
  const type = (folder: number, i: number) => `https://a.test/pack${'abcdefghijkl'[folder]}/Garden${i}.html`
  const use = (folder: number, i: number) => type(folder, i).replace(/[^/]*$/, 'use/$&')
  for (let folder = 0; folder < 12; folder++)
    for (let i = 0; i < 8; i++) newcomers.fetched(page(type(folder, i), { links: [use(folder, i)] }))
  for (let folder = 1; folder < 12; folder++)
    for (let i = 0; i < 2; i++) newcomers.fetched(page(use(folder, i)))
  for (let i = 0; i < 4; i++) newcomers.fetched(page(use(0, i), { phrases: phrases() }))
  expect(newcomers.isDoubtful(use(0, 7))).toBe(true)
  expect(newcomers.allows(use(0, 7), true)).toBe(true)
  expect(newcomers.allows(use(0, 7), false)).toBe(false)
})

test('a kind that leads to one new first word after another leads to nothing that a sample does not know', () => {
  const words = 'ash beech cedar elm fir hazel larch maple oak pine rowan spruce willow yew'.split(' ')
  const article = (i: number) => `https://a.test/wiki/${words[i % 14]}_${i}`
  const links = (i: number) => `https://a.test/links/${words[i % 14]}_${i}`
  const newcomers = new Newcomers('kinds')
  for (let i = 0; i < 14; i++) newcomers.fetched(page(article(i)))
  for (let i = 0; i < 14; i++)
    newcomers.fetched(page(links(i), { phrases: phrases(), links: [article(20 + i)] }))
  expect(newcomers.allows(links(20), false)).toBe(false)
})

test('pages of a list add to its address, and are not doubtful', () => {
  const newcomers = new Newcomers()
  newcomers.fetched(page('https://a.test/', { links: ['https://a.test/board?b=1'] }))
  const late = Array.from({ length: 20 }, (_, i) => newcomers.isLate(`https://a.test/board?b=1&page=${i}`))
  expect(late).not.toContain(true)
})

test('tells how many pages it still takes to judge the kinds of an address', () => {
  const newcomers = new Newcomers()
  const [fine] = newcomers.onTrial(topic(1), false).values()
  newcomers.fetched(page(topic(1)))
  expect([...newcomers.onTrial(topic(2), false).values()][0]).toBe(fine! - 1)
  for (let i = 2; i < 20; i++) newcomers.fetched(page(topic(i)))
  expect([...newcomers.onTrial(topic(99), true)]).toEqual([])
})

test('searches are left once they lead to nothing new any more, however much they led to before', () => {
  const newcomers = new Newcomers()
  const search = (i: number) => `https://a.test/search.php?author=${i}`
  const idle = { phrases: phrases() }
  for (let i = 0; i < 8; i++) newcomers.fetched(page(search(i), { ...idle, links: [topic(i)] }))
  for (let i = 0; i < 8; i++) newcomers.fetched(page(topic(i)))
  for (let i = 8; i < 17; i++) newcomers.fetched(page(search(i), idle))
  expect(newcomers.allows(search(99), true)).toBe(true)
  newcomers.fetched(page(search(17), idle))
  expect(newcomers.allows(search(99), true)).toBe(false)
})

test('a folder is left once several addresses below it led nowhere and none did not', () => {
  const newcomers = new Newcomers()
  const [dead, mixed] = ['https://a.test/old/', 'https://a.test/new/']
  const missing = { ...NOTHING_SEEN, isMissing: true }
  newcomers.fetched(page(dead))
  newcomers.fetched(page(`${mixed}cr/1.html`))
  for (const name of ['cr/2', 'beta/3', 'alpha/4', 'cr/5'])
    for (const folder of [dead, mixed])
      newcomers.fetched({ url: `${folder}${name}/x${name}.html`, ...missing })
  expect(newcomers.allows(`${dead}other/page.html`, true)).toBe(false)
  expect(newcomers.allows(`${mixed}other/page.html`, true)).toBe(true)
  expect(newcomers.allows(dead, true)).toBe(true)
})

test('a name that leads nowhere in one folder after another is left, unless it is a number', () => {
  const newcomers = new Newcomers()
  const [at, numbered] = [
    (of: number) => `https://a.test/f${of}/contact.html`,
    (of: number) => `https://a.test/g${of}/7`,
  ]
  newcomers.fetched(page('https://a.test/contact.html'))
  for (let i = 0; i < 8; i++) {
    expect(newcomers.allows(at(99), true)).toBe(true)
    for (const url of [at(i), numbered(i)]) newcomers.fetched({ url, ...NOTHING_SEEN, isMissing: true })
  }
  expect(newcomers.allows(at(99), true)).toBe(false)
  expect(newcomers.allows(numbered(99), true)).toBe(true)
})

test('on a large site, more addresses of a folder are tried before it is left', () => {
  const newcomers = new Newcomers()
  for (let i = 0; i < 1_000; i++) newcomers.fetched(page(topic(i)))
  const old = (i: number) => ({ url: `https://a.test/old/${i}`, ...NOTHING_SEEN, isMissing: true })
  for (let i = 0; i < 8; i++) newcomers.fetched(old(i))
  expect(newcomers.allows('https://a.test/old/x', true)).toBe(true)
  for (let i = 8; i < 12; i++) newcomers.fetched(old(i))
  expect(newcomers.allows('https://a.test/old/x', true)).toBe(false)
})

test('where a site adds a slash to addresses, one without it is not asked for if the other is known', () => {
  const newcomers = new Newcomers()
  const [known, unknown] = ['https://a.test/known', 'https://a.test/unknown']
  newcomers.fetched(page('https://a.test/', { links: [`${known}/`, known, unknown] }))
  const moved = (url: string) =>
    newcomers.fetched({ url, ...NOTHING_SEEN, links: [`${url}/`], movedTo: `${url}/` })
  expect(newcomers.allows(known, true)).toBe(true)
  moved('https://a.test/one')
  moved('https://a.test/two')
  expect(newcomers.allows(known, true)).toBe(false)
  expect(newcomers.allows(unknown, true)).toBe(true)
  newcomers.fetched(page('https://a.test/three'))
  expect(newcomers.allows(known, true)).toBe(true)
})

test('a sample needs no more addresses of a kind that leads nowhere, or that only varies others', () => {
  const newcomers = new Newcomers('kinds')
  const gone = (i: number) => `https://a.test/gone/${i}`
  const idle = (i: number) => `https://a.test/idle/${i}`
  const sorted = (i: number) => `https://a.test/list/${i}?sort=name`
  const bare = { phrases: phrases() }
  for (let i = 0; i < 4; i++) {
    newcomers.fetched({ url: gone(i), ...NOTHING_SEEN, isMissing: true })
    newcomers.fetched(page(idle(i), bare))
    newcomers.fetched(page(sorted(i), bare))
  }
  expect(newcomers.isHopeless(gone(9))).toBe(true)
  expect(newcomers.isHopeless(sorted(9))).toBe(true)
  // Its class is not known well yet.
  expect(newcomers.isHopeless(idle(9))).toBe(false)
  for (let i = 4; i < 12; i++) newcomers.fetched(page(idle(i), bare))
  expect(newcomers.isHopeless(idle(99))).toBe(true)
  expect(newcomers.isHopeless('https://a.test/other/1')).toBe(false)
})

test('what a program offers about pages in many folders comes last, whatever its form, once it brought nothing', () => {
  const newcomers = new Newcomers()
  const about = (folder: string, file: number) => `https://a.test/Special:WhatLinksHere/${folder}/${file}`
  expect(newcomers.isLate(about('new', 0))).toBe(false)
  for (const folder of ['garden', 'kitchen', 'river', 'road'])
    for (let file = 0; file < 2; file++)
      newcomers.fetched(page(about(folder, file), { phrases: phrases('what links here') }))
  expect(newcomers.allows(about('road', 9), false)).toBe(false)
  expect(newcomers.isLate(about('new', 0))).toBe(true)
  expect(newcomers.allows(about('new', 0), false)).toBe(true)
  expect(newcomers.isLate('https://a.test/article/1')).toBe(false)
})

test('addresses that say that they act are tried twice, other doubtful ones three times', () => {
  const newcomers = new Newcomers()
  const idle = { phrases: phrases('nothing new at all') }
  const printed = (i: number) => `${topic(i)}&print=1`
  const shown = (i: number) => `${topic(i)}&view=flat`
  const links = Array.from({ length: 9 }, (_, i) => topic(i))
  newcomers.fetched(page('https://a.test/', { ...idle, links }))
  for (const link of links) newcomers.fetched(page(link))
  for (let i = 0; i < 2; i++)
    for (const address of [printed, shown]) newcomers.fetched(page(address(i), idle))
  expect(newcomers.allows(printed(5), false)).toBe(false)
  expect(newcomers.allows(shown(5), false)).toBe(true)
  newcomers.fetched(page(shown(2), idle))
  expect(newcomers.allows(shown(5), false)).toBe(false)
})
