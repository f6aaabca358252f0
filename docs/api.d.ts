// Made by "npm run docs:api".

// tidewatch
export { AccessibilityRank, AccessibilityRankingQuery, AccessiblePagesQuery, BatchesQuery, BudgetOutlook, ChangeBatch, ChangeBatches, ChangeNote, ChangesQuery, ChangingTogether, CheckOptions, CheckSummary, ClassForm, ClassLink, Clock, Collection, CollectionCounts, CollectionEvent, ConfigInput, Conversion, CopySummary, CopyToOptions, CrawlOptions, DiffLine, DiffOptions, DiffWords, DoctorFinding, DoctorOptions, DocumentBlock, DocumentLink, DuplicateGroup, DuplicatesQuery, EmptySummary, Env, ErrorGroup, EventOptions, Expectation, ExportContents, ExportFormat, ExportSummary, ExtractOptions, FailedCheck, Failure, FieldChoices, FilledPage, FindDuplicatesOptions, FindOptions, FindSummary, ForgetOptions, ForgetSummary, FormsQuery, GoalVerdict, Handlers, Host, HostChanges, HostForms, ImportOptions, ImportSummary, IndexOptions, IndexProgress, IndexSummary, LearnedUrlRule, LevelScores, LinkFinding, LinkHealthQuery, LinkMark, LinkProblem, Log, Market, ModelOptions, ModelText, ModelVersion, NearDuplicate, Network, Next, NextVisit, Objective, Observation, OpenOptions, Outcome, Page, PageAccessibility, PageChange, PageClass, PageClassCount, PageDiff, PageDocument, PageExplanation, PageFacts, PageLink, PageList, PagePattern, PageRecord, PageSort, PageStatus, PageVisit, PagesQuery, PatternValue, PatternsQuery, PlanOptions, PlanReport, Plugin, PluginContext, PluginPage, PluginRequest, PluginVisit, Policy, QueueContext, Random, RateEstimates, ReadingOptions, RecordFormat, RecordPlace, RecordsOptions, RecrawlOptions, RenderedKind, RequestContext, ResponseContext, Revision, RevisionResponse, RevisitOptions, Revisited, RobotsQuery, RunResult, Sample, SampleOptions, SavedModel, SearchHit, SearchOptions, SearchSnippet, Selected, Server, SignalRecord, SiteForm, SiteModel, SiteWithModel, SpamFinding, SpamPart, SpamPartQuery, SpamQuery, SpamReason, State, StyleMark, Target, TopicYield, TriedFields, TriedPage, TriedPlugin, TypeShare, UnreadableFile, UrlPermission, Visit, VisitOutcome, WallKind, WatchOptions, WatchPlan, WritingStyle, WrittenRecords, crawl, definePlugin, documentHeadings, documentHtml, documentMarkdown, documentText, inferModel, openCollection, realEnv, tryPlugin, watch }

// tidewatch/robots
export { Orders, RobotsFile, RobotsVerdict, parseRobots, readOrders }

// tidewatch/lab
export { CompareOptions, Compared, LabWorld, OBJECTIVES, Objective, POLICY_NAMES, Policy, PolicyComparison, ReplayOptions, Tallied, WORLD_NAMES, batchShare, compare, policyNamed, readTrace, replay, worldNamed }

// tidewatch/site
export { Assigner, Assignment, ChangedClass, ChangedField, ChangedLink, ClassForm, ClassLink, CsvProblem, FieldPlace, FieldType, FieldValues, FormField, Golden, GoldenClass, InferOptions, Inference, LinkType, ModelDifference, ModelScore, Navigation, PageClass, PageRecords, PageSource, Profile, SchemaPath, SiteModel, SourcePage, Specification, SpecificationLine, Split, Wrapper, WrapperField, WrapperList, compareModels, extractRecords, goldenClassifier, induceWrapper, inferSite, readSpecification, scoreModel, specificationOf, toCypher, toDot, toGraphMl, toJson, toSvg, writeSpecification }

// tidewatch/change
export { BodyKind, ChangeLevel, ChangeNote, ChangeRules, Comparison, DEFAULT_RULES, Decision, DiffLine, Excused, Gap, Level, Marks, Signature, SignatureOptions, SlotEvidence, TextDiffOptions, Unchanged, VolatileRegions, compare, decide, decodeSignature, encodeSignature, formatDiff, signatureOf, simhashDistance, sketchResemblance, textDiff }

// tidewatch/client
export { Call, Caller, ClientProblem, ConnectOptions, connect }

// tidewatch/xpath
export { Selector, SelectorAnswer, SelectorProblem, Tree, TreeNode, XPath, XPathAnswer, XPathProblem, XPathValue, compileSelector, compileXPath, parseTree, xpathText }

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

// src/site/cluster/assign.d.ts
export declare class Assigner {
    private readonly tables;
    private readonly classes;
    private readonly limits;
    constructor(profile: Profile);
    assignPage(page: SourcePage): Assignment;
    assignTree(tree: Tree, url: string): Assignment;
    read(page: SourcePage): {
        readonly sketch: PageSketch;
        readonly vocabulary: Interner;
    };
    assign(sketch: PageSketch, vocabulary: Interner): Assignment;
    private add;
}

// src/site/cluster/assign.d.ts
export interface Assignment {
    readonly classIndex: number | undefined;
    readonly nearest: number;
    readonly distance: number;
}

// src/library/change-batches.d.ts
export interface BatchesQuery {
    readonly since?: Date;
    readonly until?: Date;
}

// src/refresh/types.d.ts
export type Because = 'price' | 'shortest' | 'longest' | 'probe' | 'dropped' | 'rule' | 'rhythm';

// src/change/signature/blocks.d.ts
export interface BlockSignature {
    readonly blockBytes: number;
    readonly totalBytes: number;
    readonly weak: Uint32Array;
    readonly strong: Uint32Array;
}

// src/change/signature/signature.d.ts
export type BodyKind = 'html' | 'text' | 'binary';

// src/library/plan.d.ts
export interface BudgetOutlook {
    readonly budgetPerDay: number;
    readonly price: number;
    readonly freshness: number;
    readonly ageDays: number;
    readonly harmonic: number;
}

// src/client/caller.d.ts
export interface Call {
    readonly signal?: AbortSignal;
}

// src/client/caller.d.ts
export interface CallForm extends Call {
    readonly as?: 'json' | 'response';
}

// src/client/caller.d.ts
export type Caller = <Answer>(method: string, path: string, query: Readonly<Record<string, unknown>>, body: unknown, how: CallForm) => Promise<Answer>;

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

// src/change/decide/decide.d.ts
export type ChangeLevel = Level | 'record' | 'accessibility';

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

// src/change/decide/decide.d.ts
export interface ChangeRules {
    readonly level: ChangeLevel;
    readonly threshold: number;
    readonly per: 'screen' | 'page';
    readonly ignore: readonly string[];
    readonly watch: readonly string[];
}

// src/site/difference.d.ts
export interface ChangedClass {
    readonly before: string;
    readonly after: string;
    readonly pathsCame: readonly string[];
    readonly pathsWent: readonly string[];
}

// src/site/difference.d.ts
export interface ChangedField {
    readonly class: string;
    readonly field: string;
    readonly before: FieldPlace | null;
    readonly after: FieldPlace | null;
}

// src/site/difference.d.ts
export interface ChangedLink {
    readonly from: string;
    readonly to: string;
    readonly before: readonly string[];
    readonly after: readonly string[];
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
export interface CheckOptions {
    readonly signal?: AbortSignal;
    readonly onProgress?: (pages: number) => void;
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

// src/client/caller.d.ts
export declare class ClientProblem extends Error {
    readonly status: number;
    constructor(sentence: string, status: number, options?: ErrorOptions);
}

// src/env/clock.d.ts
export interface Clock {
    readonly speed?: number;
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
    crawl(config: ConfigInput, options?: CrawlOptions): Promise<CrawlResult>;
    watch(config: ConfigInput | undefined, options: WatchOptions): Promise<RunResult>;
    recrawl(config?: ConfigInput, options?: RecrawlOptions): Promise<RunResult>;
    revisit(urls: readonly string[], options?: RevisitOptions): Promise<readonly Revisited[]>;
    import(files: readonly string[], options?: ImportOptions): Promise<ImportSummary>;
    model(url: string, options?: ModelOptions): Promise<ModelVersion>;
    saveFields(site: string, pageClass: string, fields: readonly WrapperField[]): Promise<SavedModel>;
    saveSpecification(site: string, text: string): Promise<SavedModel>;
    rereadSite(site: string, options?: {
        readonly signal?: AbortSignal;
    }): Promise<number>;
    findPatterns(options?: FindOptions): Promise<FindSummary>;
    checkAccessibility(options?: Access.CheckOptions): Promise<Access.CheckSummary>;
    index(options?: IndexOptions): Promise<IndexSummary>;
    findDuplicates(options?: FindDuplicatesOptions): Promise<number>;
    forget(urls: readonly string[], options?: ForgetOptions): Promise<ForgetSummary>;
    copyTo(to: string, options?: CopyToOptions): Promise<CopySummary>;
    configure(config: ConfigInput): Promise<void>;
    robots(urls: readonly string[], query?: RobotsQuery): Promise<readonly UrlPermission[]>;
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
    patternValues(query?: PatternsQuery): AsyncGenerator<PatternValue, void, undefined>;
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

// src/change/decide/standing-lists.d.ts
export interface CommonList {
    readonly place: number;
    readonly paths: ReadonlySet<number>;
    readonly around: ReadonlySet<number>;
    readonly isOfMany: boolean;
}

// src/lab/compare-policies.d.ts
export interface CompareOptions {
    readonly every: number;
    readonly objective: Objective;
    readonly seed: number;
}

// src/lab/compare-policies.d.ts
export interface Compared {
    readonly name: string;
    readonly freshness: number;
    readonly age: number;
    readonly harmonic: number;
    readonly staleRatio: number;
    readonly oraclePercent: number;
    readonly wasted: number;
    readonly delayMean: number;
    readonly delayP95: number;
    readonly starved: number;
    readonly calibration: number | null;
}

// src/site/difference.d.ts
type ComparedModel = SiteModel & Pick<ModelVersion, 'wrappers'>;

// src/change/decide/compared-texts.d.ts
export declare class ComparedTexts {
    readonly before: TextSide;
    readonly after: TextSide;
    readonly stood: ReadonlySet<number>;
    readonly gaps: readonly Gap[];
    constructor({ before, after, since, gaps }: Comparison);
    removedIn({ removed }: Gap): number[];
    addedIn({ added }: Gap): number[];
}

// src/change/decide/compare.d.ts
export interface Comparison {
    readonly gaps: readonly Gap[];
    readonly mainChanged: number;
    readonly mainCharacters: number;
    readonly mainPieces: number;
    readonly before: Regions;
    readonly after: Regions;
    readonly since?: Regions;
    readonly lastAt: number;
    readonly at: number;
    present(): ReadonlySet<number>;
}

// src/site/score.d.ts
interface ComputedLink {
    readonly from: string;
    readonly to: string;
    readonly type: string;
}

// src/client/caller.d.ts
export interface ConnectOptions {
    readonly url: string;
    readonly token?: string;
    readonly fetch?: typeof globalThis.fetch;
}

// src/document/convert/page-document.d.ts
export type Conversion = PageDocument | UnreadableFile;

// src/library/copy-collection.d.ts
export interface CopySummary {
    readonly pages: number;
    readonly rows: number;
    readonly to: string;
    readonly hadIndex: boolean;
}

// src/library/copy-collection.d.ts
export interface CopyToOptions {
    readonly onProgress?: (rows: number) => void;
}

// src/library/run.d.ts
export interface CrawlOptions {
    readonly plugins?: readonly Plugin[];
    readonly signal?: AbortSignal;
    readonly onVisit?: (visit: Visit) => void;
    readonly on?: Handlers;
    readonly env?: Partial<Env>;
    readonly refresh?: boolean;
}

// src/library/run.d.ts
export interface CrawlResult extends RunResult {
    readonly problems: readonly string[];
}

// src/site/specification/csv.d.ts
export interface CsvProblem {
    readonly line: number;
    readonly column: number;
    readonly message: string;
}

// src/change/decide/decide.d.ts
export declare const DEFAULT_RULES: ChangeRules;

// src/change/decide/decide.d.ts
export type Decision = ({
    readonly changed: true;
} & Findings) | ({
    readonly changed: false;
    readonly why: Unchanged;
} & Findings);

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
    readonly hostname?: string;
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
    readonly whole?: boolean;
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
    readonly language?: string;
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

// src/change/decide/decide.d.ts
export interface Excused {
    readonly path: string;
    readonly evidence: SlotEvidence | SharedEvidence | null;
}

// src/crawl/order/link-order.d.ts
export type Expectation = {
    readonly by: 'links';
    readonly links: number;
    readonly share: number;
} | ({
    readonly by: 'topic';
} & LinkExpectation);

// src/site/sample/explore.d.ts
export interface ExploreOptions {
    readonly pages?: number | 'auto';
    readonly seed?: number;
    readonly navigation?: Navigation;
    readonly domain?: string;
    readonly also?: readonly string[];
    readonly onPage?: (page: SourcePage) => void;
}

// src/library/export/exported-pages.d.ts
export interface ExportContents {
    readonly text?: boolean;
    readonly markdown?: boolean;
    readonly main?: boolean;
    readonly since?: Date;
}

// src/library/export/index.d.ts
export type ExportFormat = ('warc' | 'wacz' | 'trec' | 'markdown' | 'parquet') | ('csv' | 'jsonl' | 'graphml' | 'cypher');

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
    readonly model?: string | ModelText;
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

// src/robots/lines.d.ts
export type Field = 'agent' | 'allow' | 'disallow' | 'sitemap' | 'delay';

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

// src/site/difference.d.ts
export type FieldPlace = Pick<WrapperField, 'type' | 'xpath'>;

// src/site/forms/forms.d.ts
type FieldRole = keyof typeof ROLE_WEIGHTS | 'hidden';

// src/site/specification/specification.d.ts
export type FieldType = 'string' | 'url' | 'img' | 'html' | 'number' | 'date';

// src/site/wrapper/model.d.ts
export type FieldValues = Readonly<Record<string, readonly string[]>>;

// src/change/noise/figures.d.ts
export interface Figures {
    readonly skeleton: number;
    readonly pattern: number;
    readonly values: readonly number[];
}

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
    readonly signal?: AbortSignal;
    readonly onProgress?: (pages: number) => void;
}

// src/library/patterns.d.ts
export interface FindSummary {
    readonly pages: number;
    readonly values: number;
}

// src/change/decide/decide.d.ts
interface Findings {
    readonly level: Level;
    readonly difference: number;
    readonly measured: number;
    readonly paths: readonly string[];
    readonly excused: readonly Excused[];
    readonly resemblance: number;
    readonly simhashDistance: number;
    readonly blockDifference: number | null;
    readonly wantsProof?: true;
    readonly comparison?: Comparison;
}

// src/library/forget.d.ts
export interface ForgetOptions {
    readonly refetch?: boolean;
}

// src/library/forget.d.ts
export interface ForgetSummary {
    readonly pages: readonly string[];
    readonly revisions: number;
    readonly erasedBytes: number;
    readonly copies: readonly string[];
}

// src/site/sample/source.d.ts
export interface FormAnswers {
    readonly field: string;
    readonly urls: readonly string[];
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

// src/change/signature/signature.d.ts
export interface FreshParts {
    readonly text: string;
    readonly labels: ReadonlyMap<number, string>;
}

// src/change/decide/gap.d.ts
export interface Gap {
    readonly removed: readonly [number, number];
    readonly added: readonly [number, number];
    readonly path: number;
    readonly between: readonly number[];
    readonly lists: readonly (readonly SlotKey[])[];
    readonly width: number;
    readonly main: boolean;
    readonly value: boolean;
    readonly suspect: boolean;
    readonly moved: boolean;
    readonly paths: readonly number[];
    readonly movement: Movement | undefined;
    readonly characters: number;
}

// src/library/plan.d.ts
export interface GoalVerdict {
    readonly possible: boolean;
    readonly needed: number;
    readonly sentence: string;
}

// src/site/golden.d.ts
export interface Golden {
    readonly classes: readonly GoldenClass[];
    readonly links: readonly GoldenLink[];
}

// src/site/golden.d.ts
export interface GoldenClass {
    readonly name: string;
    readonly regex: string;
    readonly pages?: number | undefined;
    readonly template?: string | undefined;
    readonly trap?: boolean | undefined;
}

// src/site/golden.d.ts
export interface GoldenLink {
    readonly from: string;
    readonly to: string;
    readonly type: LinkType;
    readonly coverage?: number | undefined;
}

// src/robots/rule-set.d.ts
export interface Group {
    readonly from: number;
    to: number;
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

// src/library/import-files.d.ts
export interface ImportOptions extends Pick<CrawlOptions, 'plugins' | 'signal' | 'env'> {
    readonly config?: ConfigInput;
    readonly onProgress?: (summary: ImportSummary) => void;
}

// src/crawl/import/import-archive.d.ts
export interface ImportSummary {
    readonly captures: number;
    readonly pages: number;
    readonly changes: number;
    readonly passedOver: Readonly<Record<PassedOver, number>>;
    readonly problems: readonly string[];
    readonly interrupted: boolean;
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

// src/site/infer.d.ts
export interface InferOptions extends ExploreOptions {
    readonly madeAt: string;
    readonly split?: Split;
}

// src/site/infer.d.ts
export interface Inference {
    readonly model: SiteModel;
    readonly classOf: ReadonlyMap<string, string>;
}

// src/site/sketch/interner.d.ts
export declare class Interner {
    private readonly ids;
    private readonly words;
    id(word: string): number;
    find(word: string): number | undefined;
    word(id: number): string;
    get size(): number;
}

// src/site/score.d.ts
export interface JudgedPage {
    readonly truth: GoldenClass | undefined;
    readonly computed: string;
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

// src/change/decide/shared-gaps.d.ts
export interface KnownTexts {
    readonly places: SharedPlaces;
    readonly hasPair: (place: number, atLeast?: number) => boolean;
    readonly texts: ReadonlyMap<number, SharedText>;
    readonly lists: () => readonly CommonList[];
}

// src/change/signature/signature.d.ts
export declare const LEVELS: readonly ['raw', 'tags', 'text', 'content', 'links'];

// src/library/link-problems.d.ts
export declare const LINK_PROBLEMS: readonly ['dead', 'soft-dead', 'redirected', 'slow', 'fragment'];

// src/lab/world.d.ts
export interface LabWorld {
    readonly name: string;
    readonly pages: number;
    readonly spanDays: number;
    readonly changes: TimesByPage;
    readonly rates: Float64Array;
    readonly laterRates?: Float64Array;
    readonly addresses?: readonly string[];
    readonly saidRates?: readonly string[];
    readonly weights?: Float64Array;
    readonly hosts?: Uint16Array;
    readonly capShares?: readonly number[];
    readonly signals?: TimesByPage;
    readonly births?: Float64Array;
    readonly deaths?: Float64Array;
}

// src/change/decide/decide.d.ts
export interface Learned {
    readonly volatile: readonly VolatileRegions[];
    readonly shared: {
        readonly texts: SharedTexts;
        readonly url: string;
    };
    readonly canProve?: boolean;
}

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

// src/change/signature/signature.d.ts
export type Level = (typeof LEVELS)[number];

// src/document/accessibility/level-scores.d.ts
export interface LevelScores {
    readonly a: number;
    readonly aa: number;
    readonly aaa: number;
}

// src/robots/lines.d.ts
export declare class Lines {
    #private;
    readonly bytes: Buffer;
    number: number;
    field: Field;
    start: number;
    end: number;
    constructor(body: Uint8Array | string);
    get value(): string;
    next(): boolean;
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

// src/change/decide/standing-lists.d.ts
export interface ListSight extends PageOfList {
    readonly lists: readonly (readonly number[])[];
}

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

// src/change/show/format-diff.d.ts
export interface Marks {
    readonly removed: (text: string) => string;
    readonly added: (text: string) => string;
    readonly path: (text: string) => string;
}

// src/site/difference.d.ts
export interface ModelDifference {
    readonly classesCame: readonly string[];
    readonly classesWent: readonly string[];
    readonly classesChanged: readonly ChangedClass[];
    readonly linksCame: readonly ClassLink[];
    readonly linksWent: readonly ClassLink[];
    readonly linksChanged: readonly ChangedLink[];
    readonly fieldsChanged: readonly ChangedField[];
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

// src/site/score.d.ts
export interface ModelScore {
    readonly pages: number;
    readonly fStar: number;
    readonly purity: number;
    readonly entropy: number;
    readonly recall: number;
    readonly recallWithKind: number;
    readonly precision: number;
    readonly coverage: number;
    readonly partition: 'fine' | 'merged';
    readonly perClass: ReadonlyMap<string, {
        readonly f: number;
        readonly pages: number;
        readonly best: string;
    }>;
    readonly missedLinks: readonly string[];
    readonly otherKind: readonly string[];
    readonly wrongLinks: readonly string[];
}

// src/library/records/read.d.ts
export interface ModelText {
    readonly name: string;
    readonly text: string;
}

// src/site/version.d.ts
export interface ModelVersion extends SiteModel {
    readonly members: readonly (readonly string[])[];
    readonly wrappers?: Readonly<Record<string, Wrapper>>;
    readonly chosen?: readonly string[];
}

// src/change/noise/moments.d.ts
export interface Moment {
    readonly hash: number;
    readonly isLabel: boolean;
    readonly parts: readonly number[];
}

// src/change/noise/movement.d.ts
export type Movement = 'clock' | 'perhaps' | 'counter' | 'other';

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

// src/html/tree.d.ts
export type NodeKind = 'document' | 'element' | 'text' | 'comment' | 'attribute';

// src/change/decide/shared-texts.d.ts
interface NotedText extends SharedText {
    readonly by: number;
    counted: 'shared' | 'own' | null;
}

// src/refresh/types.d.ts
export declare const OBJECTIVES: readonly ['freshness', 'age', 'harmonic'];

// src/site/cluster/profile.d.ts
export declare const OWN_KINDS: readonly ['structure', 'address', 'labels', 'frame'];

// src/site/specification/specification.d.ts
export type Objection = (line: SpecificationLine) => string | null;

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

// src/robots/orders.d.ts
export declare class Orders {
    #private;
    readonly crawlDelayMs: number | undefined;
    constructor(rules: Rules, groups: Iterable<Group>, crawlDelayMs: number | undefined);
    get sizeBytes(): number;
    check(url: string): RobotsVerdict;
}

// src/robots/index.d.ts
export interface OrdersRead {
    readonly orders: Orders;
    readonly sitemaps: readonly string[];
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

// src/refresh/named.d.ts
export declare const POLICY_NAMES: readonly ['value', 'gamma', 'classes', 'optimal', 'proportional', 'uniform', 'random', 'step', 'adaptive', 'average-equal', 'average-half', 'average-age'];

// src/refresh/value.d.ts
export declare const POLICY_PARTS: readonly ['memories', 'drift', 'probes', 'priors', 'clocks', 'rhythm'];

// src/library/page.d.ts
export declare class Page {
    #private;
    readonly url: string;
    readonly host: string;
    readonly status: PageStatus;
    readonly httpStatus: number | null;
    readonly reason: string | null;
    readonly movedTo: string | null;
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
    select(selector: string): Promise<readonly Selected[]>;
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

// src/change/decide/page-bits.d.ts
export declare class PageBits {
    private readonly byLooks;
    of({ bit, looks }: PageMark): number;
    note(page: PageMark): void;
    toJSON(): readonly (readonly number[])[];
    static from(json: unknown): PageBits;
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

// src/site/forms/forms.d.ts
export interface PageForm {
    readonly kind: FormKind;
    readonly action: string;
    readonly method: 'get' | 'post';
    readonly fields: readonly FormField[];
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

// src/change/decide/page-bits.d.ts
export interface PageMark {
    readonly address: number;
    readonly bit: number;
    readonly looks: number;
}

// src/change/decide/standing-lists.d.ts
interface PageOfList {
    readonly address: number;
    readonly longest: number;
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

// src/site/wrapper/extract.d.ts
export interface PageRecords {
    readonly record: FieldValues;
    readonly lists: Readonly<Record<string, readonly FieldValues[]>>;
}

// src/site/sketch/page-sketch.d.ts
export interface PageSketch {
    readonly url: string;
    readonly links: readonly SketchLink[];
    readonly forms: readonly SketchForm[];
    readonly places: readonly number[];
    readonly structure: readonly number[];
    readonly labels: readonly number[];
    readonly frame: readonly number[];
    readonly urlTokens: readonly number[];
    readonly textLength: number;
    readonly fingerprint: number;
    readonly moved?: string;
}

// src/store/page-list.d.ts
export type PageSort = (typeof PAGE_SORTS)[number];

// src/site/sample/source.d.ts
export interface PageSource {
    readonly fetch: (url: string) => Promise<SourcePage | null>;
    readonly answersTo?: (action: string, page: string) => Promise<FormAnswers | null>;
}

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

// src/change/decide/paired-places.d.ts
export declare class PairedPlaces {
    private readonly places;
    has(path: number, page: number, atLeast?: number): boolean;
    together(path: number, at: number, page: number): void;
    alone(path: number, at: number): void;
    private place;
    toJSON(): readonly (readonly number[])[];
    static from(json: unknown): PairedPlaces;
}

// src/crawl/import/import-archive.d.ts
export type PassedOver = 'known' | 'scope' | 'type' | 'payload' | 'large' | 'damaged';

// src/library/patterns.d.ts
export interface PatternValue {
    readonly kind: string;
    readonly value: string;
    readonly pages: number;
    readonly hasMorePages: boolean;
    readonly url: string;
    readonly cursor: string;
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

// src/change/decide/shared-places.d.ts
interface Place {
    shared: number;
    own: number;
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
    response?(visit: PluginVisit, context: ResponseContext): void | Promise<void>;
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
    html(): string | null;
    select(selector: string): readonly Selected[];
    document(): Promise<Conversion | null>;
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

// src/lab/compare-policies.d.ts
export interface PolicyComparison {
    readonly pages: number;
    readonly spanDays: number;
    readonly fetchesPerPage: number;
    readonly batched: number;
    readonly policies: readonly Compared[];
}

// src/refresh/named.d.ts
export interface PolicyOptions {
    readonly objective?: Objective;
    readonly classes?: readonly number[];
    readonly step?: StepOptions;
    readonly without?: readonly PolicyPart[];
}

// src/refresh/value.d.ts
export type PolicyPart = (typeof POLICY_PARTS)[number];

// src/crawl/plugin.d.ts
export interface PreviousRevision {
    readonly revision: number;
    readonly fetchedAt: number | null;
    readonly changedAt: number | null;
    html(): Promise<string | null>;
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
    visitAt(timeMs: number | Date | null): void;
    add(url: string | URL, options?: {
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

// src/change/signature/regions.d.ts
export interface Regions {
    readonly coarseness: number;
    readonly count: number;
    readonly paths: Uint32Array;
    readonly hashes: Uint32Array;
    readonly weights: Uint8Array;
    readonly flags: Uint8Array;
    readonly figures: ReadonlyMap<number, Figures>;
    readonly moments: ReadonlyMap<number, readonly Moment[]>;
    readonly residues: ReadonlyMap<number, number>;
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

// src/lab/replay.d.ts
export interface ReplayOptions {
    readonly every: number;
    readonly seed?: number;
    readonly explore?: number;
    readonly knowsRates?: boolean;
    readonly deaf?: boolean;
    readonly measureFrom?: number;
}

// src/crawl/plugin.d.ts
export interface RequestContext extends PluginContext {
    veto(reason: string): void;
}

// src/crawl/plugin.d.ts
export interface ResponseContext extends PluginContext {
    reject(reason: string, options?: {
        readonly retry?: boolean;
    }): void;
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
    select(selector: string): Promise<readonly Selected[]>;
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

// src/robots/index.d.ts
export declare class RobotsFile {
    #private;
    readonly sitemaps: readonly string[];
    readonly sitemapLines: readonly number[];
    constructor(body: Uint8Array | string);
    check(agent: string, url: string): RobotsVerdict;
    crawlDelay(agent: string): number | undefined;
    for(agent: string): Orders;
}

// src/library/robots-text.d.ts
export interface RobotsQuery {
    readonly agent?: string;
}

// src/robots/orders.d.ts
export interface RobotsVerdict {
    readonly allowed: boolean;
    readonly line?: number;
    readonly rule?: string;
}

// src/document/accessibility/rule.d.ts
export type RuleLevel = 'A' | 'AA' | 'AAA' | 'advice';

// src/robots/rule-set.d.ts
export declare class Rules {
    #private;
    reset(bytes: Buffer): void;
    get size(): number;
    add(lines: Lines): void;
    allows(rule: number): boolean;
    line(rule: number): number;
    written(rule: number): string;
    spelled(rule: number): string;
    specificity(rule: number): number;
    isOrdinary(rule: number): boolean;
    copyTo(target: Uint8Array, at: number, rule: number): number;
}

// src/crawl/run-options.d.ts
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

// src/change/decide/shared-text.d.ts
export type SeenText = readonly [key: number, place: number, words: number];

// src/html/selectors/selected.d.ts
export interface Selected {
    readonly name: string;
    readonly text: string;
    readonly address: string | null;
    attribute(name: string): string | null;
    select(selector: string): readonly Selected[];
}

// src/html/selectors/index.d.ts
export interface Selector {
    readonly source: string;
    select(node: TreeNode): readonly TreeNode[];
    texts(node: TreeNode): string[];
}

// src/html/selectors/index.d.ts
export type SelectorAnswer = {
    readonly ok: true;
    readonly selector: Selector;
} | {
    readonly ok: false;
    readonly problem: SelectorProblem;
};

// src/html/selectors/syntax.d.ts
export interface SelectorProblem {
    readonly position: number;
    readonly message: string;
}

// src/library/listing.d.ts
export interface Server {
    readonly address: string;
    readonly delayMs: number;
    readonly latencyMs: number;
    readonly failures: number;
    readonly restsUntil: Date | null;
}

// src/change/decide/decide.d.ts
export interface SharedEvidence {
    readonly pages: number;
}

// src/change/decide/shared-gaps.d.ts
export declare class SharedGaps {
    private readonly known;
    private readonly compared;
    private readonly sighting;
    private readonly paths;
    private lists;
    private paired;
    private elsewhere;
    private standing;
    constructor(known: KnownTexts, compared: ComparedTexts, sighting: Sighting);
    pagesWith(gap: Gap): number | undefined;
    private isStandingList;
    private itemTest;
    private isTogether;
    private changedPagesWith;
    private isListStirred;
    private isKnown;
    private sharedPaths;
    private isGoing;
    private isComing;
    private isKnownPlace;
    private pairedPaths;
    private isElsewhere;
    private sharedLists;
    private hadDiffered;
    private mayDiffer;
    private sharedWords;
    private hasSharedLink;
    private isMostOfPage;
    private pathsAround;
    private fewestPages;
}

// src/change/decide/shared-places.d.ts
export declare class SharedPlaces {
    private readonly places;
    has(path: number): boolean;
    note(path: number, kind: keyof Place): void;
    toJSON(): readonly (readonly number[])[];
    static from(json: unknown): SharedPlaces;
}

// src/change/decide/shared-texts.d.ts
export interface SharedSightings extends Omit<Sighting, 'page'> {
    readonly page: PageMark;
    readonly gained: readonly SeenText[];
    readonly lost: readonly SeenText[];
    readonly standing: readonly number[];
    readonly absent: readonly number[];
    readonly lists: readonly ListSight[];
}

// src/change/decide/shared-text.d.ts
export interface SharedText {
    readonly path: number;
    readonly words: number;
    along: number;
    against: number;
    firstAt: number;
    goneAt: number;
}

// src/change/decide/shared-texts.d.ts
export declare class SharedTexts {
    readonly texts: Map<number, NotedText>;
    readonly places: SharedPlaces;
    private readonly pairs;
    private readonly pages;
    private readonly lists;
    constructor(places?: SharedPlaces, pages?: PageBits, pairs?: PairedPlaces, lists?: StandingLists);
    sightings(url: string, comparison: Comparison): SharedSightings;
    learn({ page, lastAt, at, gained, lost, standing, absent, lists }: SharedSightings): void;
    in(url: string, comparison: Comparison): SharedGaps;
    toJSON(): unknown;
    static from(json: unknown): SharedTexts;
    private standing;
    private come;
    private stay;
    private note;
    private count;
    private pair;
    private forget;
}

// src/change/decide/shared-text.d.ts
export interface Sighting {
    readonly page: number;
    readonly lastAt: number;
    readonly at: number;
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

// src/change/signature/signature.d.ts
export interface Signature {
    readonly kind: BodyKind;
    readonly levels: {
        readonly [L in Level]?: string;
    };
    readonly simhash: string;
    readonly sketch: Sketch;
    readonly blocks: BlockSignature;
    readonly regions: Regions;
    readonly part: number;
    readonly takenAt: number;
    readonly since?: {
        readonly regions: Regions;
        readonly untilMs: number;
    };
    readonly fresh?: FreshParts;
}

// src/change/signature/make-signature.d.ts
export interface SignatureOptions {
    readonly type?: string;
    readonly digest?: string;
    readonly takenAt?: number;
    readonly part?: {
        readonly tag: number;
        readonly isSelection: boolean;
    };
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
    readonly domain?: string;
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

// src/change/signature/sketch.d.ts
export interface Sketch {
    readonly modulus: number;
    readonly hashes: Uint32Array;
}

// src/site/sketch/page-sketch.d.ts
export interface SketchForm {
    readonly path: number;
    readonly form: PageForm;
}

// src/site/sketch/page-sketch.d.ts
export interface SketchLink {
    readonly path: number;
    readonly url: string;
    readonly text: string;
    readonly rel: string;
    readonly field?: string;
}

// src/change/decide/slot.d.ts
export interface SlotEvidence {
    readonly key: string;
    readonly label: string;
    readonly compared: number;
    readonly differed: number;
    readonly close: number;
    readonly steady: number;
    readonly shortestMs: number;
    readonly longestMs: number;
    readonly width: number;
    readonly value: boolean;
    readonly fed: number;
    readonly suspect: boolean;
    readonly figures: number;
    readonly grown: number;
    readonly ticked: number;
    readonly paths: readonly number[];
    readonly seenOn: number;
}

// src/change/decide/gap.d.ts
export interface SlotKey {
    readonly key: number;
    readonly exchanged: boolean;
    readonly isOneStretch: boolean;
    readonly feed: boolean;
}

// src/site/sample/source.d.ts
export interface SourcePage {
    readonly url: string;
    readonly html: string;
    readonly charset?: string;
    readonly status: number;
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

// src/site/specification/specification.d.ts
export interface Specification {
    readonly lines: readonly SpecificationLine[];
    readonly problems: readonly CsvProblem[];
}

// src/site/specification/specification.d.ts
export type SpecificationLine = {
    readonly kind: 'link';
    readonly source: string;
    readonly xpath: string;
    readonly destination: string;
    readonly type: LinkType;
} | {
    readonly kind: 'field';
    readonly source: string;
    readonly xpath: string;
    readonly name: string;
    readonly type: FieldType;
} | {
    readonly kind: 'action';
    readonly source: string;
    readonly xpath: string;
};

// src/site/infer.d.ts
export type Split = 'none' | 'semantic';

// src/change/decide/standing-lists.d.ts
export declare class StandingLists {
    private readonly lists;
    learn({ lists, ...page }: ListSight): void;
    in(url: string, side: TextSide): CommonList[];
    toJSON(): readonly (readonly number[])[];
    static from(json: unknown): StandingLists;
    private othersWith;
    private forget;
}

// src/refresh/types.d.ts
export type State = ArrayLike<number>;

// src/refresh/step.d.ts
export interface StepOptions {
    readonly first: number;
    readonly longer: number;
    readonly shorter: number;
    readonly shortest: number;
    readonly longest: number;
}

// src/document/convert/page-document.d.ts
export interface StyleMark {
    readonly start: number;
    readonly end: number;
    readonly style: WritingStyle;
}

// src/lab/tally.d.ts
export interface Tallied {
    readonly freshness: number;
    readonly age: number;
    readonly harmonic: number;
    readonly wasted: number;
    readonly delayMean: number;
    readonly delayP95: number;
    readonly starved: number;
    readonly calibration: number | null;
    readonly fetches: number;
}

// src/library/export/target.d.ts
export interface Target {
    write(bytes: Uint8Array | string): Promise<void>;
}

// src/document/convert/page-document.d.ts
interface TextBlock {
    readonly text: string;
    readonly links?: readonly LinkMark[];
    readonly styles?: readonly StyleMark[];
}

// src/change/show/text-diff.d.ts
export interface TextDiffOptions {
    readonly type?: string;
    readonly noise?: boolean;
    readonly times?: {
        readonly before: number;
        readonly after: number;
    };
}

// src/html/references.d.ts
export type TextMode = 'data' | 'rcdata' | 'raw' | 'cdata';

// src/html/text-places.d.ts
export declare class TextPlaces {
    #private;
    set(order: number, start: number, end: number, mode: TextMode): void;
    lengthOf(order: number): number;
    isSpace(html: string, order: number): boolean;
    decode(html: string, order: number): string;
}

// src/change/decide/compared-texts.d.ts
export declare class TextSide {
    readonly regions: Regions;
    readonly keys: ReadonlySet<number>;
    private readonly keyList;
    constructor(regions: Regions);
    keyAt(at: number): number;
    pathAt(at: number): number;
    isLinksAt(at: number): boolean;
    isMainAt(at: number): boolean;
    placeAt(at: number): number;
    wordsAt(at: number): number;
    seenAt(at: number): SeenText;
    isNotedAt(at: number): boolean;
}

// src/lab/world.d.ts
export interface TimesByPage {
    readonly starts: Uint32Array;
    readonly times: Float64Array | Float32Array;
}

// src/library/topic-yields.d.ts
export interface TopicYield {
    readonly topic: string;
    readonly pages: number;
    readonly relevant: number;
    readonly meanRelevance: number;
}

// src/html/tree.d.ts
export declare class Tree {
    readonly html: string;
    readonly charset: string | undefined;
    readonly nodes: TreeNode[];
    readonly texts: TextPlaces;
    private attributes;
    private whole;
    private named;
    private asked;
    constructor(html: string, charset?: string);
    get root(): TreeNode;
    attributeNodesOf(element: TreeNode): readonly TreeNode[];
    elementsNamed(name: string): readonly TreeNode[];
    sliceOfText(first: number, last: number): string | undefined;
}

// src/html/tree.d.ts
export declare class TreeNode {
    readonly kind: NodeKind;
    readonly name: string;
    readonly parent: TreeNode | null;
    readonly tree: Tree;
    readonly order: number;
    last: number;
    attributes: readonly string[];
    private own;
    constructor(tree: Tree, kind: NodeKind, name: string, parent: TreeNode | null, order: number);
    get rank(): number;
    attribute(name: string): string | undefined;
    attributeNodes(): readonly TreeNode[];
    text(): string;
    get firstChild(): TreeNode | undefined;
    get nextSibling(): TreeNode | undefined;
    get rawLength(): number;
    get isSpace(): boolean;
    say(text: string): void;
    private ownText;
}

// src/library/pick-fields.d.ts
export interface TriedFields {
    readonly pages: readonly FilledPage[];
    readonly marks: readonly FieldMark[];
}

// src/crawl/try-plugin.d.ts
export interface TriedPage {
    readonly url: string;
    readonly body?: string;
    readonly type?: string;
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly depth?: number;
    readonly previous?: string;
    readonly pageClass?: string;
    readonly record?: Readonly<Record<string, unknown>>;
}

// src/crawl/try-plugin.d.ts
export interface TriedPlugin {
    readonly request: Pick<PluginRequest, 'url' | 'method' | 'body' | 'headers'> | null;
    readonly vetoed: string | null;
    readonly rejected: string | null;
    readonly excluded: string | null;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly changed: boolean;
    readonly added: readonly string[];
    readonly priority: number | null;
    readonly visitAt: number | null | undefined;
}

// src/library/type-counts.d.ts
export interface TypeShare {
    readonly type: string;
    readonly pages: number;
    readonly bytes: number;
}

// src/change/decide/decide.d.ts
export type Unchanged = 'same' | 'noise' | 'volatile' | 'shared' | 'elsewhere' | 'under threshold';

// src/document/convert/page-document.d.ts
export interface UnreadableFile {
    readonly kind: 'unreadable';
    readonly reason: string;
}

// src/library/robots-text.d.ts
export interface UrlPermission {
    readonly url: string;
    readonly agent: string;
    readonly allowed: boolean;
    readonly line: number | null;
    readonly rule: string | null;
    readonly crawlDelayMs: number | null;
    readonly sitemaps: readonly string[];
}

// src/refresh/rhythm.d.ts
export interface UsualTime {
    readonly from: number;
    readonly lengthDays: number;
}

// src/html/xpath/compile.d.ts
export type Variables = Readonly<Record<string, string | number | boolean>>;

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

// src/change/decide/volatile.d.ts
export declare class VolatileRegions {
    private readonly slots;
    private readonly most;
    private readonly cautious;
    private comparisons;
    private page;
    constructor(most?: number, cautious?: boolean);
    lookAt(page: number): this;
    observe(comparison: Comparison, intervalMs: number, labels?: ReadonlyMap<number, string>): void;
    observeSteady(comparison: Comparison): void;
    excuse(gap: Gap): SlotEvidence | undefined;
    private volatileSlot;
    private isOfMany;
    private restlessSlot;
    evidence(): (SlotEvidence & {
        readonly volatile: boolean;
    })[];
    get isEmpty(): boolean;
    toJSON(): object;
    static from(json: unknown, most?: number, cautious?: boolean): VolatileRegions;
    private differing;
    private countCompared;
    private note;
    private forget;
}

// src/lab/worlds.d.ts
export declare const WORLD_NAMES: readonly ['P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9'];

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

// src/lab/worlds.d.ts
export interface WorldOptions {
    readonly pages: number;
    readonly spanDays: number;
    readonly seed: number;
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

// src/document/convert/page-document.d.ts
export type WritingStyle = 'code' | 'strong' | 'emphasis';

// src/library/records/write.d.ts
export interface WrittenRecords {
    readonly records: number;
    readonly classes: number;
    readonly images: number;
}

// src/html/xpath/index.d.ts
export interface XPath {
    readonly source: string;
    evaluate(node: TreeNode): XPathValue;
    select(node: TreeNode): readonly TreeNode[];
    texts(node: TreeNode): string[];
}

// src/html/xpath/index.d.ts
export type XPathAnswer = {
    readonly ok: true;
    readonly xpath: XPath;
} | {
    readonly ok: false;
    readonly problem: XPathProblem;
};

// src/html/xpath/syntax.d.ts
export interface XPathProblem {
    readonly position: number;
    readonly message: string;
}

// src/html/xpath/values.d.ts
export type XPathValue = readonly TreeNode[] | string | number | boolean;

// src/lab/batches.d.ts
export declare function batchShare(world: LabWorld): number;

// src/change/decide/compare.d.ts
export declare function compare(before: Signature, after: Signature): Comparison;

// src/lab/compare-policies.d.ts
export declare function compare(world: LabWorld, policies: readonly Policy[], options: CompareOptions): PolicyComparison;

// src/site/difference.d.ts
export declare function compareModels(before: ComparedModel, after: ComparedModel): ModelDifference;

// src/html/selectors/index.d.ts
export declare function compileSelector(source: string): SelectorAnswer;

// src/html/xpath/index.d.ts
export declare function compileXPath(source: string, variables?: Variables): XPathAnswer;

// src/client/index.d.ts
export declare const connect: (options: ConnectOptions) => Client;

// src/index.d.ts
export declare const crawl: (collection: Collection, config: ConfigInput, options?: CrawlOptions) => Promise<CrawlResult>;

// src/change/decide/decide.d.ts
export declare function decide(before: Signature, after: Signature, rules?: Partial<ChangeRules>, learned?: VolatileRegions | readonly VolatileRegions[] | Learned): Decision;

// src/change/signature/encode.d.ts
export declare function decodeSignature(bytes: Uint8Array): Signature | undefined;

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

// src/change/signature/encode.d.ts
export declare function encodeSignature(signature: Signature): Buffer;

// src/site/wrapper/extract.d.ts
export declare function extractRecords(wrapper: Wrapper, tree: Tree): PageRecords;

// src/change/show/format-diff.d.ts
export declare function formatDiff(diff: readonly DiffLine[], marks?: Marks, context?: number): string[];

// src/site/golden.d.ts
export declare function goldenClassifier(golden: Golden): (url: string) => GoldenClass | undefined;

// src/site/wrapper/induce.d.ts
export declare function induceWrapper(sample: readonly SourcePage[]): Wrapper;

// src/index.d.ts
export declare const inferModel: (collection: Collection, address: string, config?: ConfigInput, options?: Omit<ModelOptions, 'config' | 'keep'>) => Promise<ModelVersion>;

// src/site/infer.d.ts
export declare function inferSite(source: PageSource, start: string, options: InferOptions): Promise<Inference>;

// src/library/doctor/finding.d.ts
export declare const ok: (check: string, message: string, advice?: string) => DoctorFinding;

// src/index.d.ts
export declare const openCollection: (where: string, options?: OpenOptions) => Promise<Collection>;

// src/robots/index.d.ts
export declare function parseRobots(body: Uint8Array | string): RobotsFile;

// src/html/tree-builder.d.ts
export declare function parseTree(html: string, charset?: string): Tree;

// src/refresh/named.d.ts
export declare function policyNamed(name: string, options?: PolicyOptions): Policy;

// src/library/doctor/finding.d.ts
export declare const problem: (check: string, message: string, advice?: string) => DoctorFinding;

// src/robots/index.d.ts
export declare function readOrders(body: Uint8Array, agent: string): OrdersRead;

// src/site/specification/specification.d.ts
export declare function readSpecification(source: string, objection?: Objection): Specification;

// src/lab/trace.d.ts
export declare function readTrace(name: string, bytes: Uint8Array): LabWorld;

// src/env/index.d.ts
export declare const realEnv: Env;

// src/lab/replay.d.ts
export declare function replay(world: LabWorld, policy: Policy, options: ReplayOptions): Tallied;

// src/site/score.d.ts
export declare function scoreModel(golden: Golden, pages: readonly JudgedPage[], links: readonly ComputedLink[]): ModelScore;

// src/change/signature/make-signature.d.ts
export declare function signatureOf(body: string | Uint8Array, url: string, options?: SignatureOptions): Signature;

// src/change/signature/simhash.d.ts
export declare const simhashDistance: (a: string, b: string) => number;

// src/change/signature/sketch.d.ts
export declare function sketchResemblance(a: Sketch, b: Sketch, ignored?: ReadonlySet<number>): number;

// src/site/specification/specification.d.ts
export declare function specificationOf(model: SiteModel, start?: string): SpecificationLine[];

// src/change/show/text-diff.d.ts
export declare function textDiff(before: string, after: string, options?: TextDiffOptions): DiffLine[];

// src/site/export/graph.d.ts
export declare function toCypher({ classes, links }: SiteModel): string;

// src/site/export/graph.d.ts
export declare function toDot({ classes, links }: SiteModel): string;

// src/site/export/graph.d.ts
export declare function toGraphMl({ classes, links }: SiteModel): string;

// src/site/export/graph.d.ts
export declare function toJson(model: SiteModel): string;

// src/site/export/svg.d.ts
export declare function toSvg(model: SiteModel): string;

// src/html/xpath/values.d.ts
export declare function toText(value: XPathValue): string;

// src/crawl/try-plugin.d.ts
export declare function tryPlugin(plugin: Plugin, page: TriedPage): Promise<TriedPlugin>;

// src/library/doctor/finding.d.ts
export declare const warning: (check: string, message: string, advice?: string) => DoctorFinding;

// src/index.d.ts
export declare const watch: (collection: Collection, config: ConfigInput, options: WatchOptions) => Promise<RunResult>;

// src/lab/worlds.d.ts
export declare function worldNamed(name: string, options: WorldOptions): LabWorld;

// src/site/specification/specification.d.ts
export declare function writeSpecification(lines: readonly SpecificationLine[]): string;
