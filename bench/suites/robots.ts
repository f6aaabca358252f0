/**
 * Runs the public robots.txt suites against `src/robots`:
 *
 *   node bench/suites/robots.ts --folder DIR
 *
 * DIR holds any of: `robots_test.cc` (google/robotstxt), `SimpleRobotRulesParserTest.java` with the files of
 * src/test/resources/robots (crawler-commons), at any depth. The cases are read out of the sources: assignments of
 * strings are followed, and every expectation whose operands are known is checked; the others are counted as unread
 * (loops, byte-level statistics: our own tests have those). Exits with 1 when one fails that EXPLAINED does not name.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseRobots } from '../../src/robots/index.ts'

/** Where we differ on purpose: a part of the agent, of the URL or of the test's name, and why. */
const EXPLAINED: readonly [RegExp, string][] = [
  [/ツ/, 'Google leaves escaping of URLs to its caller; RFC 9309 section 2.2.2 compares escaped forms'],
  [
    /Allow: \/foo\/bar\/%62%61%7A/,
    'Google does not unescape unreserved characters; RFC 9309 section 2.2.2 does',
  ],
  [
    /Mozilla \w+bot/,
    'crawler-commons looks for names anywhere in a User-Agent; RFC 9309 section 2.2.1 in the token',
  ],
  [
    /Agent5,Agent2|"(?:Two|Three)"|"Agent3"|"crawler2", .*crawler1 crawler2/,
    'crawler-commons takes lists of agents, and several on a line',
  ],
  [/"Download Ninja"/, 'crawler-commons allows spaces in names; RFC 9309 section 2.2.1 does not'],
  [
    /testBigCrawlDelay/,
    'crawler-commons forbids all at a long delay; ours is capped by the politeness of fetch',
  ],
]

interface Tally {
  passed: number
  unread: number
  readonly failures: string[]
  readonly explained: Map<string, number>
}

type Values = Map<string, string | Buffer>

const { values: options } = parseArgs({ options: { folder: { type: 'string' } } })
const folder = options.folder ?? '.'
const files = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => !path.includes('node_modules'))
    .map(path => [basename(path), join(folder, path)]),
)

function run(name: string, suite: (source: string, tally: Tally) => void): void {
  const path = files.get(name)
  if (path === undefined) {
    console.log(`${name}: missing`)
    return
  }
  const tally: Tally = { passed: 0, unread: 0, failures: [], explained: new Map() }
  suite(readFileSync(path, 'utf8'), tally)
  const { passed, unread, failures, explained } = tally
  console.log(`${name}: ${passed} pass, ${failures.length} fail, ${unread} unread`)
  for (const failure of failures) console.log(`  ${failure}`)
  for (const [why, count] of explained) console.log(`  ${count} differ on purpose: ${why}`)
  if (failures.length > 0) process.exitCode = 1
}

function check(tally: Tally, label: string, got: unknown, wanted: unknown): void {
  if (got === wanted) {
    tally.passed++
    return
  }
  const why = EXPLAINED.find(([shape]) => shape.test(label))?.[1]
  if (why === undefined) tally.failures.push(`${label}: ${got}, expected ${wanted}`)
  else tally.explained.set(why, (tally.explained.get(why) ?? 0) + 1)
}

const COMMENT = /^\s*\/\/.*$/gm
const LITERAL = /"((?:[^"\\]|\\.)*)"/g

/** Adjacent literals (C++), or literals and names joined by `+` (Java); `undefined` when something else is in it. */
function evaluate(expression: string, known: Values): string | Buffer | undefined {
  const code = expression.replace(COMMENT, '').replace(/\/\/[^"\n]*$/gm, '')
  const resource = /^\s*readFile\("[^"]*?([^"/]*)"\)\s*$/.exec(code)?.[1]
  if (resource !== undefined) return files.has(resource) ? readFileSync(files.get(resource)!) : undefined
  const whole = known.get(code.trim())
  if (whole !== undefined) return whole
  let text = ''
  for (const [token, literal] of code.matchAll(/"((?:[^"\\]|\\.)*)"|[\w.]+(?:\([^)]*\))?|[^\s+]/g)) {
    const value = literal !== undefined ? unquoted(literal) : known.get(token)
    if (typeof value !== 'string') return undefined
    text += value
  }
  return text
}

function unquoted(literal: string): string {
  const named: Record<string, string> = { n: '\n', r: '\r', t: '\t' }
  return literal.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code, letter) =>
    code === undefined ? (named[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function google(source: string, tally: Tally): void {
  const known: Values = new Map()
  const statement =
    /(?:std::string|absl::string_view)\s+(\w+)\s*=([^;]*);|EXPECT_(TRUE|FALSE)\(\s*IsUserAgentAllowed\(([\s\S]*?)\)\);/g
  for (const [, name, expression, wanted, operands] of withoutSemicolons(source).matchAll(statement)) {
    if (name !== undefined) {
      const value = evaluate(expression!, known)
      if (value === undefined || /while|StrAppend/.test(expression!)) known.delete(name)
      else known.set(name, value)
      continue
    }
    const [body, agent, url] = splitOperands(operands!).map(each => evaluate(each, known))
    if (body === undefined || typeof agent !== 'string' || typeof url !== 'string') tally.unread++
    else
      check(
        tally,
        JSON.stringify([body, agent, url]),
        parseRobots(body).check(agent, url).allowed,
        wanted === 'TRUE',
      )
  }
}

/** A semicolon within a literal would end the statement for our expressions. */
function withoutSemicolons(source: string): string {
  return source.replace(LITERAL, literal => literal.replaceAll(';', '\\u003b'))
}

/** At the commas outside literals and brackets. */
function splitOperands(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|\([^)]*\)|[^,"(])+/g) ?? []
}

function crawlerCommons(source: string, tally: Tally): void {
  for (const method of withoutSemicolons(source.replace(COMMENT, ''))
    .split(/@(?:Parameterized)?Test\b/)
    .slice(1)) {
    const [, csv, name, parameters, body] =
      /^\s*(?:@CsvSource\(\{([\s\S]*?)\}\))?\s*void (\w+)\(([^)]*)\)[^{]*\{([\s\S]*)$/.exec(method) ?? []
    if (body === undefined) continue
    const names = [...parameters!.matchAll(/\w+ (\w+)/g)].map(([, parameter]) => parameter!)
    const rows = csv === undefined ? [[]] : [...csv.replace(COMMENT, '').matchAll(LITERAL)].map(cells)
    for (const row of rows)
      runJava(name!, body, new Map(names.map((each, at) => [each, row[at] ?? ''])), tally)
  }
}

function cells([, row]: RegExpMatchArray): string[] {
  return unquoted(row!).split(/,\s*/)
}

const JAVA = new RegExp(
  [
    String.raw`(?:String |byte\[\] )?\b(\w+)\s*=\s*((?:"|readFile)[^;]*);`,
    String.raw`(\w+) = (?:createRobotRules|robotParser\.parseContent)\(([^;]*)\);`,
    String.raw`assert(True|False)\((\w+)\.isAllowed\(([^;]*)\);`,
    String.raw`assertEquals\((\w+), (\w+)\.(isAllowed|getCrawlDelay)\(([^;]*)\);`,
  ].join('|'),
  'g',
)

function runJava(test: string, body: string, row: Values, tally: Tally): void {
  const known: Values = new Map<string, string | Buffer>([
    ...row,
    ['CR', '\r'],
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])
  const rules = new Map<string, { agent: string; body: string | Buffer }>()
  const ask = (name: string, operand: string, wanted: boolean) => {
    const asked = rules.get(name)
    const url = evaluate(/^\s*(?:"(?:[^"\\]|\\.)*"|\w+)/.exec(operand)?.[0] ?? '?', known)
    if (asked === undefined || typeof url !== 'string') return void tally.unread++
    const label = `${test} "${asked.agent}", ${JSON.stringify([asked.body.toString(), url])}`
    check(tally, label, parseRobots(asked.body).check(asked.agent, url).allowed, wanted)
  }
  for (const [, string, value, ruler, operands, truth, on, url, expected, of, what, operand] of body.matchAll(
    JAVA,
  )) {
    if (string !== undefined) assign(known, string, evaluate(value!, known))
    else if (ruler !== undefined) assign(rules, ruler, rulesOf(operands!, known))
    else if (truth !== undefined) ask(on!, url!, truth === 'True')
    else if (what === 'isAllowed') ask(of!, operand!, known.get(expected!) === 'True')
    else delay(test, rules.get(of!), expected!, tally)
  }
}

function assign<V>(map: Map<string, V>, name: string, value: V | undefined): void {
  if (value === undefined) map.delete(name)
  else map.set(name, value)
}

function rulesOf(operands: string, known: Values): { agent: string; body: string | Buffer } | undefined {
  const all = splitOperands(operands)
  const [first = '', second = ''] = all.length === 4 ? [/"\w+"/.exec(all[3]!)?.[0], all[1]] : all
  const agent = evaluate(first, known)
  const encoded = /^\s*(\w+)\.getBytes\((?:\w+\.)?(\w+)\)/.exec(second)
  let body = evaluate(second, known)
  if (encoded !== null) {
    const text = known.get(encoded[1]!)
    body = text && Buffer.from(text.toString(), encoded[2] === 'ISO_8859_1' ? 'latin1' : 'utf8')
  }
  return typeof agent === 'string' && body !== undefined ? { agent, body } : undefined
}

function delay(
  test: string,
  asked: { agent: string; body: string | Buffer } | undefined,
  expected: string,
  tally: Tally,
) {
  const wantedMs = /^\d+L?$/.test(expected) ? Number.parseInt(expected, 10) : undefined
  if (asked === undefined || (wantedMs === undefined && !expected.includes('UNSET')))
    return void tally.unread++
  const label = `${test} "${asked.agent}", delay ${JSON.stringify(asked.body.toString())}`
  check(tally, label, parseRobots(asked.body).crawlDelay(asked.agent), wantedMs)
}

run('robots_test.cc', google)
run('SimpleRobotRulesParserTest.java', crawlerCommons)
