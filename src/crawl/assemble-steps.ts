/** Builds the eight steps of a visit. Those that need one another are tied together by functions that look them up when called. */
import type { PageRenderer } from '../browser/index.ts'
import type { QueuedPage } from '../store/index.ts'
import type { Canonicalizer } from '../url/index.ts'
import { ByteCache } from './byte-cache.ts'
import type { EngineOptions } from './engine-options.ts'
import { CrawlForms } from './forms/crawl-forms.ts'
import { HostTalk } from './host/host-talk.ts'
import { Login } from './host/login.ts'
import type { RobotsGate } from './host/robots-gate.ts'
import { Actions } from './models/form-actions.ts'
import type { Guides } from './models/guides.ts'
import type { PluginRunner } from './plugin-runner.ts'
import { Renders, type RendersParts } from './render/renders.ts'
import type { Report } from './report-event.ts'
import type { CrawlSettings } from './settings.ts'
import type { ParsePool } from './thread/pool.ts'
import { Admit } from './visit/1-admit.ts'
import { RequestBuilder } from './visit/2-request.ts'
import { Fetch } from './visit/3-fetch.ts'
import { Read } from './visit/4-read.ts'
import { Judge } from './visit/5-judge.ts'
import { Follow } from './visit/6-follow.ts'
import { Schedule } from './visit/7-schedule.ts'
import { Recording } from './visit/8-record.ts'
import type { Candidates } from './visit/candidates.ts'
import { Comparer } from './visit/comparer.ts'
import { NoveltyTracker } from './visit/novelty.ts'
import { SecondLooks } from './visit/second-look.ts'
import { Soft404Probe } from './visit/soft404.ts'
import type { Spellings } from './visit/spellings.ts'
import type { Steps, Visit } from './visit/visit.ts'
import type { WebSub } from './websub/websub.ts'

/** The parts that several steps use, and others beside them. */
export interface SharedParts {
  readonly settings: CrawlSettings
  readonly pool: ParsePool
  readonly plugins: PluginRunner
  readonly robots: RobotsGate
  readonly guides: Guides
  readonly canonicalizer: Canonicalizer
  readonly candidates: Candidates
  readonly spellings: Spellings
  /** Null unless some pages may be rendered in a browser. */
  readonly renderer: PageRenderer | null
  readonly report: Report
  readonly websub: WebSub | null
}

export function stepsOf(options: EngineOptions, shared: SharedParts, signal: AbortSignal): Steps {
  const { env, store, archiveFolder, refreshing, recorded, order = null } = options
  const { settings, candidates, canonicalizer, report } = shared
  const { request, walls } = settings
  const forbidden = (visit: Visit, url: string): Promise<string | null> => admit.forbidden(visit, url)
  const isRendered = ({ page, host }: Visit): boolean => renders?.isPossible(page, host) ?? false
  const requests = new RequestBuilder({
    ...shared,
    settings: request,
    random: env.random,
    forbidden,
    isRendered,
  })
  const renders = rendersOf(options, shared, requests, forbidden)
  const talk = new HostTalk(requests, () => env.clock.now())
  const login = new Login(request, talk, report)
  const admit = new Admit({ ...shared, requests, login })
  const fetch = new Fetch({ settings, requests, canonicalizer, renders })
  const novelty = new NoveltyTracker()
  const comparer = new Comparer(store, archiveFolder, settings.change, recorded === undefined)
  const actions = new Actions({ talk, formOrigins: request.formOrigins, forbidden, report })
  const comparesPages = settings.minResemblance !== null
  const read = new Read({ ...shared, comparer, novelty, actions, comparesPages })
  const soft404 = settings.soft404 ? new Soft404Probe(env, requests, read) : null
  const secondLooks = new SecondLooks({ env, comparer, signal, read, fetch, canonicalizer, walls })
  const judge = new Judge({ ...shared, walls, login, comparer, soft404, secondLooks })
  const linksOf = (page: QueuedPage) => store.links(page)
  const { forms: formSettings } = settings
  const forms =
    formSettings &&
    new CrawlForms({ settings: formSettings, retries: request.retries, store, candidates, canonicalizer })
  const follow = new Follow({ ...shared, novelty, comparer, linksOf, order, forms })
  const schedule = new Schedule({ clock: env.clock, settings, refresher: refreshing.refresher, candidates })
  return {
    admit: recorded ? EVERYTHING : admit,
    request: requests,
    fetch,
    read,
    judge,
    follow,
    schedule,
    record: new Recording(env.clock),
  }
}

/** What was recorded is not requested: no rule has to allow it. */
const EVERYTHING: Steps['admit'] = { admit: async () => ({ kind: 'admitted' }), release: () => {} }

/** Concurrent requests for one rendered page: as many as browsers make to one host. */
const MAX_PARALLEL = 6
/** Size of the cache of scripts and styles that rendered pages share. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024

function rendersOf(
  { env, store }: EngineOptions,
  { settings, renderer, canonicalizer, report }: SharedParts,
  requests: RequestBuilder,
  forbidden: RendersParts['supply']['forbidden'],
): Renders | null {
  if (renderer === null) return null
  const { maxBodyBytes, cookies, perServer } = settings.request
  return new Renders({
    settings: settings.render,
    renderer,
    store,
    canonicalizer,
    report,
    axeRules: settings.accessibility?.by === 'browser' ? axeRules : null,
    supply: {
      requests,
      forbidden,
      maxBodyBytes,
      now: () => env.clock.now(),
      kept: new ByteCache(MAX_KEPT_BYTES),
      parallel: Math.min(perServer, MAX_PARALLEL),
      keepsCookies: cookies !== 'off',
      keepsParts: settings.archive.complete,
    },
  })
}

/** The accessibility rules are large, so they are loaded only by crawls that check pages. */
const axeRules = async () => (await import('../document/accessibility/index.ts')).AXE_RULES
