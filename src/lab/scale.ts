/**
 * How large a machine a collection needs. The costs of single operations were measured (`scale-costs.json` says by which commands, on
 * which machine); the rest is arithmetic, for a collection that is kept fresh: every page is fetched once in `everyDays`. A first crawl
 * takes the same fetches in whatever time one has.
 *
 * All parts but two grow by adding machines. Planning is done by one thread of one worker, and politeness is a matter of how
 * many servers the pages are on.
 */

/** What the collection is like. */
export interface ScaleQuestion {
  readonly pages: number
  /** Days between two fetches of a page, on average. */
  readonly everyDays: number
  readonly pagesPerHost: number
  /** Between two requests to a server. */
  readonly delaySeconds: number
  /** Bytes of an answer on the wire; an answer that says 304 has none. */
  readonly wireBytes: number
  /** Bytes of a stored revision in the archive. */
  readonly archivedBytes: number
  /** Share of visits that store a revision. */
  readonly changedShare: number
  /** Addresses known for each page stored. */
  readonly knownPerPage: number
}

/** Measured costs of single operations. */
export interface ScaleCosts {
  readonly visitCpuMs: number
  readonly connectionCpuMs: number
  readonly databaseVisitMicros: number
  readonly databaseUrlMicros: number
  readonly urlBytes: number
  readonly revisionBytes: number
  readonly visitBytes: number
  readonly planMicros: number
}

/** One part of the system: what is needed of it, and what one machine (link, thread) of it gives. */
export interface ScaleNeed {
  readonly part: string
  readonly needed: number
  readonly oneGives: number
  readonly unit: string
  /** How many are needed. */
  readonly count: number
  /** Up to this number of pages, one is enough. */
  readonly pagesForOne: number
  /** Whether more than one can share the work. */
  readonly canGrow: boolean
  /** What to do when one is not enough. */
  readonly remedy: string
}

export interface ScaleAnswer extends ScaleQuestion {
  readonly fetchesPerSecond: number
  readonly hosts: number
  /** A server with more pages than this cannot be kept so fresh, however many machines there are. */
  readonly maxPagesOfServer: number
  readonly archiveBytesPerYear: number
  readonly databaseBytesPerYear: number
  /** Parts, the one that is first not enough coming first. */
  readonly needs: readonly ScaleNeed[]
}

/** What one of each is taken to be. */
export const SCALE_UNITS = {
  workerCores: 2,
  /** Share of a worker's processor time that is planned for. */
  workerLoad: 0.7,
  databaseCores: 16,
  databaseLoad: 0.6,
  databaseBytes: 8e12,
  linkBytesPerSecond: 1.25e9,
  linkLoad: 0.5,
} as const

const DAY_SECONDS = 86_400
const YEAR_DAYS = 365
/** Addresses that a visit adds while a collection is kept fresh: a fifth of the visits discover, and bring some new ones. */
const NEW_URLS_PER_VISIT = 2
/** Connections are kept this long after an answer, so pages of one server that follow sooner need no new one. */
const KEPT_SECONDS = 4
/** A plan holds for this share of the time between two fetches of a page, and for a day at most. */
const PLAN_SHARE = 1 / 40

export function scaleOf(question: ScaleQuestion, costs: ScaleCosts): ScaleAnswer {
  const { pages, everyDays, changedShare, knownPerPage, archivedBytes } = question
  const perSecond = pages / (everyDays * DAY_SECONDS)
  const visitsPerYear = perSecond * DAY_SECONDS * YEAR_DAYS
  const growth = changedShare * costs.revisionBytes + (1 - changedShare) * costs.visitBytes
  const databaseBytesPerYear = visitsPerYear * (growth + NEW_URLS_PER_VISIT * changedShare * costs.urlBytes)
  const standing = pages * (knownPerPage * costs.urlBytes + costs.revisionBytes)
  const rates = { perSecond, databaseBytes: standing + databaseBytesPerYear }
  const needs = needsOf(question, costs, rates).map(need => ({
    ...need,
    count: Math.max(1, Math.ceil(need.needed / need.oneGives)),
    pagesForOne: Math.floor((pages * need.oneGives) / need.needed),
  }))
  return {
    ...question,
    fetchesPerSecond: perSecond,
    hosts: Math.ceil(pages / question.pagesPerHost),
    maxPagesOfServer: Math.floor((everyDays * DAY_SECONDS) / question.delaySeconds),
    archiveBytesPerYear: visitsPerYear * changedShare * archivedBytes + pages * archivedBytes,
    databaseBytesPerYear,
    needs: needs.sort((a, b) => a.pagesForOne - b.pagesForOne),
  }
}

type Need = Omit<ScaleNeed, 'count' | 'pagesForOne'>

function needsOf(
  { pages, everyDays, pagesPerHost, wireBytes }: ScaleQuestion,
  costs: ScaleCosts,
  { perSecond, databaseBytes }: { readonly perSecond: number; readonly databaseBytes: number },
): Need[] {
  const unit = SCALE_UNITS
  // Visits to one server, evenly spread; a crawl that takes pages of a server in a row needs fewer connections.
  const secondsBetween = (everyDays * DAY_SECONDS) / pagesPerHost
  const connectionMs = secondsBetween > KEPT_SECONDS ? costs.connectionCpuMs : 0
  const databaseMicros = costs.databaseVisitMicros + NEW_URLS_PER_VISIT * costs.databaseUrlMicros
  return [
    {
      part: 'workers',
      unit: 'cores',
      canGrow: true,
      needed: (perSecond * (costs.visitCpuMs + connectionMs)) / 1_000,
      oneGives: unit.workerCores * unit.workerLoad,
      remedy: 'start more workers on the same collection; they need nothing of each other',
    },
    {
      part: 'database, processors',
      unit: 'cores',
      canGrow: true,
      needed: (perSecond * databaseMicros) / 1e6,
      oneGives: unit.databaseCores * unit.databaseLoad,
      remedy: 'distribute the tables by shard, the first column of every key (Citus)',
    },
    {
      part: 'database, disk after a year',
      unit: 'bytes',
      canGrow: true,
      needed: databaseBytes,
      oneGives: unit.databaseBytes,
      remedy: 'distribute the tables by shard, the first column of every key (Citus)',
    },
    {
      part: 'network',
      unit: 'bytes/s',
      canGrow: true,
      needed: perSecond * wireBytes,
      oneGives: unit.linkBytesPerSecond * unit.linkLoad,
      remedy: 'spread the workers over several links',
    },
    {
      part: 'planning, in one thread',
      unit: 's a plan',
      canGrow: false,
      needed: (pages * costs.planMicros) / 1e6,
      oneGives: Math.min(DAY_SECONDS, everyDays * PLAN_SHARE * DAY_SECONDS),
      remedy: 'split the pages into several collections, each with its part of the budget',
    },
  ]
}
