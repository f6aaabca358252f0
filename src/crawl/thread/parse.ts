import { hash } from 'node:crypto'
import { type Pack, packerFor } from '../../archive/format/pack.ts'
import { Redactor } from '../../archive/format/redact.ts'
import { packRecords, packVisit, type VisitRecords } from '../../archive/format/warc.ts'
import { isConverted } from '../../document/converted-types.ts'
import { robotsFromHeader } from '../../document/header.ts'
import { sniffType } from '../../document/type.ts'
import { isCertain } from '../../document/walls/index.ts'
import { realRandom } from '../../env/random.ts'
import { header, headerAll } from '../../fetch/header-list.ts'
import { inflate, isGzip } from '../../fetch/inflate.ts'
import type { GuideData } from '../../site/index.ts'
import { Canonicalizer, Scope } from '../../url/index.ts'
import { packLinks } from '../packed-links.ts'
import { isSource } from '../page-kind.ts'
import { charsetOf } from './beside-body.ts'
import type { ReadBody } from './compared-body.ts'
import type { DocumentReading } from './document-reading.ts'
import { FoundLinks, noUrls } from './found-links.ts'
import { MAX_SOURCE_BYTES, type ParseJob, type ParseResult } from './job.ts'
import { packShown } from './pack-shown.ts'
import type { ParseSettings } from './parse-settings.ts'
import { DocumentReader } from './read-document.ts'
import { factsOf, type OpenedBody } from './read-facts.ts'
import { RecentLinks } from './recent-links.ts'
import type { ParsedSearch } from './search-terms.ts'

type ComparedPage = Pick<ParseResult, 'comparison' | 'isPartMissing' | 'likeness' | 'content'>
const NOT_COMPARED: ComparedPage = { comparison: null, isPartMissing: false, likeness: null, content: null }

/** Step 4 of a visit, in its thread: turns bytes into links, metadata, comparison and archive records; pure but for random ids. */
export class Parser {
  readonly #settings: ParseSettings
  readonly #links: FoundLinks
  /** Link texts reported recently: navigation repeats them on every page. */
  readonly #recentAnchors = new RecentLinks()
  readonly #reader: DocumentReader
  readonly #redactor: Redactor
  readonly #dictionaries = new Map<number, Uint8Array>()
  /** By dictionary number, 0 for none. */
  readonly #packs: Map<number, Pack>
  /** Large, so it is loaded only by threads that get a page to compare; a first crawl starts without it. */
  #comparing: typeof import('./compare-payload.ts') | null = null

  constructor(settings: ParseSettings) {
    this.#settings = settings
    const canonicalizer = new Canonicalizer(settings.canonical)
    this.#links = new FoundLinks(settings, canonicalizer, new Scope(settings.scope))
    this.#packs = new Map([[0, packerFor(settings.compression, settings.level, null)]])
    this.#redactor = new Redactor(settings.redaction)
    this.#reader = new DocumentReader(settings, canonicalizer)
  }

  learn(number: number, dictionary: Uint8Array): void {
    const { compression, level } = this.#settings
    this.#dictionaries.set(number, dictionary)
    this.#packs.set(number, packerFor(compression, level, dictionary))
  }

  forget(number: number): void {
    this.#dictionaries.delete(number)
    this.#packs.delete(number)
  }

  dictionary(number: number): Uint8Array | null {
    return this.#dictionaries.get(number) ?? null
  }

  guideBy(guides: readonly GuideData[]): void {
    this.#reader.guideBy(guides)
  }

  async parse(job: ParseJob, packWith = 0): Promise<ParseResult> {
    const opened = await this.#open(job)
    const { bytes, type, digest, same } = opened
    const unpacked = isSource(job.kind) ? await gunzipped(bytes) : bytes
    while (!this.#reader.isReady) await this.#reader.prepare()
    const read = this.#reader.read(job, unpacked, { type, same })
    const reading = read instanceof Promise ? await read : read
    const { noindex, follow } = this.#directives(job, reading)
    const wanted = this.#isWanted(job, type, reading)
    const isDocument = job.response.status >= 200 && job.response.status < 300
    const isKept = !isDocument || (wanted && !noindex)
    const records = isKept ? this.#records(job, { ...opened, packWith }) : null
    const record = reading.guided?.record ? JSON.stringify(reading.guided.record) : null
    const text = isConverted(type) ? reading.text : null
    const payload = {
      url: job.url,
      bytes,
      type,
      charset: charsetOf(job),
      digest,
      record,
      text,
      accessibility: reading.accessibility,
    }
    const isNews = isKept && !same
    const compared = isDocument ? await this.#compare(job, payload, reading, isNews) : NOT_COMPARED
    // Content that was stored as such and has not changed is not a wall.
    const wall = same || compared.comparison?.verdict === 'unchanged' ? null : reading.wall
    const leads = follow && !(wall && isCertain(wall.holds, job.previous !== null))
    const found = leads ? this.#links.newIn(job, reading) : noUrls(reading.kind)
    return {
      facts: { ...factsOf(job, opened, reading), wanted, noindex },
      guided: reading.guided && {
        pageClass: reading.guided.pageClass,
        record,
        action: reading.guided.action,
        phrases: reading.guided.phrases,
      },
      ...compared,
      digest,
      canonical: reading.canonical,
      refresh: reading.refresh,
      wall,
      push: reading.push,
      found,
      sources: leads ? reading.sources : [],
      search: isKept && isDocument ? await this.#search(job, reading, same, follow) : null,
      packedLinks: same || reading.links.length === 0 ? null : packLinks(reading.links, follow),
      unreadable: reading.unreadable,
      patterns: isKept && isDocument && !same ? reading.patterns : null,
      accessibility: isKept && isDocument ? reading.accessibility : null,
      forms: leads && isDocument ? reading.forms : null,
      bearing:
        this.#settings.focus && isDocument
          ? await (await import('./bearing.ts')).bearingOf(job, reading, found.hrefs)
          : null,
      records: records?.bytes ?? new Uint8Array(0),
      firstLength: records?.firstLength ?? 0,
      dictionary: records?.dictionary ?? 0,
      beside: records?.beside ?? [],
      text: job.want.text ? reading.text : null,
      body: job.want.body ? bytes : null,
      links: job.want.links ? reading.links : null,
    }
  }

  /** Compares the page with the stored revision, and computes what it is compared with other pages by. */
  async #compare(
    { compare, part, want, at }: ParseJob,
    payload: ReadBody,
    reading: DocumentReading,
    isNews: boolean,
  ): Promise<ComparedPage> {
    const wantsLikeness = want.likeness && isNews
    const isOfInterest = part !== null && isNews
    if (!compare && !isOfInterest && !wantsLikeness && !want.content) return NOT_COMPARED
    this.#comparing ??= await import('./compare-payload.ts')
    const { compareWith, contentPrint, likenessOf, partOf, signatureIn } = this.#comparing
    const compared = part === null ? payload : partOf(payload, part)
    const signature = signatureIn(compared, at)
    const whole = part !== null && (wantsLikeness || want.content) ? signatureIn(payload, at) : signature
    return {
      comparison: compare && (await compareWith(compare, compared, signature)),
      isPartMissing: isOfInterest && compared.part?.isMissing === true,
      likeness: wantsLikeness ? likenessOf(whole) : null,
      content: want.content ? contentPrint(whole, picturesIn(reading)) : null,
    }
  }

  /** The terms for the full-text index; null if the page is unchanged and therefore already in the index. */
  async #search(
    job: ParseJob,
    { fields, kind, links }: DocumentReading,
    same: boolean,
    follow: boolean,
  ): Promise<ParsedSearch | null> {
    const isKnown = same && job.previous?.at !== null
    if (!this.#settings.search || !fields || kind !== 'links' || job.kind !== 'page' || isKnown) return null
    const page = { url: job.url, fields, headers: job.response.headers }
    // The first look found the same anchors, but they have not been written yet.
    const recent = job.compare?.isSecondLook ? null : this.#recentAnchors
    const { parsedSearch } = await import('./search-terms.ts')
    return parsedSearch(page, follow ? links : [], recent)
  }

  /** Undoes content codings, detects the true type, and tells whether the payload is the stored one. */
  async #open(job: ParseJob): Promise<OpenedBody> {
    const { headers } = job.response
    const { maxBodyBytes, dictionaries } = this.#settings
    const limit = isSource(job.kind) ? Math.max(MAX_SOURCE_BYTES, maxBodyBytes) : maxBodyBytes
    const { bytes, cut } = await inflate(job.body, header(headers, 'content-encoding'), limit)
    const { type } = sniffType(bytes, header(headers, 'content-type'), job.url)
    const isDecoded = dictionaries && !cut && !job.cut && isUndone(job, bytes)
    const payload = isDecoded ? bytes : job.body
    const digest = hash('sha1', payload, 'buffer')
    const same = job.previous !== null && digest.equals(job.previous.digest)
    return { bytes, cut, type, payload, isDecoded, digest, same }
  }

  /** What header and page say about indexing and following, if directives are obeyed. */
  #directives(
    job: ParseJob,
    reading: DocumentReading,
  ): { readonly noindex: boolean; readonly follow: boolean } {
    const tags = job.obey ? headerAll(job.response.headers, 'x-robots-tag') : []
    const { noindex, nofollow } = robotsFromHeader(tags, this.#settings.agent)
    return {
      noindex: noindex || (job.obey && reading.noindex),
      follow: !(nofollow || (job.obey && reading.nofollow)),
    }
  }

  #isWanted(job: ParseJob, type: string, reading: DocumentReading): boolean {
    const isPicture = job.kind === 'image' && type.startsWith('image/')
    return this.#settings.types.includes(type) || reading.kind !== 'links' || isPicture
  }

  #records(
    job: ParseJob,
    { payload, isDecoded, digest, same, packWith }: OpenedBody & { readonly packWith: number },
  ) {
    const { url, at, via, depth, hops, durationMs } = job
    const profile = job.notModified ? ('server-not-modified' as const) : ('identical-payload-digest' as const)
    const earlier =
      job.previous && job.previous.at !== null ? { url, ...job.previous, at: job.previous.at } : null
    const revisit = earlier && (same || job.notModified) ? { profile, of: earlier } : null
    const dictionary = this.#packs.has(packWith) ? packWith : 0
    const pack = this.#packs.get(dictionary)!
    if (job.recorded?.length && !revisit && !isDecoded)
      return { ...packRecords(job.recorded, pack), beside: [], dictionary }
    const response = this.#redactor.response(job.response)
    const visit: VisitRecords = {
      url,
      at,
      address: job.address,
      request: job.request && this.#redactor.request(job.request),
      response: isDecoded ? { ...response, isDecoded } : response,
      payload,
      payloadDigest: digest,
      truncated: job.cut,
      revisit,
      metadata: { via, depth, hops, fetchTimeMs: durationMs },
      newId: () => `urn:uuid:${realRandom.uuid()}`,
    }
    const packed = job.rendered
      ? packShown(visit, job.rendered, head => this.#redactor.response(head), pack)
      : { ...packVisit(visit, pack), beside: [] }
    return { ...packed, dictionary }
  }
}

/** Sitemaps are often gzip files, and some are served with gzip on top. */
async function gunzipped(bytes: Uint8Array): Promise<Uint8Array> {
  return isGzip(bytes) ? (await inflate(bytes, 'gzip, gzip', MAX_SOURCE_BYTES)).bytes : bytes
}

const KNOWN_CODING = /^\s*(?:(?:x-)?gzip|deflate|br|zstd)\s*$/i

/** Whether the content coding was undone completely. */
function isUndone({ body, response }: ParseJob, bytes: Uint8Array): boolean {
  return bytes !== body && KNOWN_CODING.test(header(response.headers, 'content-encoding') ?? '')
}

const picturesIn = ({ links }: DocumentReading) =>
  links.filter(({ kind }) => kind === 'image').map(({ href }) => href)
