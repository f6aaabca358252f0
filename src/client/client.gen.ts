// Made by "npm run build:client" from the OpenAPI document of the API.
import type { Call, Caller } from './caller.ts'

export type BudgetOutlook = {
  readonly budgetPerDay: number
  readonly price: number
  readonly freshness: number
  readonly ageDays: number
  readonly harmonic: number
}

export type ChangeBatches = {
  readonly from: Time
  readonly to: Time
  readonly hosts: readonly ({
    readonly host: string
    readonly counts: readonly (number)[]
    readonly batches: readonly ({
      readonly from: Time
      readonly to: Time
      readonly pages: number
      readonly directory: string
    })[]
  })[]
}

export type ChangeFilter = {
  readonly host?: string
  readonly class?: string
  readonly pattern?: string
  readonly except?: string
  readonly level?: string
  readonly minDifference?: number
  readonly appears?: string
  readonly disappears?: string
  readonly below?: number
  readonly above?: number
}

export type ChangeNote = {
  readonly changed: boolean
  readonly why?: string
  readonly level: string
  readonly difference: number
  readonly resemblance?: number
  readonly simhashDistance?: number
  readonly paths: readonly (string)[]
  readonly excused?: readonly (string)[]
  readonly sharedWith?: number
  readonly summary?: string
  readonly secondLook?: string
}

export type CheckedPage = {
  readonly url: string
  readonly host: string
  readonly class: string | null
  readonly at: Time
  readonly revision: number
  readonly score: LevelScores
  readonly failed: readonly ({
    readonly rule: string
    readonly level: string
    readonly criteria: readonly (string)[]
    readonly says: string
    readonly count: number
    readonly elements: readonly (string)[]
  })[]
}

export type ClassLink = {
  readonly from: string
  readonly to: string
  readonly xpath: string
  readonly type: "list" | "menu" | "singleton" | "form"
  readonly fixed: boolean
  readonly coverage: number
  readonly links: number
  readonly pagination: boolean
}

export type Collection = {
  readonly id: string
  readonly name: string
  readonly where: string
  readonly counts: Counts | null
  readonly problem: string | null
  readonly run: Run | null
  readonly isBusy: boolean
  readonly tasks: readonly (string)[]
  readonly at: Time
}

export type ComparedPolicy = {
  readonly name: string
  readonly freshness: number
  readonly age: number
  readonly harmonic: number
  readonly staleRatio: number
  readonly oraclePercent: number
  readonly wasted: number
  readonly delayMean: number
  readonly delayP95: number
  readonly starved: number
  readonly calibration: number | null
}

export type Config = Readonly<Record<string, unknown>>

export type ConfigKey = {
  readonly key: string
  readonly about: string
  readonly value: string
  readonly standard: string
}

export type Counts = {
  readonly waiting: number
  readonly running: number
  readonly completed: number
  readonly error: number
  readonly gone: number
  readonly excluded: number
  readonly fetched: number
  readonly visits: number
  readonly revisions: number
  readonly hosts: number
  readonly bytes: number
}

export type DoctorFinding = {
  readonly level: "ok" | "warning" | "problem"
  readonly check: string
  readonly message: string
  readonly advice?: string
}

export type Event = {
  readonly at: Time
  readonly kind: string
  readonly subject: string
  readonly message: string
}

export type ExportedFile = {
  readonly name: string
  readonly sizeBytes: number
  readonly madeAt: Time
}

export type Field = {
  readonly name: string
  readonly type: FieldType
  readonly xpath: string
  readonly many: boolean
  readonly share: number
  readonly confidence: number
}

export type FieldChoices = {
  readonly site: string
  readonly class: string
  readonly fields: readonly (Field)[]
  readonly choices: readonly ({
    readonly meaning: "value" | "all" | "link"
    readonly field: Field
  })[]
}

export type FieldPlace = {
  readonly type: FieldType
  readonly xpath: string
}

export type FieldType = "string" | "number" | "date" | "url" | "img" | "html"

export type Hook = {
  readonly id: string
  readonly kind: "webhook" | "email"
  readonly target: string
  readonly filter: ChangeFilter
  readonly form: "event" | "slack" | "discord" | "text"
  readonly everyMs: number
  readonly madeAt: Time
  readonly pending: number
  readonly sent: number
  readonly problem: string | null
}

export type Host = {
  readonly host: string
  readonly server: string | null
  readonly known: number
  readonly pages: number
  readonly failed: number
  readonly bytes: number
  readonly robots: string | null
  readonly lastVisitAt: Time | null
  readonly urlRules: readonly (LearnedUrlRule)[]
  readonly renderedKinds: readonly (RenderedKind)[]
}

export type HostForms = {
  readonly host: string
  readonly found: number
  readonly estimate: number | null
  readonly hidden: number | null
  readonly answerPages: number
  readonly forms: readonly ({
    readonly kind: string
    readonly method: string
    readonly action: string
    readonly fields: readonly (string)[]
    readonly page: string
    readonly state: "asked" | "ended" | "closed"
    readonly reason: string | null
    readonly queries: number
    readonly asked: readonly (string)[]
    readonly newPages: number
  })[]
}

export type LabOrder = {
  readonly world?: "P0" | "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | "P7" | "P8" | "P9" | null
  readonly trace?: {
    readonly name?: string
    readonly text: string
  } | null
  readonly pages?: number
  readonly days?: number
  readonly budgets: readonly (string)[]
  readonly policies: readonly ("value" | "gamma" | "classes" | "optimal" | "proportional" | "uniform" | "random" | "step" | "adaptive" | "average-equal" | "average-half" | "average-age")[]
  readonly classes?: readonly (string)[]
  readonly objective?: "freshness" | "age" | "harmonic"
  readonly seed?: number
}

export type LabStatus = {
  readonly state: "running" | "done" | "failed" | "stopped"
  readonly order: {
    readonly world: string | null
    readonly trace: string | null
    readonly budgets: readonly (string)[]
    readonly policies: readonly (string)[]
    readonly objective: string
  }
  readonly startedAt: Time
  readonly endedAt: Time | null
  readonly message: string | null
  readonly runs: readonly ({
    readonly every: number
    readonly comparison: {
      readonly pages: number
      readonly spanDays: number
      readonly fetchesPerPage: number
      readonly batched: number
      readonly policies: readonly (ComparedPolicy)[]
    }
  })[]
}

export type LearnedUrlRule = {
  readonly words: string
  readonly state: "candidate" | "refuted" | "applied" | "withdrawn"
  readonly support: number
  readonly counterExamples: number
  readonly tests: number
  readonly learnedAt: Time | null
  readonly testedAt: Time | null
  readonly example: readonly (string)[] | null
  readonly counterExample: readonly (string)[] | null
}

export type LevelScores = {
  readonly a: number
  readonly aa: number
  readonly aaa: number
}

export type Model = {
  readonly start: string
  readonly madeAt: Time
  readonly pagesUsed: number
  readonly classes: readonly (PageClass)[]
  readonly links: readonly (ClassLink)[]
  readonly forms: readonly ({
    readonly from: string
    readonly xpath: string
    readonly kind: string
    readonly method: string
    readonly action: string
    readonly to?: string
    readonly fields: readonly ({
      readonly name: string
      readonly type: string
      readonly role: string
    })[]
    readonly coverage: number
  })[]
}

export type ModelChange = {
  readonly classesCame: readonly (string)[]
  readonly classesWent: readonly (string)[]
  readonly classesChanged: readonly ({
    readonly before: string
    readonly after: string
    readonly pathsCame: readonly (string)[]
    readonly pathsWent: readonly (string)[]
  })[]
  readonly linksCame: readonly (ClassLink)[]
  readonly linksWent: readonly (ClassLink)[]
  readonly linksChanged: readonly ({
    readonly from: string
    readonly to: string
    readonly before: readonly (string)[]
    readonly after: readonly (string)[]
  })[]
  readonly fieldsChanged: readonly ({
    readonly class: string
    readonly field: string
    readonly before: FieldPlace | null
    readonly after: FieldPlace | null
  })[]
}

export type NewField = {
  readonly name: string
  readonly type: FieldType
  readonly xpath: string
  readonly many?: boolean
  readonly share?: number
  readonly confidence?: number
}

export type Page = {
  readonly url: string
  readonly host: string
  readonly status: "waiting" | "running" | "completed" | "error" | "gone" | "excluded"
  readonly httpStatus: number | null
  readonly reason: string | null
  readonly wall: string | null
  readonly title: string | null
  readonly type: string | null
  readonly class: string | null
  readonly topic: string | null
  readonly relevance: number | null
  readonly revision: number
  readonly fetchedAt: Time | null
  readonly changedAt: Time | null
  readonly dueAt: Time | null
  readonly changesPerDay: number | null
  readonly sizeBytes: number | null
  readonly depth: number
  readonly via: string | null
  readonly original: string | null
  readonly priority: number
  readonly failures: number
}

export type PageChange = {
  readonly url: string
  readonly host: string
  readonly class: string | null
  readonly at: Time
  readonly revision: number
  readonly change: ChangeNote | null
}

export type PageClass = {
  readonly name: string
  readonly pages: number
  readonly address: string
  readonly examples: readonly (string)[]
  readonly fields: readonly (Field)[]
  readonly lists: readonly ({
    readonly name: string
    readonly xpath: string
    readonly fields: readonly (Field)[]
  })[]
}

export type PageDiff = {
  readonly url: string
  readonly before: Revision
  readonly after: Revision
  readonly change: ChangeNote | null
  readonly lines: readonly ({
    readonly kind: "same" | "removed" | "added"
    readonly path: string
    readonly text: string
  } | {
    readonly kind: "changed"
    readonly path: string
    readonly words: readonly ({
      readonly kind: "same" | "removed" | "added"
      readonly text: string
    })[]
    readonly noise?: true
  })[]
}

export type PageExplanation = {
  readonly standing: readonly (string)[]
  readonly expected: unknown | null
  readonly next: {
    readonly policy: string
    readonly objective: string
    readonly rate: number
    readonly rateLow: number
    readonly rateHigh: number
    readonly fresh: number
    readonly value: number
    readonly price: number
    readonly because: string
    readonly weight: number
    readonly cost: number
    readonly elapsed: number
    readonly weightForNow: number | null
    readonly signals: readonly ({
      readonly source: string
      readonly trust: {
        readonly silent: number
        readonly kappa: number
      } | null
      readonly signals: number
      readonly changes: number
    })[]
    readonly usualTime?: {
      readonly from: number
      readonly lengthDays: number
    }
    readonly together: {
      readonly group: string
      readonly changes: number
      readonly expected: number
      readonly earlierDays: number
    } | null
  } | null
}

export type PageInFull = {
  readonly url: string
  readonly host: string
  readonly status: "waiting" | "running" | "completed" | "error" | "gone" | "excluded"
  readonly httpStatus: number | null
  readonly reason: string | null
  readonly wall: string | null
  readonly title: string | null
  readonly type: string | null
  readonly class: string | null
  readonly topic: string | null
  readonly relevance: number | null
  readonly revision: number
  readonly fetchedAt: Time | null
  readonly changedAt: Time | null
  readonly dueAt: Time | null
  readonly changesPerDay: number | null
  readonly sizeBytes: number | null
  readonly depth: number
  readonly via: string | null
  readonly original: string | null
  readonly priority: number
  readonly failures: number
  readonly record: Readonly<Record<string, unknown>> | null
  readonly fields: Readonly<Record<string, unknown>> | null
}

export type PageLink = {
  readonly url: string
  readonly text: string
  readonly kind: string
  readonly nofollow: boolean
}

export type PageRecord = {
  readonly url: string
  readonly class: string
  readonly fetchedAt: Time | null
  readonly values: Readonly<Record<string, unknown>>
}

export type PageVisit = {
  readonly at: Time
  readonly outcome: string
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly sizeBytes: number | null
  readonly revision: number | null
  readonly error: string | null
  readonly change: ChangeNote | null
}

export type PatternValue = {
  readonly kind: string
  readonly value: string
  readonly pages: number
  readonly hasMorePages: boolean
  readonly url: string
}

export type PlanReport = {
  readonly pages: number
  readonly bytesPerPage: number
  readonly unit: "fetches" | "bytes"
  readonly budgetPerDay: number
  readonly freshness: number
  readonly ageDays: number
  readonly overdue: number
  readonly rates: readonly ({
    readonly fromDays: number
    readonly toDays: number | null
    readonly pages: number
  })[]
  readonly objective: string
  readonly policy: string
  readonly curve: readonly (BudgetOutlook)[]
  readonly goal: {
    readonly freshness: number
    readonly budgetPerDay: number | null
  } | null
  readonly goals: readonly ({
    readonly possible: boolean
    readonly needed: number
    readonly sentence: string
  })[]
}

export type Problem = {
  readonly problem: string
}

export type RateEstimates = {
  readonly intervals: number
  readonly changes: number
  readonly ratio: number
  readonly likely: number
  readonly averages: {
    readonly equal: number
    readonly halving: number
    readonly aging: number
  } | null
}

export type RenderedKind = {
  readonly class: string | null
  readonly isRendered: boolean
  readonly url: string
  readonly lookedAt: Time
  readonly found: {
    readonly links: number
    readonly newLinks: number
    readonly chars: number
    readonly newChars: number
  } | null
}

export type Revision = {
  readonly number: number
  readonly fetchedAt: Time
  readonly title: string | null
  readonly type: string | null
  readonly charset: string | null
  readonly sizeBytes: number
  readonly digest: string
  readonly truncated: boolean
  readonly rendered: boolean
}

export type Run = {
  readonly kind: "crawl" | "watch" | "recrawl" | "model"
  readonly state: "running" | "stopping" | "paused" | "ended" | "failed"
  readonly startedAt: Time
  readonly endedAt: Time | null
  readonly message: string | null
}

export type Sample = {
  readonly at: Time
  readonly freshness: number | null
  readonly ageDays: number | null
  readonly price: number | null
  readonly budgetPerDay: number | null
  readonly known: number
  readonly stored: number
  readonly spent: number
  readonly visits: number
  readonly refreshes: number
  readonly changes: number
  readonly wasted: number
}

export type SavedModel = {
  readonly version: number
  readonly isNew: boolean
}

export type SearchHit = {
  readonly url: string
  readonly title: string | null
  readonly snippet: {
    readonly text: string
    readonly marks: readonly (readonly [number, number])[]
  } | null
  readonly score: number
  readonly isPartial: boolean
  readonly type: string | null
  readonly language: string
  readonly class: string | null
  readonly revision: number
  readonly fetchedAt: Time
}

export type Server = {
  readonly address: string
  readonly delayMs: number
  readonly latencyMs: number
  readonly failures: number
  readonly restsUntil: Time | null
}

export type SpamFinding = {
  readonly url: string
  readonly score: number
  readonly reasons: readonly ({
    readonly kind: string
    readonly what: string
    readonly weight: number
  })[]
}

export type Task = {
  readonly kind: "index" | "duplicates" | "patterns" | "accessibility" | "doctor" | "forget" | "export" | "records"
  readonly state: "running" | "done" | "failed" | "stopped"
  readonly startedAt: Time
  readonly endedAt: Time | null
  readonly pages: number | null
  readonly message: string | null
  readonly findings: readonly (DoctorFinding)[]
}

export type Time = string

export type TriedFields = {
  readonly pages: readonly ({
    readonly url: string
    readonly title: string | null
    readonly values: Readonly<Record<string, unknown>>
  })[]
  readonly marks: readonly ({
    readonly unit: number
    readonly field: string
  })[]
}

export type UrlPermission = {
  readonly url: string
  readonly agent: string
  readonly allowed: boolean
  readonly line: number | null
  readonly rule: string | null
  readonly crawlDelayMs: number | null
  readonly sitemaps: readonly (string)[]
}

/** Everything that the API can do, a method each. */
export class Client {
  readonly #call: Caller

  constructor(call: Caller) {
    this.#call = call
  }

  /** The collections that this server shows. */
  collections(how: Call = {}): Promise<readonly (Collection)[]> {
    return this.#call('GET', `/api/collections`, {}, undefined, how)
  }

  /** Makes a collection; nothing is fetched until a run is started. */
  createCollection(body: {
  readonly name: string
  readonly config: Readonly<Record<string, unknown>>
}, how: Call = {}): Promise<Collection> {
    return this.#call('POST', `/api/collections`, {}, body, how)
  }

  /** A collection: what it holds and whether it is being crawled. */
  collection(collection: string, how: Call = {}): Promise<Collection> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}`, {}, undefined, how)
  }

  /** The counters, and how the queue grew since somebody began to look. */
  now(collection: string, how: Call = {}): Promise<{
  readonly at: Time
  readonly counts: Counts
  readonly run: Run | null
  readonly points: readonly ({
    readonly at: Time
    readonly known: number
    readonly stored: number
    readonly visits: number
    readonly fresh: number | null
    readonly judged: number
    readonly relevant: number
  })[]
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/now`, {}, undefined, how)
  }

  /** What to add to an address as `ticket`, so that a frame, a picture or a feed reader may read it without a token; null if you came without one. */
  ticket(collection: string, query: { readonly for?: "stored" | "changes.atom" | "changes.json" | "exports/file" | "export" | undefined } = {}, how: Call = {}): Promise<{
  readonly ticket: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/ticket`, query, undefined, how)
  }

  /** The config of the collection, without credentials; null if it has none yet. */
  config(collection: string, how: Call = {}): Promise<Config | null> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/config`, {}, undefined, how)
  }

  /** Checks and keeps a config; a watch that runs goes on with it at once. */
  setConfig(collection: string, body: Config, how: Call = {}): Promise<Config> {
    return this.#call('PUT', `/api/collections/${encodeURIComponent(collection)}/config`, {}, body, how)
  }

  /** The config of the collection as YAML, as people write it in a file. */
  configText(collection: string, how: Call = {}): Promise<{
  readonly text: string
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/config/text`, {}, undefined, how)
  }

  /** Checks and keeps a config written as YAML or JSON; what is wrong is told with line and column. */
  setConfigText(collection: string, body: {
  readonly text: string
}, how: Call = {}): Promise<{
  readonly text: string
}> {
    return this.#call('PUT', `/api/collections/${encodeURIComponent(collection)}/config/text`, {}, body, how)
  }

  /** Checks a config written as YAML or JSON, and keeps nothing. */
  checkConfigText(collection: string, body: {
  readonly text: string
}, how: Call = {}): Promise<{
  readonly problem: string | null
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/config/check`, {}, body, how)
  }

  /** Every key of a config: what it does, how its values are written, and its default. */
  configKeys(how: Call = {}): Promise<readonly (ConfigKey)[]> {
    return this.#call('GET', `/api/config-keys`, {}, undefined, how)
  }

  /** Starts a crawl, a watch or a recrawl in a process of its own. */
  start(collection: string, body: {
  readonly kind?: "crawl" | "watch" | "recrawl"
  readonly all?: boolean
  readonly urls?: readonly (string)[]
}, how: Call = {}): Promise<{
  readonly run: Run | null
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/start`, {}, body, how)
  }

  /** Stops the run of this server; visits in progress are finished and recorded. */
  stop(collection: string, body: {
  readonly pause?: boolean
}, how: Call = {}): Promise<{
  readonly run: Run | null
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/stop`, {}, body, how)
  }

  /** Adds addresses to the seeds; a watch that runs fetches them at once. */
  addSeeds(collection: string, body: {
  readonly urls: readonly (string)[]
}, how: Call = {}): Promise<{
  readonly seeds: number
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/seeds`, {}, body, how)
  }

  /** Deletes everything that was fetched and learned, and keeps the config. */
  empty(collection: string, body: {
  readonly confirm: string
}, how: Call = {}): Promise<{
  readonly pages: number
  readonly archiveFiles: number
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/empty`, {}, body, how)
  }

  /** Pages, sorted and filtered. What is rare is looked for part by part: an answer may hold few rows, or none, and still have a `next`. */
  pages(collection: string, query: { readonly status?: "waiting" | "running" | "completed" | "error" | "gone" | "excluded" | undefined; readonly watched?: boolean | undefined; readonly host?: string | undefined; readonly class?: string | undefined; readonly text?: string | undefined; readonly type?: string | undefined; readonly changedSince?: string | undefined; readonly topic?: string | undefined; readonly minRelevance?: number | undefined; readonly stored?: boolean | undefined; readonly lost?: boolean | undefined; readonly sort?: "discovered" | "url" | "fetchedAt" | "changedAt" | "dueAt" | "changesPerDay" | "status" | "sizeBytes" | "relevance" | undefined; readonly order?: "ascending" | "descending" | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly (Page)[]
  readonly next: string | null
  readonly looked: number
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/pages`, query, undefined, how)
  }

  /** Pages that were found to have changed. */
  changes(collection: string, query: { readonly since?: string | undefined; readonly until?: string | undefined; readonly host?: string | undefined; readonly class?: string | undefined; readonly pattern?: string | undefined; readonly except?: string | undefined; readonly level?: string | undefined; readonly minDifference?: number | undefined; readonly appears?: string | undefined; readonly disappears?: string | undefined; readonly below?: number | undefined; readonly above?: number | undefined; readonly order?: "oldest" | "newest" | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly (PageChange)[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/changes`, query, undefined, how)
  }

  /** The hosts of the collection. */
  hosts(collection: string, query: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly host?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly (Host)[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/hosts`, query, undefined, how)
  }

  /** The page classes of the collection, by name. */
  classes(collection: string, how: Call = {}): Promise<readonly ({
  readonly class: string | null
  readonly known: number
  readonly stored: number
})[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/classes`, {}, undefined, how)
  }

  /** Stored pages and their bytes by media type, the largest first. */
  types(collection: string, how: Call = {}): Promise<readonly ({
  readonly type: string
  readonly pages: number
  readonly bytes: number
})[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/types`, {}, undefined, how)
  }

  /** The topics of focused crawls, and how many of the pages that were judged are about them. */
  topics(collection: string, how: Call = {}): Promise<readonly ({
  readonly topic: string
  readonly pages: number
  readonly relevant: number
  readonly meanRelevance: number
})[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/topics`, {}, undefined, how)
  }

  /** Why pages failed, the most frequent reason first. */
  errors(collection: string, how: Call = {}): Promise<readonly ({
  readonly reason: string
  readonly count: number
  readonly example: string
  readonly retryAt: Time | null
})[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/errors`, {}, undefined, how)
  }

  /** What the engine reported, newest first. */
  events(collection: string, query: { readonly limit?: number | undefined } = {}, how: Call = {}): Promise<readonly (Event)[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/events`, query, undefined, how)
  }

  /** How it went: freshness, age, spending and waste over time. */
  samples(collection: string, query: { readonly since?: string | undefined } = {}, how: Call = {}): Promise<readonly (Sample)[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/samples`, query, undefined, how)
  }

  /** The records that were extracted when pages were fetched. */
  records(collection: string, query: { readonly class?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly (PageRecord)[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/records`, query, undefined, how)
  }

  /** Pages that say what is asked, the best first. */
  search(collection: string, query: { readonly q: string; readonly at?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined }, how: Call = {}): Promise<{
  readonly rows: readonly (SearchHit)[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/search`, query, undefined, how)
  }

  /** Groups of pages that say the same, or whose answers are the same bytes. */
  duplicates(collection: string, query: { readonly by?: "content" | "payload" | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly ({
    readonly original: string
    readonly copies: readonly (string)[]
  })[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/duplicates`, query, undefined, how)
  }

  /** E-mail addresses, telephone numbers and other values found on pages. */
  patterns(collection: string, query: { readonly kind?: string | undefined; readonly host?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly ({
    readonly kind: string
    readonly value: string
    readonly url: string
    readonly host: string
    readonly firstSeenAt: Time
    readonly lastSeenAt: Time
    readonly isCurrent: boolean
  })[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/patterns`, query, undefined, how)
  }

  /** Each value found on pages once, with the number of pages that have, or had, it. */
  patternValues(collection: string, query: { readonly kind?: string | undefined; readonly host?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly (PatternValue)[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/patterns/values`, query, undefined, how)
  }

  /** Links that lead nowhere, elsewhere or slowly, with the pages that hold them. */
  linkHealth(collection: string, query: { readonly host?: string | undefined; readonly problem?: "dead" | "soft-dead" | "redirected" | "slow" | "fragment" | undefined; readonly slowOver?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly ({
    readonly problem: string
    readonly page: string
    readonly url: string
    readonly text: string
    readonly kind: string
    readonly httpStatus: number | null
    readonly reason: string | null
    readonly leadsTo: string | null
    readonly durationMs: number | null
  })[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/links`, query, undefined, how)
  }

  /** What is known about a page. */
  page(collection: string, query: { readonly url: string }, how: Call = {}): Promise<PageInFull> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page`, query, undefined, how)
  }

  /** The visits of a page, oldest first, its revisions, and how often it seems to change. */
  history(collection: string, query: { readonly url: string }, how: Call = {}): Promise<{
  readonly visits: readonly (PageVisit)[]
  readonly revisions: readonly (Revision)[]
  readonly estimates: RateEstimates | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page/history`, query, undefined, how)
  }

  /** Where a page was found, how often it seems to change, when it is visited next, and why. */
  explain(collection: string, query: { readonly url: string }, how: Call = {}): Promise<PageExplanation> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page/explain`, query, undefined, how)
  }

  /** What changed from one revision to another; by default between the last two. */
  diff(collection: string, query: { readonly url: string; readonly before?: number | undefined; readonly after?: number | undefined; readonly noise?: boolean | undefined; readonly of?: "text" | "source" | undefined; readonly whole?: boolean | undefined }, how: Call = {}): Promise<PageDiff | null> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page/diff`, query, undefined, how)
  }

  /** What a page says, as text, Markdown, HTML or data; null if nothing can be read. */
  pageText(collection: string, query: { readonly url: string; readonly revision?: number | undefined; readonly at?: string | undefined; readonly as?: "text" | "markdown" | "html" | "json" | "source" | undefined; readonly main?: boolean | undefined }, how: Call = {}): Promise<{
  readonly text: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page/text`, query, undefined, how)
  }

  /** What the server said before the content: its status line and headers; null if nothing is stored. */
  pageResponse(collection: string, query: { readonly url: string; readonly revision?: number | undefined; readonly at?: string | undefined }, how: Call = {}): Promise<{
  readonly statusLine: string
  readonly headers: readonly (readonly [string, string])[]
} | null> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page/response`, query, undefined, how)
  }

  /** The links on the current revision of a page. */
  pageLinks(collection: string, query: { readonly url: string }, how: Call = {}): Promise<readonly (PageLink)[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page/links`, query, undefined, how)
  }

  /** In which forms a revision of a page can be shown: `stored?as=sent`, `stored?as=picture` and `stored?as=thumbnail` return them. */
  pageViews(collection: string, query: { readonly url: string; readonly revision?: number | undefined }, how: Call = {}): Promise<{
  readonly rendered: boolean
  readonly sent: boolean
  readonly picture: boolean
  readonly thumbnail: boolean
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page/views`, query, undefined, how)
  }

  /** Pages that say nearly the same as a page; null if it was never compared with others. */
  pagesLike(collection: string, query: { readonly url: string; readonly resemblance?: number | undefined }, how: Call = {}): Promise<readonly ({
  readonly url: string
  readonly resemblance: number
})[] | null> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page/duplicates`, query, undefined, how)
  }

  /** Other pages whose answers are the same bytes as those of a page. */
  pageCopies(collection: string, query: { readonly url: string }, how: Call = {}): Promise<readonly (string)[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page/copies`, query, undefined, how)
  }

  /** Visits a page now, whether or not it is due: by the process that crawls the collection, or by one for this page alone. */
  visitPage(collection: string, body: {
  readonly url: string
}, how: Call = {}): Promise<{
  readonly state: "asked" | "started"
  readonly message: string
  readonly visits: number
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/page/visit`, {}, body, how)
  }

  /** How fresh the collection is, what other budgets would buy, and what a goal costs; null while nothing is stored. */
  plan(collection: string, query: { readonly budget?: string | undefined; readonly objective?: "freshness" | "age" | "harmonic" | undefined; readonly freshness?: string | undefined } = {}, how: Call = {}): Promise<PlanReport | null> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/plan`, query, undefined, how)
  }

  /** The latest comparison of policies that this server made; null if it made none. */
  lab(collection: string, how: Call = {}): Promise<LabStatus | null> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/lab`, {}, undefined, how)
  }

  /** Compares policies in a process of its own, on the same changes and with the same number of fetches. */
  startLab(collection: string, body: LabOrder, how: Call = {}): Promise<LabStatus> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/lab`, {}, body, how)
  }

  /** Stops the comparison. */
  stopLab(collection: string, body: {

}, how: Call = {}): Promise<LabStatus | null> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/lab/stop`, {}, body, how)
  }

  /** Hosts or classes ranked by their accessibility, the best first. */
  accessibility(collection: string, query: { readonly by?: "host" | "class" | undefined; readonly host?: string | undefined; readonly class?: string | undefined; readonly at?: string | undefined; readonly since?: string | undefined } = {}, how: Call = {}): Promise<readonly ({
  readonly host: string
  readonly class: string | null
  readonly pages: number
  readonly score: LevelScores
  readonly before: LevelScores | null
})[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/accessibility`, query, undefined, how)
  }

  /** The scores of all pages over time, the oldest first; times before the first check are left out. */
  accessibilityTrend(collection: string, query: { readonly since?: string | undefined; readonly host?: string | undefined; readonly points?: number | undefined } = {}, how: Call = {}): Promise<readonly ({
  readonly at: Time
  readonly pages: number
  readonly score: LevelScores
})[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/accessibility/trend`, query, undefined, how)
  }

  /** Pages with what accessibility checks found on them, the worst first. */
  checkedPages(collection: string, query: { readonly host?: string | undefined; readonly class?: string | undefined; readonly at?: string | undefined; readonly limit?: number | undefined } = {}, how: Call = {}): Promise<readonly (CheckedPage)[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/accessibility/pages`, query, undefined, how)
  }

  /** What accessibility checks found on the revisions of a page, the oldest first. */
  pageAccessibility(collection: string, query: { readonly url: string }, how: Call = {}): Promise<readonly (CheckedPage)[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/page/accessibility`, query, undefined, how)
  }

  /** The servers that answer for hosts: how far apart requests are, how fast they answer, which of them rest. */
  servers(collection: string, query: { readonly limit?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly (Server)[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/servers`, query, undefined, how)
  }

  /** When sites changed in batches: the hosts that changed most, with their changes in equal spans of time. */
  changeBatches(collection: string, query: { readonly since?: string | undefined; readonly until?: string | undefined } = {}, how: Call = {}): Promise<ChangeBatches> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/changes/batches`, query, undefined, how)
  }

  /** The forms of hosts: which search forms are asked, what came of it, and how much is still hidden. */
  forms(collection: string, query: { readonly host?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly (HostForms)[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/forms`, query, undefined, how)
  }

  /** Pages before which something stood at their last visit: a log-in, a check, a limit. */
  walledPages(collection: string, query: { readonly limit?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly (Page)[]
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/walls`, query, undefined, how)
  }

  /** Pages that look as if they were written for search engines, among the next 500 stored ones. */
  spam(collection: string, query: { readonly host?: string | undefined; readonly minScore?: number | undefined; readonly cursor?: string | undefined } = {}, how: Call = {}): Promise<{
  readonly rows: readonly (SpamFinding)[]
  readonly looked: number
  readonly next: string | null
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/spam`, query, undefined, how)
  }

  /** What the robots.txt of its site says about each address, to the crawler of this collection or to another; the files are fetched now. */
  askRobots(collection: string, body: {
  readonly urls: readonly (string)[]
  readonly agent?: string
}, how: Call = {}): Promise<readonly (UrlPermission)[]> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/robots`, {}, body, how)
  }

  /** The sites that have a model, with the numbers of its versions. */
  models(collection: string, how: Call = {}): Promise<readonly ({
  readonly site: string
  readonly versions: readonly (number)[]
})[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/models`, {}, undefined, how)
  }

  /** Learns how many sites are built, side by side, as `makeModel` does for one; sites that have a model keep it. */
  makeModels(collection: string, body: {
  readonly pages?: number | "auto"
  readonly strategy?: "dense" | "sparse"
  readonly split?: "none" | "semantic"
  readonly seed?: number
  readonly urls: readonly (string)[]
}, how: Call = {}): Promise<{
  readonly run: Run | null
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/models`, {}, body, how)
  }

  /** The page classes of a site, the links and forms between them, and the fields read from their pages. */
  model(collection: string, query: { readonly site: string; readonly version?: number | undefined }, how: Call = {}): Promise<Model> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/model`, query, undefined, how)
  }

  /** Learns how a site is built, in a process of its own; pages that are missing are fetched, but not more than `pages`. A crawl of this server is paused for it and goes on afterward. */
  makeModel(collection: string, body: {
  readonly pages?: number | "auto"
  readonly strategy?: "dense" | "sparse"
  readonly split?: "none" | "semantic"
  readonly seed?: number
  readonly url: string
}, how: Call = {}): Promise<{
  readonly run: Run | null
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/model`, {}, body, how)
  }

  /** Classes, links and fields that came, went or changed from one version of a model to another. */
  modelDifference(collection: string, query: { readonly site: string; readonly before: number; readonly after: number }, how: Call = {}): Promise<ModelChange> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/model/difference`, query, undefined, how)
  }

  /** What a stored page says, with every piece of data numbered (`data-unit`), as HTML without anything else of the page. */
  pickablePage(collection: string, query: { readonly url: string }, how: Call = {}): Promise<{
  readonly html: string
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/model/pickable`, query, undefined, how)
  }

  /** The fields of a page’s class, and those that a piece of data on the page may become. */
  fieldChoices(collection: string, query: { readonly url: string; readonly unit?: number | undefined }, how: Call = {}): Promise<FieldChoices> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/model/fields`, query, undefined, how)
  }

  /** Saves the fields of a class as a new version of the model; a crawl that runs goes on with it. */
  saveFields(collection: string, body: {
  readonly site: string
  readonly class: string
  readonly fields: readonly (NewField)[]
}, how: Call = {}): Promise<SavedModel> {
    return this.#call('PUT', `/api/collections/${encodeURIComponent(collection)}/model/fields`, {}, body, how)
  }

  /** What fields would read from a page and from ten others of its class; nothing is changed. */
  tryFields(collection: string, body: {
  readonly url: string
  readonly fields: readonly (NewField)[]
}, how: Call = {}): Promise<TriedFields> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/model/try`, {}, body, how)
  }

  /** A model as a table that people edit: a line for each link and field: class, type, XPath, destination or name, kind of link. */
  specification(collection: string, query: { readonly site: string; readonly version?: number | undefined }, how: Call = {}): Promise<{
  readonly text: string
}> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/model/specification`, query, undefined, how)
  }

  /** Saves an edited specification as a new version of the model; what is wrong is told with line and column. */
  saveSpecification(collection: string, body: {
  readonly site: string
  readonly text: string
}, how: Call = {}): Promise<SavedModel> {
    return this.#call('PUT', `/api/collections/${encodeURIComponent(collection)}/model/specification`, {}, body, how)
  }

  /** Reads the stored pages of a site again by its newest model, without fetching. */
  rereadSite(collection: string, body: {
  readonly site: string
}, how: Call = {}): Promise<{
  readonly pages: number
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/model/reread`, {}, body, how)
  }

  /** The latest task of each kind that this server was given, and how far it is. */
  tasks(collection: string, how: Call = {}): Promise<readonly (Task)[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/tasks`, {}, undefined, how)
  }

  /** Stops a task; what it has written stays, and starting it again goes on where that is possible. */
  stopTask(collection: string, body: {
  readonly kind: "index" | "duplicates" | "patterns" | "accessibility" | "doctor" | "forget" | "export" | "records"
}, how: Call = {}): Promise<readonly (Task)[]> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/tasks/stop`, {}, body, how)
  }

  /** Builds or completes the search index from the archive; a crawl that this server runs is paused for it, and goes on afterward. */
  buildIndex(collection: string, body: {
  readonly all?: boolean
}, how: Call = {}): Promise<Task> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/search/index`, {}, body, how)
  }

  /** Compares stored pages that were not compared yet; a crawl that this server runs is paused for it, and goes on afterward. */
  findDuplicates(collection: string, body: {
  readonly resemblance?: number
}, how: Call = {}): Promise<Task> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/duplicates/find`, {}, body, how)
  }

  /** Looks for patterns on all stored pages again; a crawl that this server runs is paused for it, and goes on afterward. */
  findPatterns(collection: string, body: {
  readonly find?: readonly ("email" | "phone")[]
}, how: Call = {}): Promise<Task> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/patterns/find`, {}, body, how)
  }

  /** Checks the accessibility of all stored pages; a crawl that this server runs is paused for it, and goes on afterward. */
  checkAccessibility(collection: string, body: {

}, how: Call = {}): Promise<Task> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/accessibility/check`, {}, body, how)
  }

  /** Checks the machine, the database and the archive. A repair has the collection to itself: a crawl that this server runs is paused for it, and goes on afterward. */
  examine(collection: string, body: {
  readonly full?: boolean
  readonly repair?: boolean
}, how: Call = {}): Promise<Task> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/doctor`, {}, body, how)
  }

  /** Erases pages with all their revisions, from the archive too; this cannot be undone; a crawl that this server runs is paused for it, and goes on afterward. */
  forgetPages(collection: string, body: {
  readonly urls: readonly (string)[]
  readonly refetch?: boolean
}, how: Call = {}): Promise<Task> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/pages/forget`, {}, body, how)
  }

  /** The exports that were made on the server: `exports/file` sends them. */
  exports(collection: string, how: Call = {}): Promise<readonly (ExportedFile)[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/exports`, {}, undefined, how)
  }

  /** Makes a file of the whole collection on the server, for download; an earlier one of the format is replaced. */
  startExport(collection: string, body: {
  readonly format: "warc" | "wacz" | "trec" | "parquet" | "csv" | "jsonl" | "graphml" | "cypher"
  readonly text?: boolean
  readonly markdown?: boolean
  readonly main?: boolean
}, how: Call = {}): Promise<Task> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/exports`, {}, body, how)
  }

  /** Removes an export from the server. */
  removeExport(collection: string, body: {
  readonly name: string
}, how: Call = {}): Promise<{
  readonly removed: boolean
}> {
    return this.#call('DELETE', `/api/collections/${encodeURIComponent(collection)}/exports`, {}, body, how)
  }

  /** Makes files of the records on the server, one for each class, with an index and the pictures. */
  startRecords(collection: string, body: {
  readonly format?: "csv" | "jsonl" | "parquet"
  readonly anew?: boolean
  readonly class?: string
  readonly model?: {
    readonly name?: string
    readonly text: string
  }
}, how: Call = {}): Promise<Task> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/exports/records`, {}, body, how)
  }

  /** News as server-sent events: `now` (counters), `changes` and `events`. With `Last-Event-ID`, what was missed comes first. */
  live(collection: string, how: Call = {}): Promise<Response> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/live`, {}, undefined, { ...how, as: 'response' })
  }

  /** A stored revision as it was received, in a sandbox without scripts. */
  stored(collection: string, query: { readonly url: string; readonly revision?: number | undefined; readonly as?: "sent" | "picture" | "thumbnail" | undefined }, how: Call = {}): Promise<Response> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/stored`, query, undefined, { ...how, as: 'response' })
  }

  /** The latest changes as a feed (Atom), with the filters of `changes`. */
  atomFeed(collection: string, query: { readonly host?: string | undefined; readonly class?: string | undefined; readonly pattern?: string | undefined; readonly except?: string | undefined; readonly level?: string | undefined; readonly minDifference?: number | undefined; readonly appears?: string | undefined; readonly disappears?: string | undefined; readonly below?: number | undefined; readonly above?: number | undefined } = {}, how: Call = {}): Promise<Response> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/changes.atom`, query, undefined, { ...how, as: 'response' })
  }

  /** The latest changes as a feed (JSON Feed 1.1), with the filters of `changes`. */
  jsonFeed(collection: string, query: { readonly host?: string | undefined; readonly class?: string | undefined; readonly pattern?: string | undefined; readonly except?: string | undefined; readonly level?: string | undefined; readonly minDifference?: number | undefined; readonly appears?: string | undefined; readonly disappears?: string | undefined; readonly below?: number | undefined; readonly above?: number | undefined } = {}, how: Call = {}): Promise<Response> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/changes.json`, query, undefined, { ...how, as: 'response' })
  }

  /** The whole collection, sent as it is read: its pages as rows, or its pages and links as a graph. */
  export(collection: string, query: { readonly format?: "csv" | "jsonl" | "graphml" | "cypher" | undefined; readonly text?: boolean | undefined; readonly markdown?: boolean | undefined; readonly main?: boolean | undefined; readonly since?: string | undefined } = {}, how: Call = {}): Promise<Response> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/export`, query, undefined, { ...how, as: 'response' })
  }

  /** A file of an export that was made on the server. */
  exportedFile(collection: string, query: { readonly name: string }, how: Call = {}): Promise<Response> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/exports/file`, query, undefined, { ...how, as: 'response' })
  }

  /** How fresh the collection was, and how fresh other budgets would keep it, as a picture. */
  planChart(collection: string, query: { readonly since?: string | undefined } = {}, how: Call = {}): Promise<Response> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/plan.svg`, query, undefined, { ...how, as: 'response' })
  }

  /** A site model as a file: a specification, data, a graph or a picture. */
  modelFile(collection: string, query: { readonly site: string; readonly version?: number | undefined; readonly format: "csv" | "json" | "graphml" | "cypher" | "dot" | "svg" | "png" }, how: Call = {}): Promise<Response> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/model/file`, query, undefined, { ...how, as: 'response' })
  }

  /** The latest comparison of policies as a page of its own, to keep and to send to others. */
  labReport(collection: string, how: Call = {}): Promise<Response> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/lab/report`, {}, undefined, { ...how, as: 'response' })
  }

  /** Who is told of changes, and how far that went. */
  hooks(collection: string, how: Call = {}): Promise<readonly (Hook)[]> {
    return this.#call('GET', `/api/collections/${encodeURIComponent(collection)}/hooks`, {}, undefined, how)
  }

  /** Tells an address, or people by mail, of changes from now on. */
  addHook(collection: string, body: {
  readonly kind: "webhook" | "email"
  readonly target: string
  readonly filter?: ChangeFilter
  readonly form?: "event" | "slack" | "discord" | "text"
  readonly every?: string
}, how: Call = {}): Promise<{
  readonly id: string
  readonly secret: string
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/hooks`, {}, body, how)
  }

  /** Tells somebody no more. */
  removeHook(collection: string, body: {
  readonly id: string
}, how: Call = {}): Promise<{
  readonly removed: boolean
}> {
    return this.#call('DELETE', `/api/collections/${encodeURIComponent(collection)}/hooks`, {}, body, how)
  }

  /** Sends an invented change to a receiver now, as a message of the type `test`. */
  testHook(collection: string, body: {
  readonly id: string
}, how: Call = {}): Promise<{
  readonly problem: string | null
}> {
    return this.#call('POST', `/api/collections/${encodeURIComponent(collection)}/hooks/test`, {}, body, how)
  }

  /** Numbers of all collections in the text format of Prometheus. */
  metrics(how: Call = {}): Promise<Response> {
    return this.#call('GET', `/api/metrics`, {}, undefined, { ...how, as: 'response' })
  }
}
