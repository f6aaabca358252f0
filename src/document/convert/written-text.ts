/** The text of a block with its links and styles written as markup. */
import type { LinkMark, StyleMark, WritingStyle } from './page-document.ts'

export interface Marked {
  readonly text: string
  readonly links?: readonly LinkMark[]
  readonly styles?: readonly StyleMark[]
}

/** How a kind of markup writes things; `inner` is markup already. */
export interface Markup {
  readonly escaped: (text: string) => string
  readonly link: (inner: string, href: string) => string
  /** Nothing inside code is markup. */
  readonly code: (text: string) => string
  readonly stressed: (
    inner: string,
    style: Exclude<WritingStyle, 'code'>,
    text: string,
    mark: { readonly start: number; readonly end: number },
  ) => string
}

/** Marks that overlap others without being inside them are left out. */
export function written({ text, links = [], styles = [] }: Marked, markup: Markup): string {
  if (links.length === 0 && styles.length === 0) return markup.escaped(text)
  // At the same place a link goes around what is in it, and code is innermost.
  const depth = (mark: LinkMark | StyleMark) => ('href' in mark ? 0 : mark.style === 'code' ? 2 : 1)
  const marks = [...links, ...styles].sort(
    (a, b) => a.start - b.start || b.end - a.end || depth(a) - depth(b),
  )
  let next = 0
  const part = (from: number, to: number): string => {
    let said = ''
    let at = from
    for (let mark = marks[next]; mark !== undefined && mark.start < to; mark = marks[next]) {
      next++
      if (mark.start < at || mark.end > to) continue
      said += markup.escaped(text.slice(at, mark.start)) + marked(mark)
      at = mark.end
    }
    return said + markup.escaped(text.slice(at, to))
  }
  const marked = (mark: LinkMark | StyleMark): string => {
    const inner = part(mark.start, mark.end)
    if ('href' in mark) return markup.link(inner, mark.href)
    if (mark.style === 'code') return markup.code(text.slice(mark.start, mark.end))
    return markup.stressed(inner, mark.style, text, mark)
  }
  return part(0, text.length)
}
