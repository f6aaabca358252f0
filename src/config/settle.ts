import { Failure } from '../env/index.ts'
import type { Config } from './config.ts'
import { contradictions } from './contradictions.ts'
import { absolute, type ConfigPlace } from './place.ts'
import type { Problem } from './problem.ts'
import { problemsOf } from './problems.ts'
import { isModelWord } from './resolve-model.ts'
import { isName } from './resolve-refresh.ts'
import { resolveSettings } from './resolve-settings.ts'
import { type ConfigInput, type ConfigValues, schema } from './schema.ts'
import { portableTopics } from './schema-topics.ts'
import { withoutSecrets } from './secrets.ts'

/** The position of a problem in the file, as the beginning of its sentence. */
export type Where = (problem: Problem) => string

/** Turns input into a config that can be run, or throws a `Failure` that lists its problems. */
export function settled(input: unknown, place: ConfigPlace, named: string, where: Where): Config {
  const values = checked(input, where)
  const problems = contradictions(values, place)
  if (problems.length > 0) throw refusal(problems, where)
  return {
    name: values.name ?? named,
    settings: resolveSettings(values, place),
    hosts: values.dns.hosts,
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

/** Sorts problems by their position in the file, so that they can be corrected from top to bottom. */
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
  const shown = withoutSecrets(input)
  return structuredClone({
    ...shown,
    name,
    ...(shown.topics && { topics: portableTopics(shown.topics, place) }),
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
