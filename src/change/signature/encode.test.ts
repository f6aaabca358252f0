import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, decodeSignature, encodeSignature, signatureOf } from '../index.ts'

const URL = 'https://example.org/'
const DIGEST = 'a9993e364706816aba3e25717850c26c9cd0d89d'
const withoutFresh = ({ fresh: _, ...kept }: ReturnType<typeof signatureOf>) => kept

describe('a stored signature', () => {
  it('comes back whole', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<ul><li>',
      'words here. More words!',
      '3 May 2024',
      '<a href=/x>',
      '€ 5',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const signature = signatureOf(pieces.join(' '), URL, { digest: DIGEST })
        const decoded = decodeSignature(encodeSignature(signature))!
        expect(decoded).toEqual(withoutFresh(signature))
        expect(decide(decoded, signature)).toMatchObject({ changed: false, why: 'same' })
      }),
    )
  })

  it('is refused when cut, lengthened or of another version, and never throws', () => {
    const bytes = encodeSignature(signatureOf('<p>Some text.<p>More of it.', URL, { digest: DIGEST }))
    for (let length = 0; length < bytes.length; length++)
      expect(decodeSignature(bytes.subarray(0, length))).toBeUndefined()
    expect(decodeSignature(Buffer.concat([bytes, Buffer.alloc(1)]))).toBeUndefined()
    expect(decodeSignature(bytes.with(0, 9))).toBeUndefined()
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), noise => void decodeSignature(noise)))
  })

  it('is small for a page of 30 KB', () => {
    const html = Array.from(
      { length: 110 },
      (_, at) => `<div class="row"><p class="cell">Sentence ${at} of the page has some words.
      And another follows it, with <a href="/page/${at}">a link</a> in it.</p><img src="/${at}.png" width="100" height="100"></div>
      <!-- ${'-'.repeat(80)} -->`,
    ).join('')
    expect(html.length).toBeGreaterThan(30_000)
    expect(encodeSignature(signatureOf(html, URL, { digest: DIGEST })).length).toBeLessThan(4500)
  })
})
