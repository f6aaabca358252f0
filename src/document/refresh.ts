/** `<meta http-equiv=refresh>` and the `Refresh` header: "5; url=/next" (HTML standard 4.2.5.3, shared steps). */

export interface RefreshValue {
  /** As written; '' means the page itself. */
  readonly url: string
  readonly delaySeconds: number
}

/** A slower refresh is a reload, or sends a reader on: it is not a redirect. */
const MAX_REDIRECT_SECONDS = 5

export const redirects = (refresh: RefreshValue): boolean => refresh.delaySeconds <= MAX_REDIRECT_SECONDS

const TIME = /^[\t\n\f\r ]*(\d+)?([\d.]*)/
const SEPARATOR = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/
const URL_WORD = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i
const MAX_CHARS = 4096

export function parseRefresh(value: string): RefreshValue | undefined {
  value = value.slice(0, MAX_CHARS)
  const time = TIME.exec(value)!
  if (time[1] === undefined && !time[2]!.startsWith('.')) return undefined
  const rest = value.slice(time[0].length)
  if (rest !== '' && !/^[;,\t\n\f\r ]/.test(rest)) return undefined
  const address = rest.slice(SEPARATOR.exec(rest)![0].length).replace(URL_WORD, '')
  return {
    url: unquote(address).trim(),
    delaySeconds: Math.min(Number(time[1] ?? 0), Number.MAX_SAFE_INTEGER),
  }
}

function unquote(text: string): string {
  const quote = text[0]
  if (quote !== '"' && quote !== "'") return text
  const close = text.indexOf(quote, 1)
  return text.slice(1, close < 0 ? undefined : close)
}
