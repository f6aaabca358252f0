/** Finds keys that are valid on their own but contradict each other. */

import { badVariables } from './environment.ts'
import type { ConfigPlace } from './place.ts'
import { type Path, type Problem, pathWords } from './problem.ts'
import { unknownPolicy } from './resolve-refresh.ts'
import { productToken, profilesOf } from './resolve-settings.ts'
import type { ConfigValues } from './schema.ts'
import { withoutUser } from './secrets.ts'
import { seedUrl } from './seed-address.ts'

const MAX_PROFILES = 12

type Finding = readonly [path: Path, sentence: string]

export function contradictions(values: ConfigValues, place: ConfigPlace): Problem[] {
  const findings = [
    ...inScope(values),
    ...inSeeds(values),
    ...inRequest(values),
    ...inAnalysis(values),
    ...inRest(values),
  ]
  return [
    ...findings.map(
      ([path, sentence]): Problem => ({ path, at: 'value', sentence: `${pathWords(path)}: ${sentence}` }),
    ),
    ...(['headers', 'auth', 'egress'] as const).flatMap(key =>
      badVariables(values.request[key], place.env, ['request', key]),
    ),
    ...values.topics.flatMap(({ collection }, i) =>
      badVariables(collection, place.env, ['topics', i, 'collection']),
    ),
  ]
}

function* inScope({ scope, url }: ConfigValues): Generator<Finding> {
  if (scope.depth !== null && scope.seedDepth > scope.depth)
    yield [
      ['scope', 'seedDepth'],
      `seeds at depth ${scope.seedDepth} are beyond scope.depth ${scope.depth}, so that nothing would be fetched`,
    ]
  if (scope.schemes.includes('file') && scope.fileRoots.length === 0)
    yield [['scope', 'schemes'], 'file needs scope.fileRoots, the folders that may be read']
  if (scope.schemes.length === 0) yield [['scope', 'schemes'], 'without a scheme nothing would be fetched']
  for (const [index, name] of url.keepParams.entries())
    if (url.dropParams.includes(name))
      yield [['url', 'keepParams', index], `${name} stands in url.dropParams too; remove it from one of them`]
}

function* inSeeds({ seeds, scope }: ConfigValues): Generator<Finding> {
  const schemes = new Set<string>(scope.schemes)
  for (const [index, seed] of seeds.entries()) {
    const typed = typeof seed === 'string' ? seed : (seed.sitemap ?? seed.feed!)
    const scheme = seedUrl(typed)!.split(':', 1)[0]!
    if (!schemes.has(scheme))
      yield [
        ['seeds', index],
        `scope.schemes does not have ${scheme}, so that "${withoutUser(typed)}" would not be fetched`,
      ]
  }
}

function* inRequest({ request, limits }: ConfigValues): Generator<Finding> {
  const token = request.agent ?? productToken(request.userAgent)
  if (!/^[\w-]+$/.test(token))
    yield [
      ['request', 'userAgent'],
      `robots.txt cannot name "${token}"; give request.agent a name of letters, digits, _ and -`,
    ]
  if (request.timeout === 0)
    yield [['request', 'timeout'], 'no answer comes in no time; give a duration such as 30s']
  if (request.connectTimeout === 0)
    yield [['request', 'connectTimeout'], 'no connection comes in no time; give a duration such as 10s']
  if (request.cookies === 'off' && request.auth.some(entry => entry.form !== undefined))
    yield [['request', 'cookies'], 'a login form needs cookies; set session or persistent']
  const profiles = profilesOf(request).length
  if (profiles > MAX_PROFILES)
    yield [
      ['request', 'accept'],
      `accept, acceptLanguage and userAgents make ${profiles} combinations; at most ${MAX_PROFILES} are tried`,
    ]
  if (request.perServer !== 'auto' && request.perServer > limits.connections)
    yield [
      ['request', 'perServer'],
      `${request.perServer} is more than limits.connections ${limits.connections}`,
    ]
}

/** Accessibility must be analyzed before it can be compared or used as a weight. */
function* inAnalysis({ analyse, change, weights, render }: ConfigValues): Generator<Finding> {
  const rendersSome = [render, ...render.rules].some(({ pages = 'never' }) => pages !== 'never')
  if (analyse.accessibility === 'browser' && !rendersSome)
    yield [['analyse', 'accessibility'], 'browser needs render.pages: auto or always']
  if (analyse.accessibility !== 'off') return
  const needs = 'needs analyse.accessibility: static or browser'
  if (change.level === 'accessibility') yield [['change', 'level'], `accessibility ${needs}`]
  for (const [index, { level }] of change.rules.entries())
    if (level === 'accessibility') yield [['change', 'rules', index, 'level'], `accessibility ${needs}`]
  for (const [index, weight] of weights === 'auto' ? [] : weights.entries())
    if (weight.accessibility !== undefined) yield [['weights', index, 'accessibility'], `a score ${needs}`]
}

function* inRest({ dns, archive, refresh }: ConfigValues): Generator<Finding> {
  if (dns.least > dns.window)
    yield [
      ['dns', 'least'],
      `${dns.least} is more than dns.window ${dns.window}, so that no alarm could be raised`,
    ]
  if (archive.compression === 'gzip' && archive.level !== undefined && archive.level > 9)
    yield [['archive', 'level'], `gzip has levels 1 to 9, not ${archive.level}`]
  for (const key of ['endpoint', 'region'] as const)
    if (archive[key] !== undefined && archive.bucket === undefined)
      yield [['archive', key], 'needs archive.bucket: s3://NAME']
  if (refresh.interval === 0)
    yield [['refresh', 'interval'], 'pages would be due for ever; give a duration such as 7d']
  const unknown = unknownPolicy(refresh.policy)
  if (unknown !== null) yield [['refresh', 'policy'], unknown]
  if (refresh.publish === 'shadow' && refresh.every === null)
    yield [
      ['refresh', 'publish'],
      'shadow shows the last finished cycle; say how often with refresh.every, such as 1d',
    ]
  if (refresh.every === 0) yield [['refresh', 'every'], 'cycles without end; give a duration such as 1d']
}
