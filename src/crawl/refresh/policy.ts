import { pathToFileURL } from 'node:url'
import { errorCode, Failure } from '../../env/index.ts'
import { isPolicyName, type Policy, policyNamed } from '../../refresh/index.ts'
import type { RefreshSettings } from '../settings.ts'

/** The policy of a config: one of ours by its name, or a user's module by its path. */
export async function policyOf({ policy, objective }: RefreshSettings): Promise<Policy> {
  return isPolicyName(policy) ? policyNamed(policy, { objective }) : loadPolicy(policy)
}

/** A module whose default export is a policy. */
export async function loadPolicy(path: string): Promise<Policy> {
  let module: { readonly default?: Partial<Policy> }
  try {
    module = (await import(pathToFileURL(path).href)) as typeof module
  } catch (cause) {
    const code = errorCode(cause)
    const why = code === 'ERR_MODULE_NOT_FOUND' ? 'there is no such file' : (cause as Error).message
    throw new Failure('usage', `policy ${path} cannot be loaded: ${why}`, { cause })
  }
  const missing = missingParts(module.default)
  if (missing !== '') throw new Failure('usage', `policy ${path} has no ${missing} in its default export`)
  return module.default as Policy
}

function missingParts(policy: Partial<Policy> | undefined): string {
  const has = (name: keyof Policy, type: string) => typeof policy?.[name] === type
  const parts = [
    has('name', 'string') ? null : 'name',
    has('width', 'number') ? null : 'width',
    ...(['begin', 'learn', 'next'] as const).map(name => (has(name, 'function') ? null : name)),
  ]
  return parts.filter(part => part !== null).join(', ')
}
