import { describe, expect, it } from 'vitest'
import { compare, decide, SharedTexts, type Signature, signatureOf } from '../index.ts'

const urlOf = (page: number) => `https://example.org/page/${page}`
const NEWS = Array.from(
  { length: 30 },
  (_, at) => `Number ${'abcdefghij'[at % 10]}${at}: boats sail to the north again`,
)

interface State {
  /** Number of the newest item in the list that is on every page. */
  readonly news: number
  readonly stock?: string
  readonly own?: string
}

/** A page with its own words and, beside them, under names that say nothing, what all pages have. */
const html = (page: number, { news, stock = 'In stock', own = '' }: State) => `<body>
<div class="a"><h1>Boat ${page * 7}</h1><p>${`This boat, the ${page * 13}th, is made of wood and iron. `.repeat(5)}</p>
<p>${own || `It lies at pier ${page}.`}</p><p class="stock">${stock}</p></div>
<div class="b"><h3>Latest from the harbour</h3>${[0, 1, 2, 3].map(at => `<p>${NEWS[news + 3 - at]}</p>`).join('')}</div>
<div class="c"><p>The harbour board ${news} is at your service on all days of the week.</p></div></body>`

const MINUTE = 60_000
const START = Date.UTC(2026, 0, 5)

/** One visit, as the engine makes it: decide, then learn. The previous visit was at `lastAt`, this one is `at`, in minutes. */
function visit(
  texts: SharedTexts,
  page: number,
  [before, after]: readonly [State, State],
  [lastAt, at]: readonly [number, number] = [0, 60],
): boolean {
  const signed = (state: State, minute: number) =>
    signatureOf(html(page, state), urlOf(page), { takenAt: START + minute * MINUTE })
  const [old, fresh] = [signed(before, lastAt), signed(after, at)]
  const decision = decide(old, fresh, {}, { volatile: [], shared: { texts, url: urlOf(page) } })
  texts.learn(texts.sightings(urlOf(page), compare(old, fresh)))
  return decision.changed
}

const PAGES = Array.from({ length: 20 }, (_, page) => page)
/** Crawls the host once an hour, a page a minute. */
const changedPages = (texts: SharedTexts, from: number) =>
  PAGES.filter(page =>
    visit(texts, page, [{ news: from }, { news: from + 1 }], [60 * from + page, 60 * from + 60 + page]),
  )

describe('what all pages have', () => {
  it('is an event of some pages, and then of none, once the list has been seen to change', () => {
    const texts = new SharedTexts()
    expect(changedPages(texts, 0)).toEqual([0, 1, 2])
    for (let news = 1; news < 3; news++) expect(changedPages(texts, news).every(page => page <= 2)).toBe(true)
    for (let news = 3; news < 12; news++) expect(changedPages(texts, news), String(news)).toEqual([])
  })

  it('may be taken back, and come again', () => {
    const texts = new SharedTexts()
    for (let news = 0; news < 4; news++) changedPages(texts, news)
    const back = PAGES.filter(page =>
      visit(texts, page, [{ news: 4 }, { news: 3 }], [300 + page, 360 + page]),
    )
    const again = PAGES.filter(page =>
      visit(texts, page, [{ news: 3 }, { news: 4 }], [360 + page, 420 + page]),
    )
    expect([back, again]).toEqual([[], []])
  })

  it('holds for pages that caches show as they were a while ago', () => {
    const texts = new SharedTexts()
    const late = (page: number) => (page % 7 === 0 ? 300 : 0)
    const visited = (from: number) =>
      PAGES.filter(page => {
        const times = [600 * from + page + late(page), 600 * from + 600 + page + late(page)] as const
        return visit(texts, page, [{ news: from }, { news: from + 1 }], times)
      })
    for (let news = 0; news < 4; news++) visited(news)
    for (let news = 4; news < 8; news++) expect(visited(news), String(news)).toEqual([])
  })

  it('takes along links that name the page', () => {
    const texts = new SharedTexts()
    const linked = (page: number, label: string) =>
      `<body><div class="a"><p>${`Boat ${page} lies at its pier and waits for the wind. `.repeat(5)}</p></div>
      <div class="b"><p>A picture for the members of the club <a href="/share?page=${page}&to=${label}">${label}</a></p></div></body>`
    const changed = PAGES.filter(page => {
      const [old, fresh] = ['Tell a friend', 'Send it on'].map((label, at) =>
        signatureOf(linked(page, label), urlOf(page), { takenAt: START + at * 600 * MINUTE }),
      ) as [Signature, Signature]
      const decision = decide(old, fresh, {}, { volatile: [], shared: { texts, url: urlOf(page) } })
      texts.learn(texts.sightings(urlOf(page), compare(old, fresh)))
      return decision.changed
    })
    expect(changed).toEqual([0, 1, 2])
  })

  it('hides nothing that a page says for itself', () => {
    const texts = new SharedTexts()
    changedPages(texts, 0)
    expect(visit(texts, 5, [{ news: 1 }, { news: 2, own: 'It was sold to Norway.' }], [65, 125])).toBe(true)
    expect(visit(texts, 6, [{ news: 1 }, { news: 1, stock: 'Sold out' }], [66, 126])).toBe(true)
  })

  it('is not what some of them happen to say', () => {
    const texts = new SharedTexts()
    // Every boat is visited once an hour, and one of them is sold then.
    for (const page of PAGES) {
      const times = [60 * page + page, 60 * page + 60 + page] as const
      expect(visit(texts, page, [{ news: 0 }, { news: 0, stock: 'Sold out' }], times), String(page)).toBe(
        true,
      )
    }
  })

  it('is learned from other pages only', () => {
    const texts = new SharedTexts()
    for (let news = 0; news < 9; news++)
      expect(visit(texts, 1, [{ news }, { news: news + 1 }], [60 * news, 60 * news + 60])).toBe(true)
  })

  it('is known where another page wraps it differently, but not on the page whose content it is', () => {
    const texts = new SharedTexts()
    const card = (at: number) =>
      `<a href="/news/${at}"><div class="card"><h4>${NEWS[at]}</h4><div class="lead">The story of ${NEWS[at]}, told at length</div></div></a>`
    const cards = (news: number, many: number) =>
      Array.from({ length: many }, (_, at) => card(news + many - 1 - at)).join('')
    const article = (page: number, news: number) =>
      `<title>Boat ${page}</title><div class="a"><h1>Boat ${page}</h1><p>${`This boat, the ${page * 13}th, is made of wood. `.repeat(20)}</p></div><div class="news">${cards(news + 1, 3)}</div>`
    /** Its news are inside an element that an end tag should have closed. */
    const nested = (page: number, news: number) =>
      article(page, news).replace('</p></div>', '</p>').concat('</div>')
    const list = (news: number) => `<title>All news</title><div class="list">${cards(news + 1, 12)}</div>`
    const story = (news: number) =>
      `<title>${NEWS[news + 3]}</title><div class="a"><h1>${NEWS[news + 3]}</h1><p>${'The wind was strong on that day and nobody went out. '.repeat(9)}</p></div>`
    const changed = (url: string, make: (news: number) => string, news: number) => {
      const [old, fresh] = [news, news + 1].map(each =>
        signatureOf(make(each), url, { takenAt: START + (600 * each + 1) * MINUTE }),
      ) as [Signature, Signature]
      const decision = decide(old, fresh, {}, { volatile: [], shared: { texts, url } })
      texts.learn(texts.sightings(url, compare(old, fresh)))
      return decision.changed
    }
    for (let news = 0; news < 8; news++) {
      for (const page of PAGES.slice(0, 8)) changed(urlOf(page), at => article(page, at), news)
      expect(
        changed(urlOf(90), at => nested(90, at), news),
        `nested ${news}`,
      ).toBe(false)
      expect(changed(urlOf(91), list, news), `list ${news}`).toBe(true)
      expect(changed(urlOf(92), story, news), `story ${news}`).toBe(true)
    }
  })

  describe('where two pages alone have it', () => {
    const PAIR = [0, 1]
    const HOURS = 4 * 60
    const pairVisit = (texts: SharedTexts, page: number, news: number, after: Partial<State> = {}) =>
      visit(
        texts,
        page,
        [{ news }, { news: news + 1, ...after }],
        [HOURS * news + page, HOURS * (news + 1) + page],
      )
    const learned = (until: number) => {
      const texts = new SharedTexts()
      for (let news = 0; news < until; news++) for (const page of PAIR) pairVisit(texts, page, news)
      return texts
    }

    it("is theirs until it has changed on both several times, then nobody's", () => {
      const texts = new SharedTexts()
      const changed = Array.from({ length: 8 }, (_, news) =>
        PAIR.filter(page => pairVisit(texts, page, news)),
      )
      expect(changed[0]).toEqual(PAIR)
      expect(changed.slice(3)).toEqual([[], [], [], [], []])
    })

    it('is known on the page that shows it first, even if nobody noted how it went there', () => {
      const texts = new SharedTexts()
      const seen = { lastAt: 0, lost: [], standing: [], absent: [], lists: [] }
      const gain = (address: number, at: number) =>
        texts.learn({
          ...seen,
          page: { address, bit: 1 << address, looks: address },
          at,
          gained: [[at, 9, at]],
        })
      for (const at of [100, 200]) for (const address of [1, 2]) gain(address, at)
      const { pairs } = JSON.parse(JSON.stringify(SharedTexts.from(JSON.parse(JSON.stringify(texts)))))
      expect(pairs).toEqual([[9, 2, 0, 200, 0, 1, 2]])
    })

    it('hides nothing that one of them says for itself', () => {
      const texts = learned(6)
      expect(pairVisit(texts, 0, 6, { own: 'It was sold to Norway.' })).toBe(true)
      expect(pairVisit(texts, 1, 6, { stock: 'Sold out' })).toBe(true)
    })

    it('says nothing of a third page, whatever that has in its place', () => {
      const texts = learned(6)
      expect(pairVisit(texts, 7, 20)).toBe(true)
    })

    it('is content where it is most of the page', () => {
      const texts = new SharedTexts()
      const list = (page: number, news: number) =>
        `<body><div class="a"><h1>List ${page * 7}</h1></div><div class="b">${[0, 1, 2, 3].map(at => `<p>${NEWS[news + 3 - at]}</p>`).join('')}</div></body>`
      for (let news = 0; news < 8; news++)
        for (const page of PAIR) {
          const [old, fresh] = [news, news + 1].map(each =>
            signatureOf(list(page, each), urlOf(page), { takenAt: START + HOURS * each * MINUTE }),
          ) as [Signature, Signature]
          const shared = { texts, url: urlOf(page) }
          expect(decide(old, fresh, {}, { volatile: [], shared }).changed, String(news)).toBe(true)
          texts.learn(texts.sightings(urlOf(page), compare(old, fresh)))
        }
    })
  })

  it('is not what the copies of a page say alike', () => {
    const texts = new SharedTexts()
    const changed = PAGES.filter(page => {
      const [old, fresh] = ['Open on all days', 'Closed for the winter'].map((text, at) =>
        signatureOf(html(1, { news: 0, own: text }), urlOf(page), { takenAt: START + at * 600 * MINUTE }),
      ) as [Signature, Signature]
      const decision = decide(old, fresh, {}, { volatile: [], shared: { texts, url: urlOf(page) } })
      texts.learn(texts.sightings(urlOf(page), compare(old, fresh)))
      return decision.changed
    })
    expect(changed).toEqual(PAGES)
  })

  it('survives storage, and stays small', () => {
    const texts = new SharedTexts()
    for (let news = 0; news < 4; news++) changedPages(texts, news)
    const own = (page: number, text: string) => ({ news: 4, own: `${page} ${text}` })
    for (const page of PAGES) visit(texts, page, [own(page, 'a'), own(page, 'b')], [240 + page, 241 + page])
    const stored = JSON.stringify(texts)
    expect(stored.length).toBeLessThan(30_000)
    expect(changedPages(SharedTexts.from(JSON.parse(stored)), 4)).toEqual([])
    for (const rubbish of [
      null,
      7,
      'x',
      [1],
      { texts: 7 },
      { texts: [['a']], places: [[1, 2, 'b']] },
      { places: 'c', pairs: [[1, 2], 'd'] },
    ])
      expect(changedPages(SharedTexts.from(rubbish), 1)).toEqual([0, 1, 2])
  })
})

describe('what only changes places', () => {
  const rows = (cells: readonly string[]) =>
    `<p>${'The table of this page is its own. '.repeat(5)}</p><table>${cells.map((cell, at) => `<tr><td>Boat ${at}</td><td>${cell}</td></tr>`).join('')}</table>`
  const isChanged = (texts: SharedTexts, bodies: readonly [string, string]) => {
    const [old, fresh] = bodies.map((body, at) =>
      signatureOf(`<body>${body}</body>`, urlOf(99), { takenAt: START + at * 60 * MINUTE }),
    ) as [Signature, Signature]
    return decide(old, fresh, {}, { volatile: [], shared: { texts, url: urlOf(99) } }).changed
  }

  it('is a change: a ranking, steps in another order, a word that other rows have as well', () => {
    const texts = new SharedTexts()
    const ranking = (...teams: string[]) =>
      `<ol>${teams.map(team => `<li>${team} rowing club</li>`).join('')}</ol>`
    expect(isChanged(texts, [ranking('North', 'South', 'East'), ranking('South', 'North', 'East')])).toBe(
      true,
    )
    const steps = ['Boil the water first.', 'Then add the salt.', 'Drain it and serve.']
    const recipe = (all: readonly string[]) => all.map(step => `<p>${step}</p>`).join('')
    expect(isChanged(texts, [recipe(steps), recipe(steps.toReversed())])).toBe(true)
    const stock = ['In stock', 'Sold out', 'In stock', 'Sold out', 'In stock']
    expect(isChanged(texts, [rows(stock), rows(stock.with(2, 'Sold out'))])).toBe(true)
  })

  it('is none where the other pages show the same list', () => {
    const texts = new SharedTexts()
    for (let news = 0; news < 6; news++) changedPages(texts, news)
    const list = (...items: number[]) =>
      `<div class="a"><p>${'A page of its own words. '.repeat(8)}</p></div><div class="b"><h3>Latest from the harbour</h3>${items.map(at => `<p>${NEWS[at]}</p>`).join('')}</div>`
    expect(isChanged(texts, [list(9, 8, 7, 6), list(7, 9, 8, 6)])).toBe(false)
  })
})
