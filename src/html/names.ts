/**
 * Shared names of tags and attributes. A page has a thousand tags and thirty names: looking up a name by a hash of its characters needs no
 * allocation, and whoever compares it with a name compares pointers.
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

const ATTRIBUTES =
  `abbr action allow alt aria-checked aria-controls aria-current aria-describedby aria-disabled aria-expanded aria-haspopup
aria-hidden aria-label aria-labelledby aria-live aria-selected async autocomplete autofocus autoplay bgcolor border cellpadding
cellspacing charset checked cite class color cols colspan content controls coords crossorigin d data data-id data-src data-toggle datetime
defer dir disabled download draggable enctype face fill for form formaction headers height hidden href hreflang http-equiv id integrity itemid
itemprop itemref itemscope itemtype kind label lang language link list loading loop media method muted name nonce nowrap
onclick onload onsubmit pattern ping placeholder points poster prefix preload property r readonly referrerpolicy rel required resource
rev role rows rowspan scope selected shape size sizes span spellcheck src srcdoc srclang srcset start step stroke style summary
tabindex target text title translate transform type typeof usemap valign value viewbox vlink vocab width wrap x xlink:href
xml:lang xmlns y`.split(/\s+/)

const SLOTS = 1024

/** One step of the hash, which ignores case; the scanner computes it while it looks for the end of the name. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code | 32)) | 0
}

/** By hash. The engine interns property keys but not the parts of a split string, and only interned strings compare by pointer. */
function tableOf(list: readonly string[]): readonly (string | undefined)[] {
  const table: (string | undefined)[] = new Array(SLOTS).fill(undefined)
  for (const name of Object.keys(Object.fromEntries(list.map(each => [each, true])))) {
    let hash = 0
    for (let i = 0; i < name.length; i++) hash = hashStep(hash, name.charCodeAt(i))
    let slot = hash & (SLOTS - 1)
    while (table[slot] !== undefined) slot = (slot + 1) & (SLOTS - 1)
    table[slot] = name
  }
  return table
}

const TAGS = tableOf(LIST)
const ATTRIBUTE_NAMES = tableOf(ATTRIBUTES)

/** The name of a tag at `html[start, end)` in lower case, given the hash of its characters. */
export const tagName = (html: string, start: number, end: number, hash: number): string =>
  nameIn(TAGS, html, start, end, hash)

export function attributeName(html: string, start: number, end: number): string {
  let hash = 0
  for (let at = start; at < end; at++) hash = hashStep(hash, html.charCodeAt(at))
  return nameIn(ATTRIBUTE_NAMES, html, start, end, hash)
}

function nameIn(
  table: readonly (string | undefined)[],
  html: string,
  start: number,
  end: number,
  hash: number,
): string {
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
