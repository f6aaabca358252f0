import { type ArchivedRecord, headerValue } from '../archive/index.ts'
import { inflate } from './parse/inflate.ts'

/** More than any page that was kept whole; a bomb is not inflated to its end. */
const MOST_BYTES = 64 * 1024 * 1024

/** The body of an archived response as its readers saw it: content codings undone. */
export async function decodedBody(record: ArchivedRecord): Promise<Uint8Array> {
  if (!record.http) return record.block
  const { bytes } = await inflate(
    record.http.payload,
    headerValue(record.http.headers, 'content-encoding'),
    MOST_BYTES,
  )
  return bytes
}
