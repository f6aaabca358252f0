/** One policy in the real engine on a world of its own, on a fast clock; the world says how fresh the collection is. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConfigInput, configFrom } from '../../src/config/index.ts'
import { type Holdings, openHoldings, type Plan, runCrawl } from '../../src/crawl/index.ts'
import { type Clock, type Env, realRandom, silentLog } from '../../src/env/index.ts'
import { Collection } from '../../src/index.ts'
import { type LabWorld, policyNamed, replay } from '../../src/lab/index.ts'
import { countedRates, timesByPage } from '../../src/lab/world.ts'
import { DAY_MS, startWorld, type World } from '../../test/world/index.ts'
import { type Archived, archiveOf } from './archived.ts'
import { type Ground, START } from './ground.ts'
import { PacedClock } from './paced-clock.ts'
import { Served } from './served.ts'
import { UnderWay } from './under-way.ts'

/** Replays of the lab, with other seeds. */
const REPLAYS = 8

export interface Experiment {
  readonly ground: Ground
  readonly policy: string
  readonly objective: 'freshness' | 'age' | 'harmonic'
  readonly seed: number
  readonly intervalDays: number
  readonly seconds: number
  /** Where the collection is kept; a folder of its own by default. */
  readonly store?: string
  /** Another crawler fetched everything so often before the watch begins, and its files are imported. */
  readonly archived?: Archived
  /** Freshness is measured from this day of the watch on; by default over its second half. */
  readonly measuredFromDay?: number
}

export interface Measured {
  readonly policy: string
  readonly pages: number
  readonly fetches: number
  readonly freshness: number
  readonly ageDays: number
  /** What the engine believed at the same times; null for policies that know no belief. */
  readonly believed: number
  readonly changesFound: number
  /** Revisions that no true change explains, and true changes between two visits that were not found. */
  readonly falseChanges: number
  readonly missedChanges: number
  /** What the lab makes of the same changes with the same fetches. */
  readonly labFreshness: number
  /** How far one replay of the lab is from another: the standard deviation. */
  readonly labSpread: number
}

type Rehearsed = Pick<Measured, 'labFreshness' | 'labSpread'>

export async function experiment(options: Experiment): Promise<Measured> {
  const { ground, seconds } = options
  const underWay = new UnderWay()
  const factor = (ground.days * 86_400) / seconds
  let isImporting = options.archived !== undefined
  const clock = new PacedClock({ startAt: START, factor, isBusy: () => isImporting || underWay.look() })
  const world = await startWorld({ sites: ground.sites, seed: options.seed, clock })
  const network = underWay.watch(world)
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-watch-'))
  const where = options.store ?? folder
  const archiveFolder = options.store && join(folder, 'archive')
  const place = { mode: 'write', ...(archiveFolder && { archiveFolder }) } as const
  if (options.archived) {
    const file = await archiveOf(world, ground, options.archived, START, join(folder, 'another.warc.gz'))
    await using importing = await Collection.open(where, place)
    await importing.import([file], { config: configOf(options), env: { clock, network } })
    isImporting = false
  }
  const collection = await openHoldings(where, place)
  const stop = new AbortController()
  const watcher = new Watcher(world, collection, clock, START + measuredFrom(options) * DAY_MS)
  const cancel = clock.timer(ground.days * DAY_MS, () => stop.abort())
  try {
    const env: Env = { clock, random: realRandom, network, log: silentLog }
    await runCrawl(collection, {
      env,
      settings: configFrom(configOf(options)).settings,
      work: { discover: true, refresh: true },
      plan: 'always',
      signal: stop.signal,
      onPlan: plan => watcher.planned(plan),
      onStart: () => watcher.start(stop.signal),
      onVisit: report => underWay.reported(report),
    })
    const measured = await watcher.measured(options.policy)
    return { ...measured, ...(await rehearsed(options, watcher)) }
  } finally {
    cancel()
    await collection.close()
    await world.stop()
    clock.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The lab on the changes of this world's pages, visited as often as the engine visited them while its freshness was measured, and the addresses
 * that it knew. Second looks take their share of the budget mostly at first: counted over the whole span, the lab would get fewer visits then.
 */
async function rehearsed(options: Experiment, watcher: Watcher): Promise<Rehearsed> {
  const { ground, policy, objective, seed } = options
  const { pages, crawledAt, visits } = await watcher.history()
  const spanDays = ground.days - (crawledAt - START) / DAY_MS
  const changes = timesByPage(
    pages.map(page => page.changes.map(at => (at - crawledAt) / DAY_MS).filter(day => day > 0)),
  )
  const hosts = [...new Set(pages.map(page => page.url.host))]
  const world: LabWorld = {
    name: ground.name,
    pages: pages.length,
    spanDays,
    changes,
    rates: countedRates(changes, spanDays),
    addresses: pages.map(page => page.url.pathname),
    hosts: Uint16Array.from(pages, page => hosts.indexOf(page.url.host)),
  }
  const measuredDays = ground.days - measuredFrom(options)
  const every = (pages.length * measuredDays) / Math.max(1, visits)
  const measureFrom = Math.max(0, spanDays - measuredDays)
  // One replay is as much a matter of chance as one run of the engine: which page is visited first decides for years.
  const seeds = Array.from({ length: REPLAYS }, (_, n) => seed + n)
  const fresh = seeds.map(
    each => replay(world, policyNamed(policy, { objective }), { every, seed: each, measureFrom }).freshness,
  )
  const labFreshness = fresh.reduce((sum, one) => sum + one, 0) / REPLAYS
  const squares = fresh.reduce((sum, one) => sum + (one - labFreshness) ** 2, 0)
  return { labFreshness, labSpread: Math.sqrt(squares / (REPLAYS - 1)) }
}

function configOf({ ground, policy, objective, intervalDays }: Experiment): ConfigInput {
  // The same money for all: rules that know no price would otherwise spend what they like.
  const budget = `${Math.max(1, Math.round(ground.pages / intervalDays))}/day`
  // On a fast clock, seconds are moments: nothing may time out, and no lease may run out under a visit, which would be made again.
  const request = { delay: 0, allowPrivate: true, timeout: '20d', connectTimeout: '20d' } as const
  const refresh = { policy, objective, budget, interval: `${intervalDays}d`, discover: 0 }
  const scope = ground.depth === undefined ? {} : { depth: ground.depth }
  const seeds = [...ground.seeds]
  return { name: 'experiment', seeds, scope, request, limits: { lease: '5d' }, refresh, threads: 1 }
}

const measuredFrom = ({ ground, measuredFromDay = ground.days / 2 }: Experiment) => measuredFromDay

/** Looks at the collection with the eyes of the world, again and again, after the first half. */
class Watcher {
  readonly #world: World
  readonly #collection: Holdings
  readonly #clock: Clock
  readonly #from: number
  readonly #served: Served
  readonly #truths: { fresh: number; age: number }[] = []
  readonly #beliefs: { believed: number; fresh: number }[] = []
  #pending: Promise<unknown> = Promise.resolve()

  constructor(world: World, collection: Holdings, clock: Clock, from: number) {
    this.#world = world
    this.#collection = collection
    this.#clock = clock
    this.#from = from
    this.#served = new Served(world, START)
  }

  start(signal: AbortSignal): void {
    const look = async () => {
      if (signal.aborted) return
      if (this.#clock.now() >= this.#from) this.#truths.push(await this.#truth())
      this.#clock.timer(DAY_MS / 4, () => void (this.#pending = look()))
    }
    void look()
  }

  planned(plan: Plan): void {
    if (plan.at < this.#from) return
    this.#pending = this.#truth(plan.at).then(({ fresh }) =>
      this.#beliefs.push({ believed: plan.freshness, fresh }),
    )
  }

  /**
   * A copy is current when the page has not changed since its revision was stored. Of a moment that has passed, the revision of that moment is asked for:
   * visits go on while a plan is made, and would make the collection look fresher than it was.
   */
  async #truth(at = this.#clock.now()): Promise<{ fresh: number; age: number }> {
    const { store } = this.#collection
    let [pages, fresh, age] = [0, 0, 0]
    for await (const page of store.pages({ stored: true })) {
      const revisions = (page.changedAt ?? 0) > at ? await store.revisions(page) : []
      const storedAt =
        revisions.findLast(({ fetchedAt }) => fetchedAt <= at)?.fetchedAt ?? page.changedAt ?? 0
      if (storedAt > at) continue
      pages++
      const drawnAt = storedAt < START ? storedAt : Math.min(at, this.#served.after(page.url, storedAt))
      const missed = this.#world.truth.of(page.url, at)!.changes(drawnAt)
      const first = missed.find(time => time <= at)
      if (first === undefined) fresh++
      else age += (at - first) / DAY_MS
    }
    return { fresh: fresh / Math.max(1, pages), age: age / Math.max(1, pages) }
  }

  async measured(policy: string): Promise<Omit<Measured, keyof Rehearsed>> {
    await this.#pending
    const { store } = this.#collection
    const counts = await store.counts()
    const found = await this.#compared()
    const mean = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
    return {
      policy,
      pages: counts.fetched,
      fetches: await this.#refreshes(),
      freshness: mean(this.#truths.map(truth => truth.fresh)),
      ageDays: mean(this.#truths.map(truth => truth.age)),
      believed: mean(this.#beliefs.map(each => each.believed)) - mean(this.#beliefs.map(each => each.fresh)),
      ...found,
    }
  }

  /** True changes of each page, when the first crawl was over, and the visits made while freshness was measured. */
  async history() {
    const { store } = this.#collection
    const pages: { readonly url: URL; readonly changes: readonly number[] }[] = []
    let visits = 0
    for await (const page of store.plannedPages()) {
      pages.push({ url: new URL(page.url), changes: this.#world.truth.of(page.url)!.changes(0) })
      visits += (await store.visits(page)).filter(({ at }) => at >= this.#from).length
    }
    return { pages, crawledAt: (await store.refresh()).crawledAt ?? this.#from, visits }
  }

  /** Requests for pages that were stored before, second looks among them, as the budget paid for them. */
  async #refreshes(): Promise<number> {
    return (await this.#collection.store.refresh()).spentRefresh
  }

  /** Each pair of visits: did we say "changed" where the world says so? After the third visit, when noise is known. */
  async #compared() {
    let [changesFound, falseChanges, missedChanges] = [0, 0, 0]
    for await (const page of this.#collection.store.plannedPages()) {
      const truth = this.#world.truth.of(page.url)!
      const visits = (await this.#collection.store.visits(page)).filter(visit => visit.outcome === 'fetched')
      const changes = truth.changes(0)
      for (let i = 3; i < visits.length; i++) {
        const visit = visits[i]!
        const [from, to] = [visits[i - 1]!, visit].map(({ at }) => this.#served.after(page.url, at))
        const really = changes.some(at => at > from! && at <= to!)
        if (visit.revision !== null) really ? changesFound++ : falseChanges++
        else if (really) missedChanges++
      }
    }
    return { changesFound, falseChanges, missedChanges }
  }
}
