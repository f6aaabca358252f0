import { type Explanation, explainPage } from '../crawl/index.ts'
import { Failure, realEnv } from '../env/index.ts'
import type { PageRow, VisitRow } from '../store/index.ts'
import { canonicalUrl } from '../url/index.ts'
import { configForReading, open, rememberedConfig, type SharedOptions } from './context.ts'
import { pageJson } from './list.ts'
import { EXIT, type Output } from './output.ts'
import { standingOf } from './standing.ts'
import { printRows, shownNumber, shownShare, shownTime } from './table.ts'

export interface HistoryOptions extends SharedOptions {
  readonly limit?: number
}

interface Note {
  readonly changed: boolean
  readonly why?: string
  readonly level: string
  readonly difference: number
  readonly paths: readonly string[]
  readonly excused?: readonly string[]
  readonly summary?: string
  /** What a second look within seconds found: `same`, `differs`, or why there was none. */
  readonly secondLook?: string
}

const USUAL_LIMIT = 50

export async function historyCommand(
  address: string,
  options: HistoryOptions,
  output: Output,
): Promise<number> {
  const url = canonicalUrl(address)
  if (url === undefined) throw new Failure('usage', `"${address}" is not a web address`)
  const collection = await open(options, 'read')
  try {
    const page = await collection.store.page(url)
    if (!page) throw new Failure('broken', `${url} is not known in ${collection.name}`)
    const { settings } = configForReading(await rememberedConfig(collection))
    const explained = await explainPage(collection, realEnv, settings, page)
    const visits = (await collection.store.visits(page)).slice(-(options.limit ?? USUAL_LIMIT))
    if (options.json) {
      output.result(JSON.stringify({ ...pageJson(page), next: explained, visits: visits.map(visitJson) }))
      return EXIT.done
    }
    await printVisits(visits, output)
    output.result('')
    const standing = standingOf(page, await collection.store.counts(), settings)
    for (const line of [...standing, ...wordsOf(page, explained)]) output.result(line)
    return EXIT.done
  } finally {
    await collection.close()
  }
}

const noteOf = (visit: VisitRow): Note | null =>
  visit.note === null ? null : (JSON.parse(visit.note) as Note)

function visitJson(visit: VisitRow) {
  const { note: _note, ...rest } = visit
  return { ...rest, at: new Date(visit.at).toISOString(), change: noteOf(visit) }
}

async function printVisits(visits: readonly VisitRow[], output: Output): Promise<void> {
  const columns = [
    { title: 'visited (UTC)', value: (visit: VisitRow) => shownTime(visit.at) },
    { title: 'http', value: (visit: VisitRow) => visit.httpStatus, align: 'right' as const },
    { title: 'revision', value: (visit: VisitRow) => visit.revision, align: 'right' as const },
    { title: 'what it found', value: findingOf },
  ]
  await printRows(visits, { json: false, columns, toJson: visitJson, empty: 'never visited' }, output)
}

/** In one line: what changed and where, or why other bytes are no change. */
function findingOf(visit: VisitRow): string {
  if (visit.error !== null) return visit.error
  const note = noteOf(visit)
  if (!note)
    return visit.revision === null ? plainFinding(visit) : visit.revision === 1 ? 'first copy' : 'changed'
  if (!note.changed) {
    const places = note.excused?.length ? `: ${note.excused.slice(0, 3).join(', ')}` : ''
    return `${note.why === 'same' ? 'same' : `same but for ${WHY[note.why ?? ''] ?? note.why}`}${places}${lookWords(note)}`
  }
  const where = note.paths.length > 0 ? `: ${note.paths.slice(0, 3).join(', ')}` : ''
  return `changed by ${shownShare(note.difference)}${note.summary ? ` at ${note.summary}` : where}${lookWords(note)}`
}

const WHY: Readonly<Record<string, string>> = {
  noise: 'dates, counters and the like',
  volatile: 'what differs on every visit',
  elsewhere: 'what stands outside of what is compared',
  'under threshold': 'less than change.threshold',
}

function lookWords({ secondLook }: Note): string {
  if (secondLook === undefined) return ''
  if (secondLook === 'same') return ' (still so seconds later)'
  return secondLook === 'differs'
    ? ' (some of it differed again seconds later)'
    : ` (second look ${secondLook})`
}

const plainFinding = ({ outcome }: VisitRow) =>
  outcome === 'notModified' || outcome === 'fetched' ? 'same' : outcome

/** The belief, the value, the price, the next visit, and what would bring it forward. */
function wordsOf(page: PageRow, explained: Explanation | null): string[] {
  if (page.fetchedAt === null || page.status === 'error') return []
  const due = dueWords(page)
  if (!explained) return [`${due}; nothing was planned by value yet: tidewatch watch or recrawl --due does`]
  const { rate, rateLow, rateHigh, fresh, value, price, because, weightForNow, trust } = explained
  return [
    `changes ${everyWords(rate)} (between ${everyWords(rateHigh)} and ${everyWords(rateLow)}, nine times in ten)`,
    `${shownShare(fresh)} likely to be current, ${explained.elapsed.toFixed(2)} days after the last visit`,
    `a fetch now is worth ${value.toPrecision(3)} at a price of ${price.toPrecision(3)} (${explained.policy}, ${explained.objective}, weight ${explained.weight}, cost ${shownNumber(explained.cost)})`,
    `${due}, ${BECAUSE[because] ?? because}`,
    ...(weightForNow !== null && weightForNow > 1 && weightForNow < 1e6
      ? [
          `it would be due now if it weighed ${weightForNow.toFixed(2)} times as much, or if a larger budget lowered the price to ${value.toPrecision(3)}`,
        ]
      : []),
    ...(trust
      ? [
          `sitemaps and feeds of its host are believed: a signal leaves ${shownShare(Math.exp(-trust.kappa))} chance that nothing changed`,
        ]
      : []),
  ]
}

function dueWords({ dueAt, fetchedAt }: PageRow): string {
  if (dueAt === null) return 'no further visit is planned'
  // A collection that ran on a fast clock is ahead of ours.
  const now = Math.max(realEnv.clock.now(), fetchedAt ?? 0)
  return dueAt <= now ? 'it is due now' : `next visit ${shownTime(dueAt)} UTC`
}

const BECAUSE: Readonly<Record<string, string>> = {
  price: 'when its value reaches the price',
  shortest: 'since refresh.bounds allow no earlier one',
  longest: 'since refresh.bounds or a goal allow no later one',
  probe: 'to learn how often it changes',
  dropped: 'since it changes too fast for the budget',
  rule: 'by the rule of the policy',
}

function everyWords(rate: number): string {
  if (!(rate > 0)) return 'never'
  const days = 1 / rate
  if (days >= 1.5) return `every ${shownNumber(days)} days`
  return days * 24 >= 1
    ? `every ${shownNumber(days * 24)} hours`
    : `every ${shownNumber(days * 1440)} minutes`
}
