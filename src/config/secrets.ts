/** Finds the secrets in a config: values from the environment, and credentials written into the file itself. */
import { referencesIn, substitute } from './environment.ts'
import type { ConfigPlace } from './place.ts'
import type { ConfigInput, ConfigValues } from './schema.ts'

type Request = ConfigValues['request']

const SECRET_NAME = /pass|pwd|secret|token|key|auth|cookie|session|credential/i

/** Returns the values that must never be written anywhere. */
export function secretsIn(request: Request, { env }: ConfigPlace): string[] {
  const { headers, auth, egress } = request
  const fromEnvironment = referencesIn([headers, auth, egress]).map(name => env[name] ?? '')
  const written = [
    ...Object.entries(headers).filter(([name]) => SECRET_NAME.test(name)),
    ...auth.flatMap(({ basic, bearer, form, headers: own }) => [
      ['password', basic?.password ?? ''] as const,
      ['token', bearer ?? ''] as const,
      ...Object.entries(form?.fields ?? {}).filter(([name]) => SECRET_NAME.test(name)),
      ...Object.entries(own ?? {}),
    ]),
  ].map(([, value]) => substitute(value, env))
  const proxies = egress.map(({ proxy }) => URL.parse(substitute(proxy ?? '', env)))
  const ofProxies = proxies.map(url => decodeURIComponent(url?.password ?? ''))
  return [...new Set([...fromEnvironment, ...written, ...ofProxies])].filter(value => value !== '')
}

/**
 * Returns the config in a form that may be stored. Each credential in it is replaced by a reference to a variable, so that a later
 * command without the file can say which variable to set. Seeds lose `user:password@`, which is never sent anyway.
 */
export function withoutSecrets(input: ConfigInput): ConfigInput {
  const { request, seeds, topics } = input
  return {
    ...input,
    ...(topics && {
      topics: topics.map((topic, i) =>
        topic.collection && hasUser(topic.collection)
          ? { ...topic, ...masked({ collection: topic.collection }, unlessReference, `TOPICS_${i}`) }
          : topic,
      ),
    }),
    ...(seeds && {
      seeds: seeds.map(seed => (typeof seed === 'string' ? withoutUser(seed) : masked(seed, withoutUser))),
    }),
    ...(request && { request: requestWithoutSecrets(request) }),
  }
}

function requestWithoutSecrets(
  request: NonNullable<ConfigInput['request']>,
): NonNullable<ConfigInput['request']> {
  const { auth, headers, egress } = request
  return {
    ...request,
    ...(auth && {
      auth: auth.map(({ origin, form, ...rest }, i) => ({
        origin,
        ...masked(rest, unlessReference, `AUTH_${i}`),
        ...(form && { form: { ...form, fields: masked(form.fields, unlessReference, `AUTH_${i}`) } }),
      })),
    }),
    ...(headers && { headers: secretHeadersMasked(headers) }),
    ...(egress && {
      egress: egress.map((way, i) =>
        way.proxy && hasUser(way.proxy) ? masked(way, unlessReference, `EGRESS_${i}`) : way,
      ),
    }),
  }
}

function secretHeadersMasked(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_NAME.test(name) ? unlessReference(value, variableOf('HEADERS', name)) : value,
    ]),
  )
}

/** Applies `change` to every string in a value; `change` also gets the name of the variable that may replace the string. */
function masked<T>(value: T, change: (text: string, variable: string) => string, path = ''): T {
  if (typeof value === 'string') return change(value, `TIDEWATCH_${path}`) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, masked(item, change, `${path}_${upper(key)}`)]),
  ) as T
}

const upper = (key: string) => key.toUpperCase().replace(/\W/g, '_')
const variableOf = (...path: string[]) => `TIDEWATCH_${path.map(upper).join('_')}`
const unlessReference = (text: string, variable: string) =>
  referencesIn(text).length > 0 ? text : `\${${variable}}`
const hasUser = (address: string) => /\/\/[^/]*@/.test(address)

/** Removes user name and password from an address, so that it may be shown. */
export function withoutUser(address: string): string {
  return address.replace(/^(\w+:)?\/\/[^/?#@]*@/, '$1//')
}
