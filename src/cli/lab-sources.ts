/** Where the lab's worlds and policies come from: simulations, files, a collection; names and modules of the user. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openCollection } from '../crawl/index.ts'
import { errorCode, Failure } from '../env/index.ts'
import { type LabWorld, readTrace, worldNamed, worldOfHistory } from '../lab/index.ts'
import { type Objective, type Policy, policyNamed } from '../refresh/index.ts'
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
      const collection = await openCollection(source.name, { mode: 'read', archiveFolder: null })
      try {
        return await worldOfHistory(source.name, collection.store)
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

export async function policiesOf({ policies, objective }: LabSettings): Promise<Policy[]> {
  const found: Policy[] = []
  for (const name of policies)
    found.push(isPath(name) ? await ownPolicy(name, objective) : policyNamed(name, { objective }))
  return found
}

const isPath = (name: string) => /[/\\]|\.[cm]?[jt]s$/.test(name)

/** A module whose default export is a policy, or a function of { objective } that makes one. */
async function ownPolicy(path: string, objective: Objective): Promise<Policy> {
  let made: unknown
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown }
    made = typeof module.default === 'function' ? module.default({ objective }) : module.default
  } catch (cause) {
    const why =
      errorCode(cause) === 'ERR_MODULE_NOT_FOUND'
        ? 'there is no such file'
        : ((cause as Error).message ?? String(cause))
    throw new Failure('usage', `policy ${path} cannot be loaded: ${why}.`, { cause })
  }
  const lacks = missingOf(made)
  if (lacks)
    throw new Failure(
      'usage',
      `policy ${path}: its default export has no ${lacks} (docs/lab.md shows a whole one).`,
    )
  return made as Policy
}

function missingOf(made: unknown): string | undefined {
  const policy = (made ?? {}) as Partial<Record<keyof Policy, unknown>>
  if (typeof policy.name !== 'string') return 'name'
  if (!Number.isInteger(policy.width) || (policy.width as number) < 0)
    return 'width, the length of its state,'
  return (['begin', 'learn', 'next'] as const).find(method => typeof policy[method] !== 'function')
}
