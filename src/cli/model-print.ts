/** Prints a model for people or for programs. */
import { printable } from '../env/index.ts'
import { type ModelVersion, originOf, type PageClass, type WrapperField } from '../library/index.ts'
import type { Output } from './output.ts'

const SHOWN_EXAMPLES = 3
const SHOWN_PATHS = 5
const SHOWN_FIELDS = 12

/** The note printed when a crawl with models starts with sites that have none yet. */
export function modelingWords(starts: readonly string[]): string {
  const [first] = starts
  return starts.length === 1
    ? `looking at some pages of ${first} first, to learn how it is built`
    : `looking at some pages of ${starts.length} sites first, to learn how they are built`
}

export const unmodeledWords = (start: string, why: string) =>
  `crawling ${start} without a model: ${printable(why)}`

export function modelJson(model: ModelVersion) {
  return {
    site: originOf(model.start),
    pagesFetched: model.pagesUsed,
    unseenShare: model.unseenShare ?? null,
    classes: model.classes.map(({ name, address, examples, schema }, i) => ({
      name,
      address,
      pages: model.members[i] ?? [],
      sample: examples,
      schema,
      fields: (model.wrappers?.[name]?.fields ?? []).map(fieldJson),
      lists: (model.wrappers?.[name]?.lists ?? []).map(({ fields, ...list }) => ({
        ...list,
        fields: fields.map(fieldJson),
      })),
    })),
    links: model.links.map(({ xpath, ...link }) => ({ ...link, path: xpath })),
    forms: model.forms.map(({ xpath, ...form }) => ({ ...form, path: xpath })),
  }
}

const fieldJson = ({ name, type, xpath, many, confidence }: WrapperField) => ({
  name,
  type,
  xpath,
  many,
  confidence,
})

export function printModel(model: ModelVersion, output: Output): void {
  const say = (text: string) => output.result(printable(text))
  say(`${originOf(model.start)}: ${counted(model.classes.length, 'class', 'classes')} of pages`)
  for (const one of model.classes) printClass(one, model, say)
  if (model.unseenShare === undefined) return
  say('')
  say(unseenWords(model.unseenShare))
}

function printClass(one: PageClass, model: ModelVersion, say: (text: string) => void): void {
  say('')
  say(`${one.name}  ${counted(one.pages, 'page', 'pages')}  ${one.address}`)
  for (const url of one.examples.slice(0, SHOWN_EXAMPLES)) say(`  for example ${url}`)
  const links = model.links.filter(link => link.from === one.name)
  for (const { to, type, xpath, pagination } of links)
    say(`  ${type} → ${to}${pagination ? ' (turns pages)' : ''}  ${xpath}`)
  for (const { kind, method, action, from } of model.forms)
    if (from === one.name) say(`  form (${kind}) → ${method} ${action}`)
  printFields(one, model, say)
  const linked = new Set(links.map(link => link.xpath))
  const rest = one.schema.filter(path => !linked.has(path.xpath))
  for (const { xpath, share } of rest.slice(0, SHOWN_PATHS))
    say(`  path on ${Math.round(share * 100)} % of them  ${xpath}`)
  if (rest.length > SHOWN_PATHS) say(`  and ${rest.length - SHOWN_PATHS} more paths (--json has all)`)
}

function printFields({ name }: PageClass, { wrappers }: ModelVersion, say: (text: string) => void): void {
  const { fields = [], lists = [] } = wrappers?.[name] ?? {}
  for (const field of fields.slice(0, SHOWN_FIELDS))
    say(`  field ${field.name} (${field.type})  ${field.xpath}`)
  if (fields.length > SHOWN_FIELDS) say(`  and ${fields.length - SHOWN_FIELDS} more fields (--json has all)`)
  for (const list of lists)
    say(`  records ${list.name} (${list.fields.map(field => field.name).join(', ')})  ${list.xpath}`)
}

const unseenWords = (share: number) =>
  share < 0.005
    ? 'these pages seem to show all classes of the site'
    : `about ${Math.round(share * 100)} % of the classes may not be among these pages (--pages auto looks until no new ones turn up)`

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
