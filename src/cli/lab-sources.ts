/** Where the lab's worlds and policies come from: simulations, files, a collection; names and modules of the user. */
import { readFile } from 'node:fs/promises'
import { errorCode, Failure } from '../env/index.ts'
import {
  type LabWorld,
  type Policy,
  policyNamed,
  readTrace,
  worldNamed,
  worldOfHistory,
} from '../lab/index.ts'
import { loadPolicy } from '../library/fetching.ts'
import { Collection, holdingsOf } from '../library/index.ts'
import type { LabSettings } from './lab-settings.ts'

/** Rounds of a simulated world: the measured half holds visits twenty to forty of a page. */
const ROUNDS = 40

export async function sourceOf(settings: LabSettings, every: number): Promise<LabWorld> {
  const { source, pages, days, seed } = settings
  switch (source.kind) {
    case 'world':
      return worldNamed(source.name, { pages, spanDays: days ?? ROUNDS * every, seed })
    case 'trace':
      return readTrace(source.name, await bytesOf(source.name))
    case 'collection': {
      const collection = await Collection.open(source.name)
      try {
        return await worldOfHistory(source.name, holdingsOf(collection).store)
      } finally {
        await collection.close()
      }
    }
  }
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (cause) {
    const code = errorCode(cause)
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code
    throw new Failure('usage', `--trace ${file}: ${why}.`, { cause })
  }
}

export async function policiesOf({ policies, objective, classes }: LabSettings): Promise<Policy[]> {
  const found: Policy[] = []
  for (const name of policies)
    found.push(isPath(name) ? await loadPolicy(name, objective) : policyNamed(name, { objective, classes }))
  return found
}

const isPath = (name: string) => /[/\\]|\.[cm]?[jt]s$/.test(name)
