/**
 * What a start tag closes and what an end tag may reach, in tables (HTML standard 13.2.6.4.7 "in body" and the table
 * modes). Of the tree builder this keeps what real pages need to come out with the parents a browser gives them: implied
 * ends, scopes, implied `tbody` and `tr`. It leaves out foster parenting and the rebuilding of misnested formatting.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

export const VOID = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)

/** Elements that stand in the head as long as no body has begun. */
export const IN_HEAD = words(
  'title meta link base script style noscript template basefont bgsound noframes command',
)

/** Start tags that close an open `p`. */
export const CLOSES_P =
  words(`address article aside blockquote center details dialog dir div dl fieldset figcaption
figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt listing main menu nav ol p plaintext pre search section
summary table ul xmp`)

/** Nothing beyond these is reached by an end tag or an implied end. */
export const SCOPE = words('html table td th caption marquee object applet template svg math')
export const BUTTON_SCOPE: ReadonlySet<string> = new Set([...SCOPE, 'button'])
const LIST_SCOPE: ReadonlySet<string> = new Set([...SCOPE, 'ol', 'ul', 'menu', 'dir'])
const DEFINITION_SCOPE: ReadonlySet<string> = new Set([...SCOPE, 'dl'])
const TABLE_SCOPE = words('html table template')

/** Elements whose end tag may leave later elements open (the formatting elements of 13.2.4.3). */
export const FORMATTING = words('a b big code em font i nobr s small strike strong tt u')

/** Inline elements: their stray end tags must not close what lies between. */
export const SPECIAL =
  words(`address applet area article aside base basefont bgsound blockquote body br button caption
center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6
head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript
object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot
th thead title tr track ul wbr xmp`)

export interface ImpliedEnd {
  readonly closes: ReadonlySet<string>
  readonly within: ReadonlySet<string>
}

const rule = (closes: string, within: ReadonlySet<string>): ImpliedEnd => ({ closes: words(closes), within })

/** For a start tag: the outermost of `closes` that is open inside `within` ends before it. */
export const IMPLIED_END: ReadonlyMap<string, ImpliedEnd> = new Map([
  ['li', rule('li', LIST_SCOPE)],
  ['dd', rule('dd dt', DEFINITION_SCOPE)],
  ['dt', rule('dd dt', DEFINITION_SCOPE)],
  ['option', rule('option', words('select datalist html table'))],
  ['optgroup', rule('option optgroup', words('select datalist html table'))],
  ['rt', rule('rt rp', words('ruby html table'))],
  ['rp', rule('rt rp', words('ruby html table'))],
  ['a', rule('a', SCOPE)],
  ['nobr', rule('nobr', SCOPE)],
  ['button', rule('button', SCOPE)],
  ['select', rule('select', SCOPE)],
  ['td', rule('td th caption colgroup', TABLE_SCOPE)],
  ['th', rule('td th caption colgroup', TABLE_SCOPE)],
  ['tr', rule('td th tr caption colgroup', TABLE_SCOPE)],
  ['tbody', rule('td th tr tbody thead tfoot caption colgroup', TABLE_SCOPE)],
  ['thead', rule('td th tr tbody thead tfoot caption colgroup', TABLE_SCOPE)],
  ['tfoot', rule('td th tr tbody thead tfoot caption colgroup', TABLE_SCOPE)],
  ['caption', rule('td th tr tbody thead tfoot caption colgroup', TABLE_SCOPE)],
  ['colgroup', rule('td th tr tbody thead tfoot caption colgroup', TABLE_SCOPE)],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, ImpliedEnd] => [name, rule('', SCOPE)]),
])

export const IN_SELECT = words('option optgroup hr script template select')

/** Parts of a table: outside one their start tags mean nothing. */
export const TABLE_PARTS = words('td th tr tbody thead tfoot caption colgroup col')
export const HEADING = words('h1 h2 h3 h4 h5 h6')
const TABLE_END = words('table tbody thead tfoot tr td th caption')

/** How far the end tag `name` may look. */
export function reachOf(name: string): ReadonlySet<string> {
  if (TABLE_END.has(name)) return TABLE_SCOPE
  if (name === 'p') return BUTTON_SCOPE
  return name === 'li' ? LIST_SCOPE : SCOPE
}

/** HTML elements that cannot stand in SVG or MathML: meeting one closes it (13.2.6.5). */
export const BREAKS_OUT =
  words(`b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img
li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`)
/** Foreign elements whose children are HTML again. */
export const HTML_AGAIN = words('foreignobject desc title annotation-xml mi mo mn ms mtext')
