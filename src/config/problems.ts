/** Turns schema violations into problems: each is one sentence, with the path of the key it is about. */
import type { z } from 'zod'
import { nearestKey } from './keys.ts'
import { type Path, type Problem, pathWords } from './problem.ts'

type Issue = z.core.$ZodIssue

/** Skips violations of a whole group that has a misspelled key, such as "exactly one of … must be given": the typo is the cause. */
export function problemsOf(issues: readonly Issue[], before: Path = []): Problem[] {
  const misspelled = new Set(
    issues.filter(issue => issue.code === 'unrecognized_keys').map(issue => issue.path.join('.')),
  )
  return issues
    .filter(issue => !(issue.code === 'custom' && misspelled.has(issue.path.join('.'))))
    .flatMap(issue => problemsOfIssue(issue, [...before, ...(issue.path as (string | number)[])]))
}

function problemsOfIssue(issue: Issue, path: Path): Problem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownKey([...path, key]))
  if (issue.code === 'invalid_key')
    return [{ path, at: 'key', sentence: `${pathWords(path)} must be ${issue.issues[0]!.message}` }]
  const branch = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined
  if (branch !== undefined) return problemsOf(branch, path)
  const told = issue.code === 'custom' && issue.params?.sentence === true
  return [
    { path, at: 'value', sentence: told ? `${pathWords(path)}: ${issue.message}` : mustBe(path, issue) },
  ]
}

function mustBe(path: Path, issue: Issue): string {
  const name = path.length === 0 ? 'the config' : pathWords(path)
  if (issue.input === undefined) return `${name} is missing; it must be ${issue.message}`
  return `${name} must be ${issue.message}${isSecret(path) ? '' : `, not ${shown(issue.input)}`}`
}

/** Whether a value may be a credential: problems end up in logs, where credentials do not belong. */
function isSecret([group, key]: Path): boolean {
  return group === 'request' && (key === 'auth' || key === 'headers' || key === 'egress')
}

/** Returns the only alternative of the right type, if there is one: its problems say more than "none of these". */
function meantBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const meant = branches.filter(issues =>
    issues.every(
      issue => issue.path.length > 0 || issue.code === 'unrecognized_keys' || issue.code === 'custom',
    ),
  )
  return meant.length === 1 ? meant[0] : undefined
}

function unknownKey(path: Path): Problem {
  const name = pathWords(path)
  const nearest = nearestKey(path)
  const hint = nearest === undefined ? '' : `; did you mean ${pathWords(nearest)}?`
  return { path, at: 'key', sentence: `${name} is not a known key${hint}` }
}

const MAX_SHOWN_CHARS = 60

function shown(value: unknown): string {
  if (value instanceof Uint8Array) return 'binary data'
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text
}
