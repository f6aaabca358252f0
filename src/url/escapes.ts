/** Letters, digits and `- . _ ~`: according to RFC 3986 section 2.3, escaping them never changes the meaning of a URL. */
const UNRESERVED = /[A-Za-z0-9\-._~]/

/** A triplet, a lone percent sign, or a character that RFC 3986 allows nowhere but the WHATWG parser lets through. */
const UNSETTLED = /%(?:[0-9A-Fa-f]{2})?|[\\^`{|}]/g

const NEEDS_SETTLING = /[%\\^`{|}]/

/**
 * Brings all ways of percent-encoding `text` (a path or a query as the WHATWG parser left it) to one spelling: unreserved characters are
 * decoded, hexadecimal is in upper case, everything reserved stays as it was. A percent sign that starts no triplet becomes `%25`, which
 * every lenient server reads the same; left alone, it could form a new triplet with what is decoded after it, and the form would not be
 * stable.
 */
export function normalizeEscapes(text: string): string {
  return NEEDS_SETTLING.test(text) ? text.replace(UNSETTLED, settle) : text
}

function settle(found: string): string {
  if (found.length === 3) {
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16))
    return UNRESERVED.test(character) ? character : found.toUpperCase()
  }
  return `%${found.charCodeAt(0).toString(16).toUpperCase()}`
}
