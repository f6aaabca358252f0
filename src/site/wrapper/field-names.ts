/** Names for fields: by what the page says about them, else by the words of the template. */
import type { Place } from './places.ts'

const MAX_CHARS = 40

export function nameOf({ way, members }: Place): string {
  const { unit } = members[0]!
  const element = unit.node.kind === 'element' ? unit.node : unit.node.parent!
  const property = element.attribute('itemprop')
  if (property) return slug(property)
  if (way.kind === 'label' && way.label.tight) return slug(way.label.unit.text)
  if (way.kind === 'prefix') return slug(way.prefix)
  if (element.name === 'h1') return 'title'
  if (element.name === 'title') return 'page-title'
  if (unit.attribute === 'datetime') return 'date'
  return slug(wordOf(unit.path)) || element.name
}

function wordOf(path: string): string {
  const words = [...path.matchAll(/\.#?([^/]+)/g)].map(match => match[1]!)
  return words.at(-1)?.replace(/^.*(?:_lbl|_lit|_txt|_)(?=\p{L})/u, '') ?? ''
}

export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_CHARS)
}

/** Makes names unique: `price`, `price-2`. */
export function unique<T extends { readonly name: string }>(fields: readonly T[]): T[] {
  const used = new Set<string>()
  return fields.map(field => {
    const wish = field.name || 'field'
    let name = wish
    for (let i = 2; used.has(name); i++) name = `${wish}-${i}`
    used.add(name)
    return { ...field, name }
  })
}
