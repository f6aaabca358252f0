/** A page as a small tree: the HTML that is served and the true links come from the same value. */
export type Attributes = Readonly<Record<string, string | true>>
export interface Element {
  readonly tag: string
  readonly attributes: Attributes
  readonly children: readonly Child[]
}
/** Markup that is sent as it is; the truth sees no links in it. */
export interface Raw {
  readonly raw: string
}
export type Child = Element | Raw | string

export interface Link {
  readonly url: string
  readonly text: string
  readonly nofollow: boolean
}

const VOID_TAGS = new Set(['area', 'base', 'br', 'hr', 'img', 'input', 'link', 'meta'])
const LINK_ATTRIBUTE: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  iframe: 'src',
  frame: 'src',
}

export function el(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): Element {
  return { tag, attributes, children }
}

export function a(href: string, text: string, attributes: Attributes = {}): Element {
  return { tag: 'a', attributes: { href, ...attributes }, children: [text] }
}

export const raw = (html: string): Raw => ({ raw: html })

export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') : text
}

function escapeValue(text: string): string {
  return /[&"]/.test(text) ? text.replace(/&/g, '&amp;').replace(/"/g, '&quot;') : text
}

export function write(child: Child): string {
  if (typeof child === 'string') return escapeText(child)
  if ('raw' in child) return child.raw
  let html = `<${child.tag}`
  for (const [name, value] of Object.entries(child.attributes))
    html += value === true ? ` ${name}` : ` ${name}="${escapeValue(value)}"`
  html += '>'
  if (VOID_TAGS.has(child.tag)) return html
  for (const inner of child.children) html += write(inner)
  return `${html}</${child.tag}>`
}

export function writeDocument(root: Element): string {
  return `<!DOCTYPE html>\n${write(root)}\n`
}

export function textOf(child: Child): string {
  if (typeof child === 'string') return child
  return 'raw' in child ? '' : child.children.map(textOf).join('')
}

/** The links a crawler may follow, resolved, without fragments, each URL once, in document order. */
export function linksOf(root: Element, pageUrl: string): readonly Link[] {
  const found = new Map<string, Link>()
  let base = pageUrl
  const visit = (child: Child): void => {
    if (typeof child === 'string' || 'raw' in child) return
    if (child.tag === 'base') base = resolve(child.attributes.href, base) ?? base
    const url = resolve(child.attributes[LINK_ATTRIBUTE[child.tag] ?? ''], base)
    const nofollow = String(child.attributes.rel ?? '').includes('nofollow')
    if (url && (!found.has(url) || (found.get(url)!.nofollow && !nofollow)))
      found.set(url, { url, text: textOf(child), nofollow })
    child.children.forEach(visit)
  }
  visit(root)
  return [...found.values()]
}

/** An absolute http(s) URL without its fragment, or undefined. */
export function resolve(href: string | true | undefined, base: string): string | undefined {
  if (typeof href !== 'string' || !URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  url.hash = ''
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}
