import { expect, it } from 'vitest'
import type { PageChange } from '../index.ts'
import { passes } from './change-filter.ts'

const change = { url: 'https://example.org/news', host: 'https://example.org' } as PageChange

it.each(['example.org', 'Example.org', 'https://example.org/'])('finds the host that %s names', host =>
  expect(passes(change, { host })).toBe(true),
)

it.each(['http://example.org', 'www.example.org', 'not a host'])('%s is another host', host =>
  expect(passes(change, { host })).toBe(false),
)
