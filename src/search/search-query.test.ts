import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MAX_QUERY_CHARS,
  parseQuery,
  type QueryAtom,
  type QueryClause,
  type SearchQuery,
} from './search-query.ts'

const read = (text: string) => {
  const parsed = parseQuery(text)
  if (parsed.kind === 'broken') throw new Error(parsed.why)
  return parsed.query
}
const word = (...words: string[]) => [{ text: expect.any(String), words, isPrefix: false }]
const why = (text: string) => {
  const parsed = parseQuery(text)
  return parsed.kind === 'broken' ? parsed.why : null
}

describe('a query', () => {
  it('of words wants all of them', () => {
    expect(read('Tide  tables')).toEqual({
      wanted: [word('tide'), word('tables')],
      must: [],
      not: [],
      filters: {},
    })
  })

  it('has phrases, beginnings, words that must and must not be there', () => {
    expect(read('"spring tide" harb* +moon -"low water"')).toEqual({
      wanted: [word('spring', 'tide'), [{ text: 'harb', words: ['harb'], isPrefix: true }]],
      must: [word('moon')],
      not: [word('low', 'water')],
      filters: {},
    })
  })

  it('may name several words of which one is enough', () => {
    expect(read('ebb OR flood OR slack water').wanted).toEqual([
      [...word('ebb'), ...word('flood'), ...word('slack')],
      word('water'),
    ])
    expect(read('OR tide OR').wanted).toEqual([word('tide')])
    expect(read('this or that').wanted).toHaveLength(3)
  })

  it('has filters', () => {
    expect(read('tide site:Example.org type:PDF lang:EN since:30d class:"news item"').filters).toEqual({
      ...{ site: 'example.org', type: 'pdf', lang: 'en', since: '30d', class: 'news item' },
    })
    expect(read('tide topic:"high tide" relevance:.5').filters).toEqual({
      topic: 'high tide',
      relevance: '.5',
    })
  })

  it('takes what looks like a filter and is none for words', () => {
    expect(read('std::vector push_back').wanted).toEqual([word('std', 'vector'), word('push', 'back')])
    expect(read('url://x Title: "title:moon"').wanted).toEqual([
      word('url', 'x'),
      word('title'),
      word('title', 'moon'),
    ])
    expect(read('a-b "x" - + : *').wanted).toEqual([word('a', 'b'), word('x')])
  })

  it('finds words of scripts without spaces by pairs of characters', () => {
    expect(read('東京都').wanted).toEqual([word('東京', '京都')])
    expect(read('海').wanted).toEqual([[{ text: '海', words: ['海'], isPrefix: true }]])
  })

  it.each([
    ['', /no word to look for/],
    ['  +  - "" ', /no word to look for/],
    ['site:example.org', /no word to look for/],
    ['-tide', /must not be there finds nothing/],
    ['"tide', /is not closed/],
    ['tide site:', /is no host/],
    ['tide site:"a b"', /is no host/],
    ['tide type:spoon', /type:spoon is not known/],
    ['tide lang:english', /is no language/],
    ['tide topic:', /needs the name of a topic/],
    ['tide relevance:much', /is no share/],
    ['tide relevance:1.5', /is no share/],
    ['tide since:yesterday', /is no time/],
    ['tide since:2026-99-99', /is no time/],
    ['tide intitle:moon', /there is no filter intitle: — use site:/],
    ['tide site:a site:b', /twice/],
    ['tide -site:a', /cannot be turned around/],
    ['t*', /begins too many words/],
    ['word '.repeat(65), /64 words/],
    ['x'.repeat(MAX_QUERY_CHARS + 1), /characters/],
  ])('%.20j is told in a sentence', (text, expected) => expect(why(text)).toMatch(expected))

  const anything = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ maxLength: 60, unit: 'binary' }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '+',
            '-',
            '"',
            '*',
            ' ',
            ' OR ',
            'site:',
            'since:',
            'type:pdf',
            'a',
            'tide',
            '東京',
            '海',
            'é',
            "'",
            '\\',
            '(',
            ')',
            ':',
            '<->',
            '\0',
            'ก็',
            'が',
          ),
        ),
        { maxLength: 20 },
      )
      .map(parts => parts.join('')),
  )

  it('never throws, and is the same query when it is written again', () => {
    fc.assert(
      fc.property(anything, text => {
        const parsed = parseQuery(text)
        if (parsed.kind === 'query') expect(parseQuery(formatQuery(parsed.query))).toEqual(parsed)
        else expect(parsed.why).toMatch(/\w/)
      }),
      { numRuns: 2_000 },
    )
  })
})

/** The same query in its plainest spelling. */
function formatQuery({ wanted, must, not, filters }: SearchQuery): string {
  const signed = (sign: string) => (clause: QueryClause) => `${sign}${clause.map(formatAtom).join(' OR ')}`
  const ofFilters = Object.entries(filters).map(([name, value]) =>
    /\s/.test(value) ? `${name}:"${value}"` : `${name}:${value}`,
  )
  return [...must.map(signed('+')), ...wanted.map(signed('')), ...not.map(signed('-')), ...ofFilters].join(
    ' ',
  )
}

const formatAtom = ({ text, isPrefix }: QueryAtom) => `"${text}${isPrefix ? '*' : ''}"`
