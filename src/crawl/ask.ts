/** Step 3 of a visit: the request for the page itself. */
import { sniffType } from '../document/index.ts'
import { type Exchange, header } from '../fetch/index.ts'
import type { QueuedPage } from '../store/index.ts'
import type { Conversation } from './conversation.ts'
import type { Guides } from './guide/guides.ts'
import { IMAGE_CLASS } from './guide/image-class.ts'
import { MOST_SOURCE_BYTES } from './parse/job.ts'
import { SOURCE_RANK } from './queue.ts'
import type { CrawlSettings } from './settings.ts'

interface Asked {
  readonly exchange: Exchange
  /** The headers that were sent. */
  readonly request: readonly string[]
}

interface AskParts {
  readonly settings: CrawlSettings
  readonly guides: Guides
}

const BULKY = /^(?:image|video|audio|font)\/|^application\/(?:zip|gzip|octet-stream|x-|vnd\.)/

/** One request; a server that refuses the range is asked again for the whole. */
export async function askFor(
  page: QueuedPage,
  conversation: Conversation,
  headers: readonly string[],
  { settings, guides }: AskParts,
): Promise<Asked> {
  const { maxBodyBytes } = settings.request
  const limits =
    page.rank === SOURCE_RANK
      ? { maxBodyBytes: Math.max(MOST_SOURCE_BYTES, maxBodyBytes) }
      : { goesOn: goesOnWith(page, settings.types) }
  const posted = guides.postAt(page.url)
  if (posted) {
    const request = [...headers, 'Content-Type', 'application/x-www-form-urlencoded']
    const form = { method: 'POST', url: posted.url, headers: request, body: posted.body } as const
    return { exchange: await conversation.ask({ ...form, ...limits }), request }
  }
  const { url } = page
  const exchange = await conversation.ask({ method: 'GET', url, headers, ...limits })
  if (exchange.kind !== 'answer' || exchange.status !== 416) return { exchange, request: headers }
  const request = withoutHeader(headers, 'Range')
  return { exchange: await conversation.ask({ method: 'GET', url, headers: request, ...limits }), request }
}

/** Pictures, films and archives that nobody wants need not travel whole to be recognised. */
function goesOnWith({ url, rank, pageClass }: QueuedPage, types: readonly string[]) {
  return (status: number, headers: readonly string[], start: Uint8Array): boolean => {
    const declared = header(headers, 'content-type') ?? ''
    if (
      status !== 200 ||
      rank === SOURCE_RANK ||
      pageClass === IMAGE_CLASS ||
      !BULKY.test(declared) ||
      header(headers, 'content-encoding') !== undefined
    )
      return true
    const { type } = sniffType(start, declared, url)
    return types.includes(type) || !BULKY.test(type)
  }
}

function withoutHeader(headers: readonly string[], name: string): string[] {
  return headers.filter((_, i) => headers[i - (i % 2)] !== name)
}
