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
const START = /url\(|@import\s*(?:url\()?/gi

export function cssAddresses(css: string): CssAddress[] {
  const found: CssAddress[] = []
  if (!css.includes('(') && !css.includes('@')) return found
  for (const match of css.matchAll(START)) {
    const from = match.index + match[0].length
    const href = match[0].endsWith('(') ? insideParentheses(css, from) : quotedAt(css, from)
    if (href !== '') found.push({ href, kind: match[0].startsWith('@') ? 'style' : 'image' })
    if (found.length >= MOST) break
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
