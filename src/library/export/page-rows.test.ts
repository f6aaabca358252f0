import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell } from './page-rows.ts'

describe('CSV cells (RFC 4180, 2)', () => {
  it.each([
    [null, ''],
    [7, '7'],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    [{ price: 1 }, '"{""price"":1}"'],
  ])('%j', (value, cell) => expect(csvCell(value)).toBe(cell))

  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('%j does not become a formula in a spreadsheet', text => {
    expect(csvCell(text)).toMatch(/^"?'/)
  })

  it('can be read back unchanged', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const cell = csvCell(text)
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(read === text || read === `'${text}`).toBe(true)
      }),
    )
  })
})
