import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { SHOP, shopPage } from '../shop.fixture.ts'
import { extract } from '../wrapper/extract.ts'
import { pickablePage } from './pickable-page.ts'
import { fieldsPicked } from './picked-field.ts'

const page = (html: string, id = 1) => ({ url: `${SHOP}${id}`, html, status: 200 })
const products = [3, 6, 9, 12, 1, 2, 4, 5].map(id => page(shopPage(`/product/item-${id}`)!, id))

/** The number under which a page shows a text. */
function numberOf(html: string, text: string): number {
  const numbers = [...pickablePage(html).matchAll(/data-unit="(\d+)"[^>]*>([^<]*)</g)]
  return Number(numbers.find(([, , said]) => said!.trim() === text)?.[1] ?? -1)
}

const picked = (pages: readonly { html: string; url: string; status: number }[], text: string) =>
  fieldsPicked(pages, numberOf(pages[0]!.html, text))

describe('pointing at a value', () => {
  it('makes a field that finds its like on pages that were never seen', () => {
    const [{ meaning, field } = { meaning: null, field: null }] = picked(products, '3.99')
    expect(meaning).toBe('value')
    expect(field).toMatchObject({ name: 'price', type: 'number', many: false, share: 1 })
    expect(extract({ fields: [field!] }, shopPage('/product/item-33')!)).toEqual({ price: ['33.99'] })
  })

  it('finds a value by the label beside it, however many rows stand before it', () => {
    const house = (rows: readonly (readonly [string, string])[]) =>
      page(
        `<table>${rows.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')}</table>`,
      )
    const houses = [1, 2, 3, 4, 5, 6].map(n =>
      house([
        ...(n % 2 ? [['Garden', `${n} trees`] as const] : []),
        ['Rooms', String(n)],
        ['Area', `${n * 30}`],
      ]),
    )
    const [first] = picked(houses, '30')
    expect(first!.field.name).toBe('area')
    expect(houses.map(({ html }) => extract({ fields: [first!.field] }, html).area)).toEqual(
      [1, 2, 3, 4, 5, 6].map(n => [`${n * 30}`]),
    )
  })

  it('cuts off a label inside the text', () => {
    const plants = [1, 2, 3, 4].map(n => page(`<p>Height: ${n} m</p><p>Weight: ${n * 7} kg</p>`))
    const [first] = picked(plants, 'Weight: 7 kg')
    expect(first!.field.name).toBe('weight')
    expect(extract({ fields: [first!.field] }, plants[3]!.html)).toEqual({ weight: ['28 kg'] })
  })

  it('offers all values like it, and where a link leads', () => {
    const list = shopPage('/list/1')!
    const lists = [1, 2, 3].map(id => page(shopPage(`/list/${id}`)!, id))
    const choices = fieldsPicked(lists, numberOf(list, 'Item 4'))
    const all = choices.find(({ meaning }) => meaning === 'all')!.field
    expect(extract({ fields: [all] }, list)[all.name]).toHaveLength(10)
    const link = choices.find(({ meaning }) => meaning === 'link')!.field
    expect(link).toMatchObject({ type: 'url' })
    expect(extract({ fields: [link] }, list)[link.name]).toContain('/product/item-4')
  })

  it('takes a picture by its address', () => {
    const shown = [1, 2, 3].map(n =>
      page(`<div class="photo"><img src="/p${n}.jpg" alt="A boat"></div><h1>Boat ${n}</h1>`),
    )
    const [first] = picked(shown, 'A boat')
    expect(first!.field.type).toBe('img')
    expect(extract({ fields: [first!.field] }, shown[2]!.html)[first!.field.name]).toEqual(['/p3.jpg'])
  })

  it('works with a single page, and knows no number that is not there', () => {
    expect(picked([products[0]!], '3.99')[0]!.field.name).toBe('price')
    expect(fieldsPicked(products, 1_000_000)).toEqual([])
  })
})

describe('the page to point at', () => {
  it('shows what the page says, and nothing else of it', () => {
    const html = pickablePage(
      `<body onload="x()"><style>p{position:fixed}</style><p id="a" style="color:red" onclick="x()">Sea <a href="javascript:x()">bell</a></p>
      <svg><script>x()</script></svg><iframe src="//evil"></iframe><form action="//evil"><input name="q"></form><td colspan="2">`,
    )
    expect(html).not.toMatch(/script|style|onclick|onload|href|iframe|form|id=|evil/)
    expect(html).toContain('bell')
  })

  it('is made of known tags and numbers only, whatever the page is', () => {
    const piece = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<a href="',
        '">',
        '<img alt="',
        '<',
        '&lt;script&gt;',
        "'",
        '<!--',
        '-->',
        '<b x=y>',
        'text ',
      ],
      ...[
        '<table><tr><td colspan=2>',
        '<textarea>',
        '<title>',
        '<svg><p>',
        '<plaintext>',
        '\u0000',
        '<x-y>',
        '<p dir="rtl" lang="a\'b">',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        const written = pickablePage(pieces.join(''))
        const left = written.replace(
          /<\/?[a-z]+\d?(?: class="(?:a|img|input)")?(?: dir="\w+")?(?: lang="[\w-]+")?(?: (?:col|row)span="\d+")*(?: data-unit="\d+")?>/g,
          '',
        )
        expect(left).not.toMatch(/[<>"]/)
        expect(parseTree(written).nodes.some(({ name }) => /script|style|iframe|form/.test(name))).toBe(false)
      }),
    )
  })
})
