/** Complete settings of a crawl; the config room fills in defaults. Times are in milliseconds, sizes in bytes. */
import type { BucketAddress, Compression } from '../archive/index.ts'
import type { Pictures, RequestPurpose } from '../browser/rendered.ts'
import type { ChangeLevel, PartSettings } from '../change/index.ts'
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
  | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string>> }
  /** Posts the fields once and keeps the cookies that come back. */
  | { readonly kind: 'form'; readonly action: string; readonly fields: Readonly<Record<string, string>> }

export interface RequestSettings {
  /** The product token that robots.txt and meta robots know us by. */
  readonly agent: string
  /** Tried in order when a server answers with an unwanted type; the first is the usual one. */
  readonly profiles: readonly RequestProfile[]
  readonly headers: Readonly<Record<string, string>>
  readonly delayMs: number
  /** Longer delays after some pages; the first rule that matches wins. */
  readonly delays: readonly (PageSelector & { readonly delayMs: number })[]
  readonly perServer: number
  readonly politeness: 'server' | 'host'
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
  readonly maxBodyBytes: number
  readonly retries: number
  readonly retryDelayMs: number
  /** Hosts for which the operator overrules robots.txt and robots directives. Everywhere else they are obeyed. */
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
  /** The part of the page that is compared; null: all of it. */
  readonly part: PartSettings | null
}

export interface ChangeSettings extends Omit<ChangeRule, 'part'> {
  readonly ignore: 'auto' | 'masks'
  /** Paths of regions. */
  readonly ignoreRegions: readonly string[]
  readonly countRegions: readonly string[]
  readonly doubleFetch: boolean
  /** The first rule that matches wins. */
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
  /** The name of a built-in policy, or the absolute path of a module. */
  readonly policy: string
  readonly objective: Objective
  /** Numbers of the `step` policy. */
  readonly step: StepOptions
  /** Rates of the `classes` policy, in changes per day; empty for the default ones. */
  readonly classes: readonly number[]
  /** Null: one fetch of each page per interval. */
  readonly budget: { readonly unit: 'fetches' | 'bytes'; readonly perDay: number } | null
  readonly intervalMs: number
  readonly bounds: Bounds
  readonly rules: readonly (PageSelector & { readonly bounds: Bounds })[]
  readonly goals: readonly GoalSettings[]
  /** Share of the budget for new pages; `auto` follows what they turn out to be worth. */
  readonly discover: number | 'auto'
  /** Share of the budget for pages whose change rate is least known. */
  readonly explore: number
  /** Which share of the changes found counts, from 0 to 1: of those in the text alone, and of those in the structure. */
  readonly changes: ChangeShares
  readonly signals: boolean
  /** Where WebSub hubs reach us, and where to listen for them; null: no subscriptions. */
  readonly websub: {
    readonly callback: string
    readonly listen: { readonly address: string; readonly port: number }
  } | null
  readonly habits: boolean
  /** Length of a refresh cycle; null: refresh continuously. */
  readonly cycleMs: number | null
  readonly publish: 'in-place' | 'shadow'
}

export type RenderMode = 'never' | 'auto' | 'always'

export interface RenderRule {
  readonly pages?: RenderMode
  /** A selector that must match before a page is read. */
  readonly until?: string
  /** The source of a function that must return true before a page is read. */
  readonly when?: string
  readonly scrolls?: number
}

export interface RenderSettings {
  readonly pages: RenderMode
  /** The first rule that matches wins. */
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
  /** Memory limit of one page. */
  readonly maxPageBytes: number
  readonly blocked: readonly RequestPurpose[]
  readonly blocksTrackers: boolean
  /** Null: the browser installed on the system. */
  readonly browser: string | null
  readonly sandbox: boolean
}

/** Matches pages that pass less than a given share of the checks of a level, or at least that share. */
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
  /** Sites are crawled by models; where the collection keeps none, one is made first. */
  | { readonly kind: 'auto'; readonly sample: number | 'auto'; readonly split: Split }
  | { readonly kind: 'given'; readonly guide: GuideData }

/** A topic of a focused crawl: by words, by example pages, or by a class of another collection. */
export interface TopicSettings {
  readonly name: string
  readonly words: string | null
  /** The language of the words. */
  readonly language: string
  /** Paths of example files. */
  readonly examples: readonly string[]
  readonly like: { readonly collection: string; readonly pageClass: string } | null
}

/** How the forms of sites are filled in. */
export interface FormSettings {
  /** Maximum number of queries per host. */
  readonly queries: number
  /** Whether searches may be sent by POST. */
  readonly post: boolean
  /** How long after an answer its query is submitted again; null: never. */
  readonly againMs: number | null
}

export interface CrawlSettings {
  readonly seeds: readonly Seed[]
  /** Depth of the seeds: 0, or 1 for users who count that way. */
  readonly seedDepth: number
  readonly canonical: CanonicalOptions
  readonly scope: ScopeSettings
  /** Stop when the collection holds this many pages. */
  readonly pages: number | null
  readonly perHost: number | null
  /** Maximum number of sitemaps and feeds read from one host. */
  readonly sitemapsPerHost: number
  readonly types: readonly string[]
  readonly order: 'breadth' | 'depth' | 'best'
  /** Read the sitemaps that robots.txt names. */
  readonly sitemaps: boolean
  /** Try the usual address of a sitemap if robots.txt names none. */
  readonly guessesSitemaps: boolean
  /** Read the feeds that pages name. */
  readonly feeds: boolean
  /** Follow images, scripts and styles too. */
  readonly resources: boolean
  /** Selectors of the only links that are followed; none: all are. */
  readonly follow: readonly string[]
  /** Follow addresses that a page mentions without linking to them. */
  readonly mentions: boolean
  /** Whether pages are sampled for a model that will guide the crawl; then links that a guided crawl does not follow are not queued. */
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
    /** Null leaves it where it is. */
    readonly folder: string | null
    /** Where closed files are moved. */
    readonly bucket: BucketAddress | null
    readonly compression: Compression
    readonly level: number
    /** Learn zstd dictionaries for pages that look alike. */
    readonly dictionaries: boolean
    readonly rotateBytes: number
    /** Keep the values of cookies in the records. */
    readonly cookies: boolean
    /** Keep the resources that rendered pages load. */
    readonly complete: boolean
  }
  /** Which revisions the full-text index holds. */
  readonly search: 'off' | 'current' | 'all'
  readonly change: ChangeSettings
  /** The share of phrases that makes a page a copy of another; null: pages are not compared with each other. */
  readonly minResemblance: number | null
  /** Whether to learn which addresses show the same page, and visit such a page only once. */
  readonly learnsUrls: boolean
  readonly refresh: RefreshSettings
  readonly render: RenderSettings
  /** Threads that read pages, at most. */
  readonly threads: number
  /** How many of them are started when pages queue up; others only go on behind a page that takes long. */
  readonly usualThreads: number
  readonly pluginTimeoutMs: number
  /** How long a crawl waits for retries before it counts as done. */
  readonly patienceMs: number
  readonly weights: WeightSettings
  readonly model: ModelSettings
  /** The topics of a focused crawl; empty for a crawl that takes everything in its usual order. */
  readonly topics: readonly TopicSettings[]
  /** How search forms are filled in; null: they are not. */
  readonly forms: FormSettings | null
  /** Page classes that are not visited. */
  readonly leftOut: readonly string[]
  /** Patterns to look for on every page. */
  readonly patterns: readonly PatternSettings[]
  /** How pages are checked for accessibility; null: they are not. */
  readonly accessibility: AccessibilitySettings | null
  /** Strings that must never be written anywhere: passwords, tokens, and values taken from the environment. */
  readonly secrets: readonly string[]
}
