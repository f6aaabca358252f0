import { expect, it } from 'vitest'
import { compare, decide, SharedTexts, type Signature, signatureOf } from '../index.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 5)

interface State {
  /** Titles of the items in the list. */
  readonly news: readonly string[]
  readonly own?: string
  readonly body?: string
}

const NAMES = ['Adler', 'Bussard', 'Condor', 'Drossel', 'Elster', 'Falke', 'Gans']
const NEWS = NAMES.map(name => `The ${name} sails north`)
const [OLD, NEW] = [NEWS.slice(1, 5), NEWS.slice(0, 4)]

const item = (title: string) =>
  `<div class="c"><a href="/news/${title.replaceAll(' ', '-')}"><h4>${title}</h4></a><p>More of it.</p></div>`
const textOf = (page: number) =>
  `The boat of pier ${NAMES[page % 7]} ${page * 13} is made of wood. `.repeat(6)

/** A page with its own words and a list under names that say nothing. */
const html = (page: number, { news, own = 'It lies still.', body = textOf(page) }: State) =>
  `<body><div class="a"><h1>Boat ${page}</h1><p>${body}</p><p>${own}</p></div><div class="b">${news.map(item).join('')}</div></body>`

function visit(
  texts: SharedTexts,
  page: number,
  [before, after]: readonly [State, State],
  hour = 1,
): boolean {
  const url = `https://example.org/page/${page}`
  const [old, fresh] = [before, after].map((state, at) =>
    signatureOf(html(page, state), url, { takenAt: START + (hour + at - 1) * HOUR }),
  ) as [Signature, Signature]
  const { changed } = decide(old, fresh, {}, { volatile: [], shared: { texts, url } })
  texts.learn(texts.sightings(url, compare(old, fresh)))
  return SharedTexts.from(JSON.parse(JSON.stringify(texts))) && changed
}

/** Texts of a host of which some pages have been edited, but not their list. */
function edited(pages: readonly number[], state: (page: number) => State): SharedTexts {
  const texts = new SharedTexts()
  for (const page of pages) {
    const before = state(page)
    expect(visit(texts, page, [before, { ...before, own: `It was sold ${page} times.` }])).toBe(true)
  }
  return SharedTexts.from(JSON.parse(JSON.stringify(texts)))
}

it('knows a list from three other pages before it has changed on any', () => {
  const texts = edited([1, 2, 3], () => ({ news: OLD }))
  expect(visit(texts, 4, [{ news: OLD }, { news: NEW }], 50)).toBe(false)
  expect(visit(texts, 5, [{ news: OLD }, { news: NEW, own: 'It sank.' }], 51)).toBe(true)
  expect(visit(texts, 6, [{ news: OLD }, { news: OLD, own: 'It sank.' }], 52)).toBe(true)
})

it('needs three other pages', () => {
  const texts = edited([1, 2], () => ({ news: OLD }))
  expect(visit(texts, 4, [{ news: OLD }, { news: NEW }], 50)).toBe(true)
})

it('recognizes a list that leaves out the page itself, or is shorter', () => {
  const texts = edited([1, 2, 3], page => ({ news: OLD.filter((_, at) => at !== page) }))
  expect(visit(texts, 4, [{ news: OLD }, { news: NEW }], 50)).toBe(false)
  expect(visit(texts, 5, [{ news: OLD.slice(0, 2) }, { news: NEW.slice(0, 2) }], 51)).toBe(false)
})

it('leaves a list alone that each page has for itself', () => {
  const listOf = (page: number) => NEWS.map(title => `${title}, part ${'abcdefg'[page]}`).slice(0, 4)
  const texts = edited([1, 2, 3], page => ({ news: listOf(page) }))
  const [first, ...rest] = listOf(4)
  expect(visit(texts, 4, [{ news: [first!, ...rest] }, { news: ['News of its own', ...rest] }], 50)).toBe(
    true,
  )
})

it('does not take versions of one page for several pages', () => {
  const texts = edited([1, 2, 3], () => ({ news: OLD, body: textOf(1) }))
  expect(
    visit(
      texts,
      4,
      [
        { news: OLD, body: textOf(1) },
        { news: NEW, body: textOf(1) },
      ],
      50,
    ),
  ).toBe(true)
})

it('leaves a list alone that is most of its page', () => {
  const texts = edited([1, 2, 3], () => ({ news: OLD }))
  const all = (news: readonly string[]) => ({ news, body: 'All news.', own: 'From the harbor.' })
  expect(visit(texts, 4, [all(OLD), all(NEW)], 50)).toBe(true)
})

it('does not take links in running text for a list', () => {
  const texts = new SharedTexts()
  const prose = (page: number, last: string) =>
    `<body><h1>Terms ${page}</h1><div><b>${textOf(page).repeat(8)}</b></div>${['a', 'b', 'c', last]
      .map(
        name =>
          `<p>${'These are the words of a clause that the law asks for. '.repeat(4)}<a href="/law/${name}">See ${name}</a></p>`,
      )
      .join('')}</body>`
  const changed = [1, 2, 3, 4, 5].map(page => {
    const url = `https://example.org/terms/${page}`
    const [old, fresh] = [page < 5 ? `d${page}` : 'd', 'e'].map((last, at) =>
      signatureOf(prose(page, last), url, { takenAt: START + (9 * page + at) * HOUR }),
    ) as [Signature, Signature]
    const decision = decide(old, fresh, {}, { volatile: [], shared: { texts, url } })
    if (page < 4) texts.learn(texts.sightings(url, compare(old, fresh)))
    return decision.changed
  })
  expect(changed).toEqual([true, true, true, true, true])
})
