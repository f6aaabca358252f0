/** The meaning of a word processor's paragraph styles: heading levels, quotations, code; and which lists are numbered. */
import { walkXml } from './xml-walk.ts'

export type StyleMeaning =
  | { readonly kind: 'heading'; readonly level: number }
  | { readonly kind: 'quote' | 'code' }

const MAX_HEADING = 6
/** Styles may be based on others; longer chains are cycles. */
const MAX_BASES = 20

/** By the displayed name, which for built-in styles is the same in files of all languages. */
export function meaningOf(styleName: string): StyleMeaning | null {
  const name = styleName.toLowerCase().replaceAll('_20_', ' ')
  const level = /^heading ?(\d)/.exec(name)?.[1]
  if (level !== undefined) return headingOf(Number(level))
  if (name === 'title') return headingOf(1)
  if (/quot|block text/.test(name)) return { kind: 'quote' }
  return /^(?:html )?preformatted|source code|^code$|verbatim|plain text/.test(name) ? { kind: 'code' } : null
}

export const headingOf = (level: number): StyleMeaning => ({
  kind: 'heading',
  level: Math.min(MAX_HEADING, Math.max(1, level)),
})

interface Style {
  name: string
  base: string | null
  outline: number | null
}

export interface DocxStyles {
  meaning(styleId: string): StyleMeaning | null
  readonly language: string | null
}

export function readStyles(xml: string): DocxStyles {
  const styles = new Map<string, Style>()
  let style: Style | null = null
  let language: string | null = null
  walkXml(xml, {
    open(name, get) {
      const value = get('val')
      if (name === 'style')
        styles.set(get('styleid') ?? '', (style = { name: '', base: null, outline: null }))
      else if (name === 'lang') language ??= value ?? null
      else if (style === null || value === undefined) return
      else if (name === 'name') style.name = value
      else if (name === 'basedon') style.base = value
      else if (name === 'outlinelvl') style.outline = Number(value)
    },
    close(name) {
      if (name === 'style') style = null
    },
  })
  const meaning = (styleId: string): StyleMeaning | null => {
    let id: string | null = styleId
    for (let n = 0; n < MAX_BASES && id !== null; n++) {
      const known: Style | undefined = styles.get(id)
      const found = meaningOf(known?.name ?? id)
      if (found !== null) return found
      if (known?.outline !== null && known?.outline !== undefined && known.outline < 9)
        return headingOf(known.outline + 1)
      id = known?.base ?? null
    }
    return null
  }
  return { meaning, language }
}

/** Whether the list with this number is numbered at this level. */
export type IsOrdered = (listId: string, level: number) => boolean

export function readNumbering(xml: string): IsOrdered {
  const bullets = new Map<string, Set<number>>()
  const abstractOf = new Map<string, string>()
  let abstract = ''
  let list = ''
  let level = 0
  walkXml(xml, {
    open(name, get) {
      if (name === 'abstractnum') bullets.set((abstract = get('abstractnumid') ?? ''), new Set())
      else if (name === 'lvl') level = Number(get('ilvl'))
      else if (name === 'numfmt' && /^(?:bullet|none)$/.test(get('val') ?? ''))
        bullets.get(abstract)?.add(level)
      else if (name === 'num') list = get('numid') ?? ''
      else if (name === 'abstractnumid') abstractOf.set(list, get('val') ?? '')
    },
  })
  return (listId, at) => {
    const known = bullets.get(abstractOf.get(listId) ?? '')
    return known !== undefined && !known.has(at)
  }
}
