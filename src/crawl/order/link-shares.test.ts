import { expect, it } from 'vitest'
import { LinkShares } from './link-shares.ts'

const PAGE = 'http://a.test/page'

it('puts pages first that many others link to, and those that important ones do', () => {
  const shares = new LinkShares()
  const once = shares.add('http://a.test/once', 0.01).rank
  const twice = [shares.add('http://a.test/twice', 0.01), shares.add('http://a.test/twice', 0.01)]
  expect(twice[1]!.rank).toBeLessThan(once)
  expect(shares.add('http://a.test/by-a-seed', 0.5).rank).toBeLessThan(twice[1]!.rank)
})

it('tells the rank before a link and after it', () => {
  const shares = new LinkShares()
  expect(shares.rankOf(PAGE)).toBeNull()
  const first = shares.add(PAGE, 0.25)
  expect(first).toEqual({ before: null, rank: 2 })
  expect(shares.add(PAGE, 0.25)).toEqual({ before: 2, rank: 0 })
  expect([shares.rankOf(PAGE), shares.linksTo(PAGE), shares.shareOf(PAGE)]).toEqual([0, 2, 0.5])
})

it('hands on what a page has in equal parts, and something at the end of the longest chain', () => {
  expect(LinkShares.part(1, 10)).toBeCloseTo(0.085)
  let share = 1
  for (let depth = 0; depth < 1000; depth++) share = LinkShares.part(share, 100)
  expect(new LinkShares().add(PAGE, share).rank).toBeLessThan(60)
})

it('keeps addresses apart in memory that does not grow', () => {
  const shares = new LinkShares()
  for (let i = 0; i < 100_000; i++) shares.add(`http://a.test/${i}`, 1e-5)
  for (let i = 0; i < 30; i++) shares.add(PAGE, 1e-5)
  const wrong = Array.from({ length: 1000 }, (_, i) => shares.linksTo(`http://a.test/${i * 97}`)).filter(
    links => links !== 1,
  )
  expect(wrong.length).toBeLessThan(10)
  expect(shares.linksTo(PAGE)).toBe(30)
})
