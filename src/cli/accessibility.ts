/** `tidewatch accessibility`: hosts and classes ranked by their scores, pages with their failed rules, or one page in full. */
import { Failure } from '../env/index.ts'
import {
  type AccessibilityRank,
  type Collection,
  csvCell,
  type FailedCheck,
  formatScores,
  type LevelScores,
  type PageAccessibility,
  shownTime,
} from '../library/index.ts'
import { open, reading, type SharedOptions } from './context.ts'
import { namedHost } from './named-host.ts'
import { EXIT, type Output } from './output.ts'
import { knownPage } from './page-json.ts'
import { sinceOf } from './since.ts'
import { type Column, printRows } from './table.ts'

export interface AccessibilityFlags extends SharedOptions {
  readonly host?: string
  readonly class?: string
  /** Rank page classes instead of hosts. */
  readonly classes?: boolean
  readonly pages?: boolean
  readonly at?: string
  readonly since?: string
  readonly limit?: number
  readonly csv?: boolean
  /** Check the archived pages again first. */
  readonly again?: boolean
}

const NOTHING = 'nothing was checked: crawl with analyse.accessibility: static, or use --again'

const RANK_COLUMNS: readonly Column<AccessibilityRank>[] = [
  { title: 'score', value: ({ score }) => formatScores(score) },
  { title: 'before', value: ({ before }) => before && formatScores(before) },
  { title: 'pages', value: ({ pages }) => pages, align: 'right' },
  { title: 'class', value: rank => rank.class },
  { title: 'host', value: ({ host }) => host },
]

const PAGE_COLUMNS: readonly Column<PageAccessibility>[] = [
  { title: 'score', value: ({ score }) => formatScores(score) },
  { title: 'found (UTC)', value: ({ at }) => shownTime(at.getTime()) },
  { title: 'url', value: ({ url, failed }) => `${url}${failedWords(failed)}` },
]

const CHECK_COLUMNS: readonly Column<FailedCheck>[] = [
  { title: 'level', value: ({ level }) => level },
  { title: 'WCAG', value: ({ criteria }) => criteria.join(' ') },
  { title: 'rule', value: ({ rule }) => rule },
  { title: 'elements', value: ({ count }) => count, align: 'right' },
  {
    title: 'requirement, and where it fails',
    value: ({ says, elements }) => `${says}  ${elements.join('  ')}`,
  },
]

function failedWords(failed: readonly FailedCheck[]): string {
  const rules = failed.filter(({ level }) => level !== 'advice').map(({ rule }) => rule)
  return rules.length === 0 ? '' : `  (${rules.join(', ')})`
}

export async function accessibilityCommand(
  address: string | undefined,
  options: AccessibilityFlags,
  output: Output,
): Promise<number> {
  if (options.again) await checkAgain(options, output)
  return reading(options, async collection => {
    if (address !== undefined) return printPage(collection, address, options, output)
    const named = { ...options, ...(await namedHost(collection, options.host)) }
    return options.pages ? printPages(collection, named, output) : printRanks(collection, named, output)
  })
}

async function checkAgain(options: AccessibilityFlags, output: Output): Promise<void> {
  const collection = await open(options, 'write')
  try {
    const { pages } = await collection.checkAccessibility()
    output.note(`checked ${pages} pages`)
  } finally {
    await collection.close()
  }
}

function asked({ host, class: pageClass, at }: AccessibilityFlags) {
  return {
    ...(host !== undefined && { host }),
    ...(pageClass !== undefined && { class: pageClass }),
    ...(at !== undefined && { at: sinceOf(at) }),
  }
}

async function printRanks(
  collection: Collection,
  options: AccessibilityFlags,
  output: Output,
): Promise<number> {
  const { json = false, classes = false, since } = options
  const by = classes ? 'class' : 'host'
  const ranks = await collection.accessibility({
    by,
    ...asked(options),
    ...(since !== undefined && { since: sinceOf(since) }),
  })
  const shown = ranks.slice(0, options.limit)
  const isTold = ({ title }: Column<AccessibilityRank>) =>
    (title !== 'class' || classes) && (title !== 'before' || since !== undefined)
  if (options.csv) printCsv(['host', 'class', 'pages', 'a', 'aa', 'aaa'], shown.map(rankRow), output)
  else
    await printRows(
      shown,
      { json, columns: RANK_COLUMNS.filter(isTold), toJson: rank => rank, empty: NOTHING },
      output,
    )
  return EXIT.done
}

const rankRow = ({ host, pages, score, ...rank }: AccessibilityRank) => [
  host,
  rank.class,
  pages,
  ...cells(score),
]

const cells = ({ a, aa, aaa }: LevelScores) => [a, aa, aaa].map(each => Math.round(each * 10) / 10)

async function printPages(
  collection: Collection,
  options: AccessibilityFlags,
  output: Output,
): Promise<number> {
  const { json = false, limit, csv = false } = options
  const pages = collection.accessiblePages({ ...asked(options), ...(limit !== undefined && { limit }) })
  if (!csv) {
    const how = { json, columns: PAGE_COLUMNS, toJson: (page: PageAccessibility) => page, empty: NOTHING }
    await printRows(pages, how, output)
    return EXIT.done
  }
  printCsv(['url', 'at', 'a', 'aa', 'aaa', 'failed'], [], output)
  for await (const { url, at, score, failed } of pages)
    printCsv([url, at.toISOString(), ...cells(score), failed.map(({ rule }) => rule).join(' ')], [], output)
  return EXIT.done
}

/** Prints the latest result for a page, and its earlier scores. */
async function printPage(
  collection: Collection,
  address: string,
  options: AccessibilityFlags,
  output: Output,
): Promise<number> {
  const page = await knownPage(collection, address)
  const history = await page.accessibilityHistory()
  const current = history.at(-1)
  if (current === undefined) throw new Failure('broken', `${page.url}: ${NOTHING}`)
  if (options.json) {
    const scores = history.map(({ at, revision, score }) => ({ at, revision, score }))
    output.result(JSON.stringify({ ...current, history: scores }))
    return EXIT.done
  }
  output.result(`${formatScores(current.score)}  ${page.url}`)
  for (const { at, revision, score } of history.slice(-HISTORY, -1))
    output.result(`${formatScores(score)}  ${shownTime(at.getTime())} UTC, revision ${revision}`)
  const how = {
    json: false,
    columns: CHECK_COLUMNS,
    toJson: (check: FailedCheck) => check,
    empty: 'nothing fails',
  }
  await printRows(current.failed.toSorted(byLevel), how, output)
  return EXIT.done
}

const LEVELS = ['A', 'AA', 'AAA', 'advice']
const byLevel = (x: FailedCheck, y: FailedCheck) => LEVELS.indexOf(x.level) - LEVELS.indexOf(y.level)

/** Number of scores shown, including the current one. */
const HISTORY = 20

function printCsv(
  first: readonly (string | number | null)[],
  rows: readonly (readonly (string | number | null)[])[],
  output: Output,
): void {
  for (const row of [first, ...rows]) output.result(row.map(cell => csvCell(cell)).join(','))
}
