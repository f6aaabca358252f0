/**
 * Rules of a page's own style sheets (`<style>`) that hide or show: their selectors, and what they say of `display` and `visibility`.
 *
 * Selectors of tags, classes and identifiers with descendant and child combinators are read. Those with anything else (states, attributes,
 * siblings) are skipped, as is what applies only to some screens: in doubt, nothing is hidden. Time is linear in the text.
 */

export interface Compound {
  readonly tag: string
  readonly id: string
  readonly classes: readonly string[]
}

export interface HidingRule {
  /** The element itself first, then its ancestors. */
  readonly compounds: readonly Compound[]
  /** For each compound but the first: whether it must be the parent or may be any ancestor. */
  readonly isParent: readonly boolean[]
  /** Precedence over other rules: importance, then specificity, then order. */
  readonly strength: number
  readonly isImportant: boolean
  readonly display: 'none' | 'shown' | null
  readonly visibility: 'hidden' | 'visible' | null
}

const MAX_CSS_CHARS = 1_000_000
const MAX_RULES = 3_000
const MAX_SELECTOR_CHARS = 300
const MAX_PRELUDE_CHARS = 3_000
const MAX_COMPOUNDS = 8

export function hidingRules(css: string): HidingRule[] {
  const rules: HidingRule[] = []
  readBlock(withoutComments(css.slice(0, MAX_CSS_CHARS)), rules)
  return rules
}

function withoutComments(css: string): string {
  let at = css.indexOf('/*')
  if (at < 0) return css
  const parts: string[] = []
  let from = 0
  while (at >= 0) {
    parts.push(css.slice(from, at))
    const end = css.indexOf('*/', at + 2)
    if (end < 0) return parts.join(' ')
    from = end + 2
    at = css.indexOf('/*', from)
  }
  parts.push(css.slice(from))
  return parts.join(' ')
}

/** Blocks whose rules apply on every screen. */
const ALWAYS = /^@(?:media\s+(?:only\s+)?(?:screen|all)|supports|layer)\b[^,]*$/i
const SOMETIMES = /\band\b|\(\s*(?:max|min|orientation|prefers|hover|pointer)/i

function readBlock(css: string, rules: HidingRule[]): void {
  let from = 0
  while (from < css.length && rules.length < MAX_RULES) {
    const open = css.indexOf('{', from)
    if (open < 0) return
    const between = css.slice(from, open)
    const start = Math.max(between.lastIndexOf(';'), between.lastIndexOf('}')) + 1
    const prelude = between.slice(start, start + MAX_PRELUDE_CHARS).trim()
    if (prelude.startsWith('@')) {
      // The rules inside are read as if they were outside; the end of the block is skipped like any other.
      from = ALWAYS.test(prelude) && !SOMETIMES.test(prelude) ? open + 1 : blockEnd(css, open)
      continue
    }
    const close = blockEnd(css, open)
    addRules(prelude, css.slice(open + 1, close - 1), rules)
    from = close
  }
}

/** Index after the closing brace. */
function blockEnd(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === 123) depth++
    else if (code === 125 && --depth === 0) return at + 1
  }
  return css.length
}

const DISPLAY = /(?:^|[;\s])display\s*:\s*([\w-]+)\s*(!\s*important)?/i
const VISIBILITY = /(?:^|[;\s])visibility\s*:\s*([\w-]+)\s*(!\s*important)?/i
const IMPORTANT = 1_000_000_000

function addRules(prelude: string, declarations: string, rules: HidingRule[]): void {
  const display = DISPLAY.exec(declarations)
  const visibility = VISIBILITY.exec(declarations)
  if (display === null && visibility === null) return
  const isImportant = display?.[2] !== undefined || visibility?.[2] !== undefined
  const said = {
    isImportant,
    display:
      display === null ? null : display[1]!.toLowerCase() === 'none' ? ('none' as const) : ('shown' as const),
    visibility:
      visibility === null
        ? null
        : visibility[1]!.toLowerCase() === 'visible'
          ? ('visible' as const)
          : ('hidden' as const),
  }
  for (const selector of prelude.split(',')) {
    const read = readSelector(selector.trim())
    if (read === null) continue
    const strength = (isImportant ? IMPORTANT : 0) + specificity(read.compounds) * 10_000 + rules.length
    rules.push({ ...read, ...said, strength })
    if (rules.length >= MAX_RULES) return
  }
}

const COMPOUND = /^([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)$/i

function readSelector(selector: string): Pick<HidingRule, 'compounds' | 'isParent'> | null {
  if (selector === '' || selector.length > MAX_SELECTOR_CHARS) return null
  const words = selector
    .replace(/\s*>\s*/g, ' > ')
    .split(/\s+/)
    .reverse()
  const compounds: Compound[] = []
  const isParent: boolean[] = []
  let isDirect = false
  for (const word of words) {
    if (word === '>') {
      isDirect = true
      continue
    }
    const compound = readCompound(word)
    if (compound === null || compounds.length >= MAX_COMPOUNDS) return null
    if (compounds.length > 0) isParent.push(isDirect)
    compounds.push(compound)
    isDirect = false
  }
  return compounds.length === 0 ? null : { compounds, isParent }
}

function readCompound(word: string): Compound | null {
  const match = COMPOUND.exec(word)
  if (match === null) return null
  const names = match[2]?.match(/[.#][\w-]+/g) ?? []
  const tag = match[1] === undefined || match[1] === '*' ? '' : match[1].toLowerCase()
  const id = names.find(name => name.startsWith('#'))?.slice(1) ?? ''
  const classes = names.filter(name => name.startsWith('.')).map(name => name.slice(1))
  return tag === '' && id === '' && classes.length === 0 ? null : { tag, id, classes }
}

/** Identifiers, classes and tags, as three digits in base 30. */
function specificity(compounds: readonly Compound[]): number {
  let sum = 0
  for (const { tag, id, classes } of compounds)
    sum += (id === '' ? 0 : 900) + 30 * classes.length + (tag === '' ? 0 : 1)
  return Math.min(sum, 90_000)
}
