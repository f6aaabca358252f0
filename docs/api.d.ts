// Made by "npm run docs:api".

export { AccessibilityRank, AccessibilityRankingQuery, AccessiblePagesQuery, BatchesQuery, BudgetOutlook, ChangeBatch, ChangeBatches, ChangeNote, ChangesQuery, ChangingTogether, CheckSummary, ClassForm, ClassLink, Clock, Collection, CollectionCounts, CollectionEvent, ConfigInput, Conversion, CrawlOptions, DiffLine, DiffOptions, DiffWords, DoctorFinding, DoctorOptions, DocumentBlock, DocumentLink, DuplicateGroup, DuplicatesQuery, EmptySummary, Env, ErrorGroup, EventOptions, Expectation, ExportContents, ExportFormat, ExportSummary, ExtractOptions, FailedCheck, Failure, FieldChoices, FilledPage, FindDuplicatesOptions, FindOptions, FindSummary, FormsQuery, GoalVerdict, Handlers, Host, HostChanges, HostForms, IndexOptions, IndexProgress, IndexSummary, LearnedUrlRule, LevelScores, LinkFinding, LinkHealthQuery, LinkMark, LinkProblem, Log, Market, ModelOptions, ModelVersion, NearDuplicate, Network, Next, NextVisit, Objective, Observation, OpenOptions, Outcome, Page, PageAccessibility, PageChange, PageClass, PageClassCount, PageDiff, PageDocument, PageExplanation, PageFacts, PageLink, PageList, PagePattern, PageRecord, PageSort, PageStatus, PageVisit, PagesQuery, PatternsQuery, PlanOptions, PlanReport, Plugin, PluginContext, PluginPage, PluginRequest, PluginVisit, Policy, QueueContext, Random, RateEstimates, ReadingOptions, RecordFormat, RecordPlace, RecordsOptions, RecrawlOptions, RenderedKind, RequestContext, Revision, RevisionResponse, RevisitOptions, Revisited, RunResult, Sample, SampleOptions, SavedModel, SearchHit, SearchOptions, SearchSnippet, Server, SignalRecord, SiteForm, SiteModel, SiteWithModel, SpamFinding, SpamPart, SpamPartQuery, SpamQuery, SpamReason, State, Target, TopicYield, TriedFields, TypeShare, UnreadableFile, Visit, VisitOutcome, WallKind, WatchOptions, WatchPlan, WrittenRecords, crawl, definePlugin, documentHeadings, documentHtml, documentMarkdown, documentText, inferModel, openCollection, realEnv, watch }

// src/library/accessibility.d.ts
export interface AccessibilityRank {
    readonly host: string;
    readonly class: string | null;
    readonly pages: number;
    readonly score: LevelScores;
    readonly before: LevelScores | null;
}

// src/library/accessibility.d.ts
export interface AccessibilityRankingQuery {
    readonly by?: 'host' | 'class';
    readonly host?: string;
    readonly class?: string;
    readonly at?: Date;
    readonly since?: Date;
}

// src/library/accessibility.d.ts
export interface AccessiblePagesQuery extends Omit<AccessibilityRankingQuery, 'by' | 'since'> {
    readonly limit?: number;
}

// src/env/network.d.ts
export interface Address {
    readonly address: string;
    readonly family: 4 | 6;
    readonly ttlMs?: number;
}

// src/library/change-batches.d.ts
export interface BatchesQuery {
    readonly since?: Date;
    readonly until?: Date;
}

// src/refresh/types.d.ts
export type Because = 'price' | 'shortest' | 'longest' | 'probe' | 'dropped' | 'rule' | 'rhythm';

// src/library/plan.d.ts
export interface BudgetOutlook {
    readonly budgetPerDay: number;
    readonly price: number;
    readonly freshness: number;
    readonly ageDays: number;
    readonly harmonic: number;
}

// src/library/change-batches.d.ts
export interface ChangeBatch {
    readonly from: Date;
    readonly to: Date;
    readonly pages: number;
    readonly directory: string;
}

// src/library/change-batches.d.ts
export interface ChangeBatches {
    readonly from: Date;
    readonly to: Date;
    readonly hosts: readonly HostChanges[];
}

// src/change/decide/change-note.d.ts
export interface ChangeNote {
    readonly changed: boolean;
    readonly why?: string;
    readonly level: string;
    readonly difference: number;
    readonly structure?: true;
    readonly resemblance?: number;
    readonly simhashDistance?: number;
    readonly paths: readonly string[];
    readonly excused?: readonly string[];
    readonly sharedWith?: number;
    readonly summary?: string;
    readonly secondLook?: string;
}

// src/library/changes.d.ts
export interface ChangesQuery {
    readonly since?: Date;
    readonly until?: Date;
    readonly host?: string;
    readonly class?: string;
    readonly limit?: number;
    readonly cursor?: string;
    readonly order?: 'oldest' | 'newest';
}

// src/library/explain-page.d.ts
export interface ChangingTogether {
    readonly group: string;
    readonly changes: number;
    readonly expected: number;
    readonly earlierDays: number;
}

// src/library/accessibility.d.ts
export interface CheckSummary {
    readonly pages: number;
}

// src/site/model.d.ts
export interface ClassForm {
    readonly from: string;
    readonly xpath: string;
    readonly kind: FormKind;
    readonly method: 'get' | 'post';
    readonly action: string;
    readonly to?: string;
    readonly fields: readonly FormField[];
    readonly coverage: number;
}

// src/site/model.d.ts
export interface ClassLink {
    readonly from: string;
    readonly to: string;
    readonly xpath: string;
    readonly type: LinkType;
    readonly fixed: boolean;
    readonly coverage: number;
    readonly links: number;
    readonly pagination: boolean;
}

// src/env/clock.d.ts
export interface Clock {
    now(): number;
    monotonic(): number;
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
    timer(ms: number, run: () => void): () => void;
}

// src/library/collection.d.ts
export declare class Collection extends CollectionReader {
    #private;
    readonly mode: 'read' | 'write';
    private constructor();
    static open(where: string, options?: OpenOptions): Promise<Collection>;
    static empty(where: string, options?: Pick<OpenOptions, 'archiveFolder'>): Promise<EmptySummary>;
    static askFor(where: string, url: string, options?: Pick<OpenOptions, 'env'>): Promise<void>;
    crawl(config: ConfigInput, options?: CrawlOptions): Promise<RunResult>;
    watch(config: ConfigInput | undefined, options: WatchOptions): Promise<RunResult>;
    recrawl(config?: ConfigInput, options?: RecrawlOptions): Promise<RunResult>;
    revisit(urls: readonly string[], options?: RevisitOptions): Promise<readonly Revisited[]>;
    model(url: string, options?: ModelOptions): Promise<ModelVersion>;
    saveFields(site: string, pageClass: string, fields: readonly WrapperField[]): Promise<SavedModel>;
    saveSpecification(site: string, text: string): Promise<SavedModel>;
    rereadSite(site: string, options?: {
        readonly signal?: AbortSignal;
    }): Promise<number>;
    findPatterns(options?: FindOptions): Promise<FindSummary>;
    checkAccessibility(): Promise<Access.CheckSummary>;
    index(options?: IndexOptions): Promise<IndexSummary>;
    findDuplicates(options?: FindDuplicatesOptions): Promise<number>;
    configure(config: ConfigInput): Promise<void>;
    doctor(options?: DoctorOptions): AsyncGenerator<DoctorFinding, void, undefined>;
}

// src/library/collection-options.d.ts
export interface CollectionCounts {
    readonly waiting: number;
    readonly running: number;
    readonly completed: number;
    readonly error: number;
    readonly gone: number;
    readonly excluded: number;
    readonly fetched: number;
    readonly visits: number;
    readonly revisions: number;
    readonly hosts: number;
    readonly bytes: number;
}

// src/library/events.d.ts
export interface CollectionEvent {
    readonly at: Date;
    readonly kind: string;
    readonly subject: string;
    readonly message: string;
}

// src/library/collection-reader.d.ts
export declare class CollectionReader implements AsyncDisposable {
    readonly name: string;
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
    models(): Promise<readonly SiteWithModel[]>;
    storedModel(site: string, version?: number): Promise<ModelVersion | null>;
    specification(site: string, version?: number): Promise<string | null>;
    pickablePage(url: string): Promise<string>;
    pickField(url: string, unit?: number): Promise<FieldChoices>;
    tryFields(url: string, fields: readonly WrapperField[]): Promise<TriedFields>;
    pages(query?: PagesQuery): AsyncGenerator<Page, void, undefined>;
    listPages(query?: PagesQuery): Promise<PageList>;
    page(url: string): Promise<Page | null>;
    hosts(query?: HostsQuery): AsyncGenerator<Host, void, undefined>;
    servers(): AsyncGenerator<Server, void, undefined>;
    host(url: string): Promise<Host | null>;
    classes(): Promise<readonly PageClassCount[]>;
    types(): Promise<readonly TypeShare[]>;
    topics(): Promise<readonly TopicYield[]>;
    records(pageClass?: string, cursor?: string): AsyncGenerator<PageRecord, void, undefined>;
    extract(options?: ExtractOptions): AsyncGenerator<PageRecord, void, undefined>;
    patterns(query?: PatternsQuery): AsyncGenerator<PagePattern, void, undefined>;
    accessibility(query?: Access.AccessibilityRankingQuery): Promise<Access.AccessibilityRank[]>;
    accessiblePages(query?: Access.AccessiblePagesQuery): AsyncGenerator<Access.PageAccessibility>;
    errors(): Promise<readonly listing.ErrorGroup[]>;
    events(options?: EventOptions): AsyncGenerator<CollectionEvent, void, undefined>;
    changes(query?: ChangesQuery): AsyncGenerator<PageChange, void, undefined>;
    search(query: string, options?: SearchOptions): AsyncGenerator<SearchHit, void, undefined>;
    linkHealth(query?: LinkHealthQuery): AsyncGenerator<LinkFinding, void, undefined>;
    spam(query?: SpamQuery): AsyncGenerator<SpamFinding, void, undefined>;
    spamPart(query: SpamPartQuery): Promise<SpamPart>;
    changeBatches(query?: BatchesQuery): Promise<ChangeBatches>;
    samples(options?: SampleOptions): Promise<readonly Sample[]>;
    duplicates(query?: DuplicatesQuery): AsyncGenerator<DuplicateGroup, void, undefined>;
    forms(query?: Forms.FormsQuery): AsyncGenerator<Forms.HostForms, void, undefined>;
    config(): Promise<ConfigInput | null>;
    isBusy(): Promise<boolean>;
    counts(): Promise<CollectionCounts>;
    plan(options?: PlanOptions): Promise<PlanReport>;
    export(format: ExportFormat, target: string | Target, contents?: ExportContents): Promise<ExportSummary>;
    exportRecords(folder: string, { format, anew }?: RecordsOptions): Promise<WrittenRecords>;
}

// src/document/convert/page-document.d.ts
export type Conversion = PageDocument | UnreadableFile;

// src/library/run.d.ts
export interface CrawlOptions {
    readonly plugins?: readonly Plugin[];
    readonly signal?: AbortSignal;
    readonly onVisit?: (visit: Visit) => void;
    readonly on?: Handlers;
    readonly env?: Partial<Env>;
    readonly refresh?: boolean;
}

// src/refresh/types.d.ts
export interface Demand {
    readonly even?: number;
    readonly interval: Float64Array;
    readonly penalties?: Readonly<Record<Objective, Float64Array>>;
}

// src/env/network.d.ts
export interface DialOptions {
    readonly address: string;
    readonly port: number;
    readonly tlsName?: string | undefined;
    readonly alpn?: readonly string[];
    readonly localAddress?: string | undefined;
    readonly verifyTls?: boolean;
    readonly timeoutMs: number;
}

// src/change/show/text-diff.d.ts
export type DiffLine = {
    readonly kind: 'same' | 'removed' | 'added';
    readonly path: string;
    readonly text: string;
} | {
    readonly kind: 'changed';
    readonly path: string;
    readonly words: readonly DiffWords[];
    readonly noise?: true;
};

// src/library/page.d.ts
export interface DiffOptions {
    readonly of?: 'text' | 'source';
    readonly noise?: boolean;
}

// src/change/show/text-diff.d.ts
export interface DiffWords {
    readonly kind: 'same' | 'removed' | 'added';
    readonly text: string;
}

// src/library/doctor/finding.d.ts
export interface DoctorFinding {
    readonly level: 'ok' | 'warning' | 'problem';
    readonly check: string;
    readonly message: string;
    readonly advice?: string;
}

// src/library/doctor/examine.d.ts
export interface DoctorOptions {
    readonly repair?: boolean;
    readonly full?: boolean;
}

// src/document/convert/page-document.d.ts
export type DocumentBlock = ({
    readonly kind: 'heading';
    readonly level: number;
} & TextBlock) | ({
    readonly kind: 'paragraph';
} & TextBlock) | ({
    readonly kind: 'item';
    readonly depth: number;
    readonly isOrdered: boolean;
} & TextBlock) | ({
    readonly kind: 'quote';
} & TextBlock) | ({
    readonly kind: 'code';
} & TextBlock) | {
    readonly kind: 'table';
    readonly rows: readonly (readonly string[])[];
};

// src/document/convert/page-document.d.ts
export interface DocumentLink {
    readonly href: string;
    readonly text: string;
}

// src/library/duplicates.d.ts
export interface DuplicateGroup {
    readonly original: string;
    readonly copies: readonly string[];
}

// src/library/duplicates.d.ts
export interface DuplicatesQuery {
    readonly by?: 'content' | 'payload';
}

// src/library/empty-collection.d.ts
export interface EmptySummary {
    readonly pages: number;
    readonly archiveFiles: number;
}

// src/env/index.d.ts
export interface Env {
    readonly clock: Clock;
    readonly random: Random;
    readonly network: Network;
    readonly log: Log;
}

// src/library/listing.d.ts
export interface ErrorGroup {
    readonly reason: string;
    readonly count: number;
    readonly example: string;
    readonly retryAt: Date | null;
}

// src/library/events.d.ts
export interface EventOptions {
    readonly since?: Date;
    readonly latest?: number;
    readonly follow?: boolean;
    readonly signal?: AbortSignal;
}

// src/crawl/order/link-order.d.ts
export type Expectation = {
    readonly by: 'links';
    readonly links: number;
    readonly share: number;
} | ({
    readonly by: 'topic';
} & LinkExpectation);

// src/library/export/index.d.ts
export interface ExportContents {
    readonly text?: boolean;
}

// src/library/export/index.d.ts
export type ExportFormat = 'warc' | 'wacz' | 'trec' | 'parquet' | 'csv' | 'jsonl' | 'graphml' | 'cypher';

// src/library/export/index.d.ts
export interface ExportSummary {
    readonly pages?: number;
    readonly links?: number;
    readonly records?: number;
    readonly files?: number;
    readonly bytes?: number;
    readonly skipped?: number;
    readonly problems?: readonly string[];
}

// src/library/records/read.d.ts
export interface ExtractOptions {
    readonly class?: string;
    readonly model?: string;
}

// src/library/accessibility.d.ts
export interface FailedCheck {
    readonly rule: string;
    readonly level: RuleLevel;
    readonly criteria: readonly string[];
    readonly says: string;
    readonly count: number;
    readonly elements: readonly string[];
}

// src/env/failure.d.ts
export declare class Failure extends Error {
    readonly code: FailureCode;
    constructor(code: FailureCode, sentence: string, options?: {
        cause?: unknown;
    });
}

// src/env/failure.d.ts
export type FailureCode = 'usage' | 'broken' | 'busy';

// src/library/pick-fields.d.ts
export interface FieldChoices {
    readonly site: string;
    readonly class: string;
    readonly fields: readonly WrapperField[];
    readonly choices: readonly PickedField[];
}

// src/site/pick/field-marks.d.ts
export interface FieldMark {
    readonly unit: number;
    readonly field: string;
}

// src/site/forms/forms.d.ts
type FieldRole = keyof typeof ROLE_WEIGHTS | 'hidden';

// src/site/specification/specification.d.ts
export type FieldType = 'string' | 'url' | 'img' | 'html' | 'number' | 'date';

// src/library/pick-fields.d.ts
export interface FilledPage {
    readonly url: string;
    readonly title: string | null;
    readonly values: Readonly<Record<string, unknown>>;
}

// src/library/duplicates.d.ts
export interface FindDuplicatesOptions {
    readonly resemblance?: number;
    readonly signal?: AbortSignal;
    readonly onProgress?: (pages: number) => void;
}

// src/library/patterns.d.ts
export interface FindOptions {
    readonly patterns?: NonNullable<NonNullable<ConfigInput['extract']>['patterns']>;
}

// src/library/patterns.d.ts
export interface FindSummary {
    readonly pages: number;
    readonly values: number;
}

// src/site/forms/forms.d.ts
export interface FormField {
    readonly name: string;
    readonly type: string;
    readonly role: FieldRole;
}

// src/site/forms/forms.d.ts
export type FormKind = LearnedKind | 'filter';

// src/library/site-forms.d.ts
export interface FormsQuery {
    readonly host?: string;
    readonly limit?: number;
    readonly cursor?: string;
}

// src/library/plan.d.ts
export interface GoalVerdict {
    readonly possible: boolean;
    readonly needed: number;
    readonly sentence: string;
}

// src/refresh/habits.d.ts
export declare class Habits {
    #private;
    constructor(memory?: HabitsMemory);
    saw({ from, to, changed, chanceOfNone, changedAt }: HabitsVisit): void;
    get isEven(): boolean;
    between(from: number, to: number): number;
    after(from: number, days: number): number;
    toJSON(): HabitsMemory;
}

// src/refresh/habits.d.ts
export interface HabitsMemory {
    readonly hours: readonly number[];
    readonly expected?: readonly number[];
    readonly score?: number;
}

// src/refresh/habits.d.ts
export interface HabitsVisit {
    readonly from: number;
    readonly to: number;
    readonly changed: boolean;
    readonly chanceOfNone: number;
    readonly changedAt?: number;
}

// src/library/plain-visit.d.ts
export type Handlers = Readonly<Record<string, (visit: Visit) => unknown>>;

// src/library/listing.d.ts
export interface Host {
    readonly host: string;
    readonly server: string | null;
    readonly known: number;
    readonly pages: number;
    readonly failed: number;
    readonly bytes: number;
    readonly robots: 'obey' | 'allow' | 'deny' | null;
    readonly lastVisitAt: Date | null;
    readonly urlRules: readonly LearnedUrlRule[];
    readonly renderedKinds: readonly RenderedKind[];
    readonly cursor: string;
}

// src/library/change-batches.d.ts
export interface HostChanges {
    readonly host: string;
    readonly counts: readonly number[];
    readonly batches: readonly ChangeBatch[];
}

// src/library/site-forms.d.ts
export interface HostForms {
    readonly host: string;
    readonly found: number;
    readonly estimate: number | null;
    readonly hidden: number | null;
    readonly answerPages: number;
    readonly forms: readonly SiteForm[];
    readonly cursor: string;
}

// src/library/listing.d.ts
export interface HostsQuery {
    readonly limit?: number;
    readonly cursor?: string;
}

// src/library/build-index.d.ts
export interface IndexOptions {
    readonly revisions?: 'current' | 'all';
    readonly signal?: AbortSignal;
    readonly onProgress?: (soFar: IndexProgress) => void;
}

// src/library/build-index.d.ts
export interface IndexProgress {
    readonly indexed: number;
    readonly withoutText: number;
    readonly lost: number;
}

// src/library/build-index.d.ts
export interface IndexSummary extends IndexProgress {
    readonly interrupted: boolean;
}

// src/site/forms/kind-weights.gen.d.ts
export declare const KIND_WEIGHTS: {
    contact: string;
    login: string;
    'mailing-list': string;
    order: string;
    other: string;
    recovery: string;
    registration: string;
    search: string;
};

// src/site/cluster/profile.d.ts
export interface KindProfile {
    readonly words: readonly string[];
    readonly weights: readonly number[];
    readonly variances: readonly number[];
    readonly shares: readonly (readonly number[])[];
}

// src/library/link-problems.d.ts
export declare const LINK_PROBLEMS: readonly ['dead', 'soft-dead', 'redirected', 'slow', 'fragment'];

// src/site/forms/forms.d.ts
type LearnedKind = keyof typeof KIND_WEIGHTS;

// src/library/listing.d.ts
export interface LearnedUrlRule {
    readonly words: string;
    readonly state: 'candidate' | 'refuted' | 'applied' | 'withdrawn';
    readonly support: number;
    readonly counterExamples: number;
    readonly tests: number;
    readonly learnedAt: Date | null;
    readonly testedAt: Date | null;
    readonly example: readonly [address: string, sameAs: string] | null;
    readonly counterExample: readonly [address: string, notSameAs: string] | null;
}

// src/document/accessibility/level-scores.d.ts
export interface LevelScores {
    readonly a: number;
    readonly aa: number;
    readonly aaa: number;
}

// src/focus/focus.d.ts
export interface LinkExpectation {
    readonly relevance: number;
    readonly clues: readonly LinkReason[];
}

// src/library/link-health.d.ts
export interface LinkFinding {
    readonly problem: LinkProblem;
    readonly page: string;
    readonly url: string;
    readonly text: string;
    readonly kind: string;
    readonly httpStatus: number | null;
    readonly reason: string | null;
    readonly leadsTo: string | null;
    readonly durationMs: number | null;
    readonly cursor: string;
}

// src/library/link-health.d.ts
export interface LinkHealthQuery {
    readonly problems?: readonly LinkProblem[];
    readonly host?: string;
    readonly slowMs?: number;
    readonly limit?: number;
    readonly cursor?: string;
}

// src/document/convert/page-document.d.ts
export interface LinkMark {
    readonly start: number;
    readonly end: number;
    readonly href: string;
}

// src/library/link-problems.d.ts
export type LinkProblem = (typeof LINK_PROBLEMS)[number];

// src/focus/link-predictor.d.ts
export interface LinkReason {
    readonly clue: string;
    readonly weight: number;
}

// src/site/model.d.ts
export type LinkType = 'list' | 'menu' | 'singleton' | 'form';

// src/env/log.d.ts
export interface Log {
    debug(message: string, fields?: LogFields): void;
    info(message: string, fields?: LogFields): void;
    warn(message: string, fields?: LogFields): void;
    error(message: string, fields?: LogFields): void;
}

// src/env/log.d.ts
export type LogFields = Readonly<Record<string, unknown>>;

// src/refresh/types.d.ts
export interface Market {
    readonly price: number;
    readonly now: number;
    readonly probeEvery?: number;
    readonly curiosity?: number;
    readonly even?: number;
    readonly chance?: number;
}

// src/library/infer-model.d.ts
export interface ModelOptions extends Pick<CrawlOptions, 'plugins' | 'signal' | 'env'> {
    readonly config?: ConfigInput;
    readonly pages?: number | 'auto';
    readonly seed?: number;
    readonly navigation?: Navigation;
    readonly split?: Split;
    readonly keep?: boolean;
}

// src/site/version.d.ts
export interface ModelVersion extends SiteModel {
    readonly members: readonly (readonly string[])[];
    readonly wrappers?: Readonly<Record<string, Wrapper>>;
    readonly chosen?: readonly string[];
}

// src/site/sample/sampler.d.ts
export type Navigation = 'dense' | 'sparse';

// src/library/duplicates.d.ts
export interface NearDuplicate {
    readonly url: string;
    readonly resemblance: number;
}

// src/env/network.d.ts
export interface Network {
    resolve(hostname: string): Promise<readonly Address[]>;
    dial(options: DialOptions): Promise<Socket>;
}

// src/refresh/types.d.ts
export interface Next {
    readonly dueAt: number;
    readonly interval: number;
    readonly isTimed?: boolean;
    value(at: number): number;
    fresh?(at: number): number;
    reason(): Reason;
}

// src/library/explain-page.d.ts
export interface NextVisit {
    readonly policy: string;
    readonly objective: string;
    readonly rate: number;
    readonly rateLow: number;
    readonly rateHigh: number;
    readonly fresh: number;
    readonly value: number;
    readonly price: number;
    readonly because: string;
    readonly weight: number;
    readonly cost: number;
    readonly elapsed: number;
    readonly weightForNow: number | null;
    readonly signals: readonly SignalRecord[];
    readonly usualTime?: {
        readonly from: number;
        readonly lengthDays: number;
    };
    readonly together: ChangingTogether | null;
}

// src/refresh/types.d.ts
export declare const OBJECTIVES: readonly ['freshness', 'age', 'harmonic'];

// src/site/cluster/profile.d.ts
export declare const OWN_KINDS: readonly ['structure', 'address', 'labels', 'frame'];

// src/refresh/types.d.ts
export type Objective = (typeof OBJECTIVES)[number];

// src/refresh/types.d.ts
export interface Observation {
    readonly at: number;
    readonly elapsed: number;
    readonly changed: boolean;
    readonly modifiedAgo?: number;
    readonly changes?: number;
}

// src/library/collection-options.d.ts
export interface OpenOptions {
    readonly mode?: 'read' | 'write';
    readonly archiveFolder?: string | null;
    readonly env?: Partial<Env>;
}

// src/refresh/types.d.ts
export interface OperationalTime {
    between(from: number, to: number): number;
    after(from: number, days: number): number;
}

// src/library/plain-visit.d.ts
export type Outcome = {
    readonly kind: 'fetched';
    readonly status: number;
} | {
    readonly kind: 'notModified';
    readonly status: number;
} | {
    readonly kind: 'moved';
    readonly status: number;
    readonly to: string;
} | {
    readonly kind: 'denied';
    readonly by: string;
} | {
    readonly kind: 'gone';
    readonly status: number;
    readonly why: string;
} | {
    readonly kind: 'walled';
    readonly status: number;
    readonly wall: WallKind;
    readonly by: string;
} | {
    readonly kind: 'failed';
    readonly code: string;
    readonly message: string;
    readonly transient: boolean;
};

// src/site/cluster/profile.d.ts
export type OwnKind = (typeof OWN_KINDS)[number];

// src/store/page-list.d.ts
export declare const PAGE_SORTS: readonly ['discovered', 'url', 'fetchedAt', 'changedAt', 'dueAt', 'changesPerDay', 'status', 'sizeBytes', 'relevance'];

// src/store/rows.d.ts
export declare const PAGE_STATUSES: readonly ['waiting', 'running', 'completed', 'error', 'gone', 'excluded'];

// src/library/page.d.ts
export declare class Page {
    #private;
    readonly url: string;
    readonly host: string;
    readonly status: PageStatus;
    readonly httpStatus: number | null;
    readonly reason: string | null;
    readonly wall: WallKind | null;
    readonly title: string | null;
    readonly type: string | null;
    readonly class: string | null;
    readonly topic: string | null;
    readonly relevance: number | null;
    readonly revision: number;
    readonly fetchedAt: Date | null;
    readonly changedAt: Date | null;
    readonly dueAt: Date | null;
    readonly changesPerDay: number | null;
    readonly sizeBytes: number | null;
    readonly digest: string | null;
    readonly depth: number;
    readonly via: string | null;
    readonly original: string | null;
    readonly priority: number;
    readonly failures: number;
    readonly cursor: string;
    html(): Promise<string | null>;
    text(options?: ReadingOptions): Promise<string | null>;
    markdown(options?: ReadingOptions): Promise<string | null>;
    document(options?: ReadingOptions): Promise<Conversion | null>;
    bytes(): Promise<Uint8Array | null>;
    at(which?: number | Date): Promise<Revision | null>;
    revisions(): Promise<readonly Revision[]>;
    history(): Promise<readonly PageVisit[]>;
    estimates(): Promise<RateEstimates | null>;
    diff(before?: number | Date, after?: number | Date, options?: DiffOptions): Promise<PageDiff | null>;
    links(): Promise<readonly PageLink[]>;
    duplicates(minResemblance?: number): Promise<readonly NearDuplicate[] | null>;
    copies(): Promise<readonly string[]>;
    accessibility(): Promise<PageAccessibility | null>;
    accessibilityHistory(): Promise<readonly PageAccessibility[]>;
    record(): Promise<Readonly<Record<string, unknown>> | null>;
    fields(): Promise<Readonly<Record<string, unknown>> | null>;
    explain(): Promise<PageExplanation>;
}

// src/library/accessibility.d.ts
export interface PageAccessibility {
    readonly url: string;
    readonly host: string;
    readonly class: string | null;
    readonly at: Date;
    readonly revision: number;
    readonly score: LevelScores;
    readonly failed: readonly FailedCheck[];
}

// src/library/changes.d.ts
export interface PageChange {
    readonly url: string;
    readonly host: string;
    readonly class: string | null;
    readonly at: Date;
    readonly revision: number;
    readonly change: ChangeNote | null;
    readonly cursor: string;
}

// src/site/model.d.ts
export interface PageClass {
    readonly name: string;
    readonly pages: number;
    readonly address: string;
    readonly examples: readonly string[];
    readonly schema: readonly SchemaPath[];
}

// src/library/listing.d.ts
export interface PageClassCount {
    readonly class: string | null;
    readonly known: number;
    readonly stored: number;
}

// src/library/history.d.ts
export interface PageDiff {
    readonly url: string;
    readonly before: Revision;
    readonly after: Revision;
    readonly change: ChangeNote | null;
    readonly lines: readonly DiffLine[];
}

// src/document/convert/page-document.d.ts
export interface PageDocument {
    readonly kind: 'document';
    readonly type: string;
    readonly title: string | null;
    readonly language: string | null;
    readonly authors: readonly string[];
    readonly publishedAt: number | null;
    readonly modifiedAt: number | null;
    readonly blocks: readonly DocumentBlock[];
    readonly links: readonly DocumentLink[];
    readonly base: string | null;
    readonly metadata: Readonly<Record<string, string>>;
    readonly isPartial: boolean;
}

// src/library/explain-page.d.ts
export interface PageExplanation {
    readonly standing: readonly string[];
    readonly expected: Expectation | null;
    readonly next: NextVisit | null;
}

// src/refresh/types.d.ts
export interface PageFacts {
    readonly weight: number;
    readonly cost: number;
    readonly visitedAt: number;
    readonly shortest?: number;
    readonly longest?: number;
    readonly prior?: Prior;
    readonly habits?: Habits;
    readonly clock?: OperationalTime;
    readonly signalledAt?: readonly number[];
    readonly trust?: SignalTrust;
    readonly rate?: number;
}

// src/library/revision.d.ts
export interface PageLink {
    readonly url: string;
    readonly text: string;
    readonly kind: string;
    readonly nofollow: boolean;
}

// src/library/sorted-pages.d.ts
export interface PageList {
    readonly pages: readonly Page[];
    readonly next: string | null;
    readonly looked: number;
}

// src/library/patterns.d.ts
export interface PagePattern {
    readonly kind: string;
    readonly value: string;
    readonly url: string;
    readonly host: string;
    readonly firstSeenAt: Date;
    readonly lastSeenAt: Date;
    readonly isCurrent: boolean;
    readonly cursor: string;
}

// src/library/listing.d.ts
export interface PageRecord {
    readonly url: string;
    readonly class: string;
    readonly fetchedAt: Date | null;
    readonly values: Readonly<Record<string, unknown>>;
    readonly cursor: string;
}

// src/store/page-list.d.ts
export type PageSort = (typeof PAGE_SORTS)[number];

// src/store/rows.d.ts
export type PageStatus = (typeof PAGE_STATUSES)[number];

// src/library/history.d.ts
export interface PageVisit {
    readonly at: Date;
    readonly outcome: VisitOutcome;
    readonly wall: WallKind | null;
    readonly httpStatus: number | null;
    readonly durationMs: number;
    readonly sizeBytes: number | null;
    readonly revision: number | null;
    readonly error: string | null;
    readonly change: ChangeNote | null;
    readonly place: RecordPlace | null;
}

// src/library/listing.d.ts
export interface PagesQuery {
    readonly status?: PageStatus;
    readonly host?: string;
    readonly class?: string;
    readonly changedSince?: Date;
    readonly stored?: boolean;
    readonly lost?: boolean;
    readonly walled?: boolean;
    readonly topic?: string;
    readonly minRelevance?: number;
    readonly text?: string;
    readonly type?: string;
    readonly watched?: boolean;
    readonly sort?: PageSort;
    readonly order?: 'ascending' | 'descending';
    readonly limit?: number;
    readonly cursor?: string;
}

// src/library/patterns.d.ts
export interface PatternsQuery {
    readonly kind?: string;
    readonly host?: string;
    readonly limit?: number;
    readonly cursor?: string;
}

// src/site/pick/picked-field.d.ts
export interface PickedField {
    readonly meaning: 'value' | 'all' | 'link';
    readonly field: WrapperField;
}

// src/library/plan-options.d.ts
export interface PlanOptions {
    readonly budget?: string | number;
    readonly objective?: 'freshness' | 'age' | 'harmonic';
    readonly freshness?: string | number;
    readonly config?: ConfigInput;
}

// src/library/plan.d.ts
export interface PlanReport {
    readonly pages: number;
    readonly bytesPerPage: number;
    readonly unit: 'fetches' | 'bytes';
    readonly budgetPerDay: number;
    readonly freshness: number;
    readonly ageDays: number;
    readonly overdue: number;
    readonly rates: readonly RateCount[];
    readonly objective: string;
    readonly policy: string;
    readonly curve: readonly BudgetOutlook[];
    readonly goal: {
        readonly freshness: number;
        readonly budgetPerDay: number | null;
    } | null;
    readonly goals: readonly GoalVerdict[];
}

// src/crawl/plugin.d.ts
export interface Plugin {
    readonly name: string;
    request?(request: PluginRequest, context: RequestContext): void | Promise<void>;
    response?(visit: PluginVisit, context: PluginContext): void | Promise<void>;
    queue?(page: PluginPage, context: QueueContext): void | Promise<void>;
}

// src/crawl/plugin.d.ts
export interface PluginContext {
    readonly log: Log;
    readonly now: () => number;
}

// src/crawl/plugin.d.ts
export interface PluginPage {
    readonly url: URL;
    readonly depth: number;
    readonly visit: PluginVisit | null;
    readonly priority: number;
}

// src/crawl/plugin.d.ts
export interface PluginRequest {
    url: URL;
    method: 'GET' | 'POST';
    body: string | null;
    readonly depth: number;
    readonly headers: Map<string, string>;
    readonly stored: {
        readonly fetchedAt: number;
        readonly revision: number;
    } | null;
}

// src/crawl/plugin.d.ts
export interface PluginVisit {
    readonly url: URL;
    readonly depth: number;
    readonly outcome: 'fetched' | 'notModified' | 'moved' | 'denied' | 'gone' | 'walled' | 'failed';
    readonly status: number | null;
    readonly headers: ReadonlyMap<string, string>;
    readonly type: string | null;
    readonly title: string | null;
    readonly text: string | null;
    readonly body: Uint8Array | null;
    readonly links: readonly {
        readonly href: string;
        readonly text: string;
        readonly kind: string;
        readonly nofollow: boolean;
    }[];
    readonly pageClass: string | null;
    readonly record: Readonly<Record<string, unknown>> | null;
    readonly comparison: ChangeNote | null;
    readonly previous: PreviousRevision | null;
    readonly fields: Record<string, unknown>;
    changed: boolean;
}

// src/refresh/types.d.ts
export interface Policy {
    readonly name: string;
    readonly width: number;
    readonly terms?: string;
    readonly sharesPriors?: boolean;
    readonly sharesIntervals?: boolean;
    readonly usesClocks?: boolean;
    begin(page: PageFacts): State;
    learn(state: State, seen: Observation, page: PageFacts): State;
    next(state: State, page: PageFacts, market: Market): Next;
    demand?(state: State, page: PageFacts, prices: Float64Array, into: Demand): void;
}

// src/crawl/plugin.d.ts
export interface PreviousRevision {
    readonly revision: number;
    readonly fetchedAt: number | null;
    readonly changedAt: number | null;
    text(): Promise<string | null>;
}

// src/refresh/types.d.ts
export type Prior = ArrayLike<number>;

// src/site/cluster/profile.d.ts
export interface Profile {
    readonly sizes: readonly number[];
    readonly kinds: Readonly<Partial<Record<OwnKind, KindProfile>>>;
}

// src/crawl/plugin.d.ts
export interface QueueContext extends PluginContext {
    exclude(reason: string): void;
    setPriority(priority: number): void;
    visitAt(timeMs: number | null): void;
    add(url: string, options?: {
        readonly priority?: number;
    }): void;
}

// src/site/forms/role-weights.gen.d.ts
export declare const ROLE_WEIGHTS: {
    about: string;
    address: string;
    cancel: string;
    captcha: string;
    city: string;
    comment: string;
    country: string;
    date: string;
    day: string;
    'daylight-saving': string;
    email: string;
    'email-confirmation': string;
    fax: string;
    'first-name': string;
    'full-name': string;
    gender: string;
    honeypot: string;
    'last-name': string;
    'middle-name': string;
    month: string;
    number: string;
    openid: string;
    organization: string;
    other: string;
    password: string;
    'password-confirmation': string;
    phone: string;
    'postal-code': string;
    quantity: string;
    'read-only': string;
    'receive-emails': string;
    'remember-me': string;
    reset: string;
    'search-query': string;
    'search-refinement': string;
    'security-question': string;
    sorting: string;
    state: string;
    style: string;
    subject: string;
    submit: string;
    terms: string;
    'time-zone': string;
    url: string;
    username: string;
    'username-or-email': string;
    year: string;
};

// src/env/random.d.ts
export interface Random {
    next(): number;
    token(count: number): string;
    uuid(): string;
}

// src/crawl/planning/rate-counts.d.ts
export interface RateCount {
    readonly fromDays: number;
    readonly toDays: number | null;
    readonly pages: number;
}

// src/library/estimates.d.ts
export interface RateEstimates {
    readonly intervals: number;
    readonly changes: number;
    readonly ratio: number;
    readonly likely: number;
    readonly averages: {
        readonly equal: number;
        readonly halving: number;
        readonly aging: number;
    } | null;
}

// src/library/revision.d.ts
export interface ReadingOptions {
    readonly main?: boolean;
}

// src/refresh/types.d.ts
export interface Reason {
    readonly rate: number;
    readonly rateLow: number;
    readonly rateHigh: number;
    readonly fresh: number;
    readonly value: number;
    readonly price: number;
    readonly interval: number;
    readonly because: Because;
    readonly usualTime?: UsualTime;
}

// src/library/records/write.d.ts
export type RecordFormat = 'csv' | 'jsonl' | 'parquet';

// src/library/plain.d.ts
export interface RecordPlace {
    readonly file: string;
    readonly offset: number;
    readonly length: number;
    readonly payload?: Omit<RecordPlace, 'payload'>;
}

// src/library/collection-options.d.ts
export interface RecordsOptions {
    readonly format?: RecordFormat;
    readonly anew?: ExtractOptions;
}

// src/library/run.d.ts
export interface RecrawlOptions extends Omit<CrawlOptions, 'refresh'> {
    readonly which?: 'due' | 'all';
}

// src/library/listing.d.ts
export interface RenderedKind {
    readonly class: string | null;
    readonly isRendered: boolean;
    readonly url: string;
    readonly lookedAt: Date;
    readonly found: {
        readonly links: number;
        readonly newLinks: number;
        readonly chars: number;
        readonly newChars: number;
    } | null;
}

// src/crawl/plugin.d.ts
export interface RequestContext extends PluginContext {
    veto(reason: string): void;
}

// src/library/revision.d.ts
export declare class Revision {
    #private;
    readonly url: string;
    readonly number: number;
    readonly fetchedAt: Date;
    readonly title: string | null;
    readonly type: string | null;
    readonly charset: string | null;
    readonly sizeBytes: number;
    readonly digest: string;
    readonly truncated: boolean;
    readonly rendered: boolean;
    readonly fields: Readonly<Record<string, unknown>> | null;
    readonly record: Readonly<Record<string, unknown>> | null;
    readonly place: RecordPlace | null;
    bytes(): Promise<Uint8Array>;
    html(): Promise<string>;
    sent(): Promise<string | null>;
    picture(): Promise<Uint8Array | null>;
    thumbnail(): Promise<Uint8Array | null>;
    text(options?: ReadingOptions): Promise<string | null>;
    markdown(options?: ReadingOptions): Promise<string | null>;
    document({ main }?: ReadingOptions): Promise<Conversion>;
    links(): Promise<readonly PageLink[]>;
    response(): Promise<RevisionResponse | null>;
}

// src/library/revision.d.ts
export interface RevisionResponse {
    readonly statusLine: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    header(name: string): string | null;
}

// src/library/revisit.d.ts
export interface RevisitOptions extends Pick<CrawlOptions, 'plugins' | 'signal' | 'env'> {
    readonly config?: ConfigInput;
}

// src/library/revisit.d.ts
export interface Revisited {
    readonly url: string;
    readonly visit: PageVisit | null;
}

// src/document/accessibility/rule.d.ts
export type RuleLevel = 'A' | 'AA' | 'AAA' | 'advice';

// src/crawl/crawl.d.ts
export interface RunResult {
    readonly pages: number;
    readonly visits: number;
    readonly errors: number;
    readonly elapsedMs: number;
    readonly interrupted: boolean;
    readonly nextWorkAt: number | null;
}

// src/library/collection-samples.d.ts
export interface Sample {
    readonly at: Date;
    readonly freshness: number | null;
    readonly ageDays: number | null;
    readonly price: number | null;
    readonly budgetPerDay: number | null;
    readonly known: number;
    readonly stored: number;
    readonly spent: number;
    readonly visits: number;
    readonly refreshes: number;
    readonly changes: number;
    readonly wasted: number;
}

// src/library/collection-samples.d.ts
export interface SampleOptions {
    readonly since?: Date;
}

// src/library/edit-model.d.ts
export interface SavedModel {
    readonly version: number;
    readonly isNew: boolean;
}

// src/site/model.d.ts
export interface SchemaPath {
    readonly xpath: string;
    readonly share: number;
}

// src/library/search-pages.d.ts
export interface SearchHit {
    readonly url: string;
    readonly title: string | null;
    readonly snippet: SearchSnippet | null;
    readonly score: number;
    readonly isPartial: boolean;
    readonly type: string | null;
    readonly language: string;
    readonly class: string | null;
    readonly revision: number;
    readonly fetchedAt: Date;
    readonly cursor: string;
}

// src/library/search-pages.d.ts
export interface SearchOptions {
    readonly limit?: number;
    readonly cursor?: string;
    readonly at?: Date;
}

// src/library/search-pages.d.ts
export interface SearchSnippet {
    readonly text: string;
    readonly marks: readonly (readonly [start: number, end: number])[];
}

// src/library/listing.d.ts
export interface Server {
    readonly address: string;
    readonly delayMs: number;
    readonly latencyMs: number;
    readonly failures: number;
    readonly restsUntil: Date | null;
}

// src/library/explain-page.d.ts
export interface SignalRecord {
    readonly source: 'sitemap' | 'feed' | 'hub' | 'push';
    readonly trust: {
        readonly silent: number;
        readonly kappa: number;
    } | null;
    readonly signals: number;
    readonly changes: number;
}

// src/refresh/signals.d.ts
export interface SignalTrust {
    readonly silent: number;
    readonly kappa: number;
}

// src/library/site-forms.d.ts
export interface SiteForm {
    readonly kind: FormKind;
    readonly method: 'get' | 'post';
    readonly action: string;
    readonly fields: readonly string[];
    readonly page: string;
    readonly state: 'asked' | 'ended' | 'closed';
    readonly reason: string | null;
    readonly queries: number;
    readonly asked: readonly string[];
    readonly newPages: number;
}

// src/site/model.d.ts
export interface SiteModel {
    readonly format: 1;
    readonly start: string;
    readonly madeAt: string;
    readonly pagesUsed: number;
    readonly requests: number;
    readonly unseenShare?: number;
    readonly classes: readonly PageClass[];
    readonly links: readonly ClassLink[];
    readonly forms: readonly ClassForm[];
    readonly profile: Profile;
}

// src/library/model-shelf.d.ts
export interface SiteWithModel {
    readonly site: string;
    readonly versions: readonly number[];
}

// src/library/spam-pages.d.ts
export interface SpamFinding {
    readonly url: string;
    readonly score: number;
    readonly reasons: readonly SpamReason[];
}

// src/library/spam-pages.d.ts
export interface SpamPart {
    readonly rows: readonly SpamFinding[];
    readonly looked: number;
    readonly next: string | null;
}

// src/library/spam-pages.d.ts
export interface SpamPartQuery extends Omit<SpamQuery, 'limit'> {
    readonly pages: number;
    readonly cursor?: string;
}

// src/library/spam-pages.d.ts
export interface SpamQuery {
    readonly minScore?: number;
    readonly host?: string;
    readonly limit?: number;
}

// src/search/spam.d.ts
export interface SpamReason {
    readonly kind: 'density' | 'phrase' | 'keywords' | 'hidden' | 'links';
    readonly what: string;
    readonly weight: number;
}

// src/site/infer.d.ts
export type Split = 'none' | 'semantic';

// src/refresh/types.d.ts
export type State = ArrayLike<number>;

// src/library/export/target.d.ts
export interface Target {
    write(bytes: Uint8Array | string): Promise<void>;
}

// src/document/convert/page-document.d.ts
interface TextBlock {
    readonly text: string;
    readonly links?: readonly LinkMark[];
}

// src/library/topic-yields.d.ts
export interface TopicYield {
    readonly topic: string;
    readonly pages: number;
    readonly relevant: number;
    readonly meanRelevance: number;
}

// src/library/pick-fields.d.ts
export interface TriedFields {
    readonly pages: readonly FilledPage[];
    readonly marks: readonly FieldMark[];
}

// src/library/type-counts.d.ts
export interface TypeShare {
    readonly type: string;
    readonly pages: number;
    readonly bytes: number;
}

// src/document/convert/page-document.d.ts
export interface UnreadableFile {
    readonly kind: 'unreadable';
    readonly reason: string;
}

// src/refresh/rhythm.d.ts
export interface UsualTime {
    readonly from: number;
    readonly lengthDays: number;
}

// src/library/plain-visit.d.ts
export interface Visit {
    readonly url: string;
    readonly depth: number;
    readonly at: Date;
    readonly outcome: Outcome;
    readonly httpStatus: number | null;
    readonly class: string | null;
    readonly title: string | null;
    readonly type: string | null;
    readonly sizeBytes: number | null;
    readonly changed: boolean;
    readonly revision: number | null;
    readonly change: ChangeNote | null;
    readonly record: Readonly<Record<string, unknown>> | null;
    readonly dueAt: Date | null;
    page(): Promise<Page>;
}

// src/library/history.d.ts
export type VisitOutcome = 'fetched' | 'notModified' | 'moved' | 'denied' | 'gone' | 'walled' | 'failed';

// src/document/walls/walls.d.ts
export type WallKind = 'login' | 'consent' | 'challenge' | 'rateLimit' | 'javascript';

// src/library/run.d.ts
export interface WatchOptions extends Omit<CrawlOptions, 'refresh'> {
    readonly signal: AbortSignal;
    readonly policy?: Policy;
    readonly onPlan?: (plan: WatchPlan) => void;
}

// src/library/run.d.ts
export interface WatchPlan {
    readonly at: Date;
    readonly pages: number;
    readonly budgetPerDay: number;
    readonly price: number;
    readonly freshness: number;
    readonly ageDays: number;
    readonly goals: readonly string[];
}

// src/site/wrapper/model.d.ts
export interface Wrapper {
    readonly fields: readonly WrapperField[];
    readonly lists?: readonly WrapperList[];
}

// src/site/wrapper/model.d.ts
export interface WrapperField {
    readonly name: string;
    readonly type: FieldType;
    readonly xpath: string;
    readonly many: boolean;
    readonly share: number;
    readonly confidence: number;
}

// src/site/wrapper/model.d.ts
export interface WrapperList {
    readonly name: string;
    readonly xpath: string;
    readonly fields: readonly WrapperField[];
    readonly share: number;
    readonly confidence: number;
}

// src/library/records/write.d.ts
export interface WrittenRecords {
    readonly records: number;
    readonly classes: number;
    readonly images: number;
}

// src/index.d.ts
export declare const crawl: (collection: Collection, config: ConfigInput, options?: CrawlOptions) => Promise<RunResult>;

// src/crawl/plugin.d.ts
export declare function definePlugin(plugin: Plugin): Plugin;

// src/document/convert/render.d.ts
export declare function documentHeadings({ blocks, }: Pick<PageDocument, 'blocks'>): {
    readonly level: number;
    readonly text: string;
}[];

// src/document/convert/render.d.ts
export declare function documentHtml(document: PageDocument): string;

// src/document/convert/render.d.ts
export declare function documentMarkdown({ blocks }: PageDocument): string;

// src/document/convert/render.d.ts
export declare function documentText({ blocks }: PageDocument): string;

// src/index.d.ts
export declare const inferModel: (collection: Collection, address: string, config?: ConfigInput, options?: Omit<ModelOptions, 'config' | 'keep'>) => Promise<ModelVersion>;

// src/index.d.ts
export declare const openCollection: (where: string, options?: OpenOptions) => Promise<Collection>;

// src/env/index.d.ts
export declare const realEnv: Env;

// src/index.d.ts
export declare const watch: (collection: Collection, config: ConfigInput, options: WatchOptions) => Promise<RunResult>;
