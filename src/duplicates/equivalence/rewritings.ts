/** The ways to shorten an address: each is a rewriting, and the same way applied to other addresses is the same rule. */

/** One way to respell an address. */
export interface Rewriting {
  /** The operation, the same for all addresses of a host: `param sid`, `copy index*.html?sort`, `index index.html`, `slash add`, … */
  readonly rule: string
  /** The other spelling. */
  readonly target: string
  /** The path that a rule may be limited to if it does not hold for the whole host; null if a path has only one such address. */
  readonly path: string | null
}

/** Parameters that distinguish the parts of a list, whatever canonical address the pages name: many lists name their first part. */
const PAGING =
  /^(?:p|pg|pn|page|paged|pageno|pagenum|page_?(?:no|nr|num|number|id|index)|pagina|seite|side|sida|strona|start|offset|skip|from|first|begin|cursor|after|before|since|until|max_id|min_id|cpage)$/i
/** Addresses with more parameters are not ones that people link to, and each parameter costs a lookup. */
const MAX_PARAMETERS = 8
const MAX_NAME_CHARS = 60
const MAX_ADDRESS_CHARS = 600

/** `index.html`, and the names that mirrors and copies make of it: `index-2.html`, `index3f7a.html`, `index3f7a-2.html`. */
const INDEX_FILE =
  /^(index|default|home)([-_]?[0-9a-f]{1,8}(?:[-_][0-9]{1,3})?)?\.(x?html?|php\d?|aspx?|jsp|cfm)$/i

interface Parts {
  readonly origin: string
  readonly folder: string
  readonly file: string
  /** Without the question mark; null if there is none. */
  readonly query: string | null
}

/** All ways to respell an address, those that shorten it most first. */
export function rewritingsOf(url: string): Rewriting[] {
  if (url.length > MAX_ADDRESS_CHARS || !url.startsWith('http')) return []
  const parts = partsOf(url)
  return [
    ...copies(parts),
    ...parameters(parts),
    ...pathParameters(parts),
    ...indexFile(parts),
    ...slash(parts),
  ]
}

/** Whether it has anything that a rule could remove. A quick check without parsing: most addresses do not. */
export function mayBeSpelledOtherwise(url: string): boolean {
  return url.includes('?') || url.includes(';') || /\/(?:index|default|home)[^/]*$/i.test(url)
}

function partsOf(url: string): Parts {
  const question = url.indexOf('?')
  const end = question < 0 ? url.length : question
  const rooted = url.indexOf('/', url.indexOf('//') + 2)
  const last = url.lastIndexOf('/', end - 1) + 1
  return {
    origin: url.slice(0, rooted),
    folder: url.slice(rooted, last),
    file: url.slice(last, end),
    query: question < 0 ? null : url.slice(question + 1),
  }
}

const joined = ({ origin, folder, file, query }: Parts) =>
  `${origin}${folder}${file}${query === null || query === '' ? '' : `?${query}`}`

/** A numbered copy of an index file represents a query, and may have the query beside its number; both are dropped. */
function copies(parts: Parts): Rewriting[] {
  const [, stem, number, extension] = INDEX_FILE.exec(parts.file) ?? []
  if (stem === undefined || number === undefined) return []
  // Mirrors escape the separators of the query that the number represents.
  const names =
    parts.query === null
      ? ''
      : `?${[...new Set(namesOf(parts.query.replaceAll('%26', '&')))].sort().join('&')}`
  const rule = `copy ${stem}*.${extension}${names}`
  const target = joined({ ...parts, file: `${stem}.${extension}`, query: null })
  return names.length > MAX_NAME_CHARS ? [] : [{ rule, target, path: parts.folder }]
}

function parameters(parts: Parts): Rewriting[] {
  const { query } = parts
  if (query === null) return []
  const names = new Set(namesOf(query))
  if (names.size > MAX_PARAMETERS) return []
  return [...names].filter(isDroppable).map(name => ({
    rule: `param ${name}`,
    target: joined({ ...parts, query: without(query, name) }),
    path: parts.folder + parts.file,
  }))
}

const namesOf = (query: string) => query.split('&').map(part => part.split('=', 1)[0]!)
const isDroppable = (name: string) => name.length <= MAX_NAME_CHARS && !PAGING.test(name)
const without = (query: string, name: string) =>
  query
    .split('&')
    .filter(part => part.split('=', 1)[0] !== name)
    .join('&')

/** `/shop;view=3f7a/list`: some servers put sessions there. */
function pathParameters(parts: Parts): Rewriting[] {
  const path = parts.folder + parts.file
  if (!path.includes(';')) return []
  const names = new Set([...path.matchAll(/;([^;/=]+)=/g)].map(match => match[1]!).filter(isDroppable))
  return [...names].slice(0, MAX_PARAMETERS).map(name => {
    const bare = path
      .split('/')
      .map(segment =>
        segment
          .split(';')
          .filter((part, i) => i === 0 || !part.startsWith(`${name}=`))
          .join(';'),
      )
      .join('/')
    return { rule: `pathparam ${name}`, target: joined({ ...parts, folder: '', file: bare }), path: bare }
  })
}

function indexFile(parts: Parts): Rewriting[] {
  const [, , number] = INDEX_FILE.exec(parts.file) ?? [null, null, 'none']
  if (number !== undefined) return []
  return [{ rule: `index ${parts.file}`, target: joined({ ...parts, file: '' }), path: null }]
}

/** Both ways are possible; a host can have only one of these rules at a time. */
function slash(parts: Parts): Rewriting[] {
  const { folder, file } = parts
  if (file === '') {
    if (folder === '/') return []
    return [{ rule: 'slash remove', target: joined({ ...parts, folder: folder.slice(0, -1) }), path: null }]
  }
  return file.includes('.')
    ? []
    : [{ rule: 'slash add', target: joined({ ...parts, file: `${file}/` }), path: null }]
}

export const OPPOSITE: Readonly<Record<string, string>> = {
  'slash add': 'slash remove',
  'slash remove': 'slash add',
}

/** The path without anything that rules could remove: content shown under many of these is not a page. */
export function stemOf(url: string): string {
  const { folder, file } = partsOf(url)
  const bare = INDEX_FILE.test(file) ? folder : `${folder}${file}`
  return bare.replace(/;[^/]*/g, '').replace(/\/$/, '')
}

/** The same path and query on another host, if that host is preferred: all hosts are in one order, so no cycle can form. */
export function onHost(url: string, origin: string): Rewriting | null {
  const parts = partsOf(url)
  if (!isPreferred(origin, parts.origin)) return null
  return { rule: `origin ${origin}`, target: joined({ ...parts, origin }), path: null }
}

/** Other origins that hosts often answer to: with TLS, and without `www`. */
export function likelyHosts(origin: string): string[] {
  const bare = origin.replace('://www.', '://')
  const isPlain = origin.startsWith('http://') && !/:\d+$/.test(origin)
  const safe = (name: string) => name.replace('http://', 'https://')
  const names = isPlain ? [safe(bare), safe(origin), bare] : [bare]
  return [...new Set(names)].filter(name => name !== origin)
}

/** Path and query, by which mirrors are found. */
export const placeOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2))

export const originIn = (url: string): string => partsOf(url).origin

/** TLS first, then names without `www`, then the shorter name, then alphabetical order. */
function isPreferred(origin: string, other: string): boolean {
  const order = (name: string) => [
    name.startsWith('https:') ? 0 : 1,
    /:\/\/www\./.test(name) ? 1 : 0,
    name.length,
    name,
  ]
  const [ours, theirs] = [order(origin), order(other)]
  const at = ours.findIndex((each, i) => each !== theirs[i])
  return at >= 0 && ours[at]! < theirs[at]!
}
