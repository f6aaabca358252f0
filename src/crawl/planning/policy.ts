import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorCode, errorMessage, Failure } from '../../env/index.ts'
import { isPolicyName, type Objective, type Policy, policyNamed } from '../../refresh/index.ts'
import type { RefreshSettings } from '../settings.ts'
import { checkedPolicy } from './checked-policy.ts'

/** The policy of a config: a built-in one by name, or a user's module by path. */
export async function policyOf({
  policy,
  objective,
  step,
  classes,
  habits,
}: RefreshSettings): Promise<Policy> {
  return isPolicyName(policy)
    ? policyNamed(policy, { objective, step, classes, without: habits ? [] : ['rhythm'] })
    : loadPolicy(policy, objective)
}

/** A module whose default export is a policy, or a function that makes one for an objective. */
export async function loadPolicy(path: string, objective: Objective): Promise<Policy> {
  let made: unknown
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { readonly default?: unknown }
    made = typeof module.default === 'function' ? module.default({ objective }) : module.default
  } catch (cause) {
    const isMissing = errorCode(cause) === 'ERR_MODULE_NOT_FOUND'
    const why = isMissing ? 'there is no such file' : errorMessage(cause)
    throw new Failure('usage', `policy ${path} cannot be loaded: ${why}`, { cause })
  }
  const missing = missingParts(made as Partial<Policy> | undefined)
  if (missing !== '')
    throw new Failure(
      'usage',
      `policy ${path}: its default export has no ${missing} (docs/lab.md shows a whole one)`,
    )
  return checkedPolicy(made as Policy, path)
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
