/**
 * Addresses in style sheets: `url(…)` and `@import "…"` (CSS Syntax 4.3, tokens). Comments, strings and namespaces are recognized and
 * skipped, as is everything else.
 */
export interface CssAddress {
  readonly href: string
  readonly kind: 'style' | 'image'
}

const MAX_ADDRESSES = 1000
const MAX_ADDRESS_CHARS = 4096
/** Beginnings of relevant tokens. */
const START = /\/\*|["']|url\(|@import\b|@namespace\b/gi
/** Spaces and short comments, then the address; bounded to more than anyone writes, because hostile sheets would use more. */
const IMPORTED = /(?:\s|\/\*[^*]{0,200}\*\/){0,50}(?:(url\()|["'])/iy
const SPACES = /\s*/y
const ESCAPE = /\\(?:([0-9a-f]{1,6})[ \t\n\f\r]?|\r?\n|([\s\S]))/gi
const MAX_CODE_POINT = 0x10ffff

export function cssAddresses(css: string): CssAddress[] {
  const found: CssAddress[] = []
  if (!css.includes('(') && !css.includes('@')) return found
  const add = ({ text }: Token, kind: CssAddress['kind']) => {
    const href = text.length > MAX_ADDRESS_CHARS ? '' : unescaped(text).trim()
    if (href !== '' && !href.startsWith('#')) found.push({ href, kind })
  }
  for (let at = 0; found.length < MAX_ADDRESSES; ) {
    START.lastIndex = at
    const word = START.exec(css)?.[0].toLowerCase()
    if (word === undefined) break
    const from = START.lastIndex
    const token = tokenAt(css, word, from)
    if (word === 'url(') add(token, 'image')
    else if (word === '@import') add(token, 'style')
    at = token.end
  }
  return found
}

interface Token {
  readonly text: string
  readonly end: number
}

/** The token after the word that ends at `from`. */
function tokenAt(css: string, word: string, from: number): Token {
  switch (word) {
    case '/*':
      return { text: '', end: behind(css, '*/', from) }
    case '@namespace':
      return { text: '', end: behind(css, ';', from) }
    case 'url(':
      return insideParentheses(css, from)
    case '@import':
      return imported(css, from)
    default:
      return quoted(css, from - 1)
  }
}

function behind(css: string, mark: string, from: number): number {
  const at = css.indexOf(mark, from)
  return at < 0 ? css.length : at + mark.length
}

function imported(css: string, from: number): Token {
  IMPORTED.lastIndex = from
  const match = IMPORTED.exec(css)
  if (match === null) return { text: '', end: from }
  const { lastIndex } = IMPORTED
  return match[1] === undefined ? quoted(css, lastIndex - 1) : insideParentheses(css, lastIndex)
}

function insideParentheses(css: string, from: number): Token {
  SPACES.lastIndex = from
  SPACES.exec(css)
  const start = SPACES.lastIndex
  if (css[start] === '"' || css[start] === "'") return quoted(css, start)
  const end = unescapedAt(css, start, code => code === CLOSE)
  return css.charCodeAt(end) === CLOSE ? { text: css.slice(start, end), end: end + 1 } : { text: '', end }
}

const NEW_LINE = 10
const CLOSE = 41
const BACKSLASH = 92

/** A string ends at its quote; if its line ends first, it is not a string. */
function quoted(css: string, at: number): Token {
  const quote = css.charCodeAt(at)
  const end = unescapedAt(css, at + 1, code => code === quote || code === NEW_LINE)
  return css.charCodeAt(end) === quote ? { text: css.slice(at + 1, end), end: end + 1 } : { text: '', end }
}

/** Index of the first unescaped character that ends the token. */
function unescapedAt(css: string, from: number, ends: (code: number) => boolean): number {
  let at = from
  while (at < css.length) {
    const code = css.charCodeAt(at)
    if (ends(code)) return at
    at += code === BACKSLASH ? 2 : 1
  }
  return css.length
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, (_, hex?: string, other?: string) => {
    const code = hex === undefined ? 0 : Number.parseInt(hex, 16)
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : (other ?? '')
  })
}
