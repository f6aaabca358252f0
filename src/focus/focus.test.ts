import { expect, it } from 'vitest'
import { Focus, type TermBag } from './index.ts'

const bag = (text: string): TermBag => {
  const words = text.split(' ')
  const terms = [...new Set(words)]
  return { terms, weights: terms.map(term => words.filter(word => word === term).length) }
}
const NAV = 'home about contact search'
const BOATS = bag(`${NAV} boat boat boat sail sail harbor mast crew wind`)
const TRAINS = bag(`${NAV} train train train rail rail station engine track`)
const COOKING = bag(`${NAV} soup soup onion pan stove salt`)

const words = { name: 'boats', words: ['boat', 'sail', 'harbor'], examples: [] }
const examples = {
  name: 'boats',
  words: [],
  examples: [BOATS, bag(`${NAV} boat boat sail wind wind anchor`)],
}

function seen(focus: Focus): Focus {
  for (let i = 0; i < 10; i++) for (const page of [TRAINS, COOKING]) focus.judge(page)
  return focus
}

it.each([words, examples])('tells pages about a topic from others, once it has seen some', topic => {
  const focus = seen(new Focus([topic]))
  expect(focus.judge(bag(`${NAV} boat boat boat sail sail harbor wind keel`)).value).toBeGreaterThan(0.5)
  expect(focus.judge(TRAINS).value).toBeLessThan(0.3)
  expect(focus.judge(COOKING).value).toBeLessThan(0.3)
})

it('says which of several topics a page is about', () => {
  const focus = seen(new Focus([words, { name: 'trains', words: ['train', 'rail'], examples: [] }]))
  expect(focus.judge(BOATS).topic).toBe('boats')
  expect(focus.judge(TRAINS).topic).toBe('trains')
})

const said = (anchors: string[][]) => ({ bag: null, anchors, addresses: anchors.map(() => []) })
const HERE = 'http://a.test/'

it('expects more of links that are called so, and of those on relevant pages', () => {
  const focus = seen(new Focus([words]))
  const [boat, train] = focus.promises(HERE, 0, [`${HERE}1`, `${HERE}2`], said([['boat'], ['train']]))
  expect(boat).toBeGreaterThan(train!)
  const [from] = focus.promises(`${HERE}harbor`, 1, [`${HERE}3`], said([['more']]))
  const [elsewhere] = focus.promises(`${HERE}kitchen`, 0, [`${HERE}4`], said([['more']]))
  expect(from).toBeGreaterThan(elsewhere!)
})

it('learns which folders pay, and keeps it', () => {
  const focus = new Focus([words])
  const follow = (url: string, relevance: number) => {
    focus.promises(HERE, 0, [url], said([['more']]))
    focus.learn({ url, via: HERE }, relevance)
  }
  for (let i = 0; i < 20; i++) {
    follow(`${HERE}fleet/${i}`, 1)
    follow(`${HERE}menu/${i}`, 0)
  }
  const again = new Focus([words], JSON.parse(JSON.stringify(focus)))
  for (const each of [focus, again]) {
    const urls = [`${HERE}fleet/new`, `${HERE}menu/new`]
    const [fleet, menu] = each.promises(HERE, 0, urls, said([['more'], ['more']]))
    expect(fleet).toBeGreaterThan(menu! + 0.2)
  }
})

it('tells which waiting links promise more by what was learned since', () => {
  const focus = new Focus([words])
  const urls = [0, 1].map(i => `${HERE}fleet/waits/${i}`)
  focus.promises(HERE, 0, urls, said([['more'], ['more']]))
  for (let i = 0; i < 9; i++) {
    focus.promises(HERE, 0, [`${HERE}fleet/${i}`], said([['more']]))
    focus.learn({ url: `${HERE}fleet/${i}`, via: HERE }, 1)
  }
  const told = [...focus.changed(1)].flat()
  expect(told.map(({ url }) => url)).toEqual(urls)
  expect(told[0]!.promise).toBeGreaterThan(0.2)
  expect([...focus.changed(100)].flat()).toEqual([])
})

it('gives credit to pages that only lead to relevant ones', () => {
  const tunnel = (pays: boolean) => {
    const focus = new Focus([words])
    for (let i = 0; i < 20; i++) {
      const [index, page] = [`${HERE}index/${i}`, `${HERE}item/${i}`]
      focus.promises(HERE, 0, [index], said([['list']]))
      focus.learn({ url: index, via: HERE }, 0)
      focus.promises(index, 0, [page], said([['item']]))
      focus.learn({ url: page, via: index }, pays ? 1 : 0)
    }
    return focus.promises(HERE, 0, [`${HERE}index/new`], said([['list']]))[0]!
  }
  expect(tunnel(true)).toBeGreaterThan(tunnel(false) + 0.1)
})

it('takes a link of every menu for what most pages with it are', () => {
  const focus = seen(new Focus([words]))
  const menu = `${HERE}imprint`
  let promise = 0
  for (let i = 0; i < 9; i++)
    promise = focus.promises(`${HERE}${i}`, i === 0 ? 1 : 0, [menu], said([['imprint']]))[0]!
  expect(promise).toBeLessThan(focus.promises(`${HERE}x`, 1, [`${HERE}other`], said([['imprint']]))[0]!)
})
