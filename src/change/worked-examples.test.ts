/** The worked examples of the textbook chapter on near duplicates, with its own hash values. */
import { describe, expect, it } from 'vitest'
import { SimhashVector } from './signature/simhash.ts'

const SENTENCE =
  'Tropical fish include fish found in tropical environments around the world, including both freshwater and salt water species.'

const HASHES: Readonly<Record<string, string>> = {
  tropical: '01100001',
  fish: '10101011',
  include: '11100110',
  found: '00011110',
  environments: '00101101',
  around: '10001011',
  world: '00101010',
  including: '11000000',
  both: '10101110',
  freshwater: '00111111',
  salt: '10110101',
  water: '00100101',
  species: '11101110',
}

describe('tropical fish', () => {
  it('gives the vector 1 −5 9 −9 3 1 3 3 and the fingerprint 10101111', () => {
    const vector = new SimhashVector(8)
    for (const word of SENTENCE.toLowerCase().match(/[a-z]+/g)!) {
      const hash = HASHES[word]
      if (hash) vector.add(Number.parseInt(hash, 2), 0, 1)
    }
    expect(vector.sums.reverse()).toEqual([1, -5, 9, -9, 3, 1, 3, 3])
    expect(Number.parseInt(vector.fingerprint(), 16).toString(2)).toBe('10101111')
  })
})
