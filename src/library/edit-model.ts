/** Models changed by people, who pick fields or edit specifications. Every change makes a new version. */
import { isModelWord } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { keepModel } from '../crawl/models/model-versions.ts'
import { rereadSite } from '../crawl/models/reread.ts'
import { type Env, Failure } from '../env/index.ts'
import {
  editedModel,
  guideOfModel,
  type ModelVersion,
  modelText,
  placeProblem,
  startClass,
  type WrapperField,
  withChosen,
} from '../site/index.ts'
import type { ModelStore } from '../store/index.ts'
import { originOf } from '../url/index.ts'
import { storedModel } from './model-shelf.ts'
import { rememberedConfig } from './remembered.ts'

export interface SavedModel {
  /** The number of the newest version. */
  readonly version: number
  /** False if it is the same as the newest version, so that none was added. */
  readonly isNew: boolean
}

export interface ChosenFields {
  readonly site: string
  readonly pageClass: string
  readonly fields: readonly WrapperField[]
}

export const specificationText = (model: ModelVersion | null): string | null =>
  model && modelText(model, startClass(model))

/** Replaces the fields of a class; its lists of repeated records are kept. */
export async function saveFields(
  holdings: Holdings,
  env: Env,
  { site, pageClass, fields }: ChosenFields,
): Promise<SavedModel> {
  const model = await newestOf(holdings, site)
  if (!model.classes.some(({ name }) => name === pageClass))
    throw new Failure('usage', `the model of ${site} has no class ${pageClass}`)
  checkFields(fields)
  const lists = model.wrappers?.[pageClass]?.lists ?? []
  return keepEdited(holdings, env, withChosen(model, pageClass, { fields, lists }))
}

export function checkFields(fields: readonly WrapperField[]): void {
  const names = new Set<string>()
  for (const { name, xpath } of fields) {
    const problem = placeProblem(xpath)
    if (problem !== null) throw new Failure('usage', `the field ${name}: ${problem}`)
    if (names.has(name)) throw new Failure('usage', `two fields are named ${name}: give one another name`)
    names.add(name)
  }
}

export async function saveSpecification(
  holdings: Holdings,
  env: Env,
  site: string,
  text: string,
): Promise<SavedModel> {
  const edited = editedModel(await newestOf(holdings, site), text)
  if (edited.kind === 'edited') return keepEdited(holdings, env, edited.model)
  const told = edited.problems.map(
    ({ line, column, message }) => `specification:${line}:${column}: ${message}`,
  )
  throw new Failure('usage', told.join('\n'))
}

const keepEdited = ({ store }: Holdings<ModelStore>, { clock }: Env, model: ModelVersion) =>
  keepModel(store, { ...model, madeAt: new Date(clock.now()).toISOString() })

export async function rereadByModel(
  holdings: Holdings,
  site: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const other = await modelUsedInstead(holdings)
  if (other !== null)
    throw new Failure(
      'usage',
      `pages are read by "extract.model: ${other}", not by the model in the collection: set extract.model to kept first`,
    )
  return labelPages(holdings, await newestOf(holdings, site), signal)
}

export interface KeptModel extends SavedModel {
  /** Number of stored pages the model was applied to; 0 if the config selects another model. */
  readonly pagesRead: number
}

/** Stores a model as the newest of its site, and assigns classes and records to the stored pages. */
export async function keepAndRead(
  holdings: Holdings,
  model: ModelVersion,
  signal?: AbortSignal,
): Promise<KeptModel> {
  const kept = await keepModel(holdings.store, model)
  const isUsed = (await modelUsedInstead(holdings)) === null
  return { ...kept, pagesRead: isUsed ? await labelPages(holdings, model, signal) : 0 }
}

/** The model that the config selects instead of those in the collection; null if it uses those. */
async function modelUsedInstead(holdings: Holdings): Promise<string | null> {
  const { extract } = (await rememberedConfig(holdings)) ?? {}
  const { model } = extract ?? {}
  return model !== undefined && (model === 'off' || !isModelWord(model)) ? model : null
}

function labelPages(holdings: Holdings, model: ModelVersion, signal?: AbortSignal): Promise<number> {
  return rereadSite(holdings, { ...guideOfModel(model, 'label'), origin: originOf(model.start) }, signal)
}

async function newestOf({ store, name }: Holdings<ModelStore>, site: string): Promise<ModelVersion> {
  const model = await storedModel(store, site, undefined)
  if (model) return model
  throw new Failure('usage', `${name} has no model of ${site}: make one first (tidewatch model ${site})`)
}
