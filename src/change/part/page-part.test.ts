import { describe, expect, it } from 'vitest'
import { PagePart, type PartSettings } from './page-part.ts'

const partOf = (settings: Partial<PartSettings>, text: string, type = 'text/html') =>
  new PagePart({ select: [], leaveOut: [], ignoreText: [], ...settings }).of(text, type)

const PAGE = `<title>Lamp</title><nav>menu</nav><main class="a&quot;b"><p>A brass <b>lamp</b> &lt; 3 kg</p>
<div class=offer><span class=price>€ 49.90</span><br>in stock<script>x</script></div><p>Seen <b>12</b>
times today</p><img src=/p.png alt=Picture></main>`

describe('a part of a page', () => {
  it('has what is selected, in its place, and nothing of what stands around it', () =>
    expect(partOf({ select: ['.price', 'p:first-child'] }, PAGE)).toBe(
      '<html><body><main class="a&quot;b"> <p>A brass <b>lamp</b> &lt; 3 kg</p>' +
        ' <div class="offer"> <span class="price">€ 49.90</span> </div></main></body></html>',
    ))

  it('is the rest of the page if only something is left out', () =>
    expect(partOf({ leaveOut: ['nav', '//div', 'p, img', 'title'] }, PAGE).replace(/\s+/g, ' ')).toBe(
      '<html><head></head><body><main class="a&quot;b"> </main></body></html>',
    ))

  it('leaves out parts of what is selected', () =>
    expect(partOf({ select: ['.offer'], leaveOut: ['.price'] }, PAGE)).toContain(
      '<div class="offer"><br>in stock</div>',
    ))

  it('may be attributes, texts and computed values', () =>
    expect(partOf({ select: ['img::attr(alt)', '//b/text()', 'count(//p)'] }, PAGE)).toBe(
      '<html><body><main class="a&quot;b"><p> <b> lamp</b> </p> <p> <b> 12</b> </p><img src="/p.png" alt="Picture"><p>Picture</p></main>' +
        '</body></html><p>2</p>',
    ))

  it('has no text that matches an expression, across inline elements', () =>
    expect(partOf({ select: ['main > p'], ignoreText: ['Seen [0-9]+ times', 'kg$'] }, PAGE)).toBe(
      '<html><body><main class="a&quot;b"> <p>A brass <b>lamp</b> &lt; 3 </p> <p><b></b> today</p></main></body></html>',
    ))

  it('is empty if nothing is selected', () => expect(partOf({ select: ['.prise'] }, PAGE)).toBe(''))

  it.each([
    [{ select: ['.a['] }, 'the name of an attribute is missing (at character 4 of ".a[")'],
    [{ leaveOut: ['$.a b'] }, 'not a JSON path such as $.items[0].price (at character 4 of "$.a b")'],
  ])('says what is wrong with %j', (settings, message) =>
    expect(() => partOf(settings, PAGE)).toThrow(message),
  )
})

const ANSWER = JSON.stringify({
  generated: 17,
  items: [
    { id: 1, price: 49.9, 'in stock': true, note: { text: 'new\nlines' } },
    { id: 2, price: 7, 'in stock': false },
  ],
})

describe('a part of JSON', () => {
  it.each([
    ['$.items[0].price', '49.9'],
    ['$.items[*].price', '49.9\n7'],
    ['$.items[-1].id', '2'],
    ["$..['in stock']", 'true\nfalse'],
    ['$.items[0].note.text', 'new\nlines'],
    ['$.items[1]', '{\n "id": 2,\n "price": 7,\n "in stock": false\n}'],
    ['$.items.price', ''],
    ['$.missing', ''],
  ])('%s', (path, expected) => expect(partOf({ select: [path] }, ANSWER, 'application/json')).toBe(expected))

  it('is the rest if something is left out', () =>
    expect(
      JSON.parse(
        partOf({ leaveOut: ['$.generated', '$..note', '$.items[1]'] }, ANSWER, 'application/ld+json'),
      ),
    ).toEqual({
      items: [{ id: 1, price: 49.9, 'in stock': true }, null],
    }))

  it('is the text itself where it is not JSON', () =>
    expect(partOf({ select: ['$.a'], ignoreText: ['b+'] }, 'abba', 'application/json')).toBe('aa'))
})
