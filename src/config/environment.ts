/** `${NAME}` in values that are often secret, so that the secrets need not be in the file. */
import { type Path, type Problem, pathWords } from './problem.ts'

type Env = Readonly<Record<string, string | undefined>>

const REFERENCE = /\$\{([A-Za-z_]\w*)\}/g

/** Replaces every reference in the strings of a value; `badVariables` must have found no problem before. */
export function substitute<T>(value: T, env: Env): T {
  if (typeof value === 'string') return value.replace(REFERENCE, (_, name: string) => env[name] ?? '') as T
  if (Array.isArray(value)) return value.map(item => substitute(item, env)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, env)])) as T
}

/** Returns the names of the variables that the strings of a value refer to. */
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

/** Prefix of the variables that replace credentials in a stored config. */
const NOT_KEPT = 'TIDEWATCH_'

/** Rejects line breaks, which secrets read from files often end with: most of these values go into headers, where a line break ends the header. */
function fault(name: string, value: string | undefined): string | undefined {
  if (value === undefined && name.startsWith(NOT_KEPT))
    return `credentials are not kept with a collection; name the config with --config, or set the variable ${name}`
  if (value === undefined) return `the environment has no variable ${name}; set it`
  return /[\r\n\0]/.test(value) ? `the variable ${name} holds a line break; remove it` : undefined
}
