/**
 * What an address says about the kind of its page: tokens of which some are constant in a class (`product`, `.html`,
 * three segments) and some vary (`blue-shirt`). It need not be known which is which: a token on one page only weighs
 * nothing later.
 */
const MAX_CHARS = 80
const INDEX = /^(?:index|default)\.(?:html?|php|aspx?|jsp)$/i

export function urlTokens(url: string): string[] {
  const parsed = URL.parse(url)
  if (parsed === null) return []
  const folders = parsed.pathname.split('/').slice(1)
  const file = folders.pop() ?? ''
  const tokens = [`depth ${folders.length}`, `end ${ending(file)}`]
  for (const [i, segment] of folders.slice(0, 6).entries()) tokens.push(`${i} ${worded(segment)}`)
  if (folders.length > 0) tokens.push(`folder ${worded(folders[folders.length - 1]!)}`)
  tokens.push(...fileTokens(file))
  for (const name of queryNames(parsed)) tokens.push(`?${name.slice(0, MAX_CHARS)}`)
  return tokens
}

/**
 * What a query names. `*` stands for what is a value rather than a name: all of `index.html?org/example/List.html`, where a frame or a script is told
 * what to show.
 */
function queryNames({ search, searchParams }: URL): ReadonlySet<string> {
  const values = search
    .slice(1)
    .split('&')
    .filter(part => part !== '' && !part.includes('='))
  const names = new Set(searchParams.keys())
  for (const value of values.filter(each => !FLAG.test(each))) {
    for (const [name] of new URLSearchParams(value)) names.delete(name)
    names.add('*')
  }
  return names
}

/** A part of a query without a value that may still be a name, such as `print`. */
const FLAG = /^[a-z_-]{1,20}$/i

/** The kind of characters for a segment that is only a number, date or version; otherwise the segment. */
function worded(segment: string): string {
  if (/^\d{4}$/.test(segment)) return '#year'
  if (/^\d+$/.test(segment)) return '#'
  return segment.slice(0, MAX_CHARS).replace(/\d+/g, '#')
}

function ending(file: string): string {
  if (file === '') return '/'
  return /\.[a-z]{2,5}$/i.exec(file)?.[0].toLowerCase() ?? 'bare'
}

/** `method.Button.new.html` and `lang_select.html` show their kind by their first word, `package-summary.html` by all of them. */
function fileTokens(last: string): string[] {
  const stem = last.replace(/\.[a-z]{2,5}$/i, '')
  if (stem === '') return ['file /']
  const tokens = [`file ${worded(stem)}`]
  const first = /^([A-Za-z]+)([._:-])./.exec(stem)
  if (first !== null) tokens.push(`first ${first[1]!.toLowerCase()}${first[2]}`)
  const tail = /[._:-]([A-Za-z]+)$/.exec(stem)
  if (tail !== null) tokens.push(`tail ${tail[1]!.toLowerCase()}`)
  return tokens
}

/**
 * The address with everything that varies inside a class blanked as far as one address can tell. `/product/blue/`,
 * `/product/blue/index.html` and `/product/blue` all name the file `blue` in the folder `product`.
 */
export function urlSignature(url: string): string {
  const known = recentSignatures.get(url)
  if (known !== undefined) return known
  if (recentSignatures.size >= RECENT_SIGNATURES) recentSignatures.clear()
  const signature = signatureOf(url)
  recentSignatures.set(url, signature)
  return signature
}

/** A crawl asks for the signature of a link several times, and for those of a menu on each page. */
const RECENT_SIGNATURES = 4_000
const recentSignatures = new Map<string, string>()

function signatureOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  const folders = parsed.pathname.split('/').slice(1)
  let file = folders.pop() ?? ''
  let end = ending(file)
  if (file === '' || INDEX.test(file)) {
    file = folders.pop() ?? ''
    end = '/'
  }
  const names = [...queryNames(parsed)].sort().join('&')
  return `${folders.map(worded).join('/')}/${fileTokens(file)[1] ?? '*'}${end}?${names}`
}

/** The signature without what distinguishes files of one folder and ending. */
export const coarseSignature = (signature: string): string => signature.replace(/\/[^/?]*\?/, '/?')

/** What a signature says of the file and the query, without the folders. */
export const fileForm = (signature: string): string => signature.replace(/^[^?]*\//, '')

/** `method` in `method.Button.html`, `User` in `User:Ann`: the word by which some sites name the kind of a page. */
export function kindWord(url: string): string | undefined {
  const file = url.slice(url.lastIndexOf('/') + 1)
  return /^([A-Za-z_]+)(?:[.:]|%3A)(?!html?$|php$|aspx?$|jsp$)./.exec(file)?.[1]?.toLowerCase()
}
