import { hashText } from '../../change/text/hash.ts'
import { SeenPages, UrlEquivalences } from '../../duplicates/index.ts'
import { RecentMap } from '../../env/recent-map.ts'
import { CookieJar } from '../../fetch/index.ts'
import { HostQueries, type SavedQueries } from '../../focus/queries/index.ts'
import type { HostRef, LeasedHost } from '../../store/index.ts'
import { DateTrap, hostOf, urlPattern, type YieldState, YieldTracker } from '../../url/index.ts'
import { type CollectionLearning, HostLearning } from '../planning/host-learning.ts'
import type { ComparedPayload } from '../thread/job.ts'
import { DoubleFetch } from './double-fetch.ts'
import { HostQuota } from './quota.ts'
import { type RenderChoice, RenderMemory } from './render-memory.ts'
import { SecondLookBudget } from './second-look-budget.ts'
import { type StoredMemory, storedMemory } from './stored-memory.ts'
import { VolatileMemory } from './volatile-memory.ts'
import { WallMemory } from './wall-memory.ts'

/** What the host answers for a Url that cannot exist: `none` if it says 404 as it should. */
export type Soft404 =
  | 'unknown'
  | 'none'
  | { readonly title: string | null; readonly words: string; readonly outline: number }

/** How many visits may teach something before it is written: what a crash loses, the next plan learns again. */
const MAX_UNSAVED = 50
const MAX_TITLES = 200
/** Memory that every host takes. */
const HELD_BYTES = 4_000

/**
 * What was learned about a host and is worth keeping: small, stored as one JSON text, written when it changed. It changes
 * only through its own methods, which know what has to be written.
 */
export class HostMemory {
  readonly host: HostRef
  readonly origin: string
  readonly hostname: string
  #profile: number
  #ranges: boolean
  #soft404: Soft404
  #isLoggedIn: boolean
  #loggedInAt = Number.NEGATIVE_INFINITY
  #validatorsLie: boolean
  readonly #cookies: CookieJar
  readonly dates: DateTrap
  readonly #yields: YieldTracker
  /** What was learned about how its pages change. */
  readonly learning: HostLearning
  /** What was learned about regions that differ on every visit. */
  readonly volatile: VolatileMemory
  /** What was learned about addresses that show the same page. */
  readonly equivalences: UrlEquivalences
  readonly confirmations: SecondLookBudget
  readonly doubleFetch = new DoubleFetch()
  #stored: number
  /** Room for the pages that may still be added from this host. */
  readonly quota = new HostQuota(() => this.#stored)
  /** Recent titles by hash, with how often they were seen: many Urls with one title make a soft 404 likely. */
  readonly #titles = new RecentMap<number, number>(MAX_TITLES)
  readonly #walls: WallMemory
  readonly #renders: RenderMemory
  /** Queries sent to its search forms and their answers; read from `#savedQueries` when first needed. */
  #queries: HostQueries | null = null
  readonly #savedQueries: SavedQueries | undefined
  /** Number of new sitemaps and feeds requested from this host. */
  #sources: number
  #dirty = false
  #savedChars: number

  constructor(host: LeasedHost, collection: CollectionLearning, seen = new SeenPages()) {
    const saved = storedMemory(host.memory)
    this.#savedChars = host.memory?.length ?? 0
    this.host = { shard: host.shard, id: host.id }
    this.origin = host.origin
    this.hostname = hostOf(`${host.origin}/`)
    this.#stored = host.fetched
    this.#profile = saved.profile ?? 0
    this.#ranges = saved.ranges ?? false
    this.#soft404 = saved.notFound ?? 'unknown'
    this.#isLoggedIn = saved.loggedIn ?? false
    this.#validatorsLie = saved.validatorsLie ?? false
    this.#cookies = CookieJar.fromJSON(saved.cookies ?? [])
    this.dates = new DateTrap(saved.dates ?? [])
    this.#yields = new YieldTracker(saved.yields ?? [])
    this.learning = new HostLearning(collection, saved.refresh)
    this.volatile = new VolatileMemory(saved.volatile)
    this.confirmations = new SecondLookBudget(saved.confirmations)
    this.#sources = saved.sources ?? 0
    this.equivalences = new UrlEquivalences(host.origin, seen, saved.urls)
    this.#walls = new WallMemory(saved.walls)
    this.#renders = new RenderMemory(saved.renders)
    this.#savedQueries = saved.forms
  }

  /** The request profile that worked here. */
  get profile(): number {
    return this.#profile
  }

  rememberProfile(index: number): void {
    if (index !== this.#profile) this.#dirty = true
    this.#profile = index
  }

  /** Whether the host answers range requests. */
  get ranges(): boolean {
    return this.#ranges
  }

  offersRanges(): void {
    if (!this.#ranges) this.#dirty = true
    this.#ranges = true
  }

  get soft404(): Soft404 {
    return this.#soft404
  }

  learnSoft404(answer: Soft404): void {
    this.#soft404 = answer
    this.#dirty = true
  }

  get isLoggedIn(): boolean {
    return this.#isLoggedIn
  }

  /** When we last logged in during this run, by the monotonic clock; -Infinity if never. */
  get loggedInAt(): number {
    return this.#loggedInAt
  }

  loggedIn(at: number): void {
    this.#isLoggedIn = true
    this.#loggedInAt = at
    this.#dirty = true
  }

  /** Called when the session has ended. */
  loggedOut(): void {
    this.#isLoggedIn = false
    this.#dirty = true
  }

  /** Whether the host has said that a page was unchanged when it was not: its ETag and Last-Modified are no longer trusted. */
  get validatorsLie(): boolean {
    return this.#validatorsLie
  }

  distrustValidators(): void {
    this.#validatorsLie = true
    this.#dirty = true
  }

  /** Called when a page of this host is stored for the first time. */
  pageStored(): void {
    this.#stored++
  }

  /** The Cookie header for an address, if there is one to send. */
  cookieFor(url: string, nowMs: number): string | undefined {
    return this.#cookies.header(url, nowMs)
  }

  /** Keeps the cookies that an answer sets. */
  keepCookies(url: string, setCookies: readonly string[], nowMs: number): void {
    if (setCookies.length === 0) return
    this.#cookies.setFrom(url, setCookies, nowMs)
    this.#dirty = true
  }

  /** Whether pages with addresses like this lead to anything new. */
  yieldOf(pattern: string): YieldState {
    return this.#yields.state(pattern)
  }

  /** Notes whether a page brought something new. Returns the new state of its pattern, or null if the state is the same as before. */
  noteYield(url: string, broughtNews: boolean): YieldState | null {
    const before = this.#yields.state(urlPattern(url))
    const after = this.#yields.record(url, broughtNews)
    if (before === after) return null
    this.#dirty = true
    return after
  }

  learnVolatile({ hostLearned, sharedSeen, secondLook }: ComparedPayload, pageClass: string | null): void {
    if (hostLearned !== null) this.volatile.learn(pageClass, hostLearned)
    if (sharedSeen !== null) this.volatile.learnShared(sharedSeen)
    if (secondLook !== null) this.confirmations.record(secondLook === 'taught')
    this.learning.unsaved++
  }

  secondLookFailed(): void {
    this.confirmations.recordFailure()
    this.learning.unsaved++
  }

  /** The approximate memory it takes: twice its last saved text, plus what is not in that text. */
  get sizeBytes(): number {
    return HELD_BYTES + 2 * this.#savedChars + this.#cookies.sizeBytes + this.equivalences.sizeBytes
  }

  /** The text to store, or null if nothing changed since the last call. Small changes are collected, unless this is the end. */
  save(persistCookies: boolean, isEnd = false): string | null {
    const { unsaved } = this.learning
    if (this.equivalences.takeChanged()) this.#dirty = true
    if (!this.#dirty && unsaved < (isEnd ? 1 : MAX_UNSAVED)) return null
    this.#dirty = false
    const forms = this.#formsToSave()
    const saved: StoredMemory = {
      profile: this.#profile,
      ranges: this.#ranges,
      notFound: this.#soft404,
      ...(this.#validatorsLie ? { validatorsLie: true } : {}),
      dates: this.dates.toJSON(),
      yields: this.#yields.toJSON(),
      refresh: this.learning.toJSON(),
      ...(this.volatile.isEmpty ? {} : { volatile: this.volatile.toJSON() }),
      confirmations: this.confirmations.toJSON(),
      ...(this.#sources > 0 ? { sources: this.#sources } : {}),
      ...(this.equivalences.isEmpty ? {} : { urls: this.equivalences.toJSON() }),
      ...(this.#walls.isEmpty ? {} : { walls: this.#walls.toJSON() }),
      ...(this.#renders.isEmpty ? {} : { renders: this.#renders.toJSON() }),
      ...(forms ? { forms } : {}),
      ...(persistCookies ? { cookies: this.#cookies.toJSON(), loggedIn: this.#isLoggedIn } : {}),
    }
    const text = JSON.stringify(saved)
    this.#savedChars = text.length
    return text
  }

  /** The queries sent to its search forms, and the answers. */
  get queries(): HostQueries {
    this.#queries ??= new HostQueries(this.#savedQueries)
    return this.#queries
  }

  queriesChanged(): void {
    this.#dirty = true
  }

  #formsToSave(): SavedQueries | undefined {
    if (this.#queries === null) return this.#savedQueries
    return this.#queries.isEmpty ? undefined : this.#queries.toJSON()
  }

  /** Whether one more sitemap or feed may be read from this host; counts it if so. */
  mayReadSource(limit: number): boolean {
    if (this.#sources >= limit) return false
    this.#sources++
    this.#dirty = true
    return true
  }

  /** Notes that this address showed a page of this shape instead of its own, and says whether enough others did so to call it a wall. */
  showsWall(shape: string, url: string): boolean {
    const isWall = this.#walls.isWall(shape, hashText(url))
    if (isWall) this.#dirty = true
    return isWall
  }

  /** Whether rendering in a browser may show more for some pages of this host, as far as is known. */
  get mayBeRendered(): boolean {
    return this.#renders.mayBeRendered
  }

  /** Whether pages like this are rendered in a browser; undefined if that has to be found out. */
  renderChoice(...page: Parameters<RenderMemory['find']>): RenderChoice | undefined {
    return this.#renders.find(...page)
  }

  learnRendering(look: Omit<RenderChoice, 'isRendered'>): RenderChoice {
    this.#dirty = true
    return this.#renders.learn(look)
  }

  /** Counts a title and returns how often it was seen before. */
  noteTitle(title: string): number {
    const hash = hashText(title)
    const times = this.#titles.get(hash) ?? 0
    this.#titles.set(hash, times + 1)
    return times
  }
}
