/**
 * Tells whether the scanner is inside SVG or MathML. There `<![CDATA[` is text, and `<style>`, `<title>` and `<script>` hold markup. The
 * tree builder knows from its stack of open elements; this keeps only the part of that stack that begins with `svg` or `math`, which is
 * enough to tell (HTML standard 13.2.6.5, "foreign content").
 */

/** HTML elements that cannot occur in foreign content: their start tags close it. */
const BREAKOUT = new Set(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr
ol p pre ruby s small span strong strike sub sup table tt u ul var`.split(/\s+/),
)

/** Foreign elements whose children are HTML again. */
// biome-ignore format: a list
const HTML_INSIDE = new Set([
  'foreignobject', 'desc', 'title', 'annotation-xml', 'mi', 'mo', 'mn', 'ms', 'mtext',
])
const MAX_DEPTH = 64

export class ForeignContent {
  private readonly open: string[] = []

  /** Whether the scanner is now in SVG or MathML proper. */
  get inside(): boolean {
    const { open } = this
    return open.length > 0 && !HTML_INSIDE.has(open[open.length - 1]!)
  }

  /** Must be called for each start tag that is `svg` or `math`, or comes while a foreign element is open. */
  start(name: string, selfClosing: boolean): void {
    const { open } = this
    if (this.inside && BREAKOUT.has(name)) this.breakOut()
    const opens = name === 'svg' || name === 'math' || (this.inside && HTML_INSIDE.has(name))
    if (opens && !selfClosing && open.length < MAX_DEPTH) open.push(name)
  }

  end(name: string): void {
    const { open } = this
    if (this.inside && (name === 'p' || name === 'br')) this.breakOut()
    const at = open.lastIndexOf(name)
    if (at >= 0) open.length = at
  }

  get watching(): boolean {
    return this.open.length > 0
  }

  private breakOut(): void {
    while (this.inside) this.open.pop()
  }
}
