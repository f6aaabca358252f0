import { expect, test } from 'vitest'
import { leadsToPage } from './page-relations.ts'

const leads = (rel: string, type?: string, hreflang?: string) => leadsToPage({ rel, type, hreflang })

test('what turns a page or translates it leads to pages', () => {
  expect(leads('next')).toBe(true)
  expect(leads('nofollow PREV', 'text/html; charset=utf-8')).toBe(true)
  expect(leads('alternate', undefined, 'vi')).toBe(true)
})

test('what names the same page once more, or what programs read, does not', () => {
  expect(leads('shortlink')).toBe(false)
  expect(leads('https://api.w.org/')).toBe(false)
  expect(leads('alternate', 'application/json+oembed')).toBe(false)
  expect(leads('alternate', 'application/rss+xml', 'en')).toBe(false)
  expect(leads('alternate')).toBe(false)
  expect(leadsToPage({ rel: undefined, type: undefined, hreflang: undefined })).toBe(false)
})
