import { type ArchivedRecord, headerValue } from '../archive/index.ts'
import { inflate } from './parse/inflate.ts'

const MOST_BYTES = 1 << 30

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
