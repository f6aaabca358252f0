import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { parseAddress, structuredTexts } from './field-address.ts'
import { structuredOf } from './index.ts'
import { microformatsOf } from './microformats.ts'
import { rdfaOf } from './rdfa.ts'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
const formats = (html: string) => plain(microformatsOf(parseTree(html)))

describe('microformats2', () => {
  it('reads texts, addresses, times and nested items', () => {
    const html =
      '<article class=h-entry><h1 class=p-name>Tides</h1><a class="p-author h-card" href=/ann>Ann</a><time class=dt-published datetime=2020-01-02>Thu</time><a class=u-url href=/t>here</a></article>'
    expect(formats(html)).toEqual([
      {
        types: ['h-entry'],
        properties: {
          name: ['Tides'],
          author: [{ types: ['h-card'], properties: { name: ['Ann'], url: ['/ann'] } }],
          published: ['2020-01-02'],
          url: ['/t'],
        },
      },
    ])
  })
  it('puts items that are no property among the children, and leaves utility classes', () => {
    const html = '<div class=h-feed><div class="h-100 h-entry"><p class=p-name>A</p></div></div>'
    expect(formats(html)).toMatchObject([
      { types: ['h-feed'], properties: { children: [{ types: ['h-entry'], properties: { name: ['A'] } }] } },
    ])
    expect(formats('<div class="h-100 h-hidden-phone"></div>')).toEqual([])
  })
  it('takes what a picture says for a name that is missing (implied properties)', () => {
    expect(formats('<a class=h-card href=/b><img src=b.png alt=Bob></a>')).toMatchObject([
      { properties: { name: ['Bob'], url: ['/b'], photo: ['b.png'] } },
    ])
  })
  it('has addresses', () => {
    const tree = parseTree('<div class=h-product><b class=p-price>12</b></div>')
    expect(structuredTexts(structuredOf(tree), parseAddress('microformats(h-product)/price')!)).toEqual([
      '12',
    ])
  })
  it('takes linear time on properties inside one another', () => {
    const html = `<div class=h-entry>${'<div class=p-name>a'.repeat(20_000)}`
    expect(microformatsOf(parseTree(html)).length).toBe(1)
  })
})

describe('RDFa relations (RDFa Core 1.1, section 7.5)', () => {
  const ns = 'xmlns:c="http://c.test/"'
  it('lead to things with an address, by prefixes declared as of old', () => {
    expect(plain(rdfaOf(parseTree(`<body ${ns}><a rel="c:knows nofollow" href=/ann>Ann</a>`)))).toEqual([
      {
        types: [],
        id: '',
        properties: { 'http://c.test/knows': [{ types: [], id: '/ann', properties: {} }] },
      },
    ])
  })
  it('lead to things without a name that are told inside, if anything is', () => {
    const html = `<body ${ns}><div rel=c:address><i property=c:city>Rome</i></div><div rel=c:address>none</div>`
    expect(plain(rdfaOf(parseTree(html)))[0].properties['http://c.test/address']).toEqual([
      { types: [], properties: { 'http://c.test/city': ['Rome'] } },
    ])
  })
})
