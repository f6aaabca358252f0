import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import { headerValue, readRecordAt, trecDocument } from '../archive/index.ts'
import { decodedBody } from '../crawl/body.ts'
import type { Collection } from '../crawl/index.ts'
import { decodeBody } from '../html/index.ts'
import type { PageRow } from '../store/index.ts'
import { intoFile, type Target } from './export-target.ts'

export interface TrecSummary {
  readonly pages: number
  /** Pictures, documents and other pages that are no text. */
  readonly skipped: number
}

/** The current revision of every page of text, for retrieval systems. */
export async function exportTrec(collection: Collection, path: string): Promise<TrecSummary> {
  return intoFile(path, file =>
    path.endsWith('.gz')
      ? throughGzip(file, gzip => writeDocuments(collection, gzip))
      : writeDocuments(collection, file),
  )
}

async function writeDocuments(collection: Collection, target: Target): Promise<TrecSummary> {
  const summary = { pages: 0, skipped: 0 }
  for await (const page of collection.store.pages({ stored: true })) {
    const document = await documentOf(collection, page)
    if (document === null) summary.skipped++
    else {
      await target.write(document)
      summary.pages++
    }
  }
  return summary
}

async function documentOf({ store, archiveFolder }: Collection, page: PageRow): Promise<string | null> {
  const revision = (await store.revisions(page)).at(-1)
  const kind = kindOf(revision?.type ?? '')
  if (!revision?.place || kind === null) return null
  const record = await readRecordAt(archiveFolder, revision.place)
  if (!record.http) return null
  const declared = headerValue(record.http.headers, 'content-type')
  const charset = revision.charset ?? /charset\s*=\s*["']?([^\s;"']+)/i.exec(declared ?? '')?.[1]
  return trecDocument({
    key: page.key.toString('hex'),
    url: page.url,
    address: record.headers.get('warc-ip-address') ?? null,
    at: revision.fetchedAt,
    type: revision.type ?? 'text/plain',
    startLine: record.http.startLine,
    headers: record.http.headers,
    text: decodeBody(await decodedBody(record), charset ?? undefined, kind).text,
  })
}

function kindOf(type: string): 'html' | 'xml' | 'text' | null {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (/[/+]xml$/.test(type)) return 'xml'
  return /^text\/|[/+]json$/.test(type) ? 'text' : null
}

async function throughGzip<T>(file: Target, work: (target: Target) => Promise<T>): Promise<T> {
  const gzip = createGzip()
  const drained = (async () => {
    for await (const piece of gzip) await file.write(piece as Buffer)
  })()
  drained.catch(error => gzip.destroy(error as Error))
  const result = await work({
    write: async bytes => {
      if (!gzip.write(bytes)) await once(gzip, 'drain')
    },
  })
  gzip.end()
  await drained
  return result
}
