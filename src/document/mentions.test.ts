import { describe, expect, it } from 'vitest'
import { folderOf, inlinePicture, mentionedIn } from './mentions.ts'

describe('addresses that a text mentions', () => {
  it.each([
    ['See https://example.org/a?b=1.', ['https://example.org/a?b=1']],
    ['in ../up/one and ./here, too', ['../up/one', '/up/one', './here', '/here']],
    ['get /files/report.pdf (or /files/report.pdf?x=1!)', ['/files/report.pdf', '/files/report.pdf?x=1']],
    ['var a = "/api/list.json", b = \'https://b.test/\'', ['/api/list.json', 'https://b.test/']],
    ['and/or, 1/2, a ratio of 3/4, /etc, km/h, 24/7', []],
    ['https:// and http:///nothing, .../…, ../../', []],
    ['index.html alone is a word, file.name too', []],
  ])('%s', (text, addresses) => expect([...mentionedIn(text)]).toEqual(addresses))

  it('may mean a folder that the page names as its base', () => {
    expect([...mentionedIn('/list.json and ./a, //b.test/c.html', '/app')]).toEqual([
      '/list.json',
      '/app/list.json',
      './a',
      '/a',
      '//b.test/c.html',
    ])
    const bases = [
      'https://a.test/',
      'https://a.test/app/',
      'https://a.test/app',
      'https://a.test/app/i.html',
    ]
    expect(bases.map(folderOf)).toEqual(['', '/app', '/app', '/app'])
  })

  it('are bounded', () => {
    expect([...mentionedIn('https://a.test/x '.repeat(5_000))]).toHaveLength(1_000)
    expect([...mentionedIn(`https://a.test/${'x'.repeat(3_000)}`)]).toEqual([])
    expect([...mentionedIn('/.a'.repeat(600_000))]).toEqual([])
    expect([...mentionedIn('/a.'.repeat(600) + ' /a.'.repeat(400_000))]).toEqual([])
  })
})

it('reads pictures that are their own address', () => {
  expect(inlinePicture("data:image/svg+xml,<image%20hr%65f='/a.png'/>")).toBe("<image href='/a.png'/>")
  expect(inlinePicture('data:image/svg+xml;base64,PGE+')).toBe('<a>')
  expect(inlinePicture('data:image/svg+xml,100%')).toBe('100%')
  expect(inlinePicture('data:image/png;base64,AAAA')).toBeUndefined()
  expect(inlinePicture('/picture.svg')).toBeUndefined()
})
