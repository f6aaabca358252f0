/**
 * Versions of models, kept in the collection: a list for each site under `model:ORIGIN`. A model that is like the last one
 * is not kept again, so that the numbers count changes.
 */
import { readFile } from 'node:fs/promises'
import { type Collection, openCollection } from '../crawl/index.ts'
import { errorCode, Failure } from '../env/index.ts'
import type { Inference, SiteModel } from '../site/index.ts'
import type { Store } from '../store/index.ts'
import { canonicalUrl, originOf } from '../url/index.ts'

/** A model with the addresses of all its pages, class by class in the order of `classes`. */
export interface ModelVersion extends SiteModel {
  readonly members: readonly (readonly string[])[]
}

const PREFIX = 'model:'
const MOST_KEPT = 50

export function versionOf({ model, classOf }: Inference): ModelVersion {
  const places = new Map(model.classes.map(({ name }, i) => [name, i]))
  const members: string[][] = model.classes.map(() => [])
  for (const [url, name] of classOf) members[places.get(name)!]!.push(url)
  return { ...model, members }
}

interface Kept {
  readonly version: number
  readonly isNew: boolean
}

interface Entry {
  readonly number: number
  readonly model: ModelVersion
}

export async function keepVersion(store: Store, model: ModelVersion): Promise<Kept> {
  const key = PREFIX + originOf(model.start)
  const entries = entriesIn(await store.readMeta(), key)
  const last = entries.at(-1)
  if (last && timeless(last.model) === timeless(model)) return { version: last.number, isNew: false }
  const version = (last?.number ?? 0) + 1
  const kept = [...entries, { number: version, model }].slice(-MOST_KEPT)
  await store.writeMeta({ [key]: JSON.stringify(kept) })
  return { version, isNew: true }
}

const timeless = (model: ModelVersion) => JSON.stringify({ ...model, madeAt: '' })

const entriesIn = (meta: ReadonlyMap<string, string>, key: string) =>
  JSON.parse(meta.get(key) ?? '[]') as Entry[]

/** Finds models by a version number in the collection, or by the name of a file. */
export class ModelShelf {
  readonly #where: { readonly collection: string; readonly archive?: string; readonly site?: string }

  constructor(where: { readonly collection: string; readonly archive?: string; readonly site?: string }) {
    this.#where = where
  }

  async find(word: string): Promise<ModelVersion> {
    if (!/^\d+$/.test(word)) return readModel(word)
    const entries = await this.#entries()
    const found = entries.find(({ number }) => number === Number(word))
    if (found) return found.model
    const known = entries.map(({ number }) => number)
    throw new Failure('usage', `there is no version ${word} of the model; there are ${known.join(', ')}`)
  }

  async newest(): Promise<ModelVersion> {
    return (await this.#entries()).at(-1)!.model
  }

  async #entries(): Promise<Entry[]> {
    const { collection: name, archive, site } = this.#where
    const collection: Collection = await openCollection(name, {
      mode: 'read',
      archiveFolder: archive ?? null,
    })
    try {
      const meta = await collection.store.readMeta()
      return entriesIn(meta, keyOf(meta, name, site))
    } finally {
      await collection.close()
    }
  }
}

function keyOf(meta: ReadonlyMap<string, string>, name: string, site: string | undefined): string {
  const known = [...meta.keys()].filter(key => key.startsWith(PREFIX))
  const sites = known.map(key => key.slice(PREFIX.length))
  if (known.length === 0)
    throw new Failure('broken', `${name} has no model yet: run tidewatch model URL first`)
  if (site === undefined && known.length === 1) return known[0]!
  if (site === undefined)
    throw new Failure('usage', `${name} has models of ${sites.join(', ')}: choose one with --site`)
  const url = canonicalUrl(site)
  const key = url === undefined ? '' : PREFIX + originOf(url)
  if (known.includes(key)) return key
  throw new Failure('usage', `${name} has no model of ${site}; it has those of ${sites.join(', ')}`)
}

async function readModel(file: string): Promise<ModelVersion> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const why =
      errorCode(error) === 'ENOENT' ? 'there is no such file' : `it cannot be read (${errorCode(error)})`
    throw new Failure('usage', `model ${file}: ${why}`, { cause: error })
  }
  const model = parsed(text)
  if (!model)
    throw new Failure('usage', `${file} is not a model as tidewatch model --out FILE.json writes it`)
  return model
}

function parsed(text: string): ModelVersion | null {
  try {
    const model = JSON.parse(text) as Partial<ModelVersion> | null
    const lists = [model?.classes, model?.links, model?.members]
    const isWhole = model?.format === 1 && lists.every(Array.isArray) && typeof model.start === 'string'
    return isWhole ? (model as ModelVersion) : null
  } catch {
    return null
  }
}
