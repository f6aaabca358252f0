/**
 * Versions of models, kept in the collection: a list for each site under `model:ORIGIN`. A model that is like the last one
 * is not kept again, so that the numbers count changes.
 */
import type { ModelVersion } from '../../site/index.ts'
import type { Store } from '../../store/index.ts'
import { originOf } from '../../url/index.ts'

export interface KeptModel {
  readonly number: number
  readonly model: ModelVersion
}

export const KEPT_PREFIX = 'model:'
const MOST_KEPT = 50

export async function keepModel(
  store: Store,
  model: ModelVersion,
): Promise<{ readonly version: number; readonly isNew: boolean }> {
  const key = KEPT_PREFIX + originOf(model.start)
  const entries = keptIn(await store.readMeta(), key)
  const last = entries.at(-1)
  if (last && timeless(last.model) === timeless(model)) return { version: last.number, isNew: false }
  const version = (last?.number ?? 0) + 1
  const kept = [...entries, { number: version, model }].slice(-MOST_KEPT)
  await store.writeMeta({ [key]: JSON.stringify(kept) })
  return { version, isNew: true }
}

const timeless = (model: ModelVersion) => JSON.stringify({ ...model, madeAt: '' })

export function keptIn(meta: ReadonlyMap<string, string>, key: string): readonly KeptModel[] {
  return JSON.parse(meta.get(key) ?? '[]') as KeptModel[]
}

/** The newest model of each site. */
export function newestModels(meta: ReadonlyMap<string, string>): Map<string, ModelVersion> {
  const models = new Map<string, ModelVersion>()
  for (const key of meta.keys()) {
    const newest = key.startsWith(KEPT_PREFIX) ? keptIn(meta, key).at(-1) : undefined
    if (newest) models.set(key.slice(KEPT_PREFIX.length), newest.model)
  }
  return models
}
