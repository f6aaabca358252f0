/** The options of `tidewatch lab`, validated: errors are reported in one sentence. */
import { Failure } from '../env/index.ts'
import { type LabSource, OBJECTIVES, type Objective } from '../library/lab-sources.ts'

export interface LabWords {
  readonly world?: string
  readonly trace?: string
  readonly collection?: string
  readonly budget?: string
  readonly policies?: string
  readonly classes?: string
  readonly objective?: string
  readonly pages?: string
  readonly days?: string
  readonly seed?: string
  readonly delay?: string
  readonly perHost?: string
  readonly out?: string
  readonly json?: boolean
}

export interface LabSettings {
  readonly source: LabSource
  /** Days between two fetches of a page, on average. */
  readonly budgets: readonly number[]
  readonly policies: readonly string[]
  /** Rates of the policy `classes`, in changes per day; empty for the defaults. */
  readonly classes: readonly number[]
  readonly objective: Objective
  readonly pages: number
  readonly days: number | undefined
  readonly seed: number
}

const USUAL_POLICIES = 'value,uniform,proportional,optimal,step,adaptive'
const MAX_PAGES = 5_000_000

export function settingsOf(words: LabWords, budgets: readonly string[]): LabSettings {
  const objective = words.objective ?? 'freshness'
  if (!OBJECTIVES.includes(objective as Objective))
    throw new Failure('usage', `--objective ${objective}: choose one of ${OBJECTIVES.join(', ')}.`)
  return {
    source: chosen(words),
    budgets: (words.budget === undefined ? budgets : words.budget.split(',')).map(budgetDays),
    policies: listed(words.policies ?? USUAL_POLICIES),
    classes: words.classes === undefined ? [] : words.classes.split(',').map(rateOf),
    objective: objective as Objective,
    pages: wholeNumber('--pages', words.pages ?? '2000', 1, MAX_PAGES),
    days: words.days === undefined ? undefined : wholeNumber('--days', words.days, 1, 100_000),
    seed: wholeNumber('--seed', words.seed ?? '1', 0, 2 ** 32 - 1),
  }
}

function chosen({ world, trace, collection }: LabWords): LabSource {
  if (trace !== undefined) return { kind: 'trace', name: trace }
  if (collection !== undefined) return { kind: 'collection', name: collection }
  return { kind: 'world', name: world ?? 'P1' }
}

function listed(text: string): string[] {
  const names = text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  if (names.length === 0) throw new Failure('usage', '--policies: name at least one, such as value,uniform.')
  return names
}

const UNITS: Readonly<Record<string, number>> = { m: 1 / 1440, h: 1 / 24, d: 1, w: 7 }

/** Parses `30d`, `12h`, `90m` or `2w`; a bare number means days. */
function daysOf(text: string): number {
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*([mhdw]?)\s*$/.exec(text) ?? []
  return Number(amount) * UNITS[unit || 'd']!
}

export function budgetDays(text: string): number {
  const days = daysOf(text)
  if (days > 0) return days
  throw new Failure(
    'usage',
    `--budget ${text}: give the average time between fetches of a page, such as 30d or 12h.`,
  )
}

function rateOf(text: string): number {
  const days = daysOf(text)
  if (days > 0) return 1 / days
  throw new Failure('usage', `--classes ${text}: name intervals between changes, such as 1d,3d,7d.`)
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most)
    throw new Failure('usage', `${option} ${text}: it must be a whole number from ${least} to ${most}.`)
  return value
}
