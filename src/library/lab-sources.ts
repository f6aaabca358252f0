/**
 * The library's third entry point: the lab. Worlds come from simulations, trace files or collections; policies from names or modules.
 */
import { readFile } from 'node:fs/promises'
import { errorCode, Failure } from '../env/index.ts'
import {
  type LabWorld,
  type Objective,
  type Policy,
  policyNamed,
  readTrace,
  worldNamed,
  worldOfHistory,
} from '../lab/index.ts'
import { Collection } from './collection.ts'
import { holdingsOf } from './collection-reader.ts'

export {
  compare,
  formulaGates,
  type Gate,
  type LabWorld,
  labReport,
  OBJECTIVES,
  type Objective,
  POLICY_NAMES,
  type PolicyComparison,
  theoryGates,
  WORLD_NAMES,
} from '../lab/index.ts'

/** Visits per page in a simulated world; the second half of them, visits 20 to 40, is measured. */
const ROUNDS = 40

export interface LabSource {
  readonly kind: 'world' | 'trace' | 'collection'
  /** Name of the world, the file, or the collection. */
  readonly name: string
}

export interface SimulationOptions {
  readonly pages: number
  /** By default, long enough for {@link ROUNDS} visits to every page. */
  readonly days: number | undefined
  readonly seed: number
  /** Days between two fetches of a page. */
  readonly every: number
}

/** Loads the world that policies are tried on. The options apply only to simulations; a history has the length it has. */
export async function worldFrom({ kind, name }: LabSource, options: SimulationOptions): Promise<LabWorld> {
  const { pages, days, seed, every } = options
  switch (kind) {
    case 'world':
      return worldNamed(name, { pages, spanDays: days ?? ROUNDS * every, seed })
    case 'trace':
      return readTrace(name, await bytesOf(name))
    case 'collection': {
      await using collection = await Collection.open(name)
      return await worldOfHistory(name, holdingsOf(collection).store)
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

/** Loads policies by their names, or by the paths of modules that create them. */
export async function policiesFrom(
  names: readonly string[],
  options: { readonly objective: Objective; readonly classes: readonly number[] },
): Promise<Policy[]> {
  const found: Policy[] = []
  for (const name of names)
    found.push(isPath(name) ? await policyAt(name, options.objective) : policyNamed(name, options))
  return found
}

async function policyAt(path: string, objective: Objective): Promise<Policy> {
  const { loadPolicy } = await import('../crawl/planning/policy.ts')
  return loadPolicy(path, objective)
}

const isPath = (name: string) => /[/\\]|\.[cm]?[jt]s$/.test(name)
