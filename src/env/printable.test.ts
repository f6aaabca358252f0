import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, printableLines } from './printable.ts'

describe('text from outside', () => {
  it.each([
    ['\x1b]0;owned\x07', '\\u001b]0;owned\\u0007'],
    ['a\x9b31mb', 'a\\u009b31mb'],
    ['exe.\u202egnp', 'exe.\\u202egnp'],
    ['\u2066\u2069\u200e\u200f\u061c', '\\u2066\\u2069\\u200e\\u200f\\u061c'],
    ['a\u2028b\u0085c\x7f', 'a\\u2028b\\u0085c\\u007f'],
    ['a\ud800b', 'a\\ud800b'],
    ['zero\u200bwidth\ufeff\u{e0041}', 'zero\\u200bwidth\\ufeff\\udb40\\udc41'],
    ['one\r\n\ttwo\nthree', 'one two three'],
    // Joiners that some scripts and emoji need are kept.
    ['نمی\u200cخواهم 👩\u200d👩\u200d👧 日本 e\u0301', 'نمی\u200cخواهم 👩\u200d👩\u200d👧 日本 e\u0301'],
  ])('%j', (text, shown) => expect(printable(text)).toBe(shown))

  it('keeps its lines where it has some', () =>
    expect(printableLines('a\x1b\nb\u202e\n')).toBe('a\\u001b\nb\\u202e\n'))

  it('means the same to a JSON parser', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\ud800', '\u202e', '\u{e0001}'),
        (text, more) => {
          const value = { [text]: more + text }
          expect(JSON.parse(printableLines(JSON.stringify(value)))).toEqual(value)
        },
      ),
    )
  })
})
