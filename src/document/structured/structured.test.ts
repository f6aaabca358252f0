import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { allStructured, parseAddress, structuredTexts, writeAddress } from './field-address.ts'
import { structuredOf } from './index.ts'
import { jsonLdOf } from './json-ld.ts'
import { openGraphOf } from './meta.ts'
import { microdataOf } from './microdata.ts'
import { rdfaOf } from './rdfa.ts'

const script = (text: string) => parseTree(`<script type="application/ld+json">${text}</script>`)

describe('JSON-LD', () => {
  it.each([
    ['{"a":1}', [{ a: 1 }]],
    ['[{"a":1},{"b":2},{}]', [{ a: 1 }, { b: 2 }]],
    ['<!-- note -->\n{"a":1}', [{ a: 1 }]],
    ['// note\n{"a":"//no note"}', [{ a: '//no note' }]],
    ['/* note */ {"a":[1,2,],}', [{ a: [1, 2] }]],
    ['{"a":[1, /* two */ ]}', [{ a: [1] }]],
    ['{"a":"two\nlines\t"}', [{ a: 'two\nlines\t' }]],
    ['{"a":1};', [{ a: 1 }]],
    ['{"a":', []],
    ['   ', []],
  ])('reads %j', (text, items) => expect(jsonLdOf(script(text))).toEqual(items))

  it('never throws, and takes linear time', () => {
    fc.assert(fc.property(fc.string(), text => Array.isArray(jsonLdOf(script(text)))))
    for (const part of ['/*', '<!--', '"\\"', ',', '[', ']]>', '-->'])
      expect(jsonLdOf(script(part.repeat(100_000)))).toEqual([])
  })
})

describe('microdata (HTML 5.2.5)', () => {
  it('nests items and reads values by element', () => {
    const tree = parseTree(`<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Kettle</b>
<img itemprop="image" src="k.png"><time itemprop="releaseDate" datetime="2020-01-02">then</time>
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="9.5"></div></div>`)
    expect(microdataOf(tree, 'http://a.test/x/')).toEqual([
      {
        types: ['https://schema.org/Product'],
        properties: {
          name: ['Kettle'],
          image: ['http://a.test/x/k.png'],
          releaseDate: ['2020-01-02'],
          offers: [{ types: ['https://schema.org/Offer'], properties: { price: ['9.5'] } }],
        },
      },
    ])
  })

  it('follows itemref, also in a circle', () => {
    const tree = parseTree(
      '<p itemscope itemref="b" id="a"></p><p id="b"><i itemprop="x">1</i><i itemprop="y" itemscope itemref="a b"></i></p>',
    )
    expect(microdataOf(tree)[0]!.properties.x).toEqual(['1'])
  })
})

it('reads RDFa Lite', () => {
  const tree =
    parseTree(`<p vocab="http://schema.org/" prefix="ov: http://v.test/" resource="#m" typeof="Person">
<span property="name">Manu</span><img property="image" src="m.png"><i property="ov:animal">Liger</i></p>`)
  expect(rdfaOf(tree)).toEqual([
    {
      types: ['http://schema.org/Person'],
      id: '#m',
      properties: {
        'http://schema.org/name': ['Manu'],
        'http://schema.org/image': ['m.png'],
        'http://v.test/animal': ['Liger'],
      },
    },
  ])
})

it('reads OpenGraph of known and of declared namespaces', () => {
  const tree = parseTree(`<html prefix="my: http://my.test/"><head><meta property="og:title" content="T">
<meta property="my:x" content="X"><meta property="your:x" content="Y"></head></html>`)
  expect(openGraphOf(tree).map(({ name }) => name)).toEqual(['og:title', 'my:x'])
})

describe('RDFa prefixes (RDFa Core 1.1, 5)', () => {
  const propertiesOf = (html: string) =>
    rdfaOf(parseTree(html)).map(({ properties }) => Object.keys(properties))

  it('hold inside the element that declares them, the innermost first', () => {
    const html = `<div prefix="a: http://one/"><b property="a:x">1</b><p xmlns:a="http://two/"><b property="A:y">2</b></p>
<b property="a:z">3</b></div><b property="a:w">4</b>`
    expect(propertiesOf(html)).toEqual([['http://one/x', 'http://two/y', 'http://one/z', 'a:w']])
  })

  it('and vocabularies of any length make no long names', () => {
    const long = `http://x/${'a'.repeat(5_000)}`
    expect(propertiesOf(`<div vocab="${long}" xmlns:b="${long}"><b property="y b:z">1</b></div>`)).toEqual([
      ['b:z'],
    ])
  })

  it('relations keep their order before what is told otherwise', () => {
    const html =
      '<div typeof="og:T"><b property="og:r">text</b><a rel="og:r" href=/1>x</a><a rel="og:r" href=/2>y</a></div>'
    const [item] = rdfaOf(parseTree(html))
    expect(item!.properties['http://ogp.me/ns#r']).toMatchObject([{ id: '/1' }, { id: '/2' }, 'text'])
  })
})

describe('addresses', () => {
  const data = structuredOf(
    parseTree(`<meta name="author" content="A"><script type="application/ld+json">{"@graph":[{"@type":"Product",
"name":"K","offers":[{"price":1},{"price":2}],"a/b":"c"}]}</script>`),
  )

  it.each([
    ['meta(author)', ['A']],
    ['json-ld(Product)/name', ['K']],
    ['json-ld(Product)/offers/price', ['1', '2']],
    ['json-ld(Product)/a%2Fb', ['c']],
    ['json-ld(Product)/missing', []],
  ])('%s', (text, texts) => expect(structuredTexts(data, parseAddress(text)!)).toEqual(texts))

  it('name everything', () => {
    expect([...allStructured(data).keys()]).toEqual([
      'meta(author)',
      'json-ld(Product)/name',
      'json-ld(Product)/offers/price',
      'json-ld(Product)/a%2Fb',
    ])
  })

  it('come back as they went', () => {
    const address = fc.record({
      kind: fc.constantFrom('json-ld' as const, 'microdata' as const, 'rdfa' as const),
      type: fc.string(),
      path: fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
    })
    fc.assert(
      fc.property(address, one => {
        expect(parseAddress(writeAddress(one))).toEqual(one)
      }),
    )
  })

  it.each(['//a', 'json-ld(Product)', 'meta(x)/y', 'string(//a)', 'json-ld(P)/'])('%s is none', text =>
    expect(parseAddress(text)).toBeUndefined(),
  )
})
