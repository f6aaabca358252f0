import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { parseTree } from './tree-builder.ts'

/** Elements as `parent>child`, in order. */
function shape(html: string): string {
  const { nodes } = parseTree(html)
  const depth: number[] = []
  return nodes
    .map(node => {
      depth[node.order] = node.parent === null ? 0 : depth[node.parent.order]! + 1
      return node.kind === 'element' ? `${depth[node.order]}${node.name}` : ''
    })
    .filter(text => text !== '')
    .join(' ')
}

function shapeOfParse5(html: string): string {
  const found: string[] = []
  const walk = (node: { childNodes?: unknown[]; tagName?: string }, depth: number): void => {
    if (node.tagName !== undefined) found.push(`${depth}${node.tagName}`)
    for (const child of (node.childNodes ?? []) as (typeof node)[]) walk(child, depth + 1)
  }
  walk(parse(html, { scriptingEnabled: false }) as never, 0)
  return found.join(' ')
}

describe('the tree (HTML standard 13.2.6)', () => {
  it.each([
    ['implied html, head and body', 'hello'],
    ['head elements before the body', '<title>t</title><meta charset=x><p>a'],
    ['paragraphs end where blocks begin', '<p>a<p>b<div>c</div>'],
    ['list items end one another', '<ul><li>a<li>b<ul><li>c</ul><li>d</ul>'],
    ['definitions', '<dl><dt>a<dd>b<dt>c</dl>'],
    ['rows, cells and an implied tbody', '<table><tr><td>a<td>b<tr><th>c</table>x'],
    ['a table in a cell', '<table><tr><td><table><tr><td>x</table>y<td>z</table>'],
    ['headings', '<h1>a<h2>b</h2>'],
    ['void elements', '<p><br><img src=a><hr>x'],
    ['options', '<select><option>a<option>b<optgroup><option>c</select><p>d'],
    ['tags inside a select are dropped', '<select><option><span>a</span></select><b>c</b>'],
    ['links end links', '<a href=1>x<a href=2>y</a>'],
    ['stray end tags', '<div></span>a</div></div></p>b'],
    ['an inline end tag does not close a block', '<span><div>a</span>b</div>'],
    ['svg', '<svg><path d=x /><g><a href=y></a></g></svg><p>after'],
    ['HTML breaks out of svg', '<a><svg><path d=x><strong>t</strong></a><p>x'],
    ['a second body adds attributes only', '<body class=a><p>x<body class=b id=c>y'],
    ['text behind the end', '<html><body>x</body></html>y<p>z'],
  ])('%s', (_, html) => expect(shape(html)).toBe(shapeOfParse5(html)))

  it('keeps open what is above formatting that ends', () => {
    const times = 1_000
    const html = `<section>${'<b>'.repeat(200)}<i>${'<div>'.repeat(3)}${'<u><p></u></p>'.repeat(times)}${'</b>'.repeat(200)}</i><em>x</div>y`
    const { nodes } = parseTree(html)
    const parentOf = (text: string) =>
      nodes.find(node => node.kind === 'text' && node.text() === text)!.parent!
    expect(parentOf('x').name).toBe('em')
    expect(parentOf('x').parent!.order).toBe(nodes.findLast(node => node.name === 'div')!.order)
    expect(parentOf('y').order).toBe(parentOf('x').parent!.parent!.order)
    expect(nodes.filter(node => node.name === 'p').every(({ parent }) => parent?.name === 'u')).toBe(true)
  })

  it('knows values, text and place', () => {
    const tree = parseTree('<div id=a title="x &amp; y">one <b>two</b> three</div>')
    const div = tree.nodes.find(node => node.name === 'div')!
    expect(div.attribute('title')).toBe('x & y')
    expect(div.text()).toBe('one two three')
    expect(tree.nodes.slice(div.order + 1, div.last + 1).map(node => node.kind)).toEqual([
      'text',
      'element',
      'text',
      'text',
    ])
    expect(div.attributeNodes().map(node => [node.name, node.text()])).toEqual([
      ['id', 'a'],
      ['title', 'x & y'],
    ])
  })

  it('never throws and keeps its invariants', () => {
    const piece = fc.constantFrom(
      '<p>',
      '<table>',
      '<td>',
      '<a href=x>',
      '</a>',
      '<li>',
      '</ul>',
      '<svg>',
      '</svg>',
      'x',
      '<b>',
      '</b>',
      '</div>',
      '<div>',
      '<select>',
      '</p>',
      '<body>',
      '</body>',
      '<!--c-->',
      '<title>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        const { nodes } = parseTree(pieces.join(''))
        nodes.forEach((node, i) => {
          expect(node.order).toBe(i)
          if (i > 0) expect(node.parent!.order < i && node.parent!.last >= node.last).toBe(true)
        })
      }),
    )
  })

  it('closes foreign content along with the head it was in', () => {
    expect(shape('<noscript><svg><g></head><div><p>x')).toBe('1html 2head 3noscript 4svg 5g 2body 3div 4p')
  })

  it('adds the attributes of later html and body tags, the first value counts', () => {
    const { nodes } = parseTree('<body a=1><p><body a=2 b=3><html c=4>')
    const said = (name: string) => nodes.find(node => node.name === name)!.attributes
    expect([said('body'), said('html')]).toEqual([
      ['a', '1', 'b', '3'],
      ['c', '4'],
    ])
  })

  it('reads the text of elements inside one another without a copy for each', () => {
    const tree = parseTree(`a<div>b${'<div>c'.repeat(300)}d</div>e`)
    const texts = tree.nodes.filter(node => node.name === 'div').map(node => node.text())
    expect(texts[0]).toBe(`b${'c'.repeat(300)}de`)
    expect(texts.at(-1)).toBe('cd')
    expect(tree.root.text()).toBe(`ab${'c'.repeat(300)}de`)
  })

  it('continues flat where a page nests without end', () => {
    const tree = parseTree('<div>'.repeat(100_000))
    expect(tree.nodes.length).toBe(100_000 + 4)
  })

  it('is let go of once its reader does so', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const tree = new WeakRef(parseTree('<p>one <b>two'))
    await setImmediate()
    collect()
    expect(tree.deref()).toBeUndefined()
  })
})
