/** Whatever the web sends, nothing throws and the size of a signature is bounded. test/faults/readers.test.ts measures the time. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, encodeSignature, signatureOf, textDiff } from './index.ts'
import { MAX_PIECES } from './signature/regions.ts'

const URL = 'https://example.org/'

describe('hostile bodies', () => {
  it('any characters, in any form', () => {
    const types = fc.constantFrom('text/html', 'text/plain', 'application/rss+xml', 'application/json')
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(text, text, types, (before, after, type) => {
        const [a, b] = [signatureOf(before, URL, { type }), signatureOf(after, URL, { type })]
        expect(decide(a, a)).toMatchObject({ changed: false, why: 'same' })
        decide(a, b)
        textDiff(before, after, { type })
      }),
    )
  })

  it.each([
    ['open elements', '<div class="a b">'.repeat(50_000)],
    ['items', '<li>x'.repeat(50_000)],
    ['alike paragraphs', '<p>same text here</p>'.repeat(20_000)],
    ['numbers', '1.2.3:4-5/6 '.repeat(40_000)],
    ['words that begin a phrase', 'an hour vor il y a 3 '.repeat(20_000)],
    ['one word', 'a1'.repeat(200_000)],
    ['full stops', '. A'.repeat(100_000)],
    ['seams', '<b>x</b>'.repeat(50_000)],
    ['links', '<a href="?sid=1&x=2">y</a>'.repeat(20_000)],
  ])('%s by the thousand', (_, html) => {
    const signature = signatureOf(html, URL)
    expect(signature.regions.count).toBeLessThanOrEqual(MAX_PIECES)
    expect(encodeSignature(signature).length).toBeLessThan(16_000)
    const other = signatureOf(`${html}<p>And a sentence that was not there.</p>`, URL)
    expect(decide(signature, signature).changed).toBe(false)
    decide(signature, other)
  })
})

describe('other bodies', () => {
  it('texts are compared by line, with noise masked', () => {
    const type = 'text/plain'
    const text = (date: string, word: string) =>
      signatureOf(`Built ${date}\nOne ${word} line\nThe end\n`, URL, { type })
    expect(decide(text('2024-05-03', 'old'), text('2024-05-04', 'old'))).toMatchObject({
      changed: false,
      why: 'noise',
    })
    expect(decide(text('2024-05-03', 'old'), text('2024-05-03', 'new'))).toMatchObject({
      changed: true,
      paths: ['line'],
    })
  })

  it('feeds are compared by element', () => {
    const feed = (built: string, title: string) =>
      signatureOf(
        `<rss><channel><lastBuildDate>${built}</lastBuildDate><item><title>${title}</title><link>http://x.org/1</link></item></channel></rss>`,
        URL,
        { type: 'application/rss+xml' },
      )
    const [a, b] = ['Fri, 03 May 2024 14:05:33 GMT', 'Sat, 04 May 2024 09:00:00 GMT'] as const
    expect(decide(feed(a, 'One'), feed(b, 'One')).changed).toBe(false)
    expect(decide(feed(a, 'One'), feed(b, 'Two'))).toMatchObject({
      changed: true,
      paths: ['rss/channel/item/title'],
    })
  })

  it('anything else, and a body that became another kind, by its digest', () => {
    const bytes = (digest: string) => signatureOf(Buffer.from('GIF89a'), URL, { digest })
    expect(decide(bytes('aa'), bytes('aa'))).toMatchObject({ changed: false, why: 'same', level: 'raw' })
    expect(decide(bytes('aa'), bytes('bb'))).toMatchObject({ changed: true, level: 'raw' })
    expect(decide(bytes('aa'), signatureOf('<p>Hello', URL, { digest: 'cc' })).changed).toBe(true)
  })
})
