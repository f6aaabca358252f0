/** `${NAME}` in values that are often secret, so that the secret need not be in the file. */
import { type Path, type Problem, pathWords } from './problem.ts'

type Env = Readonly<Record<string, string | undefined>>

const REFERENCE = /\$\{([A-Za-z_]\w*)\}/g

/** The value with every reference in its texts replaced; `badVariables` has been asked before. */
export function substitute<T>(value: T, env: Env): T {
  if (typeof value === 'string') return value.replace(REFERENCE, (_, name: string) => env[name] ?? '') as T
  if (Array.isArray(value)) return value.map(item => substitute(item, env)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, env)])) as T
}

/** The names that its texts refer to. */
export function referencesIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(REFERENCE)].map(match => match[1]!)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(referencesIn)
}

export function badVariables(value: unknown, env: Env, path: Path): Problem[] {
  if (typeof value === 'string') return badIn(value, env, path)
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value)
  return entries.flatMap(([key, item]) => badVariables(item, env, [...path, key]))
}

function badIn(text: string, env: Env, path: Path): Problem[] {
  return referencesIn(text).flatMap(name => {
    const wrong = fault(name, env[name])
    return wrong === undefined
      ? []
      : [{ path, at: 'value' as const, sentence: `${pathWords(path)}: ${wrong}` }]
  })
}

/** Variables that stand in a stored config for what was written into the file. */
const NOT_KEPT = 'TIDEWATCH_'

/** Most of these values go into headers, which end at a line break; a secret read from a file often carries one. */
function fault(name: string, value: string | undefined): string | undefined {
  if (value === undefined && name.startsWith(NOT_KEPT))
    return `credentials are not kept with a collection; name the config with --config, or set the variable ${name}`
  if (value === undefined) return `the environment has no variable ${name}; set it`
  return /[\r\n\0]/.test(value) ? `the variable ${name} holds a line break; remove it` : undefined
}
