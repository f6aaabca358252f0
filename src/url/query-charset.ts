/**
 * Queries in the charset of their page. A browser sends the query of a link, and the values of a form, in the charset of the page they are
 * on (URL standard 4.4, query state; HTML standard 4.10.21.8), the path always in UTF-8. A server that expects windows-1251 understands
 * nothing else. Characters that the charset lacks are sent as an escaped reference such as `&#1234;`.
 */
// This import also provides the multi-byte charsets.
import { normalizeEncoding } from '@exodus/bytes/encoding.js'
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js'

/** URL standard 1.3: the special-query percent-encode set, and that of forms, without what is always escaped. */
const QUERY_SET = ` "#'<>`
const FORM_SET = ` !"#$%&'()+,/:;<=>?@[\\]^\`{|}~`
/** Encoding standard 4.3, "get an output encoding": these are written as UTF-8. */
const WRITES_UTF8 = /^(?:utf-|replacement$)/
const SPACE = 32
const MAX_ASCII = 127

/** The charset that the queries of a page in `charset` are written in; undefined for UTF-8, which needs no conversion. */
export function queryCharset(charset: string | null | undefined): string | undefined {
  return charset == null || WRITES_UTF8.test(charset) ? undefined : charset
}

/** `href` on a page in `charset`, with its query escaped in that charset and the rest unchanged. */
export function withQueryIn(charset: string | undefined, href: string): string {
  const question = href.indexOf('?')
  const writes = queryCharset(charset)
  if (question < 0 || writes === undefined) return href
  const hash = href.indexOf('#')
  if (hash >= 0 && hash < question) return href
  const end = hash < 0 ? withoutTrailing(href) : hash
  // Characters that the parser drops must not be escaped before it sees them.
  const query = href.slice(question + 1, end).replace(/[\t\n\r]+/g, '')
  if (isAscii(query)) return href
  const escaped = percentEncodeAfterEncoding(writes, query, QUERY_SET)
  return href.slice(0, question + 1) + escaped + (hash < 0 ? '' : href.slice(hash))
}

/** `application/x-www-form-urlencoded` (URL standard 5.2). */
export function formEncoded(
  entries: readonly (readonly [name: string, value: string])[],
  charset = 'utf-8',
): string {
  const encode = (text: string) => percentEncodeAfterEncoding(charset, text, FORM_SET, true)
  return entries.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}

/** HTML standard 4.10.21.5, "pick an encoding for the form": the first known one in `accept-charset`, or that of the page. */
export function formCharset(accepted: string | undefined, page: string | undefined): string | undefined {
  for (const label of accepted?.trim().split(/\s+/) ?? []) {
    const known = normalizeEncoding(label)
    if (known !== null) return queryCharset(known)
  }
  return accepted === undefined ? queryCharset(page) : undefined
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > MAX_ASCII) return false
  return true
}

function withoutTrailing(href: string): number {
  let end = href.length
  while (end > 0 && href.charCodeAt(end - 1) <= SPACE) end--
  return end
}
