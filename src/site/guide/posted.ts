/**
 * A page that only a POST returns has no address of its own. It gets one in the way replay tools write it into their indexes: the
 * address of the form followed by `__wb_method=POST` and the values. Only the engine makes such addresses, from a form that a
 * site model names; one that appears in a page as a link is ignored, so that no page can make us send what it likes.
 */
const MARK = '__wb_method=POST&'

export function postedUrl(url: string, body: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${MARK}${body}`
}

export function isPosted(url: string): boolean {
  return /[?&]__wb_method=/i.test(url)
}

/** What to send, and where; null for an ordinary address. */
export function postOf(url: string): { readonly url: string; readonly body: string } | null {
  const at = url.indexOf(MARK)
  if (at < 1 || !/[?&]/.test(url[at - 1]!)) return null
  return { url: url.slice(0, at - 1), body: url.slice(at + MARK.length) }
}
