/** A payload in the form it is compared in: read as text, and cut down to the part that counts where the config names one. */
import { hash } from 'node:crypto'
import { PagePart, type PartSettings, type Signature, signatureOf } from '../../change/index.ts'
import type { PackedReport } from '../../document/accessibility/level-scores.ts'
import { isConverted } from '../../document/converted-types.ts'
import { declaredCharset, isPageType, sniffType } from '../../document/type.ts'
import { header } from '../../fetch/header-list.ts'
import { inflate } from '../../fetch/inflate.ts'
import { decodeBody } from '../../html/index.ts'
import type { CompareJob } from './job.ts'

const MAX_OLD_BYTES = 16 * 1024 * 1024
const TEXT_TYPE = /^text\/|[/+](?:json|xml|javascript)$/

export interface ReadBody {
  readonly url: string
  readonly bytes: Uint8Array
  readonly type: string
  /** The declared charset, if any. */
  readonly charset: string | undefined
  readonly digest: Uint8Array
  /** The text of a converted document, if it could be converted. */
  readonly text?: string | null
  /** The record that a site model extracted from the page. */
  readonly record?: string | null
  readonly accessibility?: PackedReport | null
  /** Present if this is a part of the body that was received. */
  readonly part?: {
    readonly settings: PartSettings
    readonly tag: number
    readonly isSelection: boolean
    /** Whether the part selects something, and nothing of it is there. */
    readonly isMissing: boolean
  }
}

/** What a payload is compared by, with its own past and with other pages. It takes long to make: once a payload. */
export function signatureIn(body: ReadBody, takenAt: number): Signature {
  const options = {
    type: body.type,
    digest: Buffer.from(body.digest).toString('hex'),
    takenAt,
    ...(body.part && { part: body.part }),
  }
  return signatureOf(textOf(body) ?? body.bytes, body.url, options)
}

const parts = new Map<string, PagePart>()

/** What is compared of a body: of what cannot be read as text, all of it. */
export function partOf(body: ReadBody, settings: PartSettings): ReadBody {
  const key = JSON.stringify(settings)
  const part = parts.get(key) ?? new PagePart(settings)
  parts.set(key, part)
  const whole = textOf(body)
  if (whole === null) return body
  const text = part.of(whole, body.type)
  const bytes = Buffer.from(text)
  return {
    ...body,
    bytes,
    charset: 'utf-8',
    text: isConverted(body.type) ? text : null,
    digest: hash('sha1', bytes, 'buffer'),
    part: {
      settings,
      tag: part.tag,
      isSelection: part.isSelection,
      isMissing: part.isSelection && text === '',
    },
  }
}

export function textOf({ bytes, type, charset, text = null }: ReadBody): string | null {
  if (isPageType(type)) return decodeBody(bytes, charset, 'html').text
  if (isConverted(type)) return text
  return TEXT_TYPE.test(type) ? decodeBody(bytes, charset, 'text').text : null
}

export async function readOld(
  { headers, payload, digest }: NonNullable<CompareJob['old']>,
  { url, part }: ReadBody,
): Promise<ReadBody> {
  const { bytes } = await inflate(payload, header(headers, 'content-encoding'), MAX_OLD_BYTES)
  const declared = header(headers, 'content-type')
  const { type } = sniffType(bytes, declared, url)
  const text = isConverted(type) ? await convertedText(bytes, type) : null
  const body = { url, bytes, type, charset: declaredCharset(declared), digest, text }
  return part ? partOf(body, part.settings) : body
}

/** Null if the document cannot be read; its bytes are compared then. */
async function convertedText(bytes: Uint8Array, type: string): Promise<string | null> {
  const { convertDocument, documentText } = await import('../../document/convert/index.ts')
  const document = await convertDocument(bytes, { type })
  return document.kind === 'unreadable' ? null : documentText(document)
}
