/** Everything a crawl can be told, complete: defaults are filled in by the config room. Times in milliseconds, sizes in bytes. */
import type { Compression } from '../archive/index.ts'
import type { Pictures, RequestPurpose } from '../browser/rendered.ts'
import type { ChangeLevel } from '../change/index.ts'
import type { AccessibilitySettings } from '../document/accessibility/index.ts'
import type { PatternSettings } from '../document/patterns/index.ts'
import type { DnsOptions, Egress } from '../fetch/index.ts'
import type { StepOptions } from '../refresh/step.ts'
import type { Objective } from '../refresh/types.ts'
import type { GuideData, Split } from '../site/index.ts'
import type { CanonicalOptions, ScopeSettings, Url } from '../url/index.ts'
import type { PageSelector } from './page-selector.ts'

export type Seed =
  | { readonly kind: 'page'; readonly url: Url }
  | { readonly kind: 'sitemap'; readonly url: Url }
  | { readonly kind: 'feed'; readonly url: Url }

export interface RequestProfile {
  readonly accept: string
  readonly acceptLanguage: string
  readonly userAgent: string
}

export type Credentials =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  /** Posts the fields once and keeps the cookies that come back. */
  | { readonly kind: 'form'; readonly action: string; readonly fields: Readonly<Record<string, string>> }

export interface RequestSettings {
  /** The product token that robots.txt and meta robots know us by. */
  readonly agent: string
  /** Tried in order when a server answers with an unwanted type; the first is the usual one. */
  readonly profiles: readonly RequestProfile[]
  readonly headers: Readonly<Record<string, string>>
  readonly delayMs: number
  /** Longer delays after some pages; the first rule that fits counts. */
  readonly delays: readonly (PageSelector & { readonly delayMs: number })[]
  readonly perServer: number
  readonly politeness: 'server' | 'host'
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
  readonly maxBodyBytes: number
  readonly retries: number
  readonly retryDelayMs: number
  /** Hosts for which the operator overrules robots.txt and robots directives. All others are obeyed. */
  readonly robotsOverrides: readonly string[]
  readonly cookies: 'off' | 'session' | 'persistent'
  readonly auth: readonly { readonly origin: string; readonly credentials: Credentials }[]
  readonly http2: boolean
  readonly verifyTls: boolean
  readonly allowPrivate: boolean
  readonly egress: readonly Egress[]
  /** Other origins that a form of a site model may be sent to. */
  readonly formOrigins: readonly string[]
}

export interface ChangeRule {
  readonly level: ChangeLevel
  readonly threshold: number
}

export interface ChangeSettings extends ChangeRule {
  readonly ignore: 'auto' | 'masks'
  /** Paths of regions. */
  readonly ignoreRegions: readonly string[]
  readonly countRegions: readonly string[]
  readonly doubleFetch: boolean
  /** The first one that fits counts. */
  readonly rules: readonly (Partial<ChangeRule> & PageSelector)[]
}

export type Bounds = readonly [shortestMs: number, longestMs: number]

export interface GoalSettings extends PageSelector {
  readonly share: number
  readonly ageMs: number
}

export interface ChangeShares {
  readonly text: number
  readonly structure: number
}

export interface RefreshSettings {
  /** The name of a policy, or the absolute path of a module. */
  readonly policy: string
  readonly objective: Objective
  /** Numbers of the `step` policy. */
  readonly step: StepOptions
  /** Rates of the `classes` policy, changes a day; empty for the usual ones. */
  readonly classes: readonly number[]
  /** Null: one fetch of each page in an interval. */
  readonly budget: { readonly unit: 'fetches' | 'bytes'; readonly perDay: number } | null
  readonly intervalMs: number
  readonly bounds: Bounds
  readonly rules: readonly (PageSelector & { readonly bounds: Bounds })[]
  readonly goals: readonly GoalSettings[]
  /** Share of the budget that new pages may take; `auto` by what they turn out to be worth. */
  readonly discover: number | 'auto'
  /** Share of the budget for pages whose rate is least known. */
  readonly explore: number
  /** How many of the changes that are found count, from 0 to 1: of the text alone, and of the structure. */
  readonly changes: ChangeShares
  readonly signals: boolean
  /** Where WebSub hubs reach us, and where to listen for them; null: they are not asked. */
  readonly websub: {
    readonly callback: string
    readonly listen: { readonly address: string; readonly port: number }
  } | null
  readonly habits: boolean
  /** Null: all the time. */
  readonly cycleMs: number | null
  readonly publish: 'in-place' | 'shadow'
}

export type RenderMode = 'never' | 'auto' | 'always'

export interface RenderRule {
  readonly pages?: RenderMode
  /** A selector of what must be there before a page is read. */
  readonly until?: string
  /** The text of a function that must return true before. */
  readonly when?: string
  readonly scrolls?: number
}

export interface RenderSettings {
  readonly pages: RenderMode
  /** The first one that fits counts. */
  readonly rules: readonly (PageSelector & RenderRule)[]
  readonly scrolls: number
  readonly rejectsConsent: boolean
  readonly presses: boolean
  readonly pictures: Pictures
  readonly tabs: number
  readonly timeoutMs: number
  readonly waitMs: number
  readonly maxRequests: number
  readonly maxBytes: number
  /** Memory of one page. */
  readonly maxPageBytes: number
  readonly blocked: readonly RequestPurpose[]
  readonly blocksTrackers: boolean
  /** Null: what the system has. */
  readonly browser: string | null
  readonly sandbox: boolean
}

/** Pages that pass less than a share of the checks of a level, or at least as much. */
export interface ScoreCondition {
  readonly level: 'a' | 'aa' | 'aaa'
  readonly is: 'below' | 'at least'
  readonly percent: number
}

export type WeightSettings =
  | 'auto'
  | readonly (
      | (PageSelector & { readonly weight: number })
      | { readonly accessibility: ScoreCondition; readonly weight: number }
      /** Canonical addresses with their weights. */
      | { readonly table: ReadonlyMap<string, number> }
    )[]

/** Which site models say where to go on a site and what to extract. */
export type ModelSettings =
  | { readonly kind: 'off' }
  /** Models that the collection keeps give pages their classes. */
  | { readonly kind: 'kept' }
  /** Sites are crawled by models that are made first, where the collection keeps none. */
  | { readonly kind: 'auto'; readonly sample: number | 'auto'; readonly split: Split }
  | { readonly kind: 'given'; readonly guide: GuideData }

/** A topic of a focused crawl: by words, by example pages, or by a class of another collection. */
export interface TopicSettings {
  readonly name: string
  readonly words: string | null
  /** Of the words. */
  readonly language: string
  /** Files. */
  readonly examples: readonly string[]
  readonly like: { readonly collection: string; readonly pageClass: string } | null
}

/** What of the forms of sites is filled in. */
export interface FormSettings {
  /** Queries for each host. */
  readonly queries: number
  /** May searches be sent by POST? */
  readonly post: boolean
  /** After which time an answer is asked for again; null: never. */
  readonly againMs: number | null
}

export interface CrawlSettings {
  readonly seeds: readonly Seed[]
  /** Depth of the seeds: 0, or 1 for those who count that way. */
  readonly seedDepth: number
  readonly canonical: CanonicalOptions
  readonly scope: ScopeSettings
  /** Stop when the collection holds this many pages. */
  readonly pages: number | null
  readonly perHost: number | null
  /** Sitemaps and feeds read from one host. */
  readonly sitemapsPerHost: number
  readonly types: readonly string[]
  readonly order: 'breadth' | 'depth' | 'best'
  /** Read the sitemaps that robots.txt names. */
  readonly sitemaps: boolean
  /** Look for one at the usual address where it names none. */
  readonly guessesSitemaps: boolean
  /** Read the feeds that pages name. */
  readonly feeds: boolean
  /** Follow images, scripts and styles too. */
  readonly resources: boolean
  /** Follow addresses that are only mentioned. */
  readonly mentions: boolean
  /** Pages are looked at for a model that the crawl then goes by: what no crawl by a model follows is not queued. */
  readonly sampling?: boolean
  readonly soft404: boolean
  readonly walls: boolean
  readonly yieldRule: boolean
  readonly dateRule: boolean
  readonly hiddenRule: boolean
  readonly request: RequestSettings
  readonly dns: DnsOptions
  readonly limits: {
    readonly connections: number
    readonly bytesPerSecond: number | null
    readonly servers: number
    /** How long a worker may be silent before others take its servers over. */
    readonly leaseMs: number
    /** How long reading one page may take. */
    readonly parseMs: number
  }
  readonly archive: {
    readonly compression: Compression
    readonly level: number
    /** Learn zstd dictionaries for pages that look alike. */
    readonly dictionaries: boolean
    readonly rotateBytes: number
    /** Keep the values of cookies in the records. */
    readonly cookies: boolean
    /** Keep what rendered pages load. */
    readonly complete: boolean
  }
  /** Which revisions the full-text index holds. */
  readonly search: 'off' | 'current' | 'all'
  readonly change: ChangeSettings
  /** The share of phrases that make a page a copy of another; null: pages are not compared with each other. */
  readonly minResemblance: number | null
  /** Are addresses that show the same page learned, and visited once? */
  readonly learnsUrls: boolean
  readonly refresh: RefreshSettings
  readonly render: RenderSettings
  readonly threads: number
  readonly pluginTimeoutMs: number
  /** How long a crawl waits for retries before it counts as done. */
  readonly patienceMs: number
  readonly weights: WeightSettings
  readonly model: ModelSettings
  /** What the crawl is about; empty where it takes everything in its usual order. */
  readonly topics: readonly TopicSettings[]
  /** How search forms are asked; null where they are not. */
  readonly forms: FormSettings | null
  /** Classes whose pages are not visited. */
  readonly leftOut: readonly string[]
  /** What is looked for on every page. */
  readonly patterns: readonly PatternSettings[]
  /** How pages are checked for accessibility; null where they are not. */
  readonly accessibility: AccessibilitySettings | null
  /** What must be written nowhere: passwords, tokens, and what was taken from the environment. */
  readonly secrets: readonly string[]
}
