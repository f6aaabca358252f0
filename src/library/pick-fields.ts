/** Picking fields on a page: which fields a piece of data could become, and what fields extract from other pages of its class. */
import { newestModel } from '../crawl/models/model-versions.ts'
import { Failure } from '../env/index.ts'
import { parseTree } from '../html/index.ts'
import {
  baseOf,
  type FieldMark,
  fieldsPicked,
  Guide,
  guideOfModel,
  type ModelVersion,
  marksOf,
  type PickedField,
  pickablePage,
  readRecord,
  type Wrapper,
  type WrapperField,
} from '../site/index.ts'
import type { PageRow } from '../store/index.ts'
import { asUrl } from '../url/index.ts'
import { pageAt } from './address.ts'
import { checkFields } from './edit-model.ts'
import { textSeenLast } from './records/read.ts'
import type { Visible } from './visible.ts'

export interface FieldChoices {
  readonly site: string
  readonly class: string
  /** The fields that the class has now. */
  readonly fields: readonly WrapperField[]
  /** Fields that the picked value could become, most likely first; empty if nothing was picked, or if no expression locates the value. */
  readonly choices: readonly PickedField[]
}

export interface FilledPage {
  readonly url: string
  readonly title: string | null
  readonly values: Readonly<Record<string, unknown>>
}

export interface TriedFields {
  /** The page itself, then others of its class. */
  readonly pages: readonly FilledPage[]
  /** Where the values are on the page itself. */
  readonly marks: readonly FieldMark[]
}

/** Number of other pages that a field is learned from and shown on. */
const OTHERS = 10
/** Number of pages of the class that these are chosen from. */
const MAX_CONSIDERED = 200

export async function pickable(visible: Visible, url: string): Promise<string> {
  return pickablePage((await readPage(visible, await rowOf(visible, url))).html)
}

export async function fieldChoices(
  visible: Visible,
  url: string,
  unit: number | undefined,
): Promise<FieldChoices> {
  const { model, name, page } = await placed(visible, url)
  const sample = unit === undefined ? [] : [page, ...(await others(visible, model, name, page))]
  return {
    site: page.row.origin,
    class: name,
    fields: model.wrappers?.[name]?.fields ?? [],
    choices: unit === undefined ? [] : fieldsPicked(sample.map(sourceOf), unit),
  }
}

export async function triedFields(
  visible: Visible,
  url: string,
  fields: readonly WrapperField[],
): Promise<TriedFields> {
  checkFields(fields)
  const { model, name, page } = await placed(visible, url)
  const pages = [page, ...(await others(visible, model, name, page))]
  return { pages: pages.map(each => filled(each, { fields })), marks: marksOf(page.html, fields) }
}

interface ReadPage {
  readonly row: PageRow
  readonly html: string
  readonly charset: string | null
}

interface PlacedPage {
  readonly page: ReadPage
  readonly model: ModelVersion
  /** Name of the page's class. */
  readonly name: string
}

const sourceOf = ({ row, html }: ReadPage) => ({ url: row.url, html, status: 200 })

async function rowOf(visible: Visible, url: string): Promise<PageRow> {
  const row = await pageAt(url, each => visible.find(each))
  if (row) return row
  throw new Failure('usage', `${url} is not known in ${visible.holdings.name}`)
}

async function readPage(visible: Visible, row: PageRow): Promise<ReadPage> {
  const seen = await textSeenLast(visible, row)
  if (!seen) throw new Failure('usage', `nothing is stored of ${row.url}: crawl it first`)
  return { row, html: seen.text, charset: seen.charset }
}

/** Pages stored before the model was made have no class yet, so the model classifies them now. */
async function placed(visible: Visible, url: string): Promise<PlacedPage> {
  const page = await readPage(visible, await rowOf(visible, url))
  const { origin, pageClass } = page.row
  const model = await newestModel(visible.holdings.store, origin)
  if (!model)
    throw new Failure('usage', `${origin} has no model yet: its pages have no classes to give fields`)
  const names = model.classes.map(({ name }) => name)
  const told = names.includes(pageClass ?? '') ? pageClass : classBy(model, page)
  if (told !== null && names.includes(told)) return { page, model, name: told }
  throw new Failure(
    'usage',
    `${url} fits none of the classes of its site: choose a page of ${names.join(', ')}`,
  )
}

function classBy(model: ModelVersion, { row, html, charset }: ReadPage): string | null {
  const guide = new Guide(guideOfModel({ ...model, wrappers: {} }, 'label'))
  return guide.read(parseTree(html, charset ?? undefined), row.url, null).pageClass
}

/** Chosen from all over the class: pages that were found together may have more in common than their template. */
async function others(
  visible: Visible,
  model: ModelVersion,
  name: string,
  { row }: ReadPage,
): Promise<ReadPage[]> {
  const rows = await rowsOf(visible, model, name, row)
  const step = Math.max(1, rows.length / OTHERS)
  const pages: ReadPage[] = []
  for (let at = 0; at < rows.length && pages.length < OTHERS; at += step) {
    const each = rows[Math.floor(at)]!
    const seen = await textSeenLast(visible, each)
    if (seen) pages.push({ row: each, html: seen.text, charset: seen.charset })
  }
  return pages
}

/** Pages that have this class in the store, and pages of the sample that the model was made from. */
async function rowsOf(visible: Visible, model: ModelVersion, name: string, own: PageRow): Promise<PageRow[]> {
  const rows = new Map<string, PageRow>()
  const wanted = {
    stored: true,
    withoutReplaced: true,
    origin: own.origin,
    pageClass: name,
    limit: MAX_CONSIDERED,
  }
  for await (const row of visible.pages(wanted)) rows.set(row.url, row)
  const members = model.members[model.classes.findIndex(each => each.name === name)] ?? []
  for (const url of members.slice(0, MAX_CONSIDERED - rows.size)) {
    const row = rows.has(url) ? null : await visible.find(asUrl(url))
    if (row && row.revision > 0) rows.set(url, row)
  }
  rows.delete(own.url)
  return [...rows.values()]
}

function filled({ row, html, charset }: ReadPage, wrapper: Wrapper): FilledPage {
  const tree = parseTree(html, charset ?? undefined)
  const { url, title } = row
  return { url, title, values: readRecord(wrapper, tree, baseOf(tree, url))?.values ?? {} }
}
