import { hash } from 'node:crypto'
import type { Pack } from '../../archive/format/pack.ts'
import {
  type Head,
  packResource,
  packVisit,
  pictureAddress,
  renderedAddress,
  thumbnailAddress,
  type VisitRecords,
} from '../../archive/format/warc.ts'
import { sniffType } from '../../document/type.ts'
import { header } from '../../fetch/header-list.ts'
import type { LoadedPart, PackedBeside, RenderedFrom } from './job.ts'

export interface PackedShown {
  /** Empty if the document equals the stored one, which is in the archive already. */
  readonly bytes: Uint8Array
  readonly firstLength: number
  readonly beside: readonly PackedBeside[]
}

/** Packs two sets of records: the document as a browser rendered it, and the exchange with the server it was made from. */
export function packShown(
  shown: VisitRecords,
  { body, picture, thumbnail, loaded, response: asSent }: RenderedFrom,
  redacted: (response: Head) => Head,
  pack: Pack,
): PackedShown {
  const { url, at, payload, newId } = shown
  const response = redacted(asSent)
  const digest = hash('sha1', body, 'buffer')
  const sent = packVisit({ ...shown, response, payload: body, payloadDigest: digest, revisit: null }, pack)
  const { type } = sniffType(body, header(response.headers, 'content-type'), url)
  const isKnown = shown.revisit !== null
  const rendered = isKnown
    ? new Uint8Array(0)
    : packResource({ address: renderedAddress(url), at, type: HTML, bytes: payload, newId }, pack)
  const exchange = { ...sent, type, digest }
  const taken = [
    { address: pictureAddress(url), jpeg: picture },
    { address: thumbnailAddress(url), jpeg: thumbnail },
  ]
  const pictures = isKnown
    ? []
    : taken.flatMap(({ address, jpeg }) => (jpeg ? [packPicture(address, jpeg, shown, pack)] : []))
  const parts = loaded.map(part => packPart({ ...part, response: redacted(part.response) }, shown, pack))
  const beside = [exchange, ...pictures, ...parts]
  return { bytes: rendered, firstLength: rendered.length, beside }
}

/** Packs a resource that the page loaded, under the address that replay will ask for. */
function packPart(part: LoadedPart, { url: via, newId }: VisitRecords, pack: Pack): PackedBeside {
  const { url, at, address, response, body, truncated } = part
  const digest = hash('sha1', body, 'buffer')
  const packed = packVisit(
    {
      url,
      at,
      address,
      request: null,
      response,
      payload: body,
      payloadDigest: digest,
      revisit: null,
      newId,
      truncated,
      metadata: { via },
    },
    pack,
  )
  const { type } = sniffType(body, header(response.headers, 'content-type'), url)
  return { url, at, status: response.status, ...packed, type, digest }
}

const HTML = 'text/html; charset=utf-8'

function packPicture(
  address: string,
  picture: Uint8Array,
  { at, newId }: VisitRecords,
  pack: Pack,
): PackedBeside {
  const bytes = packResource({ address, at, type: 'image/jpeg', bytes: picture, newId }, pack)
  return {
    url: address,
    bytes,
    firstLength: bytes.length,
    type: 'image/jpeg',
    digest: hash('sha1', picture, 'buffer'),
  }
}
