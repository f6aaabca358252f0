import { hash } from 'node:crypto'
import type { Pack } from '../../archive/format/pack.ts'
import { type Head, packRendered, packVisit, type VisitRecords } from '../../archive/format/warc.ts'
import { sniffType } from '../../document/type.ts'
import { header } from '../../fetch/header-list.ts'
import type { PackedBeside, RenderedFrom } from './job.ts'

export interface PackedShown {
  /** Empty where the document is the one before: it is in the archive already. */
  readonly bytes: Uint8Array
  readonly firstLength: number
  readonly beside: PackedBeside
}

/** Two sets of records: the document as a browser showed it, and the exchange with the server that it was made from. */
export function packShown(
  shown: VisitRecords,
  { body }: RenderedFrom,
  response: Head,
  pack: Pack,
): PackedShown {
  const { url, at, payload, newId } = shown
  const digest = hash('sha1', body, 'buffer')
  const sent = packVisit({ ...shown, response, payload: body, payloadDigest: digest, revisit: null }, pack)
  const { type } = sniffType(body, header(response.headers, 'content-type'), url)
  const isKnown = shown.revisit !== null
  const rendered = isKnown
    ? new Uint8Array(0)
    : packRendered({ url, at, html: payload, digest: shown.payloadDigest!, newId }, pack)
  return { bytes: rendered, firstLength: rendered.length, beside: { ...sent, type, digest } }
}
