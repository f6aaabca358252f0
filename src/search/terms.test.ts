import { describe, expect, it } from 'vitest'
import { isExact } from './exactness.ts'
import { languageOf, Stemmer } from './stemmers.ts'
import { type PageTexts, termsOf } from './terms.ts'

const page = (more: Partial<PageTexts>): PageTexts => ({
  ...{ language: 'en', title: '', headings: '', emphasised: '', meta: '', body: '' },
  ...more,
})

describe('terms', () => {
  it('are stems in the order of the text', async () => {
    const terms = await termsOf(
      page({ title: 'Running tides', body: 'Fishes, fishing' }),
      'https://www.a.example/tide_tables/',
      'en',
    )
    expect(terms).toMatchObject({
      title: 'run tide',
      body: 'fish fish',
      url: 'a exampl tide tabl',
      words: 8,
      language: 'en',
    })
  })

  it('are the words themselves in a language without a stemmer', async () => {
    const { body } = await termsOf(page({ body: 'Ryby pływające' }), 'https://a.example/', 'pl')
    expect(body).toBe('ryby pływajace')
  })

  it('tell exact words from other forms', async () => {
    const { forms } = await termsOf(
      page({ body: 'run tides fishing fish boats' }),
      'https://a.example/',
      'en',
    )
    const has = (trace: string) => forms.split(' ').includes(trace)
    const exact = (word: string) => isExact(word, 'en', has)
    expect(
      await Promise.all(['run', 'tides', 'tide', 'fishing', 'fish', 'boat', 'running'].map(exact)),
    ).toEqual([...[true, true, false, true, true, false, false]])
  })

  it('take what an address says, whatever it holds', async () => {
    const { url } = await termsOf(page({}), 'https://a.example/%E6%9D%B1%E4%BA%AC/%zz?q=secret#x', 'und')
    expect(url).toBe('a example e6 9d b1 e4 ba ac zz')
    expect((await termsOf(page({}), 'https://a.example/%E6%9D%B1%E4%BA%AC', 'ja')).url).toBe('a example 東京')
  })
})

describe('languages', () => {
  it.each([
    ['en-GB', 'en'],
    ['DE', 'de'],
    ['nb', 'no'],
    ['en, fr', 'en'],
    ['zh_TW', 'zh'],
    ['', 'und'],
    ['english', 'und'],
    [null, 'und'],
    ['__proto__', 'und'],
  ])('%j is %s', (tag, language) => expect(languageOf(tag)).toBe(language))

  it('have stemmers, or none', async () => {
    expect((await Stemmer.for('de')).stem({ text: 'häuser', isPair: false })).toBe('haus')
    expect((await Stemmer.for('constructor')).stem({ text: 'tables', isPair: false })).toBe('tables')
    expect((await Stemmer.for('en')).stem({ text: '東京', isPair: true })).toBe('東京')
  })
})
