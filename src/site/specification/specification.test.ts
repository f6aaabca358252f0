import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRow, readCsv } from './csv.ts'
import { fillText, parseFormXPath } from './form-xpath.ts'
import { readSpecification } from './specification.ts'

describe('CSV (RFC 4180)', () => {
  it('reads back what it wrote', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ';', ' b', '\t') })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 3, maxLength: 6 }), cells => {
        const rows = readCsv(`a,b,c\n${csvRow(['x', ...cells])}\n`).rows
        expect(rows[1]!.map(one => one.text)).toEqual(['x', ...cells])
      }),
    )
  })

  it.each([',', ';', '\t'])('takes %j for a separator', mark => {
    const { rows, separator } = readCsv(['a', '"b;,\t"', 'c'].join(mark))
    expect(separator).toBe(mark)
    expect(rows[0]!.map(cell => cell.text)).toEqual(['a', 'b;,\t', 'c'])
  })

  it('2.2–2.5: ends of lines, last line without one, line breaks in quotes', () =>
    expect(readCsv('a,b,c\r\n"d\r\ne",f,g').rows.map(row => row.map(cell => cell.text))).toEqual([
      ['a', 'b', 'c'],
      ['d\r\ne', 'f', 'g'],
    ]))

  it('says where a quote does not end', () =>
    expect(readCsv('a,b,c\nd,"e').problems).toEqual([
      { line: 2, column: 3, message: 'the quoted field has no end' },
    ]))
})

describe('the crawl specification', () => {
  it('reads the example of a perfume shop', () => {
    const { lines, problems } =
      readSpecification(`home,link,"//div[@id=""side""]/ul/li[3]/a",perfumes,singleton
perfumes,link,"//span[@class=""active""]/../following-sibling::li[1]/a",perfumes,singleton
perfumes,link,//div[@id='result']/h3/a,perfume,list
perfume,form,"//form[@id=""form""],./div/input[1]:user,./div/input[2]:pass"
perfume,string,//h1/text(),Name`)
    expect(problems).toEqual([])
    expect(lines.map(line => line.kind)).toEqual(['link', 'link', 'link', 'action', 'field'])
  })

  it('takes tabs, semicolons, headings and comments', () => {
    const tabs = readSpecification(
      'source\ttype\txpath\tdestination\n# a comment\tx\ty\na\tlink\t//a\tb\tmenu\n',
    )
    expect(tabs.lines).toEqual([{ kind: 'link', source: 'a', xpath: '//a', destination: 'b', type: 'menu' }])
    expect(readSpecification('a;url;//a/@href;target\n').lines).toHaveLength(1)
  })

  it('reports each wrong line with line, column and reason, and uses the others', () => {
    const { lines, problems } = readSpecification(
      'a,link,//a[,b,list\na,colour,//a,x\na,link,//a,b,loop\na,string,//b,\na,link,//a,b\n',
    )
    expect(lines).toHaveLength(1)
    expect(problems).toEqual([
      {
        line: 1,
        column: 8,
        message: 'XPath, character 5: a name, "*", "@", "." or a node test was expected, not the end',
      },
      {
        line: 2,
        column: 3,
        message: '"colour" is no type: link, form, string, url, img, html, number, date',
      },
      { line: 3, column: 14, message: '"loop" is no kind of link: singleton, list, menu, form' },
      { line: 4, column: 14, message: 'a field needs a name' },
    ])
  })
})

describe('Form-XPath', () => {
  const variable = (name: string) => ['$', '{', name, '}'].join('')
  const parts = (source: string) => {
    const answer = parseFormXPath(source)
    return answer.ok
      ? [answer.value.form.source, ...answer.value.fills.map(fill => [fill.field.source, fill.text])]
      : answer
  }

  it('names a form and what to write', () =>
    expect(parts('//form[@id="f"],./input[@id="q"]:all')).toEqual([
      '//form[@id="f"]',
      ['./input[@id="q"]', 'all'],
    ]))

  it('leaves commas and colons inside predicates and axes alone', () =>
    expect(parts('//form[contains(@class,"a:b")], descendant::input[contains(@name,"x,y")] : 12:30')).toEqual(
      ['//form[contains(@class,"a:b")]', ['descendant::input[contains(@name,"x,y")]', '12:30']],
    ))

  it('says what is missing and where', () => {
    expect(parts('//form,./input')).toEqual({
      ok: false,
      position: 7,
      message: 'a field needs ":" and a text behind its XPath',
    })
    expect(parts('//form[')).toMatchObject({ ok: false, position: 7 })
  })

  it('reads secrets from the environment', () => {
    expect(fillText(`${variable('USER')}:${variable('PASS')}`, { USER: 'ann', PASS: 'x' })).toEqual({
      text: 'ann:x',
    })
    expect(fillText(variable('NOBODY'), {})).toEqual({ text: '', missing: 'NOBODY' })
  })
})
