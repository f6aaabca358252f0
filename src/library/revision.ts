import type { ArchiveFolder } from '../archive/archive-folder.ts'
import { base32 } from '../archive/format/base32.ts'
import type { SitePage } from '../document/content/site-texts.ts'
import { withAbsoluteLinks } from '../document/convert/absolute-links.ts'
import type { Conversion } from '../document/convert/index.ts'
import { documentMarkdown, documentText } from '../document/convert/render.ts'
import { isPageType, isTextType } from '../document/type.ts'
import { jsonOf } from '../env/json.ts'
import type { Selected } from '../html/index.ts'
import type { RevisionRow } from '../store/index.ts'
import { dateOf, type RecordPlace } from './plain.ts'
import type { BesideRevision } from './reading/beside-revision.ts'

export interface ReadingOptions {
  /** Only the main content of a web page: without menus, footers and the like, and without text shared by other stored pages of its site. */
  readonly main?: boolean
}

/** One distinct content of a page. The properties come from the store; the methods read from the archive on demand. */
export class Revision {
  readonly url: string
  /** Counts from 1. */
  readonly number: number
  readonly fetchedAt: Date
  readonly title: string | null
  readonly type: string | null
  readonly charset: string | null
  readonly sizeBytes: number
  /** `sha1:` and the base32 digest, as in WARC files. */
  readonly digest: string
  /** Whether the body was longer than `request.maxBody` or broke off. */
  readonly truncated: boolean
  /** Whether this is the document as rendered in a browser (config `render`). */
  readonly rendered: boolean
  /** Fields added by plug-ins. */
  readonly fields: Readonly<Record<string, unknown>> | null
  /** The record that the wrapper of its class extracted. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** Location of its record in the archive; null if it is missing from the archive. */
  readonly place: RecordPlace | null
  readonly #row: RevisionRow
  readonly #archiveFolder: ArchiveFolder
  readonly #site: () => Promise<readonly SitePage[]>

  /** @internal `site` returns the texts of similar pages. */
  constructor(
    url: string,
    row: RevisionRow,
    archiveFolder: ArchiveFolder,
    site: () => Promise<readonly SitePage[]> = async () => [],
  ) {
    this.url = url
    this.number = row.number
    this.fetchedAt = dateOf(row.fetchedAt)
    this.title = row.title
    this.type = row.type
    this.charset = row.charset
    this.sizeBytes = row.sizeBytes
    this.digest = `sha1:${base32(row.digest)}`
    this.truncated = row.truncated
    this.rendered = row.rendered
    this.fields = jsonOf(row.fields)
    this.record = jsonOf(row.record)
    this.place = row.place
    this.#row = row
    this.#archiveFolder = archiveFolder
    this.#site = site
  }

  /** Returns the body with its content encoding decoded. Throws a `Failure` if it is missing from the archive. */
  async bytes(): Promise<Uint8Array> {
    const { decodedBody } = await bodies()
    return decodedBody(await this.#archived())
  }

  /** Returns the body as text, whatever its type, in the charset detected when it was fetched. */
  async html(): Promise<string> {
    const { decodedText } = await bodies()
    return decodedText(await this.bytes(), this.#row)
  }

  /**
   * Returns what a CSS selector or an XPath selects on the page, in document order; nothing if it is no page. For several selectors, select
   * `html` once and go on from there. Throws an error if the selector is not valid.
   */
  async select(selector: string): Promise<readonly Selected[]> {
    const { selecting } = await import('../html/index.ts')
    const html = isPageType(this.type ?? '') ? await this.html() : ''
    return selecting(() => html, this.url)(selector)
  }

  /** Returns what the server sent for a rendered page, as text; null for other pages, or if it is missing from the archive. */
  async sent(): Promise<string | null> {
    const { sent } = await this.#beside()
    if (!sent) return null
    const { decodedBody, decodedText } = await bodies()
    return decodedText(await decodedBody(sent), { ...this.#row, charset: null })
  }

  /** Returns a JPEG screenshot of a rendered page (`render.pictures`); null if there is none. */
  async picture(): Promise<Uint8Array | null> {
    return (await this.#beside()).picture?.block ?? null
  }

  /** Returns a JPEG thumbnail of the top of the page, 320 pixels wide, stored with the screenshot; null if there is none. */
  async thumbnail(): Promise<Uint8Array | null> {
    return (await this.#beside()).thumbnail?.block ?? null
  }

  /**
   * Returns the visible text: words separated by a space, blocks by a newline. PDFs, office files and e-books are converted; other text files
   * are returned unchanged. Null if the file cannot be read: `document` says why.
   */
  async text(options: ReadingOptions = {}): Promise<string | null> {
    const type = this.type ?? ''
    const isPage = isPageType(type)
    if (isPage && !options.main) return (await scanning()).visibleText(await this.html(), this.url)
    if (isTextType(type) && !isPage) return this.html()
    const document = await this.document(options)
    return document.kind === 'unreadable' ? null : documentText(document)
  }

  /** Returns headings, paragraphs, lists and tables as Markdown; null if the file cannot be read. */
  async markdown(options: ReadingOptions = {}): Promise<string | null> {
    const document = await this.document(options)
    return document.kind === 'unreadable' ? null : documentMarkdown(document)
  }

  /** Converts the file, whatever its type, to title, language, blocks of text, absolute links and metadata, or the reason why it cannot be read. */
  async document({ main = false }: ReadingOptions = {}): Promise<Conversion> {
    const { type, charset, url } = this
    const { readDocument } = await import('../crawl/thread/document-reader.ts')
    const at = this.fetchedAt.getTime()
    const site = main && isPageType(type) ? await this.#site() : []
    const job = { type: type ?? '', charset: charset ?? undefined, main, site, url, at }
    const document = await readDocument({ bytes: await this.bytes(), ...job })
    return document.kind === 'unreadable' ? document : withAbsoluteLinks(document, url)
  }

  /** Returns the links, canonical and absolute. */
  async links(): Promise<readonly PageLink[]> {
    const { convertedLinks, isConverted, linksOfPage } = await scanning()
    if (isConverted(this.type ?? '')) return convertedLinks(await this.document(), this.url)
    return isPageType(this.type) ? linksOfPage(await this.html(), this.url, this.rendered) : []
  }

  /** Returns the status line and headers of the response, as received. */
  async response(): Promise<RevisionResponse | null> {
    const { http } = await this.#archived()
    if (!http) return null
    const { header, headerPairs } = await import('../fetch/header-list.ts')
    return {
      statusLine: http.startLine,
      headers: headerPairs(http.headers),
      header: name => header(http.headers, name.toLowerCase()) ?? null,
    }
  }

  async #beside(): Promise<BesideRevision> {
    const { place } = this.#row
    if (!this.rendered || !place) return { sent: null, picture: null, thumbnail: null }
    return (await import('./reading/beside-revision.ts')).besideRevision(this.#archiveFolder, place, this.url)
  }

  async #archived() {
    const { archivedRecord } = await bodies()
    return archivedRecord(this.#archiveFolder, this.#row, this.url)
  }
}

/** Loaded on first use, since many callers need only the properties. */
const bodies = () => import('../crawl/body.ts')
const scanning = () => import('./reading/scan-links.ts')

export interface PageLink {
  readonly url: string
  readonly text: string
  /** The kind of link: `a`, `image`, `frame`, `meta`, … */
  readonly kind: string
  readonly nofollow: boolean
}

export interface RevisionResponse {
  readonly statusLine: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Returns the first header with this name, ignoring case; null if there is none. */
  header(name: string): string | null
}
