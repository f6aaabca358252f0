/**
 * Shared tag names. A page has a thousand tags and thirty names: looking up a name by a hash of its characters needs no allocation, and the
 * handler's `switch` then compares pointers.
 */

/** How the content of an element is tokenized until its end tag (HTML standard 13.2.6: the tree builder switches the tokenizer). */
export type ContentModel = 'data' | 'rcdata' | 'rawtext' | 'script' | 'plaintext'

const LIST =
  `a abbr acronym address annotation-xml applet area article aside audio b base basefont bdi bdo bgsound big
blink blockquote body br button canvas caption center circle cite clippath code col colgroup command data datalist dd
defs del desc details dfn dialog dir div dl dt ellipse em embed fieldset figcaption figure filter font footer
foreignobject form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex
kbd keygen label layer legend li line lineargradient link listing main map mark marquee math menu menuitem meta meter
mi mn mo ms mtext nav nobr noembed noframes noscript object ol optgroup option output p param path picture plaintext
polygon polyline portal pre progress q rect rp rt ruby s samp script search section select slot small source span stop
strike strong style sub summary sup svg symbol table tbody td template text textarea tfoot th thead time title tr track
tspan tt u ul use var video wbr xmp`.split(/\s+/)

/** The engine interns property keys but not the parts of a split string, and only interned strings compare by pointer. */
const KNOWN = Object.keys(Object.fromEntries(LIST.map(name => [name, true])))

const SLOTS = 1024
const table: (string | undefined)[] = new Array(SLOTS).fill(undefined)

/** One step of the hash, which ignores case; the scanner computes it while it looks for the end of the name. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code | 32)) | 0
}

for (const name of KNOWN) {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = hashStep(hash, name.charCodeAt(i))
  let slot = hash & (SLOTS - 1)
  while (table[slot] !== undefined) slot = (slot + 1) & (SLOTS - 1)
  table[slot] = name
}

/** The name at `html[start, end)` in lower case, given the hash of its characters. */
export function tagName(html: string, start: number, end: number, hash: number): string {
  for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
    const known = table[slot]
    if (known === undefined) return asciiLower(html.slice(start, end)).replaceAll('\0', '\uFFFD')
    if (known.length === end - start && equalsIgnoringCase(html, start, known)) return known
  }
}

/** Whether `html` at `start` reads `lower` (which is in lower case), ignoring ASCII case. */
export function equalsIgnoringCase(html: string, start: number, lower: string): boolean {
  for (let i = 0; i < lower.length; i++) {
    const code = html.charCodeAt(start + i)
    if (code !== lower.charCodeAt(i) && !(code >= 65 && code <= 90 && code + 32 === lower.charCodeAt(i)))
      return false
  }
  return true
}

/** Lowercases A–Z only: `toLowerCase` would also fold the Kelvin sign into k. */
export function asciiLower(text: string): string {
  const lower = text.toLowerCase()
  return lower === text || isAscii(text) ? lower : text.replace(/[A-Z]+/g, letters => letters.toLowerCase())
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

/** `noscript` counts as markup: without a browser no scripts run, and its links are what the site offers instead. */
export function contentModel(name: string): ContentModel {
  switch (name) {
    case 'title':
    case 'textarea':
      return 'rcdata'
    case 'style':
    case 'xmp':
    case 'iframe':
    case 'noembed':
    case 'noframes':
      return 'rawtext'
    case 'script':
      return 'script'
    case 'plaintext':
      return 'plaintext'
    default:
      return 'data'
  }
}
