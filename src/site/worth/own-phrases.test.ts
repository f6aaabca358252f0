import { expect, test } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { ownPhrases } from './own-phrases.ts'

const phrases = (html: string, url = 'https://a.test/') => [...ownPhrases(parseTree(html), url)]

test('phrases are three words of one text; links, scripts and forms are silent, places to jump to are not', () => {
  expect(phrases('<p>One two three four</p>')).toHaveLength(2)
  expect(phrases('<dd>Berlin</dd><dd>two words</dd>')).toHaveLength(2)
  expect(phrases('<a name=top>One two three</a>')).toHaveLength(1)
  expect(phrases('<a href=x>One two three</a><script>a b c</script><textarea>x y z</textarea>')).toEqual([])
})

test('numbers are alike, and so is the case of letters', () => {
  expect(phrases('<p>Seen 12 times</p>')).toEqual(phrases('<p>SEEN 7 TIMES</p>'))
})

test('long numbers say something by themselves', () => {
  expect(phrases('<td>4711</td><td>12</td>')).toHaveLength(2)
  expect(phrases('<td>4711</td>')).not.toEqual(phrases('<td>4712</td>'))
})

test('a page that quotes another shares its phrases', () => {
  const text = '<p>The river was higher than it had been for years.</p>'
  const quoting = phrases(`<h1>Reply</h1><blockquote>${text}</blockquote>`)
  for (const phrase of phrases(text)) expect(quoting).toContain(phrase)
})

test('a name in a sentence of the template says nothing new if the address has it', () => {
  const about = (name: string) =>
    phrases(`<p>These pages link to ${name} now</p>`, `https://a.test/links/${name.replaceAll(' ', '_')}`)
  expect(about('Blue shirt')).toEqual(about('Red shoes'))
  const named = (name: string) => phrases(`<h1>${name}</h1>`, `https://a.test/${encodeURI(name)}`)
  expect(named('Blue linen shirt')).not.toEqual(named('Red leather shoes'))
})

test('what comes after a long preface counts', () => {
  const words = (name: string, count: number) =>
    Array.from(
      { length: count },
      (_, i) => `${name}${String.fromCharCode(97 + (i % 26), 97 + ((i / 26) % 26))}`,
    )
  const page = (name: string) =>
    phrases(`<p>${words('license', 600).join(' ')}</p><p>${words(name, 300).join(' ')}</p>`)
  const [one, other] = [page('apple'), page('pear')]
  const own = one.filter(phrase => !other.includes(phrase))
  expect(one).toHaveLength(200)
  expect(own.length).toBeGreaterThan(20)
  expect(own.length).toBeLessThan(60)
})

test('a long page costs no more than a bounded number', () => {
  expect(
    phrases(
      `<p>${Array.from({ length: 50_000 }, (_, i) => `w${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i % 7)}`).join(' ')}</p>`,
    ).length,
  ).toBeLessThanOrEqual(200)
})
