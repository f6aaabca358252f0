import { expect, it } from 'vitest'
import type { PageChange } from '../index.ts'
import { type ChangeFilter, passes } from './change-filter.ts'
import { saidIn } from './said-by-change.ts'

const change = { url: 'https://example.org/news', host: 'https://example.org' } as PageChange

const unread = () => Promise.reject(new Error('what it says is not needed'))

it.each(['example.org', 'Example.org', 'https://example.org/'])('finds the host that %s names', async host =>
  expect(await passes(change, { host }, unread)).toBe(true),
)

it.each(['http://example.org', 'www.example.org', 'not a host'])('%s is another host', async host =>
  expect(await passes(change, { host }, unread)).toBe(false),
)

it.each([
  [{ pattern: '/ne*' }, true],
  [{ pattern: '/ne*', except: 'example.org/news' }, false],
  [{ except: '/shop/*' }, true],
])('%j: %s', async (filter, told) => expect(await passes(change, filter, unread)).toBe(told))

const said = saidIn([
  { kind: 'same', path: 'h1', text: 'Lamp No 3' },
  {
    kind: 'changed',
    path: 'p',
    words: [
      { kind: 'same', text: '€ ' },
      { kind: 'removed', text: '1.249' },
      { kind: 'added', text: '1.099' },
      { kind: 'same', text: ',50, 2 pieces' },
    ],
  },
  { kind: 'removed', path: 'i', text: 'Sold  out' },
  { kind: 'added', path: 'i', text: 'In stock' },
])

it.each<[ChangeFilter, boolean]>([
  [{ appears: 'IN\nStock' }, true],
  [{ appears: 'sold out' }, false],
  [{ appears: 'lamp' }, false],
  [{ disappears: 'sold out' }, true],
  [{ disappears: 'lamp' }, false],
  [{ below: 1100 }, true],
  [{ below: 1000 }, false],
  [{ above: 1000 }, true],
  [{ above: 1200 }, false],
  [{ below: 1100, appears: 'in stock', except: '/lamp' }, true],
  [{ below: 1100, appears: 'in stock', except: '/news' }, false],
])('%j: %s, by what a change says', async (filter, told) =>
  expect(await passes(change, filter, async () => said)).toBe(told),
)

it('tells rather once too often where the revisions are lost', async () =>
  expect(await passes(change, { below: 1 }, async () => null)).toBe(true))

it('shows what differs, and cuts it where it is long', () => {
  expect(said.shown).toBe(
    '  Lamp No 3\n@ p\n~ € [-1.249-]{+1.099+},50, 2 pieces\n@ i\n- Sold  out\n+ In stock',
  )
  const long = Array.from(
    { length: 200 },
    (_, at) => ({ kind: 'added', path: 'p', text: `line ${at}` }) as const,
  )
  expect(saidIn(long).shown).toMatch(/line 1\d\d\n…$/)
})
