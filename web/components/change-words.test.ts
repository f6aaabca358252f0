import { describe, expect, it } from 'vitest'
import { changeSaid } from './change-words.ts'

const note = { changed: true, level: 'content', difference: 0.1, paths: ['main/p', 'main/p.price'] }

describe('the words for a change', () => {
  it.each([
    ['main/p.price: “10 €” → “12 €”', '“10 €” → “12 €”'],
    ['main/p/@href: “/a” → “/b”', 'main/p/@href: “/a” → “/b”'],
    ['added “main/p: x”', 'added “main/p: x”'],
  ])('%s', (summary, wanted) => expect(changeSaid({ ...note, summary })).toBe(wanted))

  it('are the reason or the location if there is no summary', () => {
    expect(changeSaid({ ...note, why: 'another type' })).toBe('another type')
    expect(changeSaid({ ...note, why: 'no earlier copy' })).toMatch(/cannot be compared/)
    expect(changeSaid(note)).toBe('in main/p')
    expect(changeSaid(null)).toBe('–')
  })
})
