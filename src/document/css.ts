/**
 * Addresses in style sheets: `url(…)` and `@import "…"`. A cheap scan, not a parser: comments and strings are not
 * told apart, so it may find an address that is commented out; it misses only those with escaped letters.
 */
export interface CssAddress {
  readonly href: string
  readonly kind: 'style' | 'image'
}

const MOST = 1000
const LONGEST = 4096

export function cssAddresses(css: string): CssAddress[] {
  const found: CssAddress[] = []
  if (!css.includes('(') && !css.includes('@')) return found
  const lower = css.toLowerCase()
  for (let at = lower.indexOf('url('); at >= 0 && found.length < MOST; at = lower.indexOf('url(', at + 4)) {
    const href = insideParentheses(css, at + 4)
    const kind = /@import\s*$/.test(lower.slice(Math.max(0, at - 16), at)) ? 'style' : 'image'
    if (href !== '') found.push({ href, kind })
  }
  for (
    let at = lower.indexOf('@import');
    at >= 0 && found.length < MOST;
    at = lower.indexOf('@import', at + 7)
  ) {
    const href = quotedAt(css, at + 7)
    if (href !== '') found.push({ href, kind: 'style' })
  }
  return found
}

function insideParentheses(css: string, from: number): string {
  const piece = css.slice(from, from + LONGEST).trimStart()
  const quote = piece[0]
  if (quote === '"' || quote === "'") return piece.slice(1, Math.max(1, piece.indexOf(quote, 1))).trim()
  const close = piece.indexOf(')')
  return close < 0 ? '' : piece.slice(0, close).trim()
}

function quotedAt(css: string, from: number): string {
  const piece = css.slice(from, from + LONGEST).trimStart()
  const quote = piece[0]
  if (quote !== '"' && quote !== "'") return ''
  return piece.slice(1, Math.max(1, piece.indexOf(quote, 1))).trim()
}
