import { describe, expect, it } from 'vitest'
import { csvOf, textOf } from './download.ts'

describe('CSV', () => {
  it('is RFC 4180: CRLF, quotes where needed, quotes doubled', () =>
    expect(csvOf([['plain', 'a,b', 'say "x"', 'two\nlines', 1.5, null]])).toBe(
      'plain,"a,b","say ""x""","two\nlines",1.5,\r\n',
    ))

  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('%j does not become a formula', text =>
    expect(csvOf([[text]]).replace(/^"/, '')).toMatch(/^'/),
  )

  it('leaves numbers as they are', () => expect(csvOf([[-3]])).toBe('-3\r\n'))

  it('writes several values in one cell, and anything else as JSON', () =>
    expect([textOf(['a', 'b']), textOf([{ a: 1 }]), textOf(undefined)]).toEqual(['a; b', '[{"a":1}]', '']))
})
