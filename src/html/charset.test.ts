import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DecodeAs, decodeBody } from './charset.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)))

const detected = (body: Uint8Array, header?: string, kind: DecodeAs = 'html') => {
  const { charset, by } = decodeBody(body, header, kind)
  return `${charset} by ${by}`
}

/** The inverse of a single-byte charset. */
function encode(text: string, charset: string): Uint8Array {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const letters = [...decodeBody(all, charset, 'text').text]
  return Uint8Array.from([...text].map(letter => letters.indexOf(letter)))
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

  it('believes neither header nor declaration if the bytes clearly contradict them', () => {
    const text = 'Žluťoučký kůň úpěl ďábelské ódy'
    expect(decodeBody(Buffer.from(text), 'iso-8859-1', 'html')).toMatchObject({ text, charset: 'utf-8' })
    const declared = `<meta charset=windows-1251>${text}`
    expect(decodeBody(Buffer.from(declared), undefined, 'html')).toMatchObject({ text: declared })
    const russian = 'Съешь же ещё этих мягких французских булок, да выпей чаю и снова вернись к началу'
    expect(decodeBody(encode(russian, 'windows-1251'), 'utf-8', 'html')).toMatchObject({ text: russian })
    // A few bytes prove nothing, and some broken ones are in many pages.
    expect(detected(Buffer.from('naïve'), 'iso-8859-1')).toBe('windows-1252 by header')
    expect(detected(bytes([...Buffer.from(text)], [0xe9, 0xe8, 0xff]), 'utf-8')).toBe('utf-8 by header')
  })

  it('then valid UTF-8, then letters', () => {
    expect(detected(Buffer.from('naïve café'))).toBe('utf-8 by utf8')
    expect(detected(Buffer.from('plain words, no mark at all', 'utf16le'))).toBe('utf-16le by statistics')
  })

  it.each([
    ['koi8-r', 'Съешь же ещё этих мягких французских булок, да выпей чаю и снова вернись к началу'],
    ['koi8-u', 'Україна є державою, її мова українська, і ґанок теж її. Київ стоїть на Дніпрі і є столицею'],
    ['x-mac-cyrillic', 'Москва и Россия: новости дня, погода на завтра, курсы валют и многое другое для вас'],
    ['ibm866', 'Москва и Россия: новости дня, погода на завтра, курсы валют и многое другое для вас'],
    ['windows-874', 'ประเทศไทยเป็นประเทศที่ตั้งอยู่ในเอเชียตะวันออกเฉียงใต้ มีพรมแดนติดกับลาวและกัมพูชา'],
    ['windows-1255', 'ירושלים היא עיר הבירה של מדינת ישראל והעיר הגדולה ביותר בה מבחינת מספר התושבים'],
  ])('reads %s by its letters, in the midst of markup', (charset, text) => {
    const page = `<html><body class="main-column"><p>${text}</p></body></html>`
    expect(decodeBody(encode(page, charset), undefined, 'html')).toMatchObject({
      text: page,
      by: 'statistics',
    })
  })

  it('takes no-break spaces for spaces, however many', () => {
    for (const page of [
      '<p>Item\xa0\xa0\xa0one',
      '<p>\xa0\xa0\xa0\xa0Caf\xe9 de la gare\xa0\xa0\xa0\xa0\xa0\xc9cole',
      '\xa0\xa0\xa0',
      `<td>${'\xa0'.repeat(40)}<td>caf\xe9`,
    ])
      expect(decodeBody(bytes(page), undefined, 'html').text).toBe(page)
    const russian = '<p>Москва и Россия,\xa0\xa0\xa0 а также новости дня, погода на завтра'
    expect(decodeBody(encode(russian, 'windows-1251'), undefined, 'html').text).toBe(russian)
  })

  it('tells the two charsets of Polish apart', () => {
    const text = '<p>Będą jutro w Łodzi z całą rodziną</p>'
    for (const charset of ['windows-1250', 'iso-8859-2'])
      expect(decodeBody(encode(text, charset), undefined, 'html').text).toBe(text)
  })

  it('does not mistake accents for another script', () => {
    expect(
      detected(encode('<p>Où est le café près de la forêt? Là-bas, à côté du théâtre.</p>', 'windows-1252')),
    ).toBe('windows-1252 by statistics')
  })

  it('never throws and never leaves a text undecoded', () => {
    const label = fc.option(
      fc.oneof(
        fc.string(),
        fc.constantFrom('utf-8', 'gbk', 'replacement', 'utf-16', 'x-user-defined', 'iso-2022-kr'),
      ),
      { nil: undefined },
    )
    const kind = fc.constantFrom<DecodeAs>('html', 'xml', 'text')
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
