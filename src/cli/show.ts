import { readRecordAt } from '../archive/index.ts'
import { copyLost, decodedBody } from '../crawl/body.ts'
import { Failure } from '../env/index.ts'
import { canonicalUrl } from '../url/index.ts'
import { open, type SharedOptions } from './context.ts'
import { standardOutput } from './export-target.ts'
import { pageJson } from './list.ts'
import { EXIT, type Output } from './output.ts'
import { pageAsOf, readableUntil } from './published.ts'

export interface ShowOptions extends SharedOptions {
  readonly at?: string
  readonly headers?: boolean
}

/** The stored page itself, as of now or of a time. */
export async function showCommand(address: string, options: ShowOptions, output: Output): Promise<number> {
  const url = canonicalUrl(address)
  if (url === undefined) throw new Failure('usage', `"${address}" is not a web address`)
  const at = timeOf(options.at)
  const collection = await open(options, 'read')
  try {
    const page = await collection.store.page(url)
    if (!page) throw new Failure('broken', `${url} is not known in ${collection.name}`)
    const revision = (await pageAsOf(collection.store, page, at ?? (await readableUntil(collection))))
      ?.revision
    if (options.json) {
      const fields = revision?.fields ? (JSON.parse(revision.fields) as unknown) : null
      output.result(
        JSON.stringify({
          ...pageJson(page),
          revision: revision?.number ?? 0,
          charset: revision?.charset ?? null,
          truncated: revision?.truncated ?? false,
          fields,
          place: revision?.place ?? null,
        }),
      )
      return EXIT.done
    }
    if (revision && !revision.place) throw copyLost(revision, url)
    if (!revision?.place)
      throw new Failure('broken', nothingStored(url, page.status, page.reason, options.at))
    const record = await readRecordAt(collection.archiveFolder, revision.place)
    if (options.headers && record.http) {
      output.result(record.http.startLine)
      for (let i = 0; i + 1 < record.http.headers.length; i += 2)
        output.result(`${record.http.headers[i]}: ${record.http.headers[i + 1]}`)
      output.result('')
    }
    await standardOutput.write(await decodedBody(record))
    return EXIT.done
  } finally {
    await collection.close()
  }
}

function nothingStored(url: string, status: string, reason: string | null, at: string | undefined): string {
  if (at !== undefined) return `no revision of ${url} was stored by ${at}`
  return `nothing is stored for ${url}: it is ${status}${reason ? ` (${reason})` : ''}`
}

function timeOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const at = Date.parse(text)
  if (Number.isNaN(at))
    throw new Failure('usage', `--at ${text} is not a time: write 2026-11-15 or 2026-11-15T10:30:00Z`)
  return at
}
