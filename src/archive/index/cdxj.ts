/**
 * CDXJ, the index that replay tools read: one line per response or revisit record,
 *
 *   SURT key, space, 14-digit time, space, JSON {url, mime, status, digest, length, offset, filename}
 *
 * sorted by bytes. While a file is being written, its lines are unsorted in `NAME.cdxj.part`; closing sorts them.
 */
import { surt } from './surt.ts'

export interface CdxEntry {
  readonly url: string
  readonly at: number
  readonly mime: string
  readonly status: number
  readonly digest: string
  readonly offset: number
  readonly length: number
  readonly file: string
}

export function cdxLine(entry: CdxEntry): string {
  const { url, mime, status, digest, length, offset, file } = entry
  const fields = {
    url,
    mime,
    status: String(status),
    digest: `sha1:${digest}`,
    length: String(length),
    offset: String(offset),
    filename: file,
  }
  return `${surt(url)} ${timestamp14(entry.at)} ${JSON.stringify(fields)}\n`
}

/** 14 digits, UTC: 20261115103000. */
export function timestamp14(at: number): string {
  const iso = new Date(at).toISOString()
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}`
}
