/** `${NAME}` in values that are often secret, so that the secret need not stand in the file. */
import { type Path, type Problem, pathWords } from './problem.ts'

type Env = Readonly<Record<string, string | undefined>>

const REFERENCE = /\$\{([A-Za-z_]\w*)\}/g

/** The value with every reference in its texts replaced; `missingVariables` has been asked before. */
export function substitute<T>(value: T, env: Env): T {
  if (typeof value === 'string') return value.replace(REFERENCE, (_, name: string) => env[name] ?? '') as T
  if (Array.isArray(value)) return value.map(item => substitute(item, env)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, env)])) as T
}

export function missingVariables(value: unknown, env: Env, path: Path): Problem[] {
  if (typeof value === 'string') return missingIn(value, env, path)
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value)
  return entries.flatMap(([key, item]) => missingVariables(item, env, [...path, key]))
}

function missingIn(text: string, env: Env, path: Path): Problem[] {
  const names = [...text.matchAll(REFERENCE)].map(match => match[1]!)
  return names
    .filter(name => env[name] === undefined)
    .map(name => ({
      path,
      at: 'value',
      sentence: `${pathWords(path)}: the environment has no variable ${name}; set it`,
    }))
}
