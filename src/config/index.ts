/**
 * The config: what a person writes in YAML or JSON becomes the engine's settings, complete.
 *
 * One schema (`schema.ts`) holds every key with its default and its explanation; the published JSON Schema, the table in
 * `docs/config.md` and the type `ConfigInput` are made from it, so they cannot disagree. A config goes through four steps:
 *   1. `source.ts`   text to data, remembering where each key stands;
 *   2. `schema.ts`   types, units and unknown keys;
 *   3. `contradictions.ts`   keys that contradict each other, variables that are not set;
 *   4. `resolveSettings.ts`   defaults that depend on other keys, addresses, profiles, paths.
 *
 * Invariants: a key is obeyed or refused, never ignored; every problem is one sentence with its place, and up to ten
 * are reported at once, because people correct a file in one sitting. `source` of a Config is what the user gave, with its paths
 * made absolute, its `${NAME}`s untouched and its credentials left out: it can be stored and read again from another folder.
 */
import { basename, dirname, extname, resolve } from 'node:path'
import type { CrawlSettings } from '../crawl/settings.ts'
import { Failure } from '../env/index.ts'
import { readSource } from './config-source.ts'
import { contradictions } from './contradictions.ts'
import { comesFrom, merged } from './merge.ts'
import { absolute, type ConfigPlace, placeOf } from './place.ts'
import type { Problem } from './problem.ts'
import { problemsOf } from './problems.ts'
import { isModelWord } from './resolve-model.ts'
import { isName } from './resolve-refresh.ts'
import { resolveSettings } from './resolve-settings.ts'
import { type ConfigInput, type ConfigValues, schema } from './schema.ts'
import { withoutSecrets } from './secrets.ts'

export type { ConfigPlace } from './place.ts'
export { isModelWord, readGuide, readModel } from './resolve-model.ts'
export type { ConfigInput } from './schema.ts'
export { parseShare } from './units.ts'

export interface Config {
  readonly name: string
  readonly settings: CrawlSettings
  /** Hosts that live elsewhere, for `networkWithHosts`. */
  readonly hosts: Readonly<Record<string, string>>
  /** `null`: the collection's own folder. */
  readonly archiveFolder: string | null
  /** Absolute paths. */
  readonly plugins: readonly string[]
  /** What was given, fit to be stored with the collection. */
  readonly source: ConfigInput
}

type Env = Readonly<Record<string, string | undefined>>

/** Reads YAML or JSON. `overrides` (the options of a command) are laid upon it: groups merge, lists are replaced. */
export function readConfig(
  text: string,
  fileName: string,
  overrides: ConfigInput = {},
  env: Env = {},
): Config {
  const source = readSource(text, fileName)
  const input = merged(source.input ?? {}, overrides)
  const place = placeOf({ folder: dirname(resolve(fileName)), env })
  const named = basename(fileName, extname(fileName))
  return settled(input, place, named, problem => {
    const overridden = comesFrom(overrides, problem.path)
    return overridden ? '' : `${fileName}:${source.placeOf(problem.path, problem.at)}: `
  })
}

/** Takes data instead of text: from a library's user, from the command line, or stored in a collection. */
export function configFrom(input: ConfigInput, given: Partial<ConfigPlace> = {}): Config {
  return settled(input, placeOf(given), 'collection', () => '')
}

type Where = (problem: Problem) => string

function settled(input: unknown, place: ConfigPlace, named: string, where: Where): Config {
  const values = checked(input, where)
  const problems = contradictions(values, place)
  if (problems.length > 0) throw refusal(problems, where)
  return {
    name: values.name ?? named,
    settings: resolveSettings(values, place),
    hosts: values.dns.hosts,
    archiveFolder: values.archive.folder === undefined ? null : absolute(values.archive.folder, place),
    plugins: values.plugins.map(path => absolute(path, place)),
    source: portable(input as ConfigInput, place, values.name ?? named),
  }
}

function checked(input: unknown, where: Where): ConfigValues {
  const result = schema.safeParse(input, { reportInput: true })
  if (!result.success) throw refusal(problemsOf(result.error.issues), where)
  return result.data
}

const MAX_TOLD = 10

function refusal(problems: readonly Problem[], where: Where): Failure {
  const told = problems
    .map(problem => ({ place: where(problem), sentence: problem.sentence }))
    .sort((a, b) => byPlace(a.place, b.place))
  const lines = told.slice(0, MAX_TOLD).map(({ place, sentence }) => place + sentence)
  if (told.length > MAX_TOLD) lines.push(`… and ${told.length - MAX_TOLD} more`)
  return new Failure('usage', lines.join('\n'))
}

/** In the order of the file, so that they can be corrected from top to bottom. */
function byPlace(a: string, b: string): number {
  const [lineA = 0, columnA = 0] = numbersOf(a)
  const [lineB = 0, columnB = 0] = numbersOf(b)
  return lineA - lineB || columnA - columnB
}

function numbersOf(place: string): number[] {
  return /:(\d+):(\d+): $/.exec(place)?.slice(1).map(Number) ?? []
}

function portable(input: ConfigInput, place: ConfigPlace, name: string): ConfigInput {
  const { scope, archive, plugins, refresh, weights, extract } = input
  return structuredClone({
    ...withoutSecrets(input),
    name,
    ...(plugins && { plugins: plugins.map(path => absolute(path, place)) }),
    ...(scope?.fileRoots && {
      scope: { ...scope, fileRoots: scope.fileRoots.map(root => absolute(root, place)) },
    }),
    ...(refresh?.policy &&
      !isName(refresh.policy) && {
        refresh: { ...refresh, policy: absolute(refresh.policy, place) },
      }),
    ...(extract?.model &&
      !isModelWord(extract.model) && { extract: { ...extract, model: absolute(extract.model, place) } }),
    ...(Array.isArray(weights) && {
      weights: weights.map(each => (each.table ? { ...each, table: absolute(each.table, place) } : each)),
    }),
    ...(archive?.folder && { archive: { ...archive, folder: absolute(archive.folder, place) } }),
  })
}
