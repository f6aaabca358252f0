/**
 * Versions of models, kept in the collection: one row each, JSON under zstd. A model that equals the last one is not kept again, so that
 * the numbers count changes.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { ModelVersion } from '../../site/index.ts'
import type { ModelStore } from '../../store/index.ts'
import { originOf } from '../../url/index.ts'

const MAX_KEPT = 50

export async function keepModel(
  store: ModelStore,
  model: ModelVersion,
): Promise<{ readonly version: number; readonly isNew: boolean }> {
  const origin = originOf(model.start)
  const last = (await store.modelNumbers(origin)).at(-1) ?? 0
  const before = await keptModel(store, origin, last)
  if (before && timeless(before) === timeless(model)) return { version: last, isNew: false }
  const body = zstdCompressSync(JSON.stringify(model))
  await store.keepModel({ origin, number: last + 1, body }, MAX_KEPT)
  return { version: last + 1, isNew: true }
}

const timeless = (model: ModelVersion) => JSON.stringify({ ...model, madeAt: '' })

export async function keptModel(
  store: ModelStore,
  origin: string,
  number: number,
): Promise<ModelVersion | null> {
  const body = await store.model(origin, number)
  return body && (JSON.parse(zstdDecompressSync(body).toString()) as ModelVersion)
}

export async function newestModel(store: ModelStore, origin: string): Promise<ModelVersion | null> {
  const last = (await store.modelNumbers(origin)).at(-1)
  return last === undefined ? null : keptModel(store, origin, last)
}
