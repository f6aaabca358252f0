/**
 * Sort-friendly URIs, the keys of an index: `https://www.example.org/a/?y&x` becomes `org,example)/a?x&y`.
 *
 * Replay tools look up the key that the usual `surt` library makes, so ours must be the same to the byte: host reversed (also an IPv4
 * address) without `www.`, no user, no default port; escapes decoded repeatedly and then applied once, only where necessary; `.`, `..` and
 * empty path segments resolved after that; session ids left out; parameters sorted by name and then value; lower case; no trailing slash.
 */
export function surt(url: string): string {
  const [, site, path] = PLAIN.exec(url) ?? []
  const start = site === undefined || ODD_SEGMENT.test(path!) ? null : plainStart(site)
  return start === null ? anySurt(url) : `${start}${withoutLastSlash(path!.toLowerCase())}`
}

/** For most addresses, the path goes into the key unchanged, and what comes before it is the same for the whole host. */
const PLAIN = /^(https?:\/\/[\w.:-]+)(\/[\w~.\-/:,+=@!*']*)$/
const ODD_SEGMENT = /\/[./]/
const MAX_STARTS = 1_000
const starts = new Map<string, string | null>()

/** Null if the WHATWG parser rejects it. */
function plainStart(site: string): string | null {
  const known = starts.get(site)
  if (known !== undefined) return known
  if (starts.size >= MAX_STARTS) starts.clear()
  const key = anySurt(`${site}/`)
  const start = key.endsWith(')/') ? key.slice(0, -1) : null
  starts.set(site, start)
  return start
}

function anySurt(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url.toLowerCase().replaceAll(' ', '%20')
  const [, path = '', search = ''] = (PARTS.exec(url.trim().replace(/[\t\r\n]/g, '')) ?? []).map(bytesOf)
  const host = parsed.hostname.replaceAll('..', '.').replace(/^\.+|\.+$/g, '')
  const query = keyQuery(search)
  if (host === '') return `${parsed.protocol}${keyPath(path)}${query}`
  const port = parsed.port === '' ? '' : `:${parsed.port}`
  return `${turnedRound(host)}${port})${keyPath(resolved(unescaped(path)))}${query}`
}

/** Path and query as written: the WHATWG parser resolves dots before it decodes escapes. */
const PARTS = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i

/** One character per byte of the UTF-8 form. */
const bytesOf = (text: string | undefined) => text && Buffer.from(text).toString('latin1')

function turnedRound(host: string): string {
  const bare = host.replace(/^www\d*\./, '').replace(/^\[|\]$/g, '')
  return bare.toLowerCase().split('.').reverse().join(',')
}

/** Resolves dots and double slashes in a path whose escapes are decoded. A `..` that leads out of the root stays. */
function resolved(path: string): string {
  const kept: string[] = []
  const segments = path.split('/').slice(1)
  for (const segment of segments) {
    if (segment === '.') continue
    if (segment === '..' && kept.length > 0) kept.pop()
    else kept.push(segment)
  }
  const last = kept.pop() ?? ''
  return `/${kept
    .filter(segment => segment !== '')
    .map(segment => `${segment}/`)
    .join('')}${last}`
}

function keyPath(path: string): string {
  const plain = escapedOnce(unescaped(path)).toLowerCase()
  const stable = PATH_SESSIONS.reduce((text, session) => text.replace(session, '$1$2'), plain)
  return withoutLastSlash(stable)
}

const withoutLastSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

function keyQuery(query: string): string {
  const plain = escapedOnce(unescaped(query))
  const stable = QUERY_SESSIONS.reduce((text, session) => text.replace(session, '$1$2'), plain).toLowerCase()
  return stable === ''
    ? ''
    : `?${stable.split('&').map(nameAndValue).sort(byNameThenValue).map(joined).join('&')}`
}

type Parameter = readonly [name: string, value: string | null]

function nameAndValue(text: string): Parameter {
  const equals = text.indexOf('=')
  return equals < 0 ? [text, null] : [text.slice(0, equals), text.slice(equals + 1)]
}

const joined = ([name, value]: Parameter) => (value === null ? name : `${name}=${value}`)

function byNameThenValue([a, x]: Parameter, [b, y]: Parameter): number {
  return compare(a, b) || compare(x === null ? 0 : 1, y === null ? 0 : 1) || compare(x ?? '', y ?? '')
}

const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

/** Escapes need not be UTF-8. An escape that decoding another one produces (`%2541`) is decoded in the same pass. */
function unescaped(text: string): string {
  if (!text.includes('%')) return text
  const bytes: string[] = []
  for (const char of text) {
    bytes.push(char)
    while (bytes.at(-3) === '%' && isHex(bytes.at(-2)!) && isHex(bytes.at(-1)!)) {
      const [, high, low] = bytes.splice(-3)
      bytes.push(String.fromCharCode(Number.parseInt(`${high}${low}`, 16)))
    }
  }
  return bytes.join('')
}

const isHex = (char: string) => /^[0-9a-f]$/i.test(char)

function escapedOnce(bytes: string): string {
  return bytes.replace(
    /[^!"$&-~]/g,
    byte => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )
}

/** ASP.NET keeps sessions in the path; others use a parameter of a known name and length. */
const PATH_SESSIONS = [
  /^(.*\/)\((?:[a-z]\([0-9a-z]{24}\))+\)\/([^?]+\.aspx.*)$/,
  /^(.*\/)\([0-9a-z]{24}\)\/([^?]+\.aspx.*)$/,
]
const QUERY_SESSIONS = [
  ...['jsessionid=[0-9a-z]{32}', 'phpsessid=[0-9a-z]{32}', 'sid=[0-9a-z]{32}'],
  ...['aspsessionid[a-z]{8}=[a-z]{24}', 'cfid=[^&]+&cftoken=[^&]+'],
].map(session => new RegExp(`^(.*)${session}(?:&(.*))?$`, 'i'))
