/** The characters of a selector: names with escapes, strings, white space (CSS Syntax 3). */
import { SelectorSyntaxError } from './syntax.ts'

const NAME = /(?:[-\w\u0080-\uffff]|\\(?:[0-9a-f]{1,6}\s?|[^\n\r\f0-9a-f]))+/iy
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(.))/gi
const STRING = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y
const SPACE = /[ \t\n\r\f]*/y
const MAX_CODE_POINT = 0x10ffff

export class SelectorScanner {
  readonly #text: string
  position = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.position >= this.#text.length
  }

  /** The next character, '' at the end. */
  get next(): string {
    return this.#text.charAt(this.position)
  }

  /** Whether there was white space. */
  space(): boolean {
    return this.#matched(SPACE) !== ''
  }

  /** Passes this text if it comes next. */
  take(text: string): boolean {
    if (!this.#text.startsWith(text, this.position)) return false
    this.position += text.length
    return true
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail(`${text} is missing`)
  }

  /** A name, without its escapes; `what` says what is missing if there is none. */
  name(what: string): string {
    return this.nameIfAny() ?? this.fail(`${what} is missing`)
  }

  nameIfAny(): string | null {
    const raw = this.#matched(NAME)
    return raw === '' ? null : unescaped(raw)
  }

  /** A string in quotes, or a name. */
  value(): string {
    const raw = this.#matched(STRING)
    return raw === '' ? this.name('a value') : unescaped(raw.slice(1, -1))
  }

  /** What this expression matches here; '' if it does not. */
  pattern(sticky: RegExp): string {
    return this.#matched(sticky)
  }

  fail(message: string): never {
    throw new SelectorSyntaxError(this.position, message)
  }

  #matched(sticky: RegExp): string {
    sticky.lastIndex = this.position
    const found = sticky.exec(this.#text)?.[0] ?? ''
    this.position += found.length
    return found
  }
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, hex: string | undefined, character: string | undefined) => {
    if (hex === undefined) return character ?? ''
    const code = Number.parseInt(hex, 16)
    return code === 0 || code > MAX_CODE_POINT ? '\ufffd' : String.fromCodePoint(code)
  })
}
