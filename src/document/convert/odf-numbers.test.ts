import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { convertDocument } from './index.ts'
import { plainNumber } from './odf-numbers.ts'

const ODS = 'application/vnd.oasis.opendocument.spreadsheet'

interface Sheet {
  readonly styles?: string
  readonly before?: string
  readonly rows: string
}

/** The cells of a spreadsheet, one text for each row. */
async function cells({ styles = '', before = '', rows }: Sheet): Promise<string[]> {
  const content = `<office:document-content>${styles}<office:body><office:spreadsheet>${before}<table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`
  const bytes = zipSync({ mimetype: strToU8(ODS), 'content.xml': strToU8(content) }, { level: 0 })
  const document = await convertDocument(bytes, { type: ODS })
  if (document.kind === 'unreadable') throw new Error(document.reason)
  return document.blocks.flatMap(block =>
    block.kind === 'table' ? block.rows.map(row => row.join('|')) : [],
  )
}

const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const number = (value: string, shown: string, style = '') =>
  `<table:table-cell ${style && `table:style-name="${style}"`} office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`
const STYLES = `<office:automatic-styles>
  <number:number-style style:name="N0"><number:number number:min-integer-digits="1"/></number:number-style>
  <number:number-style style:name="N2"><number:number number:decimal-places="2" number:min-integer-digits="1"/></number:number-style>
  <style:style style:name="plain" style:family="table-cell" style:data-style-name="N0"/>
  <style:style style:name="two" style:family="table-cell" style:data-style-name="N2"/>
  <style:style style:name="bold" style:family="table-cell" style:parent-style-name="two"/></office:automatic-styles>`

describe('numbers in cells', () => {
  it('are told as they are where no format says how many decimals there are', async () => {
    const rows = row(
      number('0.333333333333333', '0.333333333'),
      number('2.5', '3', 'plain'),
      number('0.126', '0,13'),
    )
    expect(await cells({ styles: STYLES, rows })).toEqual(['0.333333333333333|2.5|0,126'])
  })

  it('are told as they are shown where a format does, of the cell, its style, its row or its column', async () => {
    const shown = number('0.333333333333333', '0.33')
    const columns =
      '<table:table-column table:number-columns-repeated="2"/><table:table-column table:default-cell-style-name="two"/>'
    const rows = `${columns}${row(number('0.126', '0.13', 'two'), number('0.126', '0.13', 'bold'), shown, shown)}
      <table:table-row table:default-cell-style-name="two">${shown}</table:table-row>`
    expect(await cells({ styles: STYLES, rows })).toEqual(['0.13|0.13|0.33|0.333333333333333', '0.33'])
  })

  it('are told as they are shown where the whole file says how many decimals there are', async () => {
    const limit =
      '<office:styles><style:default-style style:family="table-cell"><style:table-cell-properties style:decimal-places="2"/></style:default-style></office:styles>'
    expect(await cells({ styles: limit, rows: row(number('0.126', '0.13')) })).toEqual(['0.13'])
  })

  it('stay what they were where the text is something else', () => {
    for (const [value, shown] of [
      ['45000', '2023-03-15'],
      ['1e-9', '1E-09'],
      ['x', '1'],
      [undefined, '1'],
    ] as const)
      expect(plainNumber(value, shown)).toBeNull()
  })
})

it('leaves out messages for wrong input, and copies of sheets of other files', async () => {
  const before =
    '<table:content-validations><table:content-validation><table:error-message><text:p>Wrong!</text:p></table:error-message></table:content-validation></table:content-validations>'
  const cached = `</table:table><table:table table:name="'file:///home/a/other.ods'#Sheet1">${row(number('7', '7'))}</table:table><table:table table:name="B">`
  const rows = `${row(number('1', '1'))}${cached}${row(number('2', '2'))}`
  expect(await cells({ before, rows })).toEqual(['1', '2'])
})

it('reads a table of many columns in linear time', async () => {
  const began = process.cpuUsage().user
  const columns = '<table:table-column table:default-cell-style-name="two"/>'.repeat(40_000)
  await cells({ styles: STYLES, rows: columns + row(number('0.126', '0.13').repeat(20_000)) })
  expect(process.cpuUsage().user - began).toBeLessThan(5_000_000)
})
