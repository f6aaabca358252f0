import { describe, expect, it } from 'vitest'
import { SPELLINGS } from '../../../bench/patterns/spellings.ts'
import { Canonicalizer } from '../../url/index.ts'
import { scanPage } from '../scan-page.ts'
import { PatternFinder, type PatternSettings } from './index.ts'

const URL_ = 'https://site.example/'

function found(html: string, settings: PatternSettings, url = URL_): string[] {
  const text = scanPage(html, url, new Canonicalizer(), { text: true }).text ?? ''
  return new PatternFinder([settings])
    .find({ url, type: 'text/html', text, source: html })
    .map(({ value }) => value)
}

const emails = (html: string) => found(html, { kind: 'email' })

describe('e-mail addresses', () => {
  it('each way to hide one is seen through', () => {
    const missed = SPELLINGS.filter(
      ({ html, found: wanted }) => wanted.length > 0 && !wanted.every(each => emails(html).includes(each)),
    )
    expect(missed.map(({ way }) => way)).toEqual([])
  })

  it('what only looks like one is left alone, but for names that are domains by chance', () => {
    const taken = SPELLINGS.filter(({ found: wanted }) => wanted.length === 0).flatMap(({ html }) =>
      emails(html),
    )
    expect(taken).toEqual(['click@menu.open'])
  })

  it('lists of large numbers in a script are passed over', () => {
    const numbers = Array.from({ length: 40 }, (_, i) => 55_300 + i).join()
    expect(emails(`<script>f([${numbers}]);x=['ann','@',\n'example.org', ].join('')</script>`)).toEqual([
      'ann@example.org',
    ])
  })

  it('several in one link, each once', () => {
    expect(
      emails('<a href="mailto:a@example.com,b@example.com?cc=c%40example.com">a@Example.COM</a>'),
    ).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
  })

  it('documents that are no pages have theirs in the text', () => {
    const page = { url: URL_, type: 'application/pdf', text: 'Write to ann (at) example.org', source: '' }
    expect(new PatternFinder([{ kind: 'email' }]).find(page)).toEqual([
      { kind: 'email', value: 'ann@example.org' },
    ])
  })
})

it.each([
  ['Ring +47 22 22 55 55.', URL_, ['+4722225555']],
  ['Tlf. 22 22 55 55, org.nr. 987 654 321', 'http://a.no/', ['+4722225555']],
  ['22 22 55 55', 'http://a.com/', []],
  ['Call (212) 555-0123 or 1-800-356-9377', 'http://a.us/', ['+12125550123', '+18003569377']],
  ['+44 (0)20 7946 0958', URL_, ['+442079460958']],
  ['<a href="tel:+4722225555">us</a>', URL_, ['+4722225555']],
  ['ISBN 978-3-16-148410-0, 2024-05-01, 12.05.2024, 192.168.10.12', 'http://a.de/', []],
  ['order 2125550123456, card 4111 1111 1111 1111', 'http://a.us/', []],
])('telephone numbers in %j', (html, url, numbers) => {
  expect(found(html, { kind: 'phone' }, url)).toEqual(numbers)
})

describe("the user's expressions", () => {
  const own = (regexp: string, on: 'text' | 'source' = 'text'): PatternSettings => ({
    kind: 'regexp',
    name: 'mine',
    regexp,
    on,
  })

  it('search the text or the source, and tell their group if they have one', () => {
    const html = '<p data-id="X-17">Ticket <b>T-12</b>, Ticket T-12, Ticket T-13'
    expect(found(html, own('Ticket (T-\\d+)'))).toEqual(['T-12', 'T-13'])
    expect(found(html, own('X-\\d+'))).toEqual([])
    expect(found(html, own('X-\\d+', 'source'))).toEqual(['X-17'])
  })

  it('cannot hang', () => {
    expect(found(`<p>${'a'.repeat(20_000)}b`, own('(a+)+$'))).toEqual([])
  })

  it('what cannot be run in linear time is refused', () => {
    expect(() => new PatternFinder([own('(?=a)b')])).toThrow()
    expect(() => new PatternFinder([own('(a)\\1')])).toThrow()
  })
})
