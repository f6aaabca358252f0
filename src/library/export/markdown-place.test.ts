import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markdownPlace } from './markdown-place.ts'

it.each([
  ['https://example.org/', 'example.org/index.md'],
  ['https://example.org/docs/', 'example.org/docs/index.md'],
  ['https://example.org/docs', 'example.org/docs.md'],
  ['https://example.org/docs/intro.html', 'example.org/docs/intro.md'],
  ['https://example.org/report.pdf', 'example.org/report.pdf.md'],
  ['http://example.org:8080/a', 'example.org_8080/a.md'],
  ['https://example.org/%C3%A5r/m%C3%B8te', 'example.org/år/møte.md'],
  ['https://example.org/%FF/x', 'example.org/_FF/x.md'],
  ['https://example.org/a%2Fb/%2e%2e%2fc', 'example.org/a_b/_._c.md'],
  ['https://example.org/.git/config', 'example.org/_git/config.md'],
  ['https://example.org/x.md/y', 'example.org/x.md_/y.md'],
])('%s stands at %s', (url, place) => expect(markdownPlace(url)).toBe(place))

it('is told apart by the key', () =>
  expect(markdownPlace('https://example.org/a?b=1', '0123abcd')).toBe('example.org/a-0123abcd.md'))

it('never leads out of the folder', () =>
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, more) => {
      const place = markdownPlace(new URL(`${url}/${encodeURIComponent(more)}`).href)
      const steps = place.split('/')
      expect(steps.every(step => step !== '' && !step.startsWith('.') && step.length <= 84)).toBe(true)
      expect(place).not.toMatch(/[\\:*?"<>|\0]/)
    }),
  ))
