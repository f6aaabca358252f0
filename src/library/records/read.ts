/** Records of pages, either as extracted when the pages were fetched, or extracted again from the archive. */

import { resolve } from 'node:path'
import { type Config, isModelWord, readGuide } from '../../config/index.ts'
import { payloadSeenLast, revisionText } from '../../crawl/body.ts'
import { prepareGuides } from '../../crawl/models/choose-models.ts'
import { isPageType } from '../../document/type.ts'
import { type Env, Failure } from '../../env/index.ts'
import { jsonOf } from '../../env/json.ts'
import { parseTree } from '../../html/index.ts'
import { Guide, type GuideData, type GuidedPage } from '../../site/index.ts'
import type { PageRef, PageRow } from '../../store/index.ts'
import { configForReading } from '../reading-config.ts'
import { rememberedConfig } from '../remembered.ts'
import { envFor } from '../run-env.ts'
import type { Visible } from '../visible.ts'
import { type FieldNames, type PlacedRecord, type ReadPages, type RecordSource, recordsOf } from './write.ts'

export interface ExtractOptions {
  /** Only pages of this class. */
  readonly class?: string
  /** A specification (CSV) or a model (JSON), as a file name or as text; by default, the models in the collection are used. */
  readonly model?: string | ModelText
}

/** The text of a specification (CSV) or a model (JSON). */
export interface ModelText {
  /** Name to use in messages, as in `boats.csv:3:1: …`. */
  readonly name: string
  readonly text: string
}

/** Lists pages with the records extracted when they were fetched. */
export function storedPages(visible: Visible, only?: string, after: PageRef | null = null): ReadPages {
  return async function* () {
    const ofClass = { ...(only !== undefined && { pageClass: only }), ...(after && { after }) }
    for await (const page of visible.pages({ stored: true, withoutReplaced: true, ...ofClass })) {
      const record = jsonOf((await visible.current(page))?.record)
      yield { page, pageClass: page.pageClass, record }
    }
  }
}

export const storedRecords = (
  visible: Visible,
  only?: string,
  after: PageRef | null = null,
): RecordSource<PlacedRecord> => recordsOf(storedPages(visible, only, after))

/** Extracts the records of pages again. A class that no model has is an error; a class without pages is not. */
async function archivedPages(
  visible: Visible,
  options: ExtractOptions,
  given: Partial<Env> = {},
): Promise<ReadPages> {
  const { class: only } = options
  const guides = await guidesFor(visible, options.model, given)
  const known = new Set(guides.flatMap(({ wrappers }) => Object.keys(wrappers)))
  if (only !== undefined && !known.has(only)) {
    const choice =
      known.size === 0 ? 'none of its classes has fields' : `those with fields are ${[...known].join(', ')}`
    throw new Failure('usage', `the model reads no class ${only}: ${choice}`)
  }
  const readers = guides.map(data => ({ guide: new Guide(data), isPromised: data.inferred === null }))
  return async function* () {
    for await (const page of visible.pages({ stored: true, withoutReplaced: true })) {
      const reader = readers.find(({ guide }) => guide.isFor(page.url))
      const isRead = reader !== undefined && !(reader.isPromised && page.pageClass === null)
      const read = isRead ? await readBy(reader.guide, page, visible) : null
      const { pageClass = null, record = null } = read ?? {}
      if (only === undefined || pageClass === only) yield { page, pageClass, record }
    }
  }
}

export const archivedRecords = async (
  ...words: Parameters<typeof archivedPages>
): Promise<RecordSource<PlacedRecord>> => recordsOf(await archivedPages(...words))

/** Pages as they were read when they were fetched, or as a model reads them now, with the fields that the model names. */
export async function readPages(
  visible: Visible,
  anew: ExtractOptions | undefined,
  given: Partial<Env>,
): Promise<{ readonly pages: ReadPages; readonly named: FieldNames }> {
  if (!anew) return { pages: storedPages(visible), named: await rememberedFields(visible, given) }
  const pages = await archivedPages(visible, anew, given)
  return { pages, named: await modelFields(visible, anew.model, given) }
}

/** The fields of each class as the models list them: the first columns of its table, whether or not a page has them today. */
export async function modelFields(
  visible: Visible,
  model: ExtractOptions['model'],
  given: Partial<Env> = {},
): Promise<FieldNames> {
  const names = new Map<string, readonly string[]>()
  for (const { wrappers } of await guidesIn(visible, model, given))
    for (const [name, { fields, lists = [] }] of Object.entries(wrappers))
      names.set(name, [...(names.get(name) ?? []), ...[...fields, ...lists].map(field => field.name)])
  return names
}

/** Those of the model that pages were read by when they were fetched; none if its file is no longer there. */
async function rememberedFields(visible: Visible, given: Partial<Env>): Promise<FieldNames> {
  try {
    return await modelFields(visible, undefined, given)
  } catch (error) {
    if (error instanceof Failure) return new Map()
    throw error
  }
}

async function guidesFor(
  visible: Visible,
  model: ExtractOptions['model'],
  given: Partial<Env>,
): Promise<readonly GuideData[]> {
  const guides = await guidesIn(visible, model, given)
  if (guides.length > 0) return guides
  throw new Failure(
    'broken',
    `${visible.holdings.name} has no model: make one (tidewatch model URL), or name the file of one (--model)`,
  )
}

async function guidesIn(
  { holdings }: Visible,
  model: ExtractOptions['model'],
  given: Partial<Env>,
): Promise<readonly GuideData[]> {
  if (typeof model === 'object') return [guideOfText(model)]
  const overrides =
    model === undefined ? {} : { extract: { model: isModelWord(model) ? model : resolve(model) } }
  const config = configForReading(await rememberedConfig(holdings), overrides, 'model')
  const settings = { ...config.settings, model: madeAlready(config) }
  return (await prepareGuides(holdings, { env: envFor(config, given), settings })) ?? []
}

/** Nothing is fetched: where a crawl would make a model, the stored one is used. */
const madeAlready = ({ settings: { model } }: Config) =>
  model.kind === 'auto' ? { kind: 'kept' as const } : model

/** Throws a list of problems, line by line. No form is submitted when records are read, so variables need no values. */
export function guideOfText({ name, text }: ModelText): GuideData {
  return readGuide(text, name, new Proxy({}, { get: () => '' }))
}

async function readBy(guide: Guide, page: PageRow, visible: Visible): Promise<GuidedPage | null> {
  if (!isPageType(page.type) || !guide.isFor(page.url)) return null
  const html = await textSeenLast(visible, page)
  return html && guide.read(parseTree(html.text, html.charset ?? undefined), page.url, page.pageClass)
}

/** The last payload received, even if it made no revision because it differs only in noise or template: it is what the page looks like now. */
export async function textSeenLast(visible: Visible, page: PageRow) {
  const revision = await visible.current(page)
  const place = payloadSeenLast(await visible.visits(page))?.place ?? revision?.place
  if (!revision || !place) return null
  const text = await revisionText(visible.holdings.archiveFolder, { ...revision, place })
  return { text, charset: revision.charset }
}
