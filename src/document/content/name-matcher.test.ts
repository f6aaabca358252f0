import fc from 'fast-check'
import { expect, it } from 'vitest'
import words from './content-names.json' with { type: 'json' }
import { NameMatcher } from './name-matcher.ts'

const NAMES = words.names.flatMap((names, i) => names.split('|').map(name => [name, i] as const))
const markOf = new Map(NAMES)
const byExpression = new RegExp(
  NAMES.map(([name]) => name)
    .toSorted((a, b) => b.length - a.length)
    .map(name => (name.length > 4 ? name : `(?<![a-z])${name}(?![a-z])`))
    .join('|'),
  'g',
)

it('finds the words that a regular expression finds', () => {
  const matcher = new NameMatcher(NAMES)
  const part = fc.constantFrom(...markOf.keys(), '-', '_', ' ', 's', 'x', 'A', 'é', '1', 'Kommentar', 'tex')
  const property = fc.property(fc.array(part), parts => {
    const said = parts.join('')
    const expected = [...said.toLowerCase().matchAll(byExpression)].map(([name]) => markOf.get(name))
    expect(matcher.marksIn(said)).toEqual(expected)
  })
  fc.assert(property, { numRuns: 2_000 })
  expect(matcher.marksIn('')).toEqual([])
})
