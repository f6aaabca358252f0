import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { formsOf, queryAddress } from '../../site/index.ts'
import { HostQueries } from './host-queries.ts'

const PAGE = { url: 'http://a.test/', depth: 0 }
const FORM = '<form action=/s><input name=q><button>Search</button></form>'
const LIMIT = 100

function hostWith(html: string, ...texts: readonly string[]): HostQueries {
  const queries = new HostQueries()
  queries.sawForms(formsOf(parseTree(html).nodes, PAGE.url, { post: false }), PAGE, ['http://a.test/menu'])
  for (const text of texts) queries.sawWords(text.split(' '))
  return queries
}

const link = (path: string, text = path) => ({ href: `http://a.test${path}`, text })

/** Sends the next query and answers it. */
function ask(
  queries: HostQueries,
  links: (words: string) => readonly ReturnType<typeof link>[],
  known = new Set<string>(),
) {
  const next = queries.next(LIMIT)
  if (next === null) return null
  let url: string | null = queryAddress(next.target, next.query)!
  queries.asked(next, url)
  while (url !== null) {
    const answer = queries.read(url, links(next.query.words))!
    const fresh = answer.records.filter(({ href }) => !known.has(href))
    for (const { href } of fresh) known.add(href)
    url = queries.answered(url, answer, fresh.length)
  }
  return next.query.words
}

describe('what is asked next', () => {
  it('is the most frequent word that tells pages apart', () => {
    const texts = Array.from(
      { length: 20 },
      (_, i) => `menu ${i % 3 === 0 ? 'boats' : 'x'} word${i} ${i < 2 ? 'rare' : 'y'}`,
    )
    const queries = hostWith(FORM, ...texts)
    expect(ask(queries, () => [])).toBe('boats')
  })

  it('is never asked twice, and no more than the limit', () => {
    const queries = hostWith(FORM, 'boats ships masts sails ropes')
    const words = Array.from({ length: 5 }, () => ask(queries, word => [link(`/${word}`)]))
    expect(new Set(words).size).toBe(5)
    expect(queries.next(5)).toBeNull()
  })

  it('waits when two are under way', () => {
    const queries = hostWith(FORM, 'boats ships masts')
    for (let i = 0; i < 2; i++) {
      const next = queries.next(LIMIT)!
      queries.asked(next, queryAddress(next.target, next.query)!)
    }
    expect(queries.next(LIMIT)).toBeNull()
    queries.lost([...queries.waiting.keys()][0]!)
    expect(queries.next(LIMIT)).not.toBeNull()
  })

  it('learns which words bring new pages', () => {
    const common = Array.from({ length: 16 }, (_, i) => `c${i}c`)
    const rare = Array.from({ length: 40 }, (_, i) => `rare${i}`)
    const texts = rare.map((word, i) => [word, ...common.filter((_, n) => (i + n) % 4 === 0)].join(' '))
    const queries = hostWith(FORM, ...texts)
    const known = new Set<string>()
    const answers = (word: string) =>
      word.startsWith('rare') ? Array.from({ length: 9 }, (_, i) => link(`/${word}/${i}`)) : [link('/same')]
    const words = Array.from({ length: 20 }, () => ask(queries, answers, known)!)
    expect(words.slice(0, 2).every(word => word.startsWith('c'))).toBe(true)
    expect(words.slice(10).filter(word => word.startsWith('rare')).length).toBeGreaterThan(6)
  })
})

describe('a word and a choice together', () => {
  const WORDS = ['boats', 'ships', 'masts', 'sails', 'ropes', 'tides', 'piers', 'locks']
  const options = ['', ...'12345678'].map(value => `<option value="${value}">${value}</option>`)
  const both = `<form action=/s><input name=q><select name=c>${options.join('')}</select><button>Search</button></form>`
  /** 640 records, each with one word and one choice, 10 with the first word and 150 with the last; an answer shows at most `most`. */
  const answer = (url: string, most: number) => {
    const [word, choice] = ['q', 'c'].map(name => new URL(url).searchParams.get(name) ?? '')
    const ids = Array.from({ length: 640 }, (_, id) => id).filter(
      id =>
        (word === '' || WORDS[Math.floor(Math.sqrt(id / 10))] === word) &&
        (choice === '' || (id % 8) + 1 === Number(choice)),
    )
    return ids.slice(0, most).map(id => link(`/r/${id}`, 'record'))
  }
  const run = (most: number) => {
    const queries = hostWith(both, WORDS.join(' '))
    const known = new Set<string>()
    for (let next = queries.next(LIMIT); next !== null; next = queries.next(LIMIT)) {
      const url = queryAddress(next.target, next.query)!
      queries.asked(next, url)
      const read = queries.read(url, answer(url, most))!
      const fresh = read.records.filter(({ href }) => !known.has(href))
      for (const { href } of fresh) known.add(href)
      queries.answered(url, read, fresh.length)
    }
    return { found: known.size, asked: queries.report().forms[0]!.asked }
  }

  it('bring what the answer to the word alone did not show', () => {
    const { found, asked } = run(10)
    expect(found).toBeGreaterThan(400)
    expect(asked).toContain('locks with c = 1')
  })

  it('are not asked where answers are whole', () => {
    const { found, asked } = run(500)
    expect(found).toBe(640)
    expect(asked.filter(query => query.includes(' with '))).toEqual([])
  })
})

describe('asking ends', () => {
  const many = Array.from({ length: 90 }, (_, i) => `word${i}`)
  const reasonOf = (queries: HostQueries) => queries.report().forms[0]!.ended

  it('when queries bring nothing new', () => {
    const queries = hostWith(FORM, many.join(' '))
    let asked = 0
    while (
      ask(
        queries,
        () => [link('/one'), link('/two')],
        new Set(['http://a.test/one', 'http://a.test/two']),
      ) !== null
    )
      asked++
    expect(asked).toBeLessThan(25)
    expect(reasonOf(queries)).toMatch(/fewer than 1 new page/)
  })

  it('when a form answers nothing', () => {
    const queries = hostWith(FORM, many.join(' '))
    while (ask(queries, () => []) !== null) expect(queries.report().forms[0]!.queries).toBeLessThan(40)
    expect(reasonOf(queries)).toBe('it answers nothing')
  })

  it('where its answers may not be read', () => {
    const queries = hostWith(FORM, 'boats')
    const next = queries.next(LIMIT)!
    queries.asked(next, 'http://a.test/s?q=boats')
    queries.lost('http://a.test/s?q=boats', 'robots.txt')
    expect([queries.mayAsk, reasonOf(queries)]).toEqual([false, 'robots.txt'])
  })
})

describe('an answer', () => {
  const queries = hostWith(FORM, 'boats ships')
  const next = queries.next(LIMIT)!
  const url = queryAddress(next.target, next.query)!
  queries.asked(next, url)
  const turn = (page: number) => link(`/s?q=${next.query.words}&page=${page}`, String(page))

  it('lists records, without menus and other answers, and has a next page', () => {
    const links = [
      link('/menu'),
      link('/r/1'),
      link('/r/1'),
      turn(3),
      turn(2),
      turn(1),
      link(`/s?q=${next.query.words}&sort=price`),
    ]
    expect(queries.read(url, links)).toEqual({ records: [link('/r/1')], next: turn(2).href })
  })

  it('is turned until it brings nothing more', () => {
    expect(queries.answered(url, { records: [link('/r/1')], next: turn(2).href }, 1)).toBe(turn(2).href)
    expect(queries.answered(turn(2).href, { records: [link('/r/1')], next: turn(3).href }, 0)).toBeNull()
    expect(queries.report()).toMatchObject({ found: 1, answerPages: 2, forms: [{ queries: 1, fresh: 1 }] })
  })
})

it('outlives a run as JSON', () => {
  const queries = hostWith(FORM, 'boats ships masts')
  ask(queries, word => [link(`/${word}`)])
  const next = queries.next(LIMIT)!
  queries.asked(next, 'http://a.test/s?q=waits')
  const again = new HostQueries(JSON.parse(JSON.stringify(queries)))
  expect(again.toJSON()).toEqual(queries.toJSON())
  expect([...again.waiting.keys()]).toEqual(['http://a.test/s?q=waits'])
})

it('forms that lead to the same answers are asked once', () => {
  const more =
    '<form action=/s><input name=q><select name=c><option value="">all<option value=1>one</select><button>Search</button></form>'
  const forms = hostWith(FORM + more, 'boats').report().forms
  expect(forms.map(({ found }) => found.closed)).toEqual([
    null,
    'it leads to the same answers as another form',
  ])
})
