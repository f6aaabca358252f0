import { openTracing, type Tracing } from '../env/tracing.ts'
import type { GuideData } from '../site/index.ts'
import type { Work } from '../store/index.ts'
import { Engine } from './engine.ts'
import type { EngineOptions } from './engine-options.ts'
import { type Entered, enter } from './enter.ts'
import { FileMover, NO_MOVER } from './file-mover.ts'
import { readTopics } from './focus/read-topics.ts'
import { revisitForForms } from './forms/revisit-for-forms.ts'
import { attempt } from './give-up.ts'
import type { Holdings } from './holdings.ts'
import { prepareGuides } from './models/choose-models.ts'
import { CurrentGuides } from './models/current-guides.ts'
import { KeptWindows } from './models/kept-windows.ts'
import { type DriftParts, ModelDrift } from './models/model-drift.ts'
import { type GrowthParts, ModelGrowth } from './models/model-growth.ts'
import { areNew, rereadAll } from './models/reread.ts'
import { SampledVisits } from './models/sampled-visits.ts'
import type { LinkOrder } from './order/link-order.ts'
import { openOrder } from './order/open-order.ts'
import { Keeper } from './planning/keeper.ts'
import type { VisitReport } from './progress.ts'
import type { RunOptions, RunResult } from './run-options.ts'
import { agreeOnSearch } from './search-commit.ts'
import type { CrawlSettings } from './settings.ts'

/** What a run starts from: a recovered collection that fits the scope, this worker registered, and what was learned so far. */
interface Prepared extends Entered {
  readonly holdings: Holdings
  readonly options: RunOptions
  readonly guides: readonly GuideData[]
  /** Visits made to sample sites for their models. */
  readonly sampled: SampledVisits
  readonly settings: CrawlSettings
  readonly work: Work
  readonly order: LinkOrder | null
  readonly keepsPast: boolean
  readonly tracing: Tracing | null
  /** What earlier runs saw of the models' pages. */
  readonly windows: Pick<DriftParts, 'seen'> & Pick<GrowthParts, 'strangers'>
}

/** The running parts, and how to stop them. */
interface Opened extends Prepared {
  readonly engine: Engine
  readonly keeper: Keeper
  readonly keeping: AbortController
}

/** Runs the engine on a collection until there is nothing left to do. Resumes where an earlier run ended. */
export async function runCrawl(holdings: Holdings, options: RunOptions): Promise<RunResult> {
  const { clock } = options.env
  const startedAt = clock.monotonic()
  const result = await run(holdings, options)
  return { ...result, elapsedMs: clock.monotonic() - startedAt }
}

async function run(holdings: Holdings, options: RunOptions): Promise<Omit<RunResult, 'elapsedMs'>> {
  const sampled = new SampledVisits()
  const prepared = await prepare(holdings, options, sampled)
  if (prepared === null) return interruptedAt(holdings, options, sampled)
  const opened = open(prepared)
  await work(opened)
  return resultOf(opened)
}

/** Null if the run was interrupted while a site was being sampled for its model. */
async function prepare(
  holdings: Holdings,
  options: RunOptions,
  sampled: SampledVisits,
): Promise<Prepared | null> {
  const { store } = holdings
  const onSampled = (report: VisitReport) => sampled.saw(report)
  const guides = options.guides ?? (await prepareGuides(holdings, { ...options, onSampled }))
  if (guides === null) return null
  const settings = boundBy(guides, options.settings)
  const topics = await readTopics(settings.topics)
  const entered = await enter(holdings, settings, options)
  const { keepsPast } = await agreeOnSearch(store, settings)
  const order = await openOrder(store, settings, options.plugins ?? [], topics)
  return {
    holdings,
    options,
    guides,
    sampled,
    settings,
    ...entered,
    order,
    keepsPast,
    work: options.work ?? { discover: true, refresh: false },
    tracing: openTracing(),
    windows: {
      seen: await KeptWindows.open(store, 'model-drift'),
      strangers: await KeptWindows.open(store, 'model-strangers'),
    },
  }
}

function open(prepared: Prepared): Opened {
  const { holdings, options, guides, settings, refreshing } = prepared
  const { env } = options
  const { store } = holdings
  const engine: Engine = new Engine(
    engineOptions(prepared, async () => {
      await drift.settled()
      await growth.settled()
    }),
    report => {
      drift.saw(report)
      growth.saw(report)
      options.onVisit?.(report)
    },
  )
  const models = {
    ...prepared.windows,
    collection: holdings,
    guides: new CurrentGuides(guides, all => engine.guideBy(all)),
    report: engine.report,
    nowIso: () => new Date(env.clock.now()).toISOString(),
  }
  const drift = new ModelDrift(models)
  const growth = new ModelGrowth(models)
  const keeping = new AbortController()
  const keeper = new Keeper({
    env,
    store,
    refreshing,
    worker: prepared.worker,
    settings,
    // A policy passed as an object cannot be sent to a thread.
    source: options.policy ? null : holdings.source,
    isOnce: options.plan !== 'always',
    memories: engine.memories,
    onPlan: options.onPlan ?? (() => {}),
    onChosen: ({ returned, replaced }) => engine.progress.exchanged(returned - replaced),
    underWay: () => engine.underWay,
    signal: keeping.signal,
  })
  return { ...prepared, engine, keeper, keeping }
}

function engineOptions(prepared: Prepared, atEnd: () => Promise<void>): EngineOptions {
  const { holdings, options, guides, settings, work, worker, refreshing, order } = prepared
  const { store, archiveFolder } = holdings
  return {
    env: options.env,
    store,
    archiveFolder,
    settings,
    work,
    worker,
    refreshing,
    guides,
    order,
    atEnd,
    tracing: prepared.tracing,
    keepsPast: prepared.keepsPast,
    ...(options.isHeldUp && { isHeldUp: options.isHeldUp }),
    plugins: options.plugins ?? [],
    forever: options.plan === 'always',
    budgeted: options.plan !== undefined,
  }
}

/** Visits pages until none are left or the run is stopped, while a keeper makes plans. */
async function work(opened: Opened): Promise<void> {
  const { holdings, options, engine, keeper, keeping, refreshing, worker } = opened
  const mover = moverOf(opened)
  const stop = () => {
    keeping.abort()
    engine.stop()
  }
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  try {
    await seed(opened)
    if (options.plan) await keeper.keep()
    options.onStart?.(engine.progress, refreshing)
    const kept = options.plan === 'always' ? keeper.run() : Promise.resolve()
    // If the keeper fails, say on a broken store, stop: the engine would run without a plan.
    kept.catch(stop)
    const listening = engine.parts.websub?.run(keeping.signal) ?? Promise.resolve()
    listening.catch(stop)
    const moving = mover.run(keeping.signal)
    await engine.run()
    keeping.abort()
    await kept
    await listening
    await moving
    await keeper.noteFirstCrawl()
    await keeper.sampleEnd(options.signal?.aborted ?? false)
    await refreshing.close(worker)
    await opened.order?.close()
    await mover.finish()
    await holdings.store.leave(worker)
  } catch (error) {
    // What failed may be the store itself.
    await attempt(options.env.clock, () => holdings.store.leave(worker))
    throw error
  } finally {
    keeping.abort()
    options.signal?.removeEventListener('abort', stop)
  }
}

function moverOf({ holdings, options, settings, engine, worker }: Opened): FileMover | typeof NO_MOVER {
  const { store, archiveFolder } = holdings
  const { bucket } = archiveFolder
  // A bucket that the config does not name is only read from.
  if (!bucket || !settings.archive.bucket) return NO_MOVER
  return new FileMover({
    store,
    archiveFolder,
    bucket,
    worker,
    clock: options.env.clock,
    signal: options.signal ?? new AbortController().signal,
    onWaiting: why => engine.report('archive-waits', bucket.name, why ?? 'files are moved there again'),
    onLeft: sentence => options.onUnmoved?.(sentence),
  })
}

/** Adds what is not known yet: seeds, and links that a new model follows on pages already stored. */
async function seed({ holdings, options, guides, sampled, engine, settings }: Opened): Promise<void> {
  // Models that only label pages do so during visits, so there is nothing to do now.
  const bound = options.guides === undefined ? guides.filter(guide => guide.mode === 'follow') : []
  const isNewModel = bound.length > 0 && (await areNew(holdings, bound))
  if (isNewModel) await holdings.store.forgetClasses()
  await engine.addSeeds()
  await revisitForForms(holdings.store, settings, options.env.clock.now())
  if (isNewModel) await rereadAll(holdings, bound, engine.parts, options.signal)
  await sampled.tell(holdings.store, options.onVisit)
}

async function resultOf(opened: Opened): Promise<Omit<RunResult, 'elapsedMs'>> {
  const { holdings, options, sampled, engine, work } = opened
  const { visits, errors } = engine.progress.now()
  // Other workers may have stored pages too.
  const { fetched } = await holdings.store.counts()
  return {
    pages: fetched,
    visits: visits + sampled.visits,
    errors: errors + sampled.errors,
    interrupted: options.signal?.aborted ?? false,
    nextWorkAt: await holdings.store.nextWorkAt(work),
  }
}

/**
 * A model does without feeds: they name the same pages as the lists of a site, and many sites have one for each page. If a specification alone
 * decides what is visited, sitemaps are ignored as well.
 */
function boundBy(guides: readonly GuideData[], settings: CrawlSettings): CrawlSettings {
  const bound = guides.filter(guide => guide.mode === 'follow')
  if (bound.length === 0) return settings
  const isSpecified = bound.some(guide => guide.inferred === null)
  return { ...settings, feeds: false, sitemaps: settings.sitemaps && !isSpecified }
}

async function interruptedAt(
  { store }: Holdings,
  { onVisit }: RunOptions,
  sampled: SampledVisits,
): Promise<Omit<RunResult, 'elapsedMs'>> {
  await sampled.tell(store, onVisit)
  const { fetched } = await store.counts()
  const { visits, errors } = sampled
  return { pages: fetched, visits, errors, interrupted: true, nextWorkAt: 0 }
}
