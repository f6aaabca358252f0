/** Finds models stored in a collection or written to a file. */
import { readModel as readModelText } from '../config/index.ts'
import { openHoldings } from '../crawl/holdings.ts'
import { keptModel, newestModel } from '../crawl/models/model-versions.ts'
import { Failure } from '../env/index.ts'
import {
  compareModels,
  goldenClassifier,
  type ModelDifference,
  type ModelScore,
  type ModelVersion,
  scoreModel,
} from '../site/index.ts'
import type { ModelStore } from '../store/index.ts'
import { canonicalUrl, originOf } from '../url/index.ts'
import { readGolden } from './golden-set.ts'
import { readNamed } from './named-file.ts'

export { type ChangedField, compareModels, type ModelDifference, type ModelScore } from '../site/index.ts'

/** Finds models by a version number in the collection, or by the name of a file. */
export class ModelShelf {
  readonly #where: { readonly collection: string; readonly archive?: string; readonly site?: string }

  constructor(where: { readonly collection: string; readonly archive?: string; readonly site?: string }) {
    this.#where = where
  }

  async find(word: string): Promise<ModelVersion> {
    if (!/^\d+$/.test(word)) return readModel(word)
    return this.#look(async (store, origin) => {
      const found = await keptModel(store, origin, Number(word))
      if (found) return found
      const known = await store.modelNumbers(origin)
      throw new Failure('usage', `there is no version ${word} of the model; there are ${known.join(', ')}`)
    })
  }

  newest(): Promise<ModelVersion> {
    return this.#look(async (store, origin) => (await newestModel(store, origin))!)
  }

  async compare(before: string, after: string): Promise<ModelDifference> {
    return compareModels(await this.find(before), await this.find(after))
  }

  /** Scores a model, by default the newest, against the classes and links of a golden set. */
  async score(goldenFile: string, word?: string): Promise<ModelScore> {
    const golden = await readGolden(goldenFile)
    const { members, classes, links } = word === undefined ? await this.newest() : await this.find(word)
    const truth = goldenClassifier(golden)
    const judged = members.flatMap((urls, i) =>
      urls.map(url => ({ truth: truth(url), computed: classes[i]!.name })),
    )
    const score = scoreModel(golden, judged, links)
    if (score.pages > 0) return score
    throw new Failure('broken', `no page of the model is in a class of ${goldenFile}`)
  }

  async #look<T>(look: (store: ModelStore, origin: string) => Promise<T>): Promise<T> {
    const { collection: name, archive, site } = this.#where
    const collection = await openHoldings(name, { mode: 'read', archiveFolder: archive ?? null })
    try {
      return await look(collection.store, await originWanted(collection.store, name, site))
    } finally {
      await collection.close()
    }
  }
}

/** A site with a model. */
export interface SiteWithModel {
  /** Scheme, host and port. */
  readonly site: string
  /** Oldest first. */
  readonly versions: readonly number[]
}

/** More than people look at; a program that needs more sites knows their names. */
const MAX_SITES = 1_000

export async function modeledSites(store: ModelStore): Promise<readonly SiteWithModel[]> {
  const sites = await store.modeledOrigins(MAX_SITES)
  return Promise.all(sites.map(async site => ({ site, versions: await store.modelNumbers(site) })))
}

export async function storedModel(
  store: ModelStore,
  site: string,
  version: number | undefined,
): Promise<ModelVersion | null> {
  const url = canonicalUrl(site)
  if (url === undefined) return null
  return version === undefined ? newestModel(store, originOf(url)) : keptModel(store, originOf(url), version)
}

const MAX_NAMED = 20

async function originWanted(store: ModelStore, name: string, site: string | undefined): Promise<string> {
  const known = await store.modeledOrigins(MAX_NAMED + 1)
  const sites = [...known.slice(0, MAX_NAMED), ...(known.length > MAX_NAMED ? ['more'] : [])].join(', ')
  if (known.length === 0)
    throw new Failure('broken', `${name} has no model yet: run tidewatch model URL first`)
  if (site === undefined && known.length === 1) return known[0]!
  if (site === undefined) throw new Failure('usage', `${name} has models of ${sites}: choose one with --site`)
  const url = canonicalUrl(site)
  const origin = url === undefined ? null : originOf(url)
  if (origin !== null && (await store.modelNumbers(origin)).length > 0) return origin
  throw new Failure('usage', `${name} has no model of ${site}; it has those of ${sites}`)
}

const readModel = async (file: string): Promise<ModelVersion> =>
  readModelText(await readNamed(file, 'model'), file)
