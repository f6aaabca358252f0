/** `tidewatch history URL`: visits and revisions of a page, how often it seems to change, when it is due and why. */
import { realEnv } from '../env/index.ts'
import {
  type ChangeNote,
  type ChangingTogether,
  formatScores,
  type NextVisit,
  type Page,
  type PageAccessibility,
  type PageVisit,
  type RateEstimates,
  type SignalRecord,
  shownNumber,
  shownShare,
  shownTime,
} from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'
import { knownPage, pageJson } from './page-json.ts'
import { type Column, printRows } from './table.ts'

export interface HistoryOptions extends SharedOptions {
  readonly limit?: number
  readonly estimates?: boolean
}

const USUAL_LIMIT = 50
const TRUNCATED =
  'the stored copy is only a part: it is larger than request.maxBody, or its server ended too early'

type UsualTime = NonNullable<NextVisit['usualTime']>

export function historyCommand(address: string, options: HistoryOptions, output: Output): Promise<number> {
  return reading(options, async collection => {
    const page = await knownPage(collection, address)
    const { standing, expected, next } = await page.explain()
    const visits = (await page.history()).slice(-(options.limit ?? USUAL_LIMIT))
    const checked = await page.accessibilityHistory()
    const { rendered: isRendered = false, truncated: isTruncated = false } =
      (await page.revisions()).at(-1) ?? {}
    const estimates = options.estimates ? await page.estimates() : undefined
    if (options.json) {
      const accessibility = checked.map(({ at, revision, score }) => ({ at, revision, score }))
      output.result(
        JSON.stringify({
          ...pageJson(page),
          expected,
          next,
          visits,
          estimates,
          accessibility,
          isRendered,
          isTruncated,
        }),
      )
      return EXIT.done
    }
    await printVisits(visits, output)
    output.result('')
    if (isRendered) output.result('its content is what a browser shows (config render)')
    if (isTruncated) output.result(TRUNCATED)
    for (const line of [...standing, ...scoreWords(checked), ...wordsOf(page, next)]) output.result(line)
    if (estimates !== undefined) for (const line of estimateWords(estimates)) output.result(line)
    return EXIT.done
  })
}

const COLUMNS: readonly Column<PageVisit>[] = [
  { title: 'visited (UTC)', value: visit => shownTime(visit.at.getTime()) },
  { title: 'http', value: visit => visit.httpStatus, align: 'right' },
  { title: 'revision', value: visit => visit.revision, align: 'right' },
  { title: 'what it found', value: findingOf },
]

async function printVisits(visits: readonly PageVisit[], output: Output): Promise<void> {
  const toJson = (visit: PageVisit) => visit
  await printRows(visits, { json: false, columns: COLUMNS, toJson, empty: 'never visited' }, output)
}

/** Says in one line what changed and where, or why different bytes are not a change. */
function findingOf(visit: PageVisit): string {
  if (visit.error !== null) return visit.error
  const note = visit.change
  if (!note)
    return visit.revision === null ? plainFinding(visit) : visit.revision === 1 ? 'first copy' : 'changed'
  if (!note.changed) {
    const places = note.excused?.length ? `: ${note.excused.slice(0, 3).join(', ')}` : ''
    return `${note.why === 'same' ? 'same' : `same but for ${WHY[note.why ?? ''] ?? note.why}`}${places}${sharedWords(note)}${lookWords(note)}`
  }
  const where = note.paths.length > 0 ? `: ${note.paths.slice(0, 3).join(', ')}` : ''
  return `changed by ${shownShare(note.difference)}${note.summary ? ` at ${note.summary}` : where}${lookWords(note)}`
}

const WHY: Readonly<Record<string, string>> = {
  noise: 'dates, counters and the like',
  volatile: 'what differs on every visit',
  shared: 'what other pages of the host show too',
  elsewhere: 'what lies outside the compared part',
  'under threshold': 'less than change.threshold',
}

const sharedWords = ({ sharedWith = 0 }: ChangeNote): string =>
  sharedWith > 0 ? ` (on at least ${sharedWith} others)` : ''

function lookWords({ secondLook }: ChangeNote): string {
  if (secondLook === undefined) return ''
  if (secondLook === 'same') return ' (still there seconds later)'
  return secondLook === 'differs'
    ? ' (some of it differed again seconds later)'
    : ` (second look ${secondLook})`
}

const plainFinding = ({ outcome }: PageVisit) =>
  outcome === 'notModified' || outcome === 'fetched' ? 'same' : outcome

/** Describes the belief, the value, the price, the next visit, and what would bring it forward. */
function wordsOf(page: Page, explained: NextVisit | null): string[] {
  if (page.fetchedAt === null || page.status === 'error') return []
  const due = dueWords(page)
  if (isLeft(page)) return [due]
  if (!explained)
    return [`${due}; nothing has been planned by value yet: run tidewatch watch or recrawl --due`]
  const { rate, rateLow, rateHigh, fresh, value, price, because, weightForNow, together, usualTime } =
    explained
  return [
    `changes ${everyWords(rate)} (90 % likely between ${everyWords(rateHigh)} and ${everyWords(rateLow)})`,
    ...(usualTime ? [usualWords(usualTime)] : []),
    `${shownShare(fresh)} likely to be current, ${explained.elapsed.toFixed(2)} days after the last visit`,
    `a fetch now is worth ${value.toPrecision(3)} at a price of ${price.toPrecision(3)} (${explained.policy}, ${explained.objective}, weight ${explained.weight}, cost ${shownNumber(explained.cost)})`,
    `${due}, ${BECAUSE[because] ?? because}`,
    ...(weightForNow !== null && weightForNow > 1 && weightForNow < 1e6
      ? [
          `it would be due now if it weighed ${weightForNow.toFixed(2)} times as much, or if a larger budget lowered the price to ${value.toPrecision(3)}`,
        ]
      : []),
    ...(together ? [togetherWords(together)] : []),
    ...explained.signals.map(signalWords),
  ]
}

/** Whether nobody keeps the stored copy current: what it would be worth says nothing. */
const isLeft = ({ status, movedTo }: Page) => status === 'gone' || status === 'excluded' || movedTo !== null

/** The accessibility score, and the one before it if it differed. */
function scoreWords(checked: readonly PageAccessibility[]): string[] {
  const now = checked.at(-1)
  if (now === undefined) return []
  const score = formatScores(now.score)
  const before = checked.findLast(each => formatScores(each.score) !== score)
  const since = checked.find(each => before === undefined || each.at > before.at)!
  const change = before ? `, before ${shownTime(since.at.getTime())} UTC ${formatScores(before.score)}` : ''
  return [`accessibility ${score}${change}`]
}

const WEEKDAYS = ['Thursdays', 'Fridays', 'Saturdays', 'Sundays', 'Mondays', 'Tuesdays', 'Wednesdays']

/** Gives the middle of the usual time, rounded to half an hour. */
function usualWords({ from, lengthDays }: UsualTime): string {
  const halfHours = Math.round((from + lengthDays / 2) * 48) % (7 * 48)
  const time = `${Math.floor((halfHours % 48) / 2)}:${halfHours % 2 === 0 ? '00' : '30'}`
  const give = lengthDays > 0.5 ? ` (give or take ${shownNumber(Math.round(lengthDays * 12))} hours)` : ''
  return `usually changes on ${WEEKDAYS[Math.floor(halfHours / 48)]} about ${time} UTC${give}`
}

const SOURCE: Readonly<Record<SignalRecord['source'], string>> = {
  sitemap: 'the sitemap',
  feed: 'the feed',
  hub: 'pages that list others',
  push: 'WebSub pushes',
}

function signalWords({ source, trust, signals, changes }: SignalRecord): string {
  const belief = trust
    ? `trusted, after one the chance that nothing changed is ${shownShare(Math.exp(-trust.kappa))}`
    : 'ignored'
  return `signals of ${SOURCE[source]}: ${belief}, ${Math.round(changes)} of ${Math.round(signals)} came with a change`
}

function togetherWords({ group, changes, expected, earlierDays }: ChangingTogether): string {
  const pages = group === '' ? 'pages of its host' : `pages of ${group}`
  const found = `about ${shownNumber(Math.round(changes))} changes of ${pages} since its last visit, ${expected.toPrecision(2)} were expected`
  const days = Math.abs(earlierDays).toPrecision(2)
  return `${found}: visited ${days} days ${earlierDays > 0 ? 'early' : 'late'}`
}

/** The results of published estimators, for comparison with the belief. */
function estimateWords(estimates: RateEstimates | null): string[] {
  if (estimates === null) return ['no estimates yet: they need at least two successful visits']
  const { intervals, changes, ratio, likely, averages } = estimates
  return [
    `${changes} of ${intervals} visits found a change`,
    `by their ratio it changes ${everyWords(ratio)}, most likely ${everyWords(likely)}`,
    ...(averages
      ? [
          `average days between changes found: ${shownNumber(averages.equal)} (equal weights), ${shownNumber(averages.halving)} (the last counts half), ${shownNumber(averages.aging)} (older ones count less)`,
        ]
      : []),
  ]
}

function dueWords({ dueAt, fetchedAt }: Page): string {
  if (dueAt === null) return 'no further visit is planned'
  // A collection that ran on an accelerated clock may be ahead of ours.
  const now = Math.max(realEnv.clock.now(), fetchedAt?.getTime() ?? 0)
  return dueAt.getTime() <= now ? 'it is due now' : `next visit ${shownTime(dueAt.getTime())} UTC`
}

const BECAUSE: Readonly<Record<string, string>> = {
  price: 'when its value reaches the price',
  shortest: 'because refresh.bounds allows no earlier visit',
  longest: 'because refresh.bounds or a goal allows no later visit',
  probe: 'to learn how often it changes',
  dropped: 'because it changes too fast for the budget',
  rule: 'by the rule of the policy',
  rhythm: 'after the hour of the week at which it usually changes',
}

function everyWords(rate: number): string {
  if (!(rate > 0)) return 'never'
  const days = 1 / rate
  if (days >= 1.5) return `every ${shownNumber(days)} days`
  return days * 24 >= 1
    ? `every ${shownNumber(days * 24)} hours`
    : `every ${shownNumber(days * 1440)} minutes`
}
