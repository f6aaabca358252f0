/**
 * Runs the public URL suites against `src/url` and measures its speed:
 *
 *   node bench/suites/url.ts --folder DIR
 *
 * DIR holds any of: `urltestdata.json` (web-platform-tests, url/resources), `weirdToNormalizedUrls.csv` and
 * `invalidUrls.csv` (crawler-commons, src/test/resources/normalizer), `tests.txt` (publicsuffix/list, tests), at any
 * depth. What is missing is said. Exits with 1 when a case fails that no line of EXPLAINED accounts for.
 *
 * Where we differ on purpose from crawler-commons' normalizer (it equates more than a standard allows; we learn such
 * equivalences from duplicates):
 *
 * | theirs                                    | ours                                                             |
 * | ----------------------------------------- | ---------------------------------------------------------------- |
 * | `//` in a path becomes `/`                | kept: WHATWG and RFC 3986 call the segments different            |
 * | the query is sorted, `b=` becomes `b`     | order only with `sortQuery` (the suite runs with it), `b=` kept  |
 * | parameters without a name (`=1`) dropped  | kept                                                             |
 * | `[` and `]` in a query escaped            | kept: reserved, and the WHATWG parser leaves them                |
 * | ftp, and `http:////` as an empty host     | refused: not a scheme of ours; no host                           |
 * | `file:/x`                                 | `file:///x`, the WHATWG form of the same                         |
 * | `foo.com/index.html` is taken for http    | refused: a relative link without a base (a seed is the CLI's)    |
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { normalizeEscapes } from '../../src/url/escapes.ts'
import { Canonicalizer, canonicalUrl, registrableDomain } from '../../src/url/index.ts'

interface Tally {
  passed: number
  readonly failures: string[]
}

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const files = new Map(
  values.folder === undefined
    ? []
    : readdirSync(values.folder, { recursive: true, encoding: 'utf8' }).map(path => [
        basename(path),
        join(values.folder!, path),
      ]),
)

function run(name: string, suite: (text: string, tally: Tally) => void): void {
  const path = files.get(name)
  if (path === undefined) {
    console.log(`${name}: missing`)
    return
  }
  const tally: Tally = { passed: 0, failures: [] }
  suite(readFileSync(path, 'utf8'), tally)
  console.log(`${name}: ${tally.passed} pass, ${tally.failures.length} fail`)
  for (const failure of tally.failures) console.log(`  ${failure}`)
  if (tally.failures.length > 0) process.exitCode = 1
}

function check(
  tally: Tally,
  label: string,
  got: string | undefined | null,
  wanted: string | undefined | null,
): void {
  if (got === wanted) tally.passed++
  else tally.failures.push(`${label}: ${got}, expected ${wanted}`)
}

/** Without our removals the answer must be the standard's, its escapes settled and what we always remove removed. */
function whatwg(text: string, tally: Tally): void {
  const plain = new Canonicalizer({ stripSessionIds: false, stripTracking: false })
  for (const test of JSON.parse(text) as (string | WhatwgCase)[]) {
    if (typeof test === 'string') continue
    const base = test.base ?? undefined
    const label = JSON.stringify([test.input, base])
    check(tally, label, plain.canonical(test.input, base), test.failure ? undefined : ourForm(test))
  }
}

interface WhatwgCase {
  readonly input: string
  readonly base: string | null
  readonly failure?: boolean
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
}

function ourForm(test: WhatwgCase): string | undefined {
  if (!['http:', 'https:', 'file:'].includes(test.protocol)) return undefined
  const hostname = test.protocol === 'file:' ? test.hostname : test.hostname.replace(/(?<=[^.])\.$/, '')
  const host = test.port === '' ? hostname : `${hostname}:${test.port}`
  const query = normalizeEscapes(test.search)
  return `${test.protocol}//${host}${normalizeEscapes(test.pathname)}${query.replace(/&+$/, '')}`
}

const EXPLAINED: readonly [RegExp, string][] = [
  [/^https?:\/\/[^/]+\/.*\/\/|^https?:\/\/[^/]+\/\//, 'double slash'],
  [/[?&]b=(?:&|$)/, 'empty value'],
  [/[?&]=1/, 'nameless parameter'],
  [/\[y\]/, 'brackets'],
  [/^ftp:|^http:\/\/\/\//, 'scheme or host'],
  [/^file:\/[^/]/, 'spelling of file:'],
  [/^foo\.com/, 'no scheme'],
]

function crawlerCommons(text: string, tally: Tally): void {
  const sorted = new Canonicalizer({ sortQuery: true })
  const explained = new Map<string, number>()
  for (const [input, wanted] of pairs(text)) {
    const why = EXPLAINED.find(([shape]) => shape.test(input))?.[1]
    const got = sorted.canonical(input)
    if (got !== wanted && why !== undefined) explained.set(why, (explained.get(why) ?? 0) + 1)
    else check(tally, input, got, wanted)
  }
  console.log('  differ on purpose:', [...explained].map(([why, count]) => `${why} ${count}`).join(', '))
}

function pairs(text: string): [string, string][] {
  const rows = text.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'))
  return rows.map(line => {
    const comma = line.lastIndexOf(',')
    const input = line.slice(0, comma).trim()
    const bare = input.startsWith('"') ? input.slice(1, -1).replaceAll('""', '"') : input
    return [bare, line.slice(comma + 1).trim()]
  })
}

function crawlerCommonsInvalid(text: string, tally: Tally): void {
  for (const line of text.split('\n')) {
    if (line.trim() !== '' && !line.startsWith('#')) check(tally, line, canonicalUrl(line.trim()), undefined)
  }
}

/** Their test data knows the ICANN section's rules and the private ones alike; `null` means "is a suffix itself". */
function publicSuffix(text: string, tally: Tally): void {
  for (const line of text.split('\n')) {
    const [host, domain] = line.trim().split(/\s+/)
    if (host === undefined || domain === undefined || host.startsWith('//') || host === 'null') continue
    const ascii = canonicalUrl(`http://${host}/`)
    if (ascii === undefined || host.startsWith('.')) continue
    const name = ascii.slice('http://'.length, -1)
    const wanted = domain === 'null' ? name : canonicalUrl(`http://${domain}/`)!.slice('http://'.length, -1)
    check(tally, host, registrableDomain(name), wanted)
  }
}

function speed(): void {
  const base = 'https://en.example.org/wiki/Main/Page'
  const kinds = [
    (at: number) => `/wiki/Some_page_${at}`,
    (at: number) => `https://en.example.org/a/b/${at}.html`,
    (at: number) => `../x/y${at}?id=${at}&page=2`,
    (at: number) => `article-${at}.html#top`,
    (at: number) => `https://other${at}.example.com/p/${at}`,
  ]
  const common = Array.from({ length: 70 }, (_, at) => kinds[at % kinds.length]!(at))
  const parsed = common.map(link => `${link.split('#')[0]!}%7e`)
  const canonicalizer = new Canonicalizer()
  const ours = (link: string) => canonicalizer.canonical(link, base)!.length
  const works: [readonly string[], (link: string) => number][] = [
    [common, ours],
    [parsed, ours],
    [common, link => new URL(link, base).href.length],
  ]
  const best = works.map(([links, work]) => Math.min(...[1, 2, 3, 4].map(() => time(links, work))))
  console.log('ns a link: short cut %d, by parsing %d, new URL alone %d', ...best)
}

function time(links: readonly string[], work: (link: string) => number): number {
  const rounds = 3000
  let sum = 0
  const start = process.hrtime.bigint()
  for (let round = 0; round < rounds; round++) for (const link of links) sum += work(link)
  return sum > 0 ? Math.round(Number(process.hrtime.bigint() - start) / rounds / links.length) : 0
}

run('urltestdata.json', whatwg)
run('weirdToNormalizedUrls.csv', crawlerCommons)
run('invalidUrls.csv', crawlerCommonsInvalid)
run('tests.txt', publicSuffix)
speed()
