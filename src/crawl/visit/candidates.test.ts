import { expect, it } from 'vitest'
import type { PageRow } from '../../store/index.ts'
import { asUrl } from '../../url/index.ts'
import { pageAt, partsOf } from './visit.fixture.ts'

const { candidates } = partsOf()

it('knows a sitemap under its canonical address, however robots.txt writes it', () => {
  const urlsOf = (named: readonly string[]) =>
    candidates.sitemaps('http://a.test', named).map(({ url, kind }) => [url, kind])
  const map = ['http://a.test/map.xml', 'sitemap']
  expect(urlsOf(['HTTP://a.test:80/x/../map.xml?utm_source=robots'])).toEqual([map])
  expect(urlsOf(['/map.xml', 'map.xml', '//a.test/map.xml'])).toEqual([map, map, map])
  expect(urlsOf(['ftp://a.test/map.xml', 'none', 'a.test/map.xml', 'mailto:a@a.test'])).toEqual([])
})

it('knows what a class link of a stored page leads to under its canonical address', () => {
  const from = pageAt('http://a.test/list/') as unknown as PageRow
  expect(candidates.promised('../item?utm_id=1#top', from, 'item')).toMatchObject({
    ...{ url: 'http://a.test/item', depth: 1, pageClass: 'item', kind: 'page' },
  })
  expect(candidates.promised('mailto:a@a.test', from, 'item')).toBeNull()
})

it('puts sitemaps and feeds before every page', () => {
  const ranks = (['page', 'feed', 'sitemap'] as const).map(
    kind => candidates.candidate(asUrl('http://a.test/'), 0, null, { kind })!.rank,
  )
  expect(Math.max(ranks[1]!, ranks[2]!)).toBeLessThan(ranks[0]!)
})
