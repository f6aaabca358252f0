/**
 * How many hidden e-mail addresses are found, and how many false ones.
 *
 *   npm run bench:patterns -- [--wrong 20]
 *
 * The set has 78 ways to hide an address, for eight addresses each, examples of what other tools write (bench/patterns/*.json), and traps that
 * look like an address but are not (bench/patterns/spellings.ts). F1 counts addresses. Target: 0.98.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { scanPage } from '../src/document/index.ts'
import { PatternFinder } from '../src/document/patterns/index.ts'
import { realClock } from '../src/env/index.ts'
import { Canonicalizer } from '../src/url/index.ts'
import { SPELLINGS, type Spelling } from './patterns/spellings.ts'

const { values } = parseArgs({ options: { wrong: { type: 'string', default: '20' } } })
const ASKED = 0.98
const FOLDER = join(import.meta.dirname, 'patterns')
const URL_ = 'https://site.example/'

const others = readdirSync(FOLDER)
  .filter(name => name.endsWith('.json'))
  .flatMap(name => {
    const { cases } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as {
      cases: { html: string; found: string[] }[]
    }
    return cases.map((each): Spelling => ({ way: name, ...each }))
  })
const all = [...SPELLINGS, ...others]
const finder = new PatternFinder([{ kind: 'email' }])
const canonicalizer = new Canonicalizer()
const wrong: string[] = []
let [right, missed, extra] = [0, 0, 0]
const startedAt = realClock.monotonic()
for (const { way, html, found } of all) {
  const page = `<!doctype html><title>t</title><body>${html}</body>`
  const text = scanPage(page, URL_, canonicalizer, { text: true }).text ?? ''
  const ours = new Set(
    finder.find({ url: URL_, type: 'text/html', text, source: page }).map(({ value }) => value),
  )
  const [lost, more] = [
    found.filter(each => !ours.has(each)),
    [...ours].filter(each => !found.includes(each)),
  ]
  right += found.length - lost.length
  missed += lost.length
  extra += more.length
  if (lost.length + more.length > 0)
    wrong.push(`  ${way}: missed ${lost.join(' ') || '-'}, extra ${more.join(' ') || '-'}`)
}
const f1 = (2 * right) / (2 * right + missed + extra)
const seconds = (realClock.monotonic() - startedAt) / 1000
console.log(
  `${all.length} spellings in ${seconds.toFixed(1)} s: found ${right}, missed ${missed}, extra ${extra}, F1 ${f1.toFixed(4)}`,
)
for (const line of wrong.slice(0, Number(values.wrong))) console.log(line)
if (f1 < ASKED) process.exitCode = 1
