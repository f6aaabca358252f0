/**
 * Tables of what a start tag closes and how far an end tag reaches (HTML standard 13.2.6.4.7 "in body" and the table modes). Of the tree
 * builder, this keeps what real pages need to get the same parents as in a browser: implied ends, scopes, implied `tbody` and `tr`. It
 * leaves out foster parenting and the reconstruction of misnested formatting.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Elements that belong to the head as long as no body has begun. */
export const IN_HEAD = words(
  'title meta link base script style noscript template basefont bgsound noframes command',
)

/** Start tags that close an open `p`. */
export const CLOSES_P =
  words(`address article aside blockquote center details dialog dir div dl fieldset figcaption
figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt listing main menu nav ol p plaintext pre search section
summary table ul xmp`)

/** Elements whose end tag may leave later elements open (the formatting elements of 13.2.4.3). */
export const FORMATTING = words('a b big code em font i nobr s small strike strong tt u')

/** Elements that the end tag of an inline element must not close along the way. */
const SPECIAL_ELEMENTS =
  words(`address applet area article aside base basefont bgsound blockquote body br button caption
center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6
head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript
object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot
th thead title tr track ul wbr xmp`)

/** Foreign elements whose children are HTML again. */
const HTML_AGAIN = words('foreignobject desc title annotation-xml mi mo mn ms mtext')

const SCOPE_ENDS = 'html table td th caption marquee object applet template svg math'

/** Kinds of barriers: what an end tag or an implied end does not reach beyond, and sets of elements that are looked up in the same way. */
export const BARRIERS: readonly ReadonlySet<string>[] = [
  new Set(),
  words(SCOPE_ENDS),
  words(`${SCOPE_ENDS} button`),
  words(`${SCOPE_ENDS} ol ul menu dir`),
  words(`${SCOPE_ENDS} dl`),
  words('html table template'),
  words('select datalist html table'),
  words('ruby html table'),
  SPECIAL_ELEMENTS,
  HTML_AGAIN,
]

/** The index of a kind in `BARRIERS`. */
export type Reach = number
export const ANYWHERE: Reach = 0
export const IN_SCOPE: Reach = 1
export const IN_BUTTON_SCOPE: Reach = 2
const IN_LIST: Reach = 3
const IN_DEFINITIONS: Reach = 4
const IN_TABLE: Reach = 5
const IN_CHOICE: Reach = 6
const IN_RUBY: Reach = 7
export const SPECIAL: Reach = 8
export const HTML_INSIDE: Reach = 9

export interface ImpliedEnd {
  readonly closes: ReadonlySet<string>
  readonly within: Reach
}

const rule = (closes: string, within: Reach): ImpliedEnd => ({ closes: words(closes), within })

/** For a start tag: the outermost of `closes` that is open inside `within` ends before it. */
export const IMPLIED_END: ReadonlyMap<string, ImpliedEnd> = new Map([
  ['li', rule('li', IN_LIST)],
  ['dd', rule('dd dt', IN_DEFINITIONS)],
  ['dt', rule('dd dt', IN_DEFINITIONS)],
  ['option', rule('option', IN_CHOICE)],
  ['optgroup', rule('option optgroup', IN_CHOICE)],
  ['rt', rule('rt rp', IN_RUBY)],
  ['rp', rule('rt rp', IN_RUBY)],
  ['a', rule('a', IN_SCOPE)],
  ['nobr', rule('nobr', IN_SCOPE)],
  ['button', rule('button', IN_SCOPE)],
  ['select', rule('select', IN_SCOPE)],
  ['td', rule('td th caption colgroup', IN_TABLE)],
  ['th', rule('td th caption colgroup', IN_TABLE)],
  ['tr', rule('td th tr caption colgroup', IN_TABLE)],
  ['tbody', rule('td th tr tbody thead tfoot caption colgroup', IN_TABLE)],
  ['thead', rule('td th tr tbody thead tfoot caption colgroup', IN_TABLE)],
  ['tfoot', rule('td th tr tbody thead tfoot caption colgroup', IN_TABLE)],
  ['caption', rule('td th tr tbody thead tfoot caption colgroup', IN_TABLE)],
  ['colgroup', rule('td th tr tbody thead tfoot caption colgroup', IN_TABLE)],
])

export const IN_SELECT = words('option optgroup hr script template select')

/** Parts of a table: outside of one, their start tags are ignored. */
export const TABLE_PARTS = words('td th tr tbody thead tfoot caption colgroup col')
export const HEADING = words('h1 h2 h3 h4 h5 h6')
const TABLE_END = words('table tbody thead tfoot tr td th caption')

export const isSpecial = (name: string): boolean => SPECIAL_ELEMENTS.has(name)

/** How far the end tag `name` reaches. */
export function reachOf(name: string): Reach {
  if (TABLE_END.has(name)) return IN_TABLE
  if (name === 'p') return IN_BUTTON_SCOPE
  return name === 'li' ? IN_LIST : IN_SCOPE
}

/** HTML elements that cannot occur in SVG or MathML: their start tags close it (13.2.6.5). */
export const BREAKS_OUT =
  words(`b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img
li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`)
