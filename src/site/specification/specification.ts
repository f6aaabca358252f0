/**
 * The crawl specification: a site model as a table that people can write, edit and reuse. One line per link:
 *
 *     source, link, navigation XPath, destination, singleton | list | menu | form
 *     source, string | url | img | html | number | date, extraction XPath, field name
 *     source, form, Form-XPath
 *
 * In place of a field's XPath, the address of structured data is allowed too: `json-ld(Product)/offers/price`.
 * A line that begins with `#` is a comment; a first line `source,type,xpath,…` is a heading. Every wrong line is reported with
 * its line, column and reason; the others are used all the same.
 */
import { parseAddress } from '../../document/index.ts'
import { compileXPath } from '../../html/index.ts'
import type { LinkType, SiteModel } from '../model.ts'
import { type Cell, type CsvProblem, csvRow, readCsv } from './csv.ts'
import { parseFormXPath } from './form-xpath.ts'

export type FieldType = 'string' | 'url' | 'img' | 'html' | 'number' | 'date'

export type SpecificationLine =
  | {
      readonly kind: 'link'
      readonly source: string
      readonly xpath: string
      readonly destination: string
      readonly type: LinkType
    }
  | {
      readonly kind: 'field'
      readonly source: string
      readonly xpath: string
      readonly name: string
      readonly type: FieldType
    }
  | { readonly kind: 'action'; readonly source: string; readonly xpath: string }

export interface Specification {
  readonly lines: readonly SpecificationLine[]
  readonly problems: readonly CsvProblem[]
}

const LINK_TYPES: readonly string[] = ['singleton', 'list', 'menu', 'form'] satisfies LinkType[]
const FIELD_TYPES: readonly string[] = [
  'string',
  'url',
  'img',
  'html',
  'number',
  'date',
] satisfies FieldType[]

/** What is wrong with the meaning of a line that is well formed, as a sentence; null if nothing is. */
export type Objection = (line: SpecificationLine) => string | null

export function readSpecification(source: string, objection: Objection = () => null): Specification {
  const table = readCsv(source)
  const problems: CsvProblem[] = [...table.problems]
  const lines: SpecificationLine[] = []
  for (const [i, row] of table.rows.entries()) {
    if (row[0]!.text.startsWith('#') || (i === 0 && isHeading(row))) continue
    const line = readLine(row, problems)
    if (line === undefined) continue
    const message = objection(line)
    if (message === null) lines.push(line)
    else problems.push({ line: row[0]!.line, column: row[0]!.column, message })
  }
  return { lines, problems: problems.sort((a, b) => a.line - b.line || a.column - b.column) }
}

function isHeading(row: readonly Cell[]): boolean {
  return /^(source|class)$/i.test(row[0]!.text) && /^type$/i.test(row[1]?.text ?? '')
}

function readLine(row: readonly Cell[], problems: CsvProblem[]): SpecificationLine | undefined {
  const [source, type, xpath] = row
  const fail = (cell: Cell, message: string): undefined =>
    void problems.push({ line: cell.line, column: cell.column, message })
  if (source!.text === '') return fail(source!, 'the source class is missing')
  if (type === undefined || xpath === undefined)
    return fail(row.at(-1)!, 'a line needs a source, a type and an XPath')
  if (type.text === 'link') return readLink(row, fail)
  if (type.text === 'form') return readAction(row, fail)
  if (FIELD_TYPES.includes(type.text)) return readField(row, fail)
  return fail(type, `"${type.text}" is no type: link, form, ${FIELD_TYPES.join(', ')}`)
}

type Fail = (cell: Cell, message: string) => undefined

function readLink(row: readonly Cell[], fail: Fail): SpecificationLine | undefined {
  const [source, , xpath, destination, subtype] = row
  if (destination === undefined || destination.text === '')
    return fail(row.at(-1)!, 'a link needs a destination class')
  const type = subtype === undefined || subtype.text === '' ? 'list' : subtype.text
  if (!LINK_TYPES.includes(type))
    return fail(subtype!, `"${type}" is no kind of link: ${LINK_TYPES.join(', ')}`)
  const valid = type === 'form' ? validForm(xpath!, fail) : validXPath(xpath!, fail)
  if (!valid) return undefined
  return {
    kind: 'link',
    source: source!.text,
    xpath: xpath!.text,
    destination: destination.text,
    type: type as LinkType,
  }
}

function readField(row: readonly Cell[], fail: Fail): SpecificationLine | undefined {
  const [source, type, xpath, name] = row
  if (name === undefined || name.text === '') return fail(row.at(-1)!, 'a field needs a name')
  const problem = placeProblem(xpath!.text)
  if (problem !== null) return fail(xpath!, problem)
  return {
    kind: 'field',
    source: source!.text,
    xpath: xpath!.text,
    name: name.text,
    type: type!.text as FieldType,
  }
}

function readAction(row: readonly Cell[], fail: Fail): SpecificationLine | undefined {
  const [source, , xpath] = row
  return validForm(xpath!, fail) ? { kind: 'action', source: source!.text, xpath: xpath!.text } : undefined
}

function validXPath(cell: Cell, fail: Fail): boolean {
  const problem = xpathProblem(cell.text)
  if (problem !== null) fail(cell, problem)
  return problem === null
}

function xpathProblem(source: string): string | null {
  const answer = compileXPath(source)
  return answer.ok ? null : `XPath, character ${answer.problem.position + 1}: ${answer.problem.message}`
}

/** What is wrong with the XPath or address of a field; null if nothing is. */
export const placeProblem = (xpath: string): string | null =>
  parseAddress(xpath) === undefined ? xpathProblem(xpath) : null

function validForm(cell: Cell, fail: Fail): boolean {
  const answer = parseFormXPath(cell.text)
  if (answer.ok) return true
  fail(cell, `Form-XPath, character ${answer.position + 1}: ${answer.message}`)
  return false
}

export function writeSpecification(lines: readonly SpecificationLine[]): string {
  const rows = lines.map(line => {
    if (line.kind === 'link') return [line.source, 'link', line.xpath, line.destination, line.type]
    if (line.kind === 'field') return [line.source, line.type, line.xpath, line.name, '']
    return [line.source, 'form', line.xpath, '', '']
  })
  return [['source', 'type', 'xpath', 'destination', 'subtype'], ...rows]
    .map(row => `${csvRow(row)}\r\n`)
    .join('')
}

/** The links of an inferred model, those of the start class first: a crawl begins there. */
export function specificationOf(model: SiteModel, start?: string): SpecificationLine[] {
  const isStart = (line: { readonly source: string }) => line.source === start
  const links = model.links.map(
    ({ from, to, xpath, type }): SpecificationLine => ({
      kind: 'link',
      source: from,
      xpath,
      destination: to,
      type,
    }),
  )
  return [...links.filter(isStart), ...links.filter(line => !isStart(line))]
}

/** Its search and filter forms as comments: proposals that still need the text to fill in. Forms that were already queried are links. */
export function proposedForms({ forms, links }: SiteModel): string {
  const isAsked = ({ from, to }: { readonly from: string; readonly to?: string }) =>
    links.some(link => link.type === 'form' && link.from === from && link.to === to)
  return forms
    .filter(form => (form.kind === 'search' || form.kind === 'filter') && !isAsked(form))
    .map(({ from, xpath, to, kind, fields }) => {
      const asked = fields.filter(field => field.name !== '' && !SILENT_FIELDS.has(field.type))
      const fills = asked.map(field => `, .//*[@name="${field.name.replaceAll('"', '')}"] : TEXT`)
      return `# ${csvRow([from, 'link', xpath + fills.join(''), to ?? `${kind}-results`, 'form'])}\r\n`
    })
    .join('')
}

const SILENT_FIELDS = new Set(['hidden', 'submit', 'button', 'image', 'reset'])
