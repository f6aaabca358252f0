import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { extract, wrapperOf } from './extract.ts'
import { valueOf as typed } from './field-value.ts'
import { innerHtml } from './inner-html.ts'

const BASE = 'https://a.test/x/'

describe('values', () => {
  it.each([
    ['1,395,000', 1395000],
    ['£1,395,000', 1395000],
    ['1.395.000 €', 1395000],
    ['1.234,56 €', 1234.56],
    ['$1,234.56', 1234.56],
    ["CHF 1'234.50", 1234.5],
    ['12,5', 12.5],
    ['1,234', 1234],
    ['1.5', 1.5],
    ['-3', -3],
    ['45 %', 45],
    ['278 lbs', 278],
    ['1 234', 1234],
    ['007', '007'],
    ['12 monkeys and more', '12 monkeys and more'],
    ['(325) 674-2000', '(325) 674-2000'],
    ['1,23,4', '1,23,4'],
    ['', ''],
  ])('number %j', (text, value) => expect(typed('number', text, BASE)).toBe(value))

  it.each([
    ['2020-05-12', '2020-05-12'],
    ['12 May 2020', '2020-05-12'],
    ['May 12, 2020', '2020-05-12'],
    ['12.5.2020', '2020-05-12'],
    ['25/12/2020', '2020-12-25'],
    ['12/25/2020', '2020-12-25'],
    ['5/6/2020', '5/6/2020'],
    ['2020-05-12T10:20:30Z', '2020-05-12T10:20:30Z'],
    ['2020-05-12T10:20:30+02:00', '2020-05-12T08:20:30Z'],
    ['2020-05-12 10:20', '2020-05-12T10:20:00'],
    ['31 Feb 2020', '31 Feb 2020'],
    ['yesterday', 'yesterday'],
  ])('date %j', (text, value) => expect(typed('date', text, BASE)).toBe(value))

  it.each([
    ['../y?a=1', 'https://a.test/y?a=1'],
    ['www.acu.edu', 'http://www.acu.edu/'],
    ['not an address', 'not an address'],
    ['http://[', 'http://['],
  ])('url %j', (text, value) => expect(typed('url', text, BASE)).toBe(value))

  it('are written as HTML where a field asks for it', () => {
    const lines = [{ kind: 'field', source: 'a', xpath: '//div', name: 'text', type: 'html' } as const]
    const html = '<div><p title="a&quot;b">1 &lt; 2<br>&nbsp;<b>x</b></p><!--c--></div>'
    expect(extract(wrapperOf(lines, 'a'), html)).toEqual({
      text: ['<p title="a&quot;b">1 &lt; 2<br>&nbsp;<b>x</b></p><!--c-->'],
    })
    expect(innerHtml(parseTree('a<i>b').root)).toContain('a<i>b</i>')
  })
})
