import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold, foldedSlice, foldMarkup } from './fold.ts'

const LIMIT = 20
const text = fc.string({
  unit: fc.constantFrom('a', 'é', '語', ' ', '\n', '\t', '\u00a0', '\0', '&amp;', '&', ';', '😀'),
  maxLength: 30,
})

it('text that is cut out of a page is what folding makes of it', () => {
  fc.assert(
    fc.property(text, text, text, (before, within, after) => {
      const html = before + within + after
      const cut = foldedSlice(html, before.length, before.length + within.length, LIMIT)
      if (cut !== null) expect([fold(within), foldMarkup(within)]).toEqual([cut, cut])
    }),
    { numRuns: 2_000 },
  )
})

it('most text can be cut out', () => {
  expect(foldedSlice('<a>\n Read all about it </a>', 3, 23, LIMIT)).toBe('Read all about it')
  expect(foldedSlice('two  spaces', 0, 11, LIMIT)).toBeNull()
  expect(foldedSlice('x'.repeat(LIMIT + 1), 0, LIMIT + 1, LIMIT)).toBeNull()
})
