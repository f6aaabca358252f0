import { describe, expect, it } from 'vitest'
import { spamOf } from './spam.ts'

const WORDS =
  `harbor quiet ferry night keeper pier lamp morning swore burned dawn year story boat captain letter winter
 storm island bread baker school station market window garden river bridge street music`.split(/\s+/)
/** Varied prose of `count` words. */
const prose = (count: number) =>
  Array.from({ length: count }, (_, n) => WORDS[(n * 7 + Math.floor(n / 5)) % WORDS.length]).join(' ')
const kinds = (html: string) => spamOf(html, 'http://a.test/').reasons.map(({ kind }) => kind)

describe('signs of spam', () => {
  it('are words that are repeated too often', () => {
    const html = `<p>${prose(120)} ${'cheap pills '.repeat(60)}</p>`
    expect(kinds(html)).toEqual(['density', 'phrase'])
    expect(spamOf(html, 'http://a.test/').score).toBeGreaterThan(0.8)
  })

  it('are texts that people cannot see', () => {
    for (const style of ['position:absolute;left:-5000px', 'color:#ffffff;background:#ffffff'])
      expect(kinds(`<p>${prose(40)}</p><div style="${style}">${prose(200)}</div>`)).toEqual(['hidden'])
  })

  it('are links to everywhere', () => {
    const links = Array.from(
      { length: 300 },
      (_, n) => `<a href="http://site${n}.example/">${WORDS[n % WORDS.length]}</a>`,
    )
    expect(kinds(links.join(' '))).toEqual(['links'])
    const described = links.map(link => `<p>${link} ${prose(8)}</p>`)
    expect(kinds(described.join(''))).toEqual([])
  })

  it('are endless keywords', () => {
    const words = Array.from({ length: 400 }, (_, n) => `word${n}`).join(', ')
    expect(kinds(`<meta name="keywords" content="${words}"><p>Hello</p>`)).toEqual(['keywords'])
  })
})

it('has nothing to say of ordinary pages', () => {
  const pages = [
    `<p>${prose(400)}</p>`,
    '<p>pills pills pills</p>',
    `<nav style="position:absolute;left:-300px">${'<a href="/x">A menu that slides in</a>'.repeat(80)}</nav><p>${prose(200)}</p>`,
    `<img style="left:-9999px;position:absolute" src="x"><p>${prose(300)}</p>`,
    `<div style="display:none">${prose(500)}</div><p>${prose(100)}</p>`,
  ]
  for (const html of pages) expect(spamOf(html, 'http://a.test/')).toEqual({ score: 0, reasons: [] })
})

it('a list of files is no spam, however often its lines repeat a folder', () => {
  const lines = Array.from({ length: 200 }, (_, i) => `/usr/share/manual/page-${'abcdefgh'[i % 8]}${i}.html`)
  const list = (text: (line: string) => string) =>
    lines.map(line => `<li><a href="/f0${line}">${text(line)}</a>`).join('\n')
  expect(kinds(list(line => line))).toEqual([])
  expect(kinds(list(() => 'cheap manual pills'))).toContain('density')
})

it('a manual is no spam, however often it names a class', () => {
  const members = WORDS.map(
    word => `<tr><td>std::unordered_set::${word}()</td><td>unordered_set.${word}</td></tr>`,
  )
  const page = `<p>${prose(180)}</p><table>${members.join('')}</table>`
  expect(kinds(page)).toEqual([])
  expect(kinds(page.replaceAll(/::|_|\(\)/g, ' '))).toContain('phrase')
})
