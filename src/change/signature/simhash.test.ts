import { expect, it } from 'vitest'
import { SimhashVector, simhashDistance, simhashOf } from './simhash.ts'

const SENTENCE =
  'Tropical fish include fish found in tropical environments around the world, including both freshwater and salt water species.'

/** The worked example of the textbook chapter on near duplicates, with its own hash values. */
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

it('gives tropical fish the fingerprint 10101111', () => {
  const vector = new SimhashVector()
  for (const word of SENTENCE.toLowerCase().match(/[a-z]+/g)!)
    if (HASHES[word]) vector.add(Number.parseInt(HASHES[word], 2), 0, 1)
  expect(BigInt(`0x${vector.fingerprint()}`).toString(2)).toBe('10101111')
})

it('gives texts that share most words fingerprints that differ in few bits', () => {
  const text = 'The page you are looking for has moved or never was here, we are sorry about that'
  expect(simhashDistance(simhashOf(text), simhashOf(`${text} indeed`))).toBeLessThan(12)
  const other = simhashOf('Quite another story of ships in the harbour')
  expect(simhashDistance(simhashOf(text), other)).toBeGreaterThan(12)
})

it('takes no notice of numbers', () =>
  expect(simhashOf('Not found, request 8f12')).toBe(simhashOf('Not found, request 9999 f 3')))
