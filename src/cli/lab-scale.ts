/** `tidewatch lab scale`: what a collection of another size would need, and what would not be enough first. */
import { Failure } from '../env/index.ts'
import { parseDuration } from '../library/index.ts'
import {
  measuredCosts,
  SCALE_UNITS,
  type ScaleAnswer,
  type ScaleNeed,
  scaleFacts,
  scaleFor,
} from '../library/scale-facts.ts'
import { budgetDays, type LabWords } from './lab-settings.ts'
import { EXIT, type Output } from './output.ts'

const USUAL_PAGES = '1e8,1e10'

export async function scaleCommand(words: LabWords, output: Output): Promise<number> {
  const everyDays = budgetDays(words.budget ?? '30d')
  const delaySeconds = secondsOf(words.delay ?? '1s')
  const pagesPerHost = words.perHost === undefined ? undefined : numberOf('--per-host', words.perHost)
  const sizes = (words.pages ?? USUAL_PAGES).split(',').map(text => numberOf('--pages', text))
  const facts = await scaleFacts(words.collection)
  const answers = sizes.map(pages => scaleFor({ pages, everyDays, delaySeconds, pagesPerHost }, facts))
  if (words.json) output.result(JSON.stringify({ costs: measuredCosts, units: SCALE_UNITS, answers }))
  else for (const answer of answers) for (const line of linesOf(answer)) output.result(line)
  return EXIT.done
}

function linesOf(answer: ScaleAnswer): string[] {
  const { pages, everyDays, hosts, fetchesPerSecond, changedShare, maxPagesOfServer, needs } = answer
  const first = needs[0]!
  const isEnough = first.pagesForOne >= pages
  return [
    `${shown(pages)} pages on ${shown(hosts)} hosts, each fetched once in ${shown(everyDays)} days: ${shown(fetchesPerSecond)} fetches/s; ${Math.round(100 * changedShare)} % store a revision of ${bytes(answer.archivedBytes)}`,
    `${'part'.padEnd(29)}${'needed'.padStart(16)}${'one gives'.padStart(16)}${'count'.padStart(8)}   one is enough up to`,
    ...needs.map(needLine),
    `archive: ${bytes(answer.archiveBytesPerYear)} after a year · database: ${bytes(answer.databaseBytesPerYear)} more each year`,
    `a server with more than ${shown(maxPagesOfServer)} pages cannot be kept so fresh politely`,
    isEnough ? 'one of each is enough' : `first not enough: ${first.part}; ${first.remedy}`,
    ...needs
      .filter(need => !need.canGrow && need.pagesForOne < pages && need !== first)
      .map(({ part, remedy }) => `more machines do not help: ${part}; ${remedy}`),
    '',
  ]
}

const needLine = ({ part, needed, oneGives, unit, count, canGrow, pagesForOne }: ScaleNeed) =>
  `${part.padEnd(29)}${amount(needed, unit).padStart(16)}${amount(oneGives, unit).padStart(16)}${(canGrow || count === 1 ? shown(count) : 'one only').padStart(8)}   ${shown(pagesForOne)} pages`

function amount(value: number, unit: string): string {
  if (unit === 'bytes') return bytes(value)
  return unit === 'bytes/s' ? `${bytes(value)}/s` : `${shown(value)} ${unit.split(' ')[0]}`
}

/** Three digits are more than an estimate is worth. */
function shown(value: number): string {
  if (value === 0) return '0'
  if (value < 0.01) return value.toExponential(0)
  const rounded = Number(value.toPrecision(3))
  return rounded >= 1e7 ? rounded.toExponential().replace('e+', 'e') : rounded.toLocaleString('en')
}

const SIZES = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']

function bytes(value: number): string {
  const step = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))
  return `${Number((value / 1_000 ** step).toPrecision(3))} ${SIZES[step]}`
}

function numberOf(option: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 1 && value <= 1e13) return value
  throw new Failure('usage', `${option} ${text}: it must be a number from 1 to 1e13, such as 1e8.`)
}

function secondsOf(text: string): number {
  const ms = parseDuration(text)
  if (ms > 0) return ms / 1_000
  throw new Failure('usage', `--delay ${text}: give the time between two requests to a server, such as 1s.`)
}
