import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { readSpecification, writeSpecification } from '../specification/specification.ts'
import { extract, extractRecords, wrapperLines, wrapperOf } from './extract.ts'
import { induceWrapper } from './induce.ts'
import { repairWrapper } from './repair-wrapper.ts'

const word = (n: number, k: number) =>
  `${['red', 'green', 'blue', 'black', 'white', 'pink', 'grey'][(3 * n + k) % 7]} ${(31 * n + 17 * k) % 97}`
const page = (n: number, body: string) => ({
  url: `http://a.test/${n}`,
  html: `<ul class="nav"><li><a href="/">Home</a><li><a href="/a">About</a><li><a href="/c">Contact</a></ul><h1>List ${n}</h1>${body}`,
  status: 200,
})
const rows = (n: number) => Array.from({ length: 4 + (n % 3) }, (_, k) => k)
const sample = (make: (n: number) => string) => [1, 2, 3, 4, 5, 6, 7, 8].map(n => page(n, make(n)))
const records = (make: (n: number) => string, n = 11) => {
  const wrapper = induceWrapper(sample(make))
  return { wrapper, ...extractRecords(wrapper, parseTree(page(n, make(n)).html)) }
}

const table = (n: number) =>
  `<table class="t"><tr><th>Name</th><th>Price</th><th>Day</th></tr>${rows(n)
    .map(
      k =>
        `<tr><td><a href="/p${n}${k}">${word(n, k)}</a></td><td>${n * k + 1}.50</td><td>2020-01-1${k}</td></tr>`,
    )
    .join('')}</table>`
const cards = (n: number) =>
  `<div class="results">${rows(n)
    .map(
      k =>
        `<div class="card"><h3><a href="/p${n}${k}">${word(n, k)}</a></h3><span class="price">${k + n} €</span></div>`,
    )
    .join('')}</div>`

describe('record lists', () => {
  it('of a table have the names of its columns, and no record for its heading', () => {
    const { lists, record, wrapper } = records(table)
    expect(lists.items).toHaveLength(6)
    expect(lists.items![1]).toEqual({
      name: [word(11, 1)],
      'name-url': ['/p111'],
      price: ['12.50'],
      day: ['2020-01-11'],
    })
    expect(wrapper.lists![0]!.fields.map(field => field.type)).toEqual(['string', 'url', 'number', 'date'])
    expect(record).toEqual({ title: ['List 11'] })
  })

  it('of cards have the names of their classes', () => {
    expect(records(cards).lists.card![0]).toEqual({
      title: [word(11, 0)],
      'title-url': ['/p110'],
      price: ['11 €'],
    })
  })

  it.each([
    [
      'a table of labels',
      (n: number) =>
        `<table><tr><td>Colour</td><td>${word(n, 1)}</td></tr><tr><td>Weight</td><td>${n} kg</td></tr><tr><td>Size</td><td>${word(n, 2)}</td></tr></table>`,
    ],
    [
      'a list of terms',
      (n: number) =>
        `<dl><dt>Colour</dt><dd>${word(n, 1)}</dd><dt>Weight</dt><dd>${n} kg</dd><dt>Size</dt><dd>${word(n, 2)}</dd></dl>`,
    ],
    [
      'labels in the text',
      (n: number) =>
        `<ul><li>Colour: ${word(n, 1)}</li><li>Weight: ${n} kg</li><li>Size: ${word(n, 2)}</li></ul>`,
    ],
    [
      'bold labels',
      (n: number) =>
        `<p><b>Colour:</b> ${word(n, 1)}<br><b>Weight:</b> ${n} kg<br><b>Size:</b> ${word(n, 2)}</p>`,
    ],
  ])('are told from %s', (_, make) => {
    const { record, lists } = records(make)
    expect(lists).toEqual({})
    expect(record).toMatchObject({ colour: [word(11, 1)], weight: ['11 kg'], size: [word(11, 2)] })
  })

  it('survive JSON, and the specification as columns', () => {
    const { wrapper, lists } = records(cards)
    const again = JSON.parse(JSON.stringify(wrapper)) as typeof wrapper
    expect(extractRecords(again, parseTree(page(11, cards(11)).html)).lists).toEqual(lists)
    const { lines, problems } = readSpecification(writeSpecification(wrapperLines('list', wrapper)))
    expect(problems).toEqual([])
    const cells = extract(wrapperOf(lines, 'list'), page(11, cards(11)).html)
    expect(cells['card.price']).toEqual(lists.card!.map(record => record.price![0]))
  })

  it('are found again after a redesign', () => {
    const { wrapper } = records(cards)
    const changed = (html: string) =>
      html.replaceAll('class="card"', 'class="tile"').replaceAll('span', 'em').replaceAll('h3', 'h2')
    const known = sample(cards).map(one => ({
      ...one,
      ...extractRecords(wrapper, parseTree(one.html)),
      html: changed(one.html),
    }))
    const repair = repairWrapper(wrapper, known)
    expect(repair.repaired.map(({ field }) => field)).toEqual(['card'])
    const now = extractRecords(repair.wrapper, parseTree(changed(page(11, cards(11)).html)))
    expect(now.lists.card![0]).toEqual({ title: [word(11, 0)], 'title-url': ['/p110'], price: ['11 €'] })
  })
})
