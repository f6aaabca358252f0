import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './search-query.ts'
import { snippetOf } from './snippet.ts'
import { Stemmer } from './stemmers.ts'
import { planOf } from './term-plan.ts'

async function shown(text: string, query: string, language = 'en') {
  const parsed = parseQuery(query)
  if (parsed.kind === 'broken') throw new Error(parsed.why)
  const snippet = snippetOf(text, await planOf(parsed.query, [language]), await Stemmer.for(language))
  return { ...snippet, hits: snippet.marks.map(([start, end]) => snippet.text.slice(start, end)) }
}

const filler = 'Lorem ipsum dolor sit amet consectetur. '.repeat(20)

describe('a snippet', () => {
  it('marks the words in all their forms', async () => {
    expect(await shown('Tides rise.\nThe tide falls.', 'tide falling')).toMatchObject({
      text: 'Tides rise. The tide falls.',
      hits: ['Tides', 'tide', 'falls'],
    })
  })

  it('is the part that has most of the words', async () => {
    const { text, hits } = await shown(
      `A tide. ${filler} The spring tide in the harbour. ${filler}`,
      'tide spring harbour',
    )
    expect(text).toMatch(/^… .*The spring tide in the harbour\..* …$/)
    expect(hits).toEqual(['spring', 'tide', 'harbour'])
    expect(text.length).toBeLessThan(220)
  })

  it('marks beginnings, phrases and pairs of characters, not what must not be there', async () => {
    expect((await shown('computers compute', 'comput* -compute')).hits).toEqual(['computers', 'compute'])
    expect((await shown('東京都の港', '東京都', 'ja')).hits).toEqual(['東京都'])
    expect((await shown('naïve École', 'ecole', 'fr')).hits).toEqual(['École'])
  })

  it('is the beginning where nothing is found', async () => {
    const { text, marks } = await shown(filler, 'absent')
    expect(text).toMatch(/^Lorem ipsum/)
    expect(marks).toEqual([])
  })

  it('has marks in order within its text, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async text => {
        const snippet = await shown(`${text} tide ${text}`, 'tide ab* 東京')
        let last = 0
        for (const [start, end] of snippet.marks) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(snippet.text.length)
      }),
    )
  })
})
