import { expect, it } from 'vitest'
import { selecting } from './selected.ts'

const PAGE = `<head><base href="/shop/"></head><div class=card><h2> Brass
  lamp </h2><a href="lamp?x=1">more</a></div><div class=card><h2>Chair</h2><img src=//img.test/c.png><a>none</a></div>`

it('gives texts, attributes and absolute addresses, and what is inside', () => {
  const select = selecting(() => PAGE, 'https://a.test/list/')
  const cards = select('.card').map(card => ({
    name: card.select('h2')[0]?.text,
    to: card.select('a')[0]?.address,
    picture: card.select('img')[0]?.address,
  }))
  expect(cards).toEqual([
    { name: 'Brass lamp', to: 'https://a.test/shop/lamp?x=1', picture: undefined },
    { name: 'Chair', to: null, picture: 'https://img.test/c.png' },
  ])
  expect(select('a::attr(href)').map(({ name, text, address }) => [name, text, address])).toEqual([
    ['href', 'lamp?x=1', 'https://a.test/shop/lamp?x=1'],
  ])
  expect(select('//div[2]/h2/text()')[0]?.text).toBe('Chair')
  expect(select('count(//h2)')[0]).toMatchObject({ name: '', text: '2' })
  expect(select('.card')[0]?.attribute('CLASS')).toBe('card')
  expect(select('.card')[0]?.attribute('id')).toBeNull()
  expect(select('.none')).toEqual([])
})

it('says what is wrong with a selector', () =>
  expect(() => selecting(() => PAGE, 'https://a.test/')('.card >')).toThrow(
    '".card >" is not a selector: a selector is missing at the end (at character 8)',
  ))
