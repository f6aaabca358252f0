/** Finds the parts of a page that its own styles and attributes hide. External style sheets are not read. */
import type { Attributes } from '../html/index.ts'

const OFF_SCREEN = '(?:left|top|right|bottom|text-indent|margin-left|margin-top)\\s*:\\s*-\\d{3,}'
const HIDES = new RegExp(
  `display\\s*:\\s*none|visibility\\s*:\\s*hidden|(?:opacity|font-size)\\s*:\\s*0(?![.\\d]*[1-9])|${OFF_SCREEN}`,
  'i',
)
const NO_WIDTH = /(?:^|[;\s])width\s*:\s*0(?![.\d])/i
const NO_HEIGHT = /(?:^|[;\s])height\s*:\s*0(?![.\d])/i
const COLOR = /(?:^|[;\s])color\s*:\s*([^;!]+)/i
const BACKGROUND = /(?:^|[;\s])background(?:-color)?\s*:\s*([^;!]+)/i
/** A rule for a single class or id: anything else would need the tree. */
const RULE = /(?:^|[}\s,])([.#])([\w-]{1,100})\s{0,20}(?:,[^{}]{0,500})?\{([^{}]{0,2000})\}/g
const MAX_NAMES = 500
const MAX_CSS_CHARS = 200_000
/** Elements with optional end tags: the next one of the same name ends them. */
const OPTIONAL_END: ReadonlySet<string> = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option'])
/** Elements that traps are wrapped in; others are checked only if they have a `style` attribute. */
const WRAPPERS: ReadonlySet<string> = new Set(['div', 'span', 'p'])
// biome-ignore format: a list
const NO_CONTENT: ReadonlySet<string> = new Set([
  'a', 'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track',
  'wbr',
])

const SNEAKY = new RegExp(OFF_SCREEN, 'i')

/** Whether a style hides text in a way that search engines may not notice. Text that is merely not displayed may be shown later. */
export function isSneaky(name: string, style: string | undefined): boolean {
  return style !== undefined && !NO_CONTENT.has(name) && (SNEAKY.test(style) || isUniform(style))
}

/** Whether a style hides its element. */
function hides(style: string): boolean {
  return HIDES.test(style) || (NO_WIDTH.test(style) && NO_HEIGHT.test(style)) || isUniform(style)
}

/** Text in the color of its background. */
function isUniform(style: string): boolean {
  const color = COLOR.exec(style)?.[1]?.trim().toLowerCase()
  return color !== undefined && color === BACKGROUND.exec(style)?.[1]?.trim().toLowerCase()
}

/** What is known about a link when it begins. */
export interface LinkStart {
  readonly hidden: boolean
  /** Whether it has a class or id, by which scripts find it, or a relation for machines: then it has a purpose. */
  readonly isNamed: boolean
  /** The title or label shown to people and assistive software. */
  readonly title: string
}

/** Whether it has anything by which a script or other software would find it. */
export const isNamed = (attributes: Attributes): boolean =>
  attributes.has('class') || attributes.has('id') || attributes.has('rel')

/** Follows the tags of a page and tracks whether the current content is hidden. */
export class HiddenParts {
  readonly #names = new Set<string>()
  /** Name of the outermost open element that hides its content, and how many of that name are open. */
  #hider = ''
  #depth = 0
  #linksInside = 0

  /** Records what an embedded style sheet hides by class or id. */
  learn(css: string): void {
    if (!HIDES.test(css) && !NO_WIDTH.test(css)) return
    for (const [, sign, name, style] of css.slice(0, MAX_CSS_CHARS).matchAll(RULE)) {
      if (this.#names.size >= MAX_NAMES) return
      if (hides(style!)) this.#names.add(`${sign}${name}`)
    }
  }

  /** `style` is the value of the attribute of that name. */
  open(name: string, attributes: Attributes, style: string | undefined): void {
    if (this.#depth > 0 && name === this.#hider) this.#depth = OPTIONAL_END.has(name) ? 0 : this.#depth + 1
    if (this.#depth > 0 || (style === undefined && !WRAPPERS.has(name)) || NO_CONTENT.has(name)) return
    if (!this.#hidesItself(attributes, style)) return
    this.#hider = name
    this.#depth = 1
    this.#linksInside = 0
  }

  close(name: string): void {
    if (this.#depth > 0 && name === this.#hider) this.#depth--
  }

  /** If one element hides several links, none is taken for a trap: it is a menu, a template, or content that appears later. */
  get hidesSeveral(): boolean {
    return this.#depth > 0 && this.#linksInside > 1
  }

  link(attributes: Attributes): LinkStart {
    if (this.#depth > 0) this.#linksInside++
    const named = isNamed(attributes)
    const hidden =
      this.#depth > 0 ||
      this.#hidesItself(attributes, attributes.get('style')) ||
      (!named && attributes.get('aria-hidden') === 'true')
    const title = hidden ? (attributes.get('title') ?? attributes.get('aria-label') ?? '') : ''
    return { hidden, isNamed: named, title }
  }

  #hidesItself(attributes: Attributes, style: string | undefined): boolean {
    if (style !== undefined && hides(style)) return true
    if (attributes.has('hidden')) return true
    if (this.#names.size === 0) return false
    const id = attributes.get('id')
    if (id !== undefined && this.#names.has(`#${id}`)) return true
    const classes = attributes.get('class')
    return classes?.split(/\s+/).some(name => this.#names.has(`.${name}`)) ?? false
  }
}
