/**
 * CDXJ, the index that replay tools read: one line a response or revisit record,
 *
 *   SURT key, space, 14-digit time, space, JSON {url, mime, status, digest, length, offset, filename}
 *
 * sorted by bytes. While a file is being written its lines stand unsorted in `NAME.cdxj.part`; closing sorts them.
 */
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
  return new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)
}

/**
 * Sort-friendly URI: `https://www.example.org/a/?y&x` becomes `org,example)/a?x&y`, the key that replay tools look for.
 * As the `surt` library of the field does it: lower case, no `www.`, no user, no default port, no slash at the end, the
 * parameters sorted. What is not a web address stays as it is, without spaces.
 */
export function surt(url: string): string {
  const parsed = /^https?:/i.test(url) ? URL.parse(url) : null
  if (!parsed) return url.toLowerCase().replaceAll(' ', '%20')
  const host = parsed.hostname.replace(/^www\d*\./, '')
  const isAddress = /^[\d.]+$/.test(host) || host.startsWith('[')
  const reversed = isAddress ? host : host.split('.').reverse().join(',')
  const port = parsed.port === '' ? '' : `:${parsed.port}`
  return `${reversed}${port})${withoutSlashes(parsed.pathname)}${sortedQuery(parsed.search)}`.toLowerCase()
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end--
  return path.slice(0, end) || '/'
}

function sortedQuery(search: string): string {
  if (search.length < 2) return ''
  return `?${search.slice(1).toLowerCase().split('&').sort().join('&')}`
}
