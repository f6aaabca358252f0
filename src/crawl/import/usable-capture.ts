import { type Capture, readRecordAt } from '../../archive/index.ts'
import { sniffType } from '../../document/index.ts'
import { header } from '../../fetch/index.ts'
import { digestKey, type PageRow } from '../../store/index.ts'
import type { Holdings } from '../holdings.ts'

const ROBOTS_TXT = /^https?:\/\/[^/]+\/robots\.txt$/i

/** Whether it is an answer to a request for a page, of a type that is wanted if there is content. */
export function isPageCapture(
  { url, kind, method, status, headers, payload }: Capture,
  types: readonly string[],
): boolean {
  if ((method !== null && method !== 'GET') || ROBOTS_TXT.test(url)) return false
  if (status < 200 || status > 299) return true
  const declared = header(headers, 'content-type')
  if (kind === 'revisit') return declared === undefined || types.includes(mimeOf(declared))
  const isCoded = header(headers, 'content-encoding') !== undefined
  return types.includes(isCoded ? mimeOf(declared) : sniffType(payload, declared, url).type)
}

const mimeOf = (contentType = '') => contentType.split(';', 1)[0]!.trim().toLowerCase()

/**
 * The capture with its payload, which may be in another record, where it has this digest. If that is the stored one, the page has not been modified. Null if it is
 * not in the collection.
 */
export async function withPayload(
  capture: Capture,
  digest: Buffer | null,
  page: PageRow | null,
  { store, archiveFolder }: Holdings,
): Promise<Capture | null> {
  if (capture.kind === 'response') return capture
  // Of redirects and errors, the head says everything. The record is written anew: wget states wrong digests in those without content.
  const isPage = capture.status === 304 || (capture.status >= 200 && capture.status <= 299)
  if (!isPage) return { ...capture, payload: Buffer.alloc(0), truncated: 'length', records: [] }
  const isSame =
    page !== null &&
    page.revision > 0 &&
    (capture.status === 304 || (digest !== null && page.digest?.equals(digest)))
  if (isSame) return { ...capture, status: 304, payload: Buffer.alloc(0), records: [] }
  if (digest === null) return null
  const held = (await store.payloads([digest])).get(digestKey(digest))
  const record = held && (await readRecordAt(archiveFolder, held.place))
  return record?.http ? { ...capture, payload: record.http.payload, records: [] } : null
}
