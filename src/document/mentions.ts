/**
 * Addresses that a text or a script merely contains: absolute ones, paths that begin with dots, and files of the types that sites consist
 * of. For crawls that must find everything (`scope.mentions`); anything that merely looks like an address costs a fetch.
 */

/** Most mentions on one page; proper links have their own limit. */
const MAX_MENTIONS = 1_000
const MAX_ADDRESS_CHARS = 2_000
/** Runs of characters that can be in addresses; quotes, brackets and white space end them. */
const RUN = /[^\s"'`<>()[\]{}|\\^,;]+/g
const WHOLE = /^https?:\/\/[^/]/i
const DOTTED = /^\.{1,2}\/[^./]/
const ROOTED = /^\/[^/]/
const FILE =
  /^\/?[\w%~./-]+\.(?:x?html?|php\d?|aspx?|jspx?|do|cgi|cfm|json|xml|txt|csv|pdf|docx?|xlsx?|pptx?|od[tsp]|zip|gz|js|css|svg|png|jpe?g|gif|webp|mp[34]|webm)(?:[?#].*)?$/i
/** Punctuation at the end of a sentence is not part of an address. */
const SENTENCE_END = /[.:!?*]+$/

/** `folder` is as in `folderOf`; empty for a page without a base. */
export function* mentionedIn(text: string, folder = ''): Generator<string> {
  let found = 0
  for (const [run] of text.matchAll(RUN)) {
    if (run.length > MAX_ADDRESS_CHARS || !isAddress(run)) continue
    const address = run.replace(SENTENCE_END, '')
    yield address
    // In a text it is unknown what a path is relative to: the page or the site.
    if (DOTTED.test(address)) yield address.replace(/^\.+/, '')
    else if (folder !== '' && ROOTED.test(address)) yield folder + address
    if (++found >= MAX_MENTIONS) return
  }
}

/**
 * The path of a `<base>`, without a trailing slash. Sites in a folder name it there and write their addresses relative to it, and a text
 * or a script may mean `/list.json` below the folder as well as below the host.
 */
export function folderOf(base: string): string {
  const path = URL.parse(base)?.pathname ?? ''
  const last = path.slice(path.lastIndexOf('/') + 1)
  return (last.includes('.') ? path.slice(0, -last.length) : path).replace(/\/$/, '')
}

function isAddress(run: string): boolean {
  if (!run.includes('/')) return false
  return WHOLE.test(run) || DOTTED.test(run) || FILE.test(run.replace(SENTENCE_END, ''))
}

const SVG_PICTURE = /^data:image\/svg\+xml[^,]*,/i

/** The markup of a picture that is contained in its own address; undefined for any other address. */
export function inlinePicture(address: string | undefined): string | undefined {
  const head = address === undefined ? null : SVG_PICTURE.exec(address)
  if (!head) return undefined
  const data = address!.slice(head[0].length)
  if (/;base64,$/i.test(head[0])) return Buffer.from(data, 'base64').toString('utf8')
  try {
    return decodeURIComponent(data)
  } catch {
    return data
  }
}
