/**
 * Runs the cookie suite of the http-state working group (abarth/http-state, tests/data) against `src/fetch/cookies.ts`:
 *
 *   node bench/suites/cookies.ts --folder DIR
 *
 * DIR holds `parser.json` and `dates/*.json`, at any depth. Exits with 1 when a case fails that EXPLAINED does not name.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { cookieDate } from '../../src/fetch/cookie-date.ts'
import { CookieJar } from '../../src/fetch/cookies.ts'
import { canonicalUrl } from '../../src/url/index.ts'

/** The suite is of RFC 6265 (2011); where its successor decides otherwise we follow the successor. */
const EXPLAINED: readonly [RegExp, string][] = [
  [
    /^(?:0004|0021|002[3-8]|CHROMIUM00(?:09|10|12)|MOZILLA001[24-7]|NAME00(?:17|23|25|28|3[1-3])) /,
    'RFC 6265bis section 5.6 keeps a pair without a name, as browsers do',
  ],
  [/^DISABLED_CHROMIUM002[23] /, 'RFC 6265bis section 5.6 ignores a header with a control character'],
  [
    /^OPTIONAL_DOMAIN0042 /,
    'RFC 6265bis section 5.7 lets the last Domain attribute count, though it be empty',
  ],
]

interface Case {
  readonly test: string
  readonly received: readonly string[]
  readonly sent: readonly { readonly name: string; readonly value: string }[]
  readonly 'sent-to'?: string
}

/** The suite was written when its dates of 2019 lay ahead. */
const NOW = Date.UTC(2011, 0, 1)
const SET_BY = 'http://home.example.org:8888/cookie-parser'

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const folder = values.folder ?? '.'
const files = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.json') && !path.includes('node_modules'))
    .map(path => [basename(path), join(folder, path)]),
)

for (const [name, suite] of [
  ['parser.json', parser],
  ['examples.json', dates],
  ['bsd-examples.json', dates],
] as const) {
  const path = files.get(name)
  if (path === undefined) console.log(`${name}: missing`)
  else report(name, suite(JSON.parse(readFileSync(path, 'utf8').replace(/^\/\/.*$/gm, ''))))
}

function parser(cases: Case[]): string[] {
  return cases.map(test => {
    const jar = new CookieJar()
    const name = test.test.toLowerCase()
    jar.setFrom(`${SET_BY}?${name}`, test.received, NOW)
    const to = canonicalUrl(test['sent-to'] ?? `/cookie-parser-result?${name}`, SET_BY)!
    const wanted = test.sent.map(cookie =>
      cookie.name === '' ? cookie.value : `${cookie.name}=${cookie.value}`,
    )
    return verdict(
      `${test.test} ${JSON.stringify(test.received)}`,
      jar.header(to, NOW) ?? '',
      wanted.join('; '),
    )
  })
}

function dates(cases: { test: string; expected: string | null }[]): string[] {
  return cases.map(({ test, expected }) => {
    const got = cookieDate(test)
    return verdict(test, got === undefined ? null : new Date(got).toUTCString(), expected)
  })
}

/** '' for a case that passes. */
function verdict(label: string, got: string | null, wanted: string | null): string {
  return got === wanted ? '' : `${label}: ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`
}

function report(name: string, verdicts: readonly string[]): void {
  const failures = verdicts.filter(text => text !== '')
  const unexplained = failures.filter(text => !EXPLAINED.some(([shape]) => shape.test(text)))
  console.log(`${name}: ${verdicts.length - failures.length} pass, ${unexplained.length} fail`)
  for (const failure of unexplained) console.log(`  ${failure}`)
  for (const [shape, why] of EXPLAINED) {
    const count = failures.filter(text => shape.test(text)).length
    if (count > 0) console.log(`  ${count} differ on purpose: ${why}`)
  }
  if (unexplained.length > 0) process.exitCode = 1
}
