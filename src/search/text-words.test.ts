import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_WORD_CHARS, unaccented, wordsOf } from './text-words.ts'

const words = (text: string) => wordsOf(text).map(word => word.text)

describe('words', () => {
  it('are runs of letters, digits and marks in lower case', () => {
    expect(words("The U.S. isn't C++17; naïve Straße, ﬁne ½ Ⅷ")).toEqual([
      ...['the', 'u', 's', 'isn', 't', 'c', '17', 'naïve', 'straße', 'fine', '12', 'viii'],
    ])
    expect(words('हिन्दी में लिखा')).toEqual(['हिन्दी', 'में', 'लिखा'])
  })

  it('are pairs of characters where nothing parts them', () => {
    expect(words('東京都 is 2026年 カ')).toEqual(['東京', '京都', 'is', '2026', '年', 'カ'])
    expect(words('ภาษาไทย').length).toBeGreaterThan(3)
  })

  it('are cut when they are no words', () => {
    expect(words('x'.repeat(100))).toEqual(['x'.repeat(MAX_WORD_CHARS)])
    expect(words('𝒳'.repeat(100))[0]!.length).toBe(MAX_WORD_CHARS)
  })

  it('lose their accents, not their marks', () => {
    expect(['école', 'Åse', 'ёлка', 'हिन्दी', 'が', '한국'].map(unaccented)).toEqual([
      'ecole',
      'Ase',
      'елка',
      'हिन्दी',
      'が',
      '한국',
    ])
  })

  it('stand where they say, in order, and hold nothing but letters, digits and marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        let last = 0
        for (const { text: word, start, end } of wordsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}]*$/u)
          last = start
        }
      }),
    )
  })
})
