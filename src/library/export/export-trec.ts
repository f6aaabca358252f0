import { type ByteSink, GzipInto, readRecordAt, trecDocument } from '../../archive/index.ts'
import { decodedBody } from '../../crawl/body.ts'
import { declaredCharset, isPageType } from '../../document/type.ts'
import { header } from '../../fetch/index.ts'
import { decodeBody } from '../../html/index.ts'
import type { PageRow } from '../../store/index.ts'
import type { Visible } from '../visible.ts'
import { type ExportContents, exportedQuery } from './exported-pages.ts'
import { intoFile } from './target.ts'

export interface TrecSummary {
  readonly pages: number
  /** Images, documents and other pages that are not text. */
  readonly skipped: number
}

const LEVEL = 6

/** Exports the current revision of every text page in the TREC format, for retrieval systems. */
export async function exportTrec(
  visible: Visible,
  path: string,
  contents: ExportContents,
): Promise<TrecSummary> {
  return intoFile(path, async file => {
    if (!path.endsWith('.gz')) return writeDocuments(visible, file, contents)
    const gzip = new GzipInto(file, LEVEL)
    const summary = await writeDocuments(visible, gzip, contents)
    await gzip.end()
    return summary
  })
}

async function writeDocuments(
  visible: Visible,
  target: ByteSink,
  contents: ExportContents,
): Promise<TrecSummary> {
  const summary = { pages: 0, skipped: 0 }
  for await (const page of visible.pages(exportedQuery(contents))) {
    const document = await documentOf(visible, page)
    if (document === null) summary.skipped++
    else {
      await target.write(Buffer.from(document))
      summary.pages++
    }
  }
  return summary
}

/** Replaces the response head if the document was rendered in a browser. */
const SHOWN = { startLine: 'HTTP/1.1 200 OK', headers: ['Content-Type', 'text/html; charset=utf-8'] }

async function documentOf(visible: Visible, page: PageRow): Promise<string | null> {
  const revision = await visible.current(page)
  const kind = kindOf(revision?.type ?? '')
  if (!revision?.place || kind === null) return null
  const record = await readRecordAt(visible.holdings.archiveFolder, revision.place)
  const http = record.http ?? (revision.rendered ? SHOWN : null)
  if (!http) return null
  const declared = header(http.headers, 'content-type')
  const charset = revision.charset ?? declaredCharset(declared)
  return trecDocument({
    key: page.key.toString('hex'),
    url: page.url,
    address: record.headers.get('warc-ip-address') ?? null,
    at: revision.fetchedAt,
    type: revision.type ?? 'text/plain',
    startLine: http.startLine,
    headers: http.headers,
    text: decodeBody(await decodedBody(record), charset ?? undefined, kind).text,
  })
}

function kindOf(type: string): 'html' | 'xml' | 'text' | null {
  if (isPageType(type)) return 'html'
  if (/[/+]xml$/.test(type)) return 'xml'
  return /^text\/|[/+]json$/.test(type) ? 'text' : null
}
