import { expect, test } from 'vitest'
import { Newcomers, type SightedPage } from './newcomers.ts'
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

test('pages of a list add to its address, and are not doubtful', () => {
  const newcomers = new Newcomers()
  newcomers.fetched(page('https://a.test/', { links: ['https://a.test/board?b=1'] }))
  const late = Array.from({ length: 20 }, (_, i) => newcomers.isLate(`https://a.test/board?b=1&page=${i}`))
  expect(late).not.toContain(true)
})
