import { hash } from 'node:crypto'
import type { Pack } from '../../archive/format/pack.ts'
import {
  type Head,
  packResource,
  packVisit,
  pictureAddress,
  renderedAddress,
  type VisitRecords,
} from '../../archive/format/warc.ts'
import { sniffType } from '../../document/type.ts'
import { header } from '../../fetch/header-list.ts'
import type { PackedBeside, RenderedFrom } from './job.ts'

export interface PackedShown {
  /** Empty where the document is the one before: it is in the archive already. */
  readonly bytes: Uint8Array
  readonly firstLength: number
  readonly beside: readonly PackedBeside[]
}

/** Two sets of records: the document as a browser showed it, and the exchange with the server that it was made from. */
export function packShown(
  shown: VisitRecords,
  { body, picture }: RenderedFrom,
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
    : packResource({ address: renderedAddress(url), at, type: HTML, bytes: payload, newId }, pack)
  const exchange = { ...sent, type, digest }
  const beside = picture && !isKnown ? [exchange, packPicture(picture, shown, pack)] : [exchange]
  return { bytes: rendered, firstLength: rendered.length, beside }
}

const HTML = 'text/html; charset=utf-8'

function packPicture(picture: Uint8Array, { url, at, newId }: VisitRecords, pack: Pack): PackedBeside {
  const address = pictureAddress(url)
  const bytes = packResource({ address, at, type: 'image/jpeg', bytes: picture, newId }, pack)
  return {
    url: address,
    bytes,
    firstLength: bytes.length,
    type: 'image/jpeg',
    digest: hash('sha1', picture, 'buffer'),
  }
}
