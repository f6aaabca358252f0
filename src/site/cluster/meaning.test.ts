import { expect, test } from 'vitest'
import { seededRandom } from '../../env/index.ts'
import { splitByMeaning } from './meaning.ts'
import { wordsOf } from './word-vectors.ts'

const COMMON = 'which there their about would these other after first where while people thing place'.split(
  ' ',
)
const SPORT = 'match goal league player coach season stadium trophy defender striker referee'.split(' ')
const POLITICS = 'minister parliament election vote senate treaty budget coalition law campaign'.split(' ')

/** Pages of one template whose text is drawn from common words and those of a subject. */
function page(subject: readonly string[], seed: number) {
  const random = seededRandom(seed)
  const pick = (list: readonly string[]) => list[Math.floor(random.next() * list.length)]!
  const text = Array.from({ length: 60 }, () => pick(random.next() < 0.3 ? subject : COMMON)).join(' ')
  return wordsOf(`<nav>goal minister goal minister goal minister goal minister</nav><p>${text}</p>`)
}

function site(folder: (i: number) => string, subject: (i: number) => readonly string[]) {
  const urls = [
    'https://a.test/',
    ...Array.from({ length: 24 }, (_, i) => `https://a.test/${folder(i)}/${i}`),
  ]
  const words = urls.map((_, i) => page(subject(i - 1), i))
  return splitByMeaning(urls, words, [0, ...Array.from({ length: 24 }, () => 1)])
}

test('a folder that has words of its own is a class', () => {
  const classes = site(
    i => (i % 2 ? 'sport' : 'politics'),
    i => (i % 2 ? SPORT : POLITICS),
  )
  expect(new Set(classes).size).toBe(3)
  expect(new Set(classes.filter((_, page) => page > 0 && page % 2 === 0)).size).toBe(1)
})

test('a folder that says the same as the others is none', () => {
  const classes = site(
    i => (i % 2 ? 'ann' : 'bob'),
    () => SPORT,
  )
  expect(new Set(classes).size).toBe(2)
})

test('years are no meaning', () => {
  const classes = site(
    i => (i % 2 ? '2019' : '2020'),
    i => (i % 2 ? SPORT : POLITICS),
  )
  expect(new Set(classes).size).toBe(2)
})

test('pages of small folders go where their words are', () => {
  const classes = site(
    i => (i === 0 ? 'special' : i % 2 ? 'sport' : 'politics'),
    i => (i % 2 ? SPORT : POLITICS),
  )
  expect(classes[1]).toBe(classes[3])
})
