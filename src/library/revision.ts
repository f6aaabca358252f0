import { base32 } from '../archive/format/base32.ts'
import type { SitePage } from '../document/content/site-texts.ts'
import { withAbsoluteLinks } from '../document/convert/absolute-links.ts'
import type { Conversion } from '../document/convert/index.ts'
import { documentMarkdown, documentText } from '../document/convert/render.ts'
import { isPageType, isTextType } from '../document/type.ts'
import type { RevisionRow } from '../store/index.ts'
import { dateOf, jsonOf, type RecordPlace } from './plain.ts'
import type { BesideRevision } from './reading/beside-revision.ts'

export interface ReadingOptions {
  /** Of a web page only what readers came for, without menus, footers and the like, nor what other stored pages of its site say too. */
  readonly main?: boolean
}

/** One distinct content of a page. What is not in the table of revisions is read from the archive on demand. */
export class Revision {
  readonly url: string
  /** From 1. */
  readonly number: number
  readonly fetchedAt: Date
  readonly title: string | null
  readonly type: string | null
  readonly charset: string | null
  readonly sizeBytes: number
  /** `sha1:` and base 32, as in WARC files. */
  readonly digest: string
  /** The answer was longer than `request.maxBody`, or broke off. */
  readonly truncated: boolean
  /** It is the document as a browser showed it (config `render`). */
  readonly rendered: boolean
  /** What plug-ins added. */
  readonly fields: Readonly<Record<string, unknown>> | null
  /** The record that its class's wrapper extracted. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** Where its record is in the archive; null if the archive has lost it. */
  readonly place: RecordPlace | null
  readonly #row: RevisionRow
  readonly #archiveFolder: string
  readonly #site: () => Promise<readonly SitePage[]>

  /** @internal `site` has the texts of other pages like it. */
  constructor(
    url: string,
    row: RevisionRow,
    archiveFolder: string,
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

  /** The body with its content coding undone. Throws a `Failure` if the archive has lost it. */
  async bytes(): Promise<Uint8Array> {
    const { decodedBody } = await bodies()
    return decodedBody(await this.#archived())
  }

  /** The body as text, whatever its type, in the charset detected when it was fetched. */
  async html(): Promise<string> {
    const { decodedText } = await bodies()
    return decodedText(await this.bytes(), this.#row)
  }

  /** Of a page that a browser showed: what its server had sent, as text. Null for all others, and if the archive has lost it. */
  async sent(): Promise<string | null> {
    const { sent } = await this.#beside()
    if (!sent) return null
    const { decodedBody, decodedText } = await bodies()
    return decodedText(await decodedBody(sent), { ...this.#row, charset: null })
  }

  /** A picture of the page as a browser showed it, a JPEG (`render.pictures`); null if there is none. */
  async picture(): Promise<Uint8Array | null> {
    return (await this.#beside()).picture?.block ?? null
  }

  /** A small picture of what one sees first, a JPEG 320 pixels wide, kept with the other; null if there is none. */
  async thumbnail(): Promise<Uint8Array | null> {
    return (await this.#beside()).thumbnail?.block ?? null
  }

  /**
   * The visible text: words separated by a space, blocks by a newline. That of PDF, office files and books is converted; that of other texts is
   * unchanged. Null if there is none to be had: `document` says why.
   */
  async text(options: ReadingOptions = {}): Promise<string | null> {
    const type = this.type ?? ''
    const isPage = isPageType(type)
    if (isPage && !options.main) return (await scanning()).visibleText(await this.html(), this.url)
    if (isTextType(type) && !isPage) return this.html()
    const document = await this.document(options)
    return document.kind === 'unreadable' ? null : documentText(document)
  }

  /** Headings, paragraphs, lists and tables as Markdown; null if it cannot be read. */
  async markdown(options: ReadingOptions = {}): Promise<string | null> {
    const document = await this.document(options)
    return document.kind === 'unreadable' ? null : documentMarkdown(document)
  }

  /** What every type of file becomes: title, language, blocks of text, absolute links and metadata; or the reason why it cannot be read. */
  async document({ main = false }: ReadingOptions = {}): Promise<Conversion> {
    const { type, charset, url } = this
    const { readDocument } = await import('../crawl/thread/document-reader.ts')
    const at = this.fetchedAt.getTime()
    const site = main && isPageType(type ?? '') ? await this.#site() : []
    const job = { type: type ?? '', charset: charset ?? undefined, main, site, url, at }
    const document = await readDocument({ bytes: await this.bytes(), ...job })
    return document.kind === 'unreadable' ? document : withAbsoluteLinks(document, url)
  }

  /** The links in it, canonical and absolute. */
  async links(): Promise<readonly PageLink[]> {
    const { convertedLinks, isConverted, linksOfPage } = await scanning()
    if (isConverted(this.type ?? '')) return convertedLinks(await this.document(), this.url)
    return isPageType(this.type ?? '') ? linksOfPage(await this.html(), this.url) : []
  }

  /** The status line and the headers of the answer, as received. */
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

/** Loaded by those who read more than the table of revisions has. */
const bodies = () => import('../crawl/body.ts')
const scanning = () => import('./reading/scan-links.ts')

export interface PageLink {
  readonly url: string
  readonly text: string
  /** What kind of element it is in: `link`, `image`, `frame`, `meta`, … */
  readonly kind: string
  readonly nofollow: boolean
}

export interface RevisionResponse {
  readonly statusLine: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The first of that name, whatever its case. */
  header(name: string): string | null
}
