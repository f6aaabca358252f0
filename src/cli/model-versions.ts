/** Finding models that were kept in a collection, or written to a file. */
import { readFile } from 'node:fs/promises'
import { readModel as readModelText } from '../config/index.ts'
import { KEPT_PREFIX, type KeptModel, keptIn } from '../crawl/guide/kept.ts'
import { type Collection, openCollection } from '../crawl/index.ts'
import { errorCode, Failure } from '../env/index.ts'
import type { ModelVersion } from '../site/index.ts'
import { canonicalUrl, originOf } from '../url/index.ts'

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

  async #entries(): Promise<readonly KeptModel[]> {
    const { collection: name, archive, site } = this.#where
    const collection: Collection = await openCollection(name, {
      mode: 'read',
      archiveFolder: archive ?? null,
    })
    try {
      const meta = await collection.store.readMeta()
      return keptIn(meta, keyOf(meta, name, site))
    } finally {
      await collection.close()
    }
  }
}

function keyOf(meta: ReadonlyMap<string, string>, name: string, site: string | undefined): string {
  const known = [...meta.keys()].filter(key => key.startsWith(KEPT_PREFIX))
  const sites = known.map(key => key.slice(KEPT_PREFIX.length))
  if (known.length === 0)
    throw new Failure('broken', `${name} has no model yet: run tidewatch model URL first`)
  if (site === undefined && known.length === 1) return known[0]!
  if (site === undefined)
    throw new Failure('usage', `${name} has models of ${sites.join(', ')}: choose one with --site`)
  const url = canonicalUrl(site)
  const key = url === undefined ? '' : KEPT_PREFIX + originOf(url)
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
  return readModelText(text, file)
}
