import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BodyKind, decodeBody } from './index.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)))

const detected = (body: Uint8Array, header?: string, kind: BodyKind = 'html') => {
  const { charset, by } = decodeBody(body, header, kind)
  return `${charset} by ${by}`
}

describe('decodeBody', () => {
  it('believes a byte order mark before everything, and removes it', () => {
    const body = bytes([0xef, 0xbb, 0xbf], '<meta charset=koi8-r>', [0xc3, 0xa9])
    expect(decodeBody(body, 'iso-8859-2', 'html')).toEqual({
      text: '<meta charset=koi8-r>é',
      charset: 'utf-8',
      by: 'bom',
    })
    expect(decodeBody(bytes([0xff, 0xfe], 'a\0'), undefined, 'text').text).toBe('a')
  })

  it('then the header, with the names the Encoding standard gives to labels', () => {
    expect(decodeBody(bytes('<meta charset=utf-8>', [0x80]), ' "Latin1" ', 'html').text).toBe(
      '<meta charset=utf-8>€',
    )
    expect(detected(bytes('a', [0xe9]), 'nonsense')).not.toContain('header')
  })

  it('HTML 13.2.3.2: then the declaration, also one that comes late', () => {
    expect(detected(bytes('<meta charset=shift_jis>'))).toBe('shift_jis by meta')
    expect(detected(bytes('<meta http-equiv=content-type content="text/html; charset=windows-1251">'))).toBe(
      'windows-1251 by meta',
    )
    expect(detected(bytes(`<!--${'x'.repeat(5000)}--><meta charset=iso-8859-2>`, [0xe8]))).toBe(
      'iso-8859-2 by meta',
    )
    expect(detected(bytes('<?xml version="1.0" encoding="iso-8859-15"?><a/>'), undefined, 'xml')).toBe(
      'iso-8859-15 by xml',
    )
    expect(detected(bytes('<meta charset=koi8-r>', [0xe8]), undefined, 'text')).not.toContain('meta')
  })

  it('then valid UTF-8, then letters', () => {
    expect(detected(Buffer.from('naïve café'))).toBe('utf-8 by utf8')
    const russian = 'съешь же ещё этих мягких французских булок да выпей чаю и снова вернись к началу'
    const koi = Uint8Array.from(russian, letter => KOI8.indexOf(letter) + 0xc0 || 32).map(byte =>
      byte === 0xbf ? 32 : byte,
    )
    expect(detected(koi)).toBe('koi8-r by statistics')
    expect(detected(Buffer.from('plain words, no mark at all', 'utf16le'))).toBe('utf-16le by statistics')
  })

  it('never throws and never leaves a text undecoded', () => {
    const label = fc.option(
      fc.oneof(
        fc.string(),
        fc.constantFrom('utf-8', 'gbk', 'replacement', 'utf-16', 'x-user-defined', 'iso-2022-kr'),
      ),
      { nil: undefined },
    )
    const kind = fc.constantFrom<BodyKind>('html', 'xml', 'text')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), label, kind, (body, header, sort) => {
        expect(typeof decodeBody(body, header, sort).text).toBe('string')
      }),
    )
  })

  it('reads UTF-8 back exactly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(decodeBody(Buffer.from(text), 'utf-8', 'text').text).toBe(text.replace(/^\uFEFF/, ''))
      }),
    )
  })
})

const KOI8 = 'юабцдефгхийклмнопярстужвьызшэщчъ'
