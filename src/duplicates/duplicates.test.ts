import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signatureOf } from '../change/index.ts'
import { simhashBitsApart } from '../change/signature/simhash.ts'
import { commonPhrases, likenessOf, originalFor, simhashParts, sketchFrom } from './index.ts'
import { isPlainer } from './original.ts'

const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `w${(from + i).toString(26)}x`).join(' ')
const likeness = (text: string) => likenessOf(signatureOf(`<main><p>${text}</p></main>`, 'https://a.test/'))!
const arrival = (url: string, text: string) => ({
  ...{ id: url, url, title: null },
  sketch: likeness(text).sketch,
})

describe('the likeness of a page', () => {
  it('keeps its sketch through packing', () => {
    const { sketch } = signatureOf(`<main><p>${words(0, 900)}</p></main>`, 'https://a.test/')
    expect(sketchFrom(likenessOf({ simhash: '0123456789abcdef', sketch })!.sketch)).toEqual(sketch)
    expect(sketch.modulus).toBeGreaterThan(1)
  })

  it('is nothing where there are no words', () =>
    expect(likenessOf(signatureOf('<main><img src="a.png"></main>', 'https://a.test/'))).toBeNull())

  it('has a part in common with every other that is at most three bits away', () =>
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
        fc.array(fc.nat(63), { maxLength: 3 }),
        (bytes, bits) => {
          const [one, other] = [Buffer.from(bytes), Buffer.from(bytes)]
          for (const bit of bits) other[bit >> 3]! ^= 1 << (bit & 7)
          expect(simhashBitsApart(one, other)).toBeLessThanOrEqual(bits.length)
          const parts = simhashParts(other)
          expect(simhashParts(one).some((part, i) => part.equals(parts[i]!))).toBe(true)
        },
      ),
    ))
})

describe('the original of an arrival', () => {
  it('is told by its title where a word more or less is much of what is its own', () => {
    const menu = words(0, 200)
    const page = (own: string) => `${menu} ${own}`
    const neighbors = Array.from({ length: 12 }, (_, i) => likeness(page(words(1_000 * (i + 1), 30))).sketch)
    const [own, edited] = [words(50_000, 30), `${words(50_000, 12)} another ${words(50_013, 17)}`]
    const at = (url: string, text: string, title: string) => ({ ...arrival(url, page(text)), title })
    const original = at('https://a.test/a', own, 'A')
    expect(originalFor(at('https://a.test/b', edited, 'A'), [original], neighbors, 0.9)?.of).toBe(
      'https://a.test/a',
    )
    expect(originalFor(at('https://a.test/b', edited, 'B'), [original], neighbors, 0.9)).toBeNull()
    const others = `${words(50_000, 15)} ${words(70_000, 15)}`
    expect(originalFor(at('https://a.test/b', others, 'A'), [original], neighbors, 0.9)).toBeNull()
  })

  const text = words(0, 300)

  it('is the one it repeats most of, if that is enough', () => {
    const originals = [arrival('https://a.test/other', words(500, 300)), arrival('https://a.test/a', text)]
    expect(originalFor(arrival('https://a.test/a?print=1', text), originals, [], 0.9)).toEqual({
      of: 'https://a.test/a',
      leads: false,
    })
    expect(
      originalFor(arrival('https://b.test/', `${words(0, 200)} ${words(900, 100)}`), originals, [], 0.9),
    ).toBeNull()
  })

  it('gives way to a plainer address', () =>
    expect(
      originalFor(arrival('https://a.test/a', text), [arrival('https://a.test/a?s=1', text)], [], 0.9),
    ).toEqual({
      of: 'https://a.test/a?s=1',
      leads: true,
    }))

  it('is not found by what all pages of a host say', () => {
    const notice = words(0, 200)
    const page = (i: number) => `${notice} ${words(1_000 * (i + 1), 12)}`
    const neighbors = Array.from({ length: 12 }, (_, i) => likeness(page(i)).sketch)
    const [one, other] = [arrival('https://a.test/1', page(20)), arrival('https://a.test/2', page(21))]
    expect(originalFor(one, [other], [], 0.85)).not.toBeNull()
    expect(originalFor(one, [other], neighbors, 0.85)).toBeNull()
    expect(originalFor(one, [arrival('https://a.test/3', page(20))], neighbors, 0.85)).not.toBeNull()
  })
})

it('takes few pages for no proof that a phrase stands on all', () => {
  const { sketch } = likeness(words(0, 50))
  expect(commonPhrases(Array.from({ length: 4 }, () => sketchFrom(sketch))).size).toBe(0)
  expect(commonPhrases(Array.from({ length: 8 }, () => sketchFrom(sketch))).size).toBeGreaterThan(40)
})

it('orders addresses by parameters, then by length, in one way only', () =>
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true }),
      fc.webUrl({ withQueryParameters: true }),
      (a, b) => {
        expect(isPlainer(a, b) && isPlainer(b, a)).toBe(false)
        if (a !== b) expect(isPlainer(a, b) || isPlainer(b, a)).toBe(true)
      },
    ),
  ))
