/**
 * Converts a site model to a specification that people edit, and back. What the text does not say (how many pages have a field, which records
 * repeat, how classes are told apart) stays as the model has it, so that an edit changes only what was edited.
 */
import type { ClassLink } from '../model.ts'
import { type ModelVersion, withChosen } from '../version.ts'
import { wrapperLines } from '../wrapper/extract.ts'
import type { Wrapper, WrapperField, WrapperList } from '../wrapper/model.ts'
import type { CsvProblem } from './csv.ts'
import {
  type Objection,
  proposedForms,
  readSpecification,
  type SpecificationLine,
  specificationOf,
  writeSpecification,
} from './specification.ts'

/** A specification ready for a crawl: links and fields; forms are left to people. `start` is the class that a crawl begins with. */
export function modelText(model: ModelVersion, start: string): string {
  const { wrappers = {} } = model
  const fields = Object.entries(wrappers).flatMap(([name, wrapper]) => wrapperLines(name, wrapper))
  return writeSpecification([...specificationOf(model, start), ...fields]) + proposedForms(model)
}

export type EditedModel =
  | { readonly kind: 'edited'; readonly model: ModelVersion }
  | { readonly kind: 'wrong'; readonly problems: readonly CsvProblem[] }

export function editedModel(model: ModelVersion, text: string): EditedModel {
  const { lines, problems } = readSpecification(text, objectionsTo(model))
  if (problems.length > 0) return { kind: 'wrong', problems }
  const links = lines.flatMap(line => (line.kind === 'link' ? [linkOf(line, model)] : []))
  let edited: ModelVersion = { ...model, links }
  for (const { name } of model.classes) {
    const fields = lines.filter(line => line.kind === 'field' && line.source === name) as FieldLine[]
    const before = model.wrappers?.[name]
    const wrapper = wrapperFrom(fields, before)
    if (!isSame(wrapper, before)) edited = withChosen(edited, name, wrapper)
  }
  return { kind: 'edited', model: edited }
}

const isSame = (wrapper: Wrapper, before: Wrapper | undefined) =>
  JSON.stringify([wrapper.fields, wrapper.lists ?? []]) ===
  JSON.stringify([before?.fields ?? [], before?.lists ?? []])

type FieldLine = Extract<SpecificationLine, { readonly kind: 'field' }>
type LinkLine = Extract<SpecificationLine, { readonly kind: 'link' }>

/** Classes are told apart by what was learned about their pages, so a line cannot make a new one. */
function objectionsTo({ classes }: ModelVersion): Objection {
  const names = new Set(classes.map(({ name }) => name))
  const fields = new Set<string>()
  return line => {
    const unknown = [line.source, ...(line.kind === 'link' ? [line.destination] : [])].find(
      name => !names.has(name),
    )
    if (unknown !== undefined) return `there is no class ${unknown}: the model has ${[...names].join(', ')}`
    if (line.kind === 'action')
      return 'a form that is sent before a page is read needs a specification in a file (extract.model)'
    if (line.kind === 'link') return null
    const key = JSON.stringify([line.source, line.name])
    if (fields.has(key)) return `${line.source} has two fields named ${line.name}`
    fields.add(key)
    return null
  }
}

/** Links written by hand count as certain. */
function linkOf({ source, destination, xpath, type }: LinkLine, { links }: ModelVersion): ClassLink {
  const known = links.find(each => each.from === source && each.to === destination && each.xpath === xpath)
  const written = { fixed: false, coverage: 1, links: 1, pagination: source === destination }
  return { ...(known ?? written), from: source, to: destination, xpath, type }
}

/** Cells of a list that the class already had go back into it; everything else is a field of the page. */
function wrapperFrom(lines: readonly FieldLine[], before: Wrapper | undefined): Wrapper {
  const { fields: known = [], lists = [] } = before ?? {}
  const fields: WrapperField[] = []
  const cells = new Map<WrapperList, WrapperField[]>()
  for (const line of lines) {
    const list = lists.find(each => isCellOf(each, line))
    if (list === undefined) fields.push(fieldFrom(line, known))
    else cells.set(list, [...(cells.get(list) ?? []), cellFrom(line, list)])
  }
  const kept = lists.flatMap(list => (cells.has(list) ? [{ ...list, fields: cells.get(list)! }] : []))
  return { fields, lists: kept }
}

const isCellOf = ({ name, xpath }: WrapperList, line: FieldLine) =>
  line.name.startsWith(`${name}.`) && (line.xpath === xpath || line.xpath.startsWith(`${xpath}/`))

function cellFrom(line: FieldLine, list: WrapperList): WrapperField {
  const name = line.name.slice(list.name.length + 1)
  const xpath = line.xpath === list.xpath ? '.' : line.xpath.slice(list.xpath.length + 1)
  return fieldFrom({ ...line, name, xpath }, list.fields)
}

function fieldFrom({ name, type, xpath }: FieldLine, known: readonly WrapperField[]): WrapperField {
  const before = known.find(each => each.xpath === xpath && each.name === name)
  const same = before ?? known.find(each => each.xpath === xpath)
  return { ...(same ?? { many: true, share: 1, confidence: 1 }), name, type, xpath }
}
