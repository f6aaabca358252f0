/**
 * How often our accessibility checks agree with those of the people who set the standard, and what they cost.
 *
 *   npm run bench:accessibility -- [--act DIR] [--pages DIR] [--count 200] [--half report] [--wrong 20] [--browser /usr/bin/chromium] [--kept FILE]
 *
 * - `--act`: a copy of act-rules/act-rules.github.io. A case is right if what should fail fails and nothing else does; cases whose page is made by
 *   a script are left out, and counted. Target: 95 %.
 * - `--pages`: a folder of pages (*.html or *.html.gz). axe-core says for each page, in the browser, which rules pass and fail; a pair of page and
 *   rule counts if either side finds an element that the rule applies to, and neither says that it cannot tell. Target: 95 %. Rules were written
 *   against every second page (`--half tune`); the others are reported. `--kept` keeps axe-core's results in a file, for the next run.
 * - Pages of about 30 KB are checked in at most 3 ms each, including the tree.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { AccessibilityChecker, type AccessibilityReport, RULES } from '../src/document/accessibility/index.ts'
import { decodeBody, parseTree } from '../src/html/index.ts'
import { actCases, CLAIMED } from './accessibility/act.ts'
import { type AxePage, askAxe } from './accessibility/axe.ts'

const { values } = parseArgs({
  options: {
    act: { type: 'string' },
    pages: { type: 'string' },
    count: { type: 'string', default: '200' },
    half: { type: 'string', default: 'report' },
    wrong: { type: 'string', default: '20' },
    browser: { type: 'string', default: '/usr/bin/chromium' },
    kept: { type: 'string' },
  },
})
const ASKED_SHARE = 0.95
const ASKED_MS = 3
const ROUNDS = 10
const MAX_WRONG = Number(values.wrong)
const checker = new AccessibilityChecker()
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

type Said = 'fail' | 'pass' | 'unsure' | 'none'

function said({ failed, passed, unsure }: AccessibilityReport, rule: string): Said {
  if (failed.some(each => each.rule === rule)) return 'fail'
  if (unsure.includes(rule)) return 'unsure'
  return passed.includes(rule) ? 'pass' : 'none'
}

function reach(name: string, share: number): void {
  if (share < ASKED_SHARE) process.exitCode = 1
  console.log(`${name}: ${percent(share)} (asked for: ${percent(ASKED_SHARE)})`)
}

function runAct(folder: string): void {
  const cases = actCases(folder).filter(({ rule }) => CLAIMED[rule] !== undefined)
  const still = cases.filter(({ needsScript }) => !needsScript)
  const wrong = still.filter(({ rule, html, expected }) => {
    const report = checker.check(parseTree(html))
    return CLAIMED[rule]!.some(ours => said(report, ours) === 'fail') !== (expected === 'failed')
  })
  for (const { rule, name, html } of wrong.slice(0, MAX_WRONG))
    console.log(`  ${rule} ${name}: ${html.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
  console.log(
    `ACT: ${still.length - wrong.length} of ${still.length} cases of ${Object.keys(CLAIMED).length} rules are right; ${cases.length - still.length} need scripts`,
  )
  reach('ACT cases that are right', 1 - wrong.length / still.length)
}

function pagesOf(folder: string): AxePage[] {
  const names = readdirSync(folder)
    .filter(name => /\.html?(?:\.gz)?$/.test(name))
    .sort()
  const step = Math.max(1, Math.floor(names.length / Number(values.count)))
  return names
    .filter((_, n) => n % step === 0)
    .slice(0, Number(values.count))
    .filter((_, n) => n % 2 === (values.half === 'tune' ? 0 : 1))
    .map(name => {
      const bytes = readFileSync(join(folder, name))
      return {
        name,
        html: decodeBody(name.endsWith('.gz') ? gunzipSync(bytes) : bytes, undefined, 'html').text,
      }
    })
}

interface Pair {
  readonly page: string
  readonly rule: string
  readonly ours: Said
  readonly axe: string
}

async function runAxe(pages: readonly AxePage[]): Promise<void> {
  const rules = RULES.map(({ id }) => id).filter(id => id !== 'link-purpose')
  const results = await askAxe(pages, rules, { browser: values.browser, kept: values.kept })
  const pairs: Pair[] = pages.flatMap(({ name, html }) => {
    const axe = results.get(name)
    if (axe === undefined) return []
    const report = checker.check(parseTree(html))
    return rules.map(rule => ({
      page: name,
      rule,
      ours: said(report, rule),
      axe: axe[rule] ?? 'inapplicable',
    }))
  })
  tell(pairs)
}

function tell(pairs: readonly Pair[]): void {
  const isOpen = ({ ours, axe }: Pair) => ours === 'unsure' || axe === 'incomplete'
  const applies = pairs.filter(({ ours, axe }) => ours !== 'none' || axe !== 'inapplicable')
  const decided = applies.filter(pair => !isOpen(pair))
  const isWrong = ({ ours, axe }: Pair) => (ours === 'fail') !== (axe === 'violations')
  const wrong = decided.filter(isWrong)
  const byRule = Map.groupBy(wrong, ({ rule }) => rule)
  for (const [rule, each] of [...byRule].toSorted((a, b) => b[1].length - a[1].length).slice(0, MAX_WRONG)) {
    const missed = each.filter(({ axe }) => axe === 'violations')
    const shown = each.slice(0, 4).map(({ page, ours, axe }) => `${page} ${ours}/${axe}`)
    console.log(
      `  ${rule}: ${missed.length} missed, ${each.length - missed.length} extra: ${shown.join(', ')}`,
    )
  }
  const both = decided.filter(({ ours, axe }) => ours === 'fail' && axe === 'violations').length
  const failures = decided.filter(({ ours, axe }) => ours === 'fail' || axe === 'violations').length
  console.log(
    `axe-core: ${applies.length} pairs apply, ${decided.length} are decided by both, ${decided.length - wrong.length} alike; of ${failures} failures that either finds, ${both} by both`,
  )
  reach('pairs alike', 1 - wrong.length / decided.length)
}

const spent = ({ user, system }: NodeJS.CpuUsage) => user + system

/** Processor time, the best of some rounds: others use the machine too. */
function cost(pages: readonly AxePage[]): void {
  const alike = pages.filter(({ html }) => html.length > 20_000 && html.length < 45_000)
  if (alike.length === 0) return
  const characters = alike.reduce((sum, { html }) => sum + html.length, 0)
  const rounds = Array.from({ length: ROUNDS }, () => {
    const startedAt = process.cpuUsage()
    const trees = alike.map(({ html }) => parseTree(html))
    const built = spent(process.cpuUsage(startedAt))
    for (const tree of trees) checker.check(tree)
    return [built, spent(process.cpuUsage(startedAt))] as const
  })
  const [tree, all] = rounds.reduce((best, round) => (round[1] < best[1] ? round : best))
  const msOf = (microseconds: number) => ((microseconds / 1_000 / characters) * 30_000).toFixed(2)
  console.log(`cost: ${msOf(all)} ms a page of 30 KB, ${msOf(tree)} of it for the tree (at most ${ASKED_MS})`)
  if (Number(msOf(all)) > ASKED_MS) process.exitCode = 1
}

if (values.act === undefined && values.pages === undefined) {
  console.error(
    'give --act DIR (a copy of github.com/act-rules/act-rules.github.io) or --pages DIR (a folder of .html files)',
  )
  process.exitCode = 2
}
if (values.act !== undefined) runAct(values.act)
if (values.pages !== undefined) {
  const pages = pagesOf(values.pages)
  cost(pages)
  await runAxe(pages)
}
