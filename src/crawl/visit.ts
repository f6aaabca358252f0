/**
 * One visit, from a page whose turn it is to a finished visit for the recorder. This file only wires the steps; the
 * numbers are those of docs/architecture.md.
 */
import { sniffType } from '../document/index.ts'
import type { Env } from '../env/index.ts'
import { type Answer, type Breakdown, type Exchange, header, headerAll } from '../fetch/index.ts'
import { NOWHERE, type Slot } from '../frontier/index.ts'
import type { QueuedPage } from '../store/index.ts'
import { type Canonicalizer, urlPattern } from '../url/index.ts'
import { Aftermath, type AftermathParts, type Finished } from './aftermath.ts'
import { isUnwanted, outcomeOfAnswer, outcomeOfBreakdown } from './assess.ts'
import type { Comparer } from './compare.ts'
import { Conversation, type ConversationParts } from './conversation.ts'
import { Fruit } from './fruit.ts'
import type { HostMemory } from './host-memory.ts'
import { Login } from './login.ts'
import type { Outcome } from './outcome.ts'
import { type CompareJob, MOST_SOURCE_BYTES, type ParseResult } from './parse/job.ts'
import { jobFor, whole } from './parse/make-job.ts'
import { type ParsePool, ParseTrouble } from './parse/pool.ts'
import type { PluginRunner } from './plugin-runner.ts'
import { type QueueStage, SOURCE_RANK } from './queue.ts'
import { AT_ONCE, type Refresher } from './refresh/refresher.ts'
import type { RequestBuilder } from './request.ts'
import type { RobotsGate } from './robots.ts'
import type { CrawlSettings, Profile } from './settings.ts'
import { impossibleUrl, isSoft404, isSuspicious } from './soft404.ts'

export interface VisitParts {
  readonly env: Env
  readonly settings: CrawlSettings
  readonly conversation: ConversationParts
  readonly robots: RobotsGate
  readonly requests: RequestBuilder
  readonly pool: ParsePool
  readonly plugins: PluginRunner
  readonly queue: QueueStage
  readonly canonicalizer: Canonicalizer
  readonly comparer: Comparer
  readonly linksOf: AftermathParts['linksOf']
  readonly refresher: Refresher
  readonly report: (kind: string, subject: string, message: string) => void
}

/** What a visit came to: something to record, or nothing yet because the surroundings are in doubt. */
export type Visited = Finished | { readonly kind: 'put-back' }

interface Asked {
  readonly exchange: Exchange
  readonly request: readonly string[]
}

export class Visitor {
  readonly #parts: VisitParts
  readonly #login: Login
  readonly #fruit = new Fruit()
  readonly #aftermath: Aftermath
  /** Hosts that are being asked for a page that cannot exist; once is enough, and the others wait for the answer. */
  readonly #probing = new WeakMap<HostMemory, Promise<void>>()

  constructor(parts: VisitParts) {
    this.#parts = parts
    this.#login = new Login(parts.settings.request, parts.requests, () => parts.env.clock.now(), parts.report)
    const { env, settings, plugins, queue, refresher, linksOf, report } = parts
    this.#aftermath = new Aftermath({
      env,
      settings,
      plugins,
      queue,
      fruit: this.#fruit,
      refresher,
      linksOf,
      report,
    })
  }

  async visit(slot: Slot, memory: HostMemory): Promise<Visited> {
    const conversation = new Conversation(this.#parts.conversation, slot)
    const { perHost } = this.#parts.settings
    const needsSeat = perHost !== null && slot.page.revision === 0
    if (needsSeat) {
      // Whoever has to wait gives its turn back: those who have a seat may need it.
      if (!memory.seats.isFree(perHost)) conversation.end()
      if (!(await memory.seats.take(perHost)))
        return this.#denied(slot, this.#parts.env.clock.now(), `limit of ${perHost} pages for this host`)
    }
    try {
      return await this.#visit(slot, memory, conversation)
    } catch (error) {
      if (error instanceof ParseTrouble) return this.#unreadable(slot, error)
      throw error
    } finally {
      if (needsSeat) memory.seats.leave()
      conversation.end()
    }
  }

  async #visit(slot: Slot, memory: HostMemory, conversation: Conversation): Promise<Visited> {
    await this.#letClocksMove(slot.page)
    const at = this.#parts.env.clock.now()
    const limit = this.#limit(slot, memory)
    if (limit !== null) return this.#denied(slot, at, limit)
    if (slot.server.lease.address === NOWHERE)
      return this.#aftermath.without(slot, at, nameless(memory.hostname))
    const forbidden = await this.#permission(slot, memory, conversation, at)
    if (forbidden) return forbidden
    await this.#login.ensure(memory, conversation)

    const profiles = this.#parts.settings.request.profiles.length
    let profileIndex = memory.profile
    let metAgain = false
    for (let attempt = 1; ; ) {
      const profile = this.#parts.requests.profile(profileIndex)
      const built = await this.#parts.requests.build(slot.page, memory, profile, at)
      if (built.veto !== null) return this.#denied(slot, at, built.veto)
      const asked = await this.#ask(slot, conversation, built.headers)
      const { exchange } = asked
      if (exchange.kind === 'breakdown') return this.#broken(slot, at, exchange)
      const visited = await this.#answered(slot, memory, conversation, at, exchange, asked.request)
      if (
        !metAgain &&
        wantsCookieBack(visited.outcome, asked.request, memory.cookies.header(slot.page.url, at))
      ) {
        metAgain = true
        continue
      }
      const unwanted = isUnwanted(visited.outcome)
      if (!unwanted || attempt >= profiles) {
        if (!unwanted && profileIndex !== memory.profile) this.#remember(memory, profileIndex)
        return visited
      }
      attempt++
      profileIndex = (profileIndex + 1) % profiles
    }
  }

  /** A second look tells noise only when the clock on the page had time to go on. */
  async #letClocksMove({ dueAt, fetchedAt }: QueuedPage): Promise<void> {
    const { clock } = this.#parts.env
    const waitMs =
      dueAt === AT_ONCE && fetchedAt !== null ? fetchedAt + SECOND_LOOK_AFTER_MS - clock.now() : 0
    if (waitMs > 0) await clock.sleep(waitMs)
  }

  #remember(memory: HostMemory, profile: number): void {
    memory.profile = profile
    memory.touch()
  }

  /** Why this page is not asked for although it was queued, or null. */
  #limit(slot: Slot, memory: HostMemory): string | null {
    const { yieldRule } = this.#parts.settings
    const isNew = slot.page.revision === 0
    if (isNew && yieldRule && memory.yields.state(urlPattern(slot.page.url)) === 'stopped') {
      return `trap: the last 40 pages like ${urlPattern(slot.page.url)} brought nothing new`
    }
    return null
  }

  async #permission(
    slot: Slot,
    memory: HostMemory,
    conversation: Conversation,
    at: number,
  ): Promise<Visited | null> {
    const { robots, requests } = this.#parts
    const { host } = slot.queue
    if (host.origin.startsWith('file:') || robots.overruled(memory.hostname)) return null
    const ask = (url: string) =>
      conversation.ask({ method: 'GET', url, headers: requests.base(url, plain(requests.profile(0))) })
    const permission = await robots.check(host, host.origin, slot.page.url, ask)
    switch (permission.kind) {
      case 'allowed':
        if (permission.crawlDelayMs !== undefined) slot.server.turn.askFor(permission.crawlDelayMs)
        return null
      case 'disallowed':
        return this.#denied(slot, at, permission.rule)
      case 'unasked':
        return this.#broken(slot, at, permission.breakdown)
      case 'unknown': {
        const { why, until } = permission
        const outcome = { kind: 'failed', code: 'http', message: why, status: null, transient: true } as const
        return this.#aftermath.without(slot, at, outcome, 0, until)
      }
    }
  }

  /** One request; a server that refuses the range is asked again for the whole. */
  async #ask(slot: Slot, conversation: Conversation, headers: readonly string[]): Promise<Asked> {
    const { url, rank } = slot.page
    const { maxBodyBytes } = this.#parts.settings.request
    const limits =
      rank === SOURCE_RANK
        ? { maxBodyBytes: Math.max(MOST_SOURCE_BYTES, maxBodyBytes) }
        : { goesOn: this.#goesOn(slot.page) }
    const exchange = await conversation.ask({ method: 'GET', url, headers, ...limits })
    if (exchange.kind === 'answer' && exchange.status === 416) {
      const whole = withoutHeader(headers, 'Range')
      return {
        exchange: await conversation.ask({ method: 'GET', url, headers: whole, ...limits }),
        request: whole,
      }
    }
    return { exchange, request: headers }
  }

  #denied(slot: Slot, at: number, by: string): Promise<Visited> {
    return this.#aftermath.without(slot, at, { kind: 'denied', by, status: null, facts: null })
  }

  /** Pictures, films and archives that nobody wants need not travel whole to be recognised. */
  #goesOn({ url, rank }: QueuedPage) {
    const { types } = this.#parts.settings
    return (status: number, headers: readonly string[], start: Uint8Array): boolean => {
      const declared = header(headers, 'content-type') ?? ''
      if (
        status !== 200 ||
        rank === SOURCE_RANK ||
        !BULKY.test(declared) ||
        header(headers, 'content-encoding') !== undefined
      )
        return true
      const { type } = sniffType(start, declared, url)
      return types.includes(type) || !BULKY.test(type)
    }
  }

  /** A page that our reader stumbles over must not stop the crawl. */
  #unreadable(slot: Slot, trouble: ParseTrouble): Promise<Visited> {
    const message = `the page cannot be read: ${trouble.message.split('\n', 1)[0]}`
    this.#parts.report('parse-failed', slot.page.url, trouble.message.slice(0, 1_000))
    const outcome = {
      kind: 'failed',
      code: 'parse',
      message,
      status: null,
      transient: trouble.threadEnded,
    } as const
    return this.#aftermath.without(slot, this.#parts.env.clock.now(), outcome)
  }

  async #broken(slot: Slot, at: number, breakdown: Breakdown): Promise<Visited> {
    if (breakdown.code === 'dns-alarm' || breakdown.code === 'aborted') return { kind: 'put-back' }
    return this.#aftermath.without(
      slot,
      at,
      outcomeOfBreakdown(breakdown, slot.page.revision > 0),
      breakdown.endedAt - breakdown.startedAt,
    )
  }

  async #answered(
    slot: Slot,
    memory: HostMemory,
    conversation: Conversation,
    at: number,
    exchange: Answer,
    request: readonly string[],
  ): Promise<Finished> {
    const answer = whole(exchange)
    this.#learnFrom(answer, memory, slot.page.url, at)
    const compare = await this.#parts.comparer.jobFor(slot.page, answer, memory, at)
    const parsed = await this.#compared(
      slot.page,
      await this.#parse(slot.page, answer, at, request, memory, false, compare),
      memory,
    )
    if (!memory.validatorsLie && isLie(slot.page, answer, parsed)) this.#distrust(memory)
    let outcome = outcomeOfAnswer(answer, parsed, slot.page, this.#parts.canonicalizer)
    if (outcome.kind === 'fetched' && this.#parts.settings.soft404)
      outcome = await this.#soft404(outcome, slot, memory, conversation)
    return this.#aftermath.afterAnswer(slot, memory, at, answer, parsed, outcome)
  }

  /** Step 5, after the thread: the host learns what is noise, and a change gets its words. */
  async #compared(page: QueuedPage, parsed: ParseResult, memory: HostMemory): Promise<ParseResult> {
    if (!parsed.comparison) return parsed
    memory.learnVolatile(parsed.comparison)
    return { ...parsed, comparison: await this.#parts.comparer.withSummary(page, parsed.comparison) }
  }

  #learnFrom(answer: Answer, memory: HostMemory, url: string, at: number): void {
    if (!memory.ranges && header(answer.headers, 'accept-ranges') === 'bytes') {
      memory.ranges = true
      memory.touch()
    }
    const cookies =
      this.#parts.settings.request.cookies === 'off' ? [] : headerAll(answer.headers, 'set-cookie')
    if (cookies.length > 0) {
      memory.cookies.setFrom(url, cookies, at)
      memory.touch()
    }
  }

  #distrust(memory: HostMemory): void {
    memory.validatorsLie = true
    memory.touch()
    this.#parts.report(
      'validators-lie',
      memory.origin,
      'pages change without their ETag or date: asks for them whole',
    )
  }

  /** Steps 4 to 6, in a parse thread. */
  #parse(
    page: QueuedPage,
    answer: Answer,
    at: number,
    request: readonly string[],
    memory: HostMemory,
    probing: boolean,
    compare: CompareJob | null = null,
  ): Promise<ParseResult> {
    const { plugins, robots, pool } = this.#parts
    const forPlugins = plugins.has('response') || plugins.has('queue')
    const fingerprints =
      probing || typeof memory.soft404 === 'object' || this.#fruit.isSuspect(memory, page.url)
    const want = { text: forPlugins, links: forPlugins, body: plugins.has('response'), fingerprints }
    const obey = !robots.overruled(memory.hostname)
    return pool.parse(jobFor(page, answer, { at, request, obey, want, compare }))
  }

  async #soft404(
    outcome: Outcome & { kind: 'fetched' },
    slot: Slot,
    memory: HostMemory,
    conversation: Conversation,
  ): Promise<Outcome> {
    if (isSuspicious(outcome.facts, memory)) {
      const probing = this.#probing.get(memory) ?? this.#probe(slot, memory, conversation)
      this.#probing.set(memory, probing)
      await probing
    }
    if (!isSoft404(outcome.facts, memory)) return outcome
    return {
      kind: 'gone',
      status: outcome.status,
      why: `HTTP ${outcome.status}, but the page says "not found"`,
    }
  }

  /** Asks once for a page that cannot exist, to know what "not found" looks like here. */
  async #probe(slot: Slot, memory: HostMemory, conversation: Conversation): Promise<void> {
    const { requests, env } = this.#parts
    const url = impossibleUrl(slot.page.url, env.random)
    const headers = requests.base(url, requests.profile(memory.profile))
    const exchange = await conversation.ask({ method: 'GET', url, headers })
    if (exchange.kind === 'breakdown') return void this.#probing.delete(memory)
    const page = { ...slot.page, url, digest: null, revision: 0 }
    const parsed =
      exchange.status === 200
        ? await this.#parse(page, exchange, env.clock.now(), headers, memory, true)
        : null
    const facts = parsed?.facts
    memory.soft404 = facts?.fingerprints
      ? { title: facts.title, words: facts.fingerprints.words, outline: facts.outline }
      : 'none'
    memory.touch()
  }
}

/** Two seconds and a little: then a clock that counts seconds shows another time. */
const SECOND_LOOK_AFTER_MS = 2_100

/** Its name was looked up several times before the page came here. */
function nameless(hostname: string): Outcome {
  return {
    kind: 'failed',
    code: 'dns',
    message: `the name ${hostname} has no address`,
    status: null,
    transient: true,
  }
}

const BULKY = /^(?:image|video|audio|font)\/|^application\/(?:zip|gzip|octet-stream|x-|vnd\.)/

const plain = (profile: Profile): Profile => ({ ...profile, accept: 'text/plain, */*;q=0.1' })

/** Does another content come under the validators of the one before? Then "not modified" means nothing here. */
function isLie(page: QueuedPage, answer: Answer, parsed: ParseResult): boolean {
  if (answer.status !== 200 || page.revision === 0 || parsed.facts.same) return false
  const etag = header(answer.headers, 'etag')
  if (etag !== undefined) return etag === page.etag && !etag.startsWith('W/')
  const modified = header(answer.headers, 'last-modified')
  return modified !== undefined && modified === page.lastModified
}

/** It redirects to itself and gave us a cookie that was not sent: with it, the page may open. */
function wantsCookieBack(outcome: Outcome, sent: readonly string[], cookie: string | undefined): boolean {
  return outcome.kind === 'failed' && outcome.code === 'redirects' && cookie !== header(sent, 'cookie')
}

function withoutHeader(headers: readonly string[], name: string): string[] {
  return headers.filter((_, i) => headers[i - (i % 2)] !== name)
}
