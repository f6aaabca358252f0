/** `<meta>`: OpenGraph and its kin by `property`, Dublin Core, Twitter and the rest by `name`; in document order. */
import type { Tree } from '../../html/index.ts'

export interface MetaProperty {
  readonly name: string
  readonly content: string
}

const MAX_ELEMENTS = 500
const MAX_CHARS = 10_000
/** Namespaces of OpenGraph that need no declaration. */
const KNOWN = 'og music video article book profile product'.split(' ')

export function metaOf(tree: Tree): MetaProperty[] {
  const found: MetaProperty[] = []
  for (const node of tree.elementsNamed('meta')) {
    if (found.length >= MAX_ELEMENTS) break
    const content = node.attribute('content')
    if (content === undefined || content.length > MAX_CHARS) continue
    const name = (node.attribute('property') ?? node.attribute('name'))?.trim()
    if (name) found.push({ name, content })
  }
  return found
}

/** OpenGraph properties: in the head, and of a namespace that is known or declared by `prefix`. */
export function openGraphOf(tree: Tree): MetaProperty[] {
  const namespaces = new Set(KNOWN)
  const found: MetaProperty[] = []
  for (const node of tree.nodes) {
    if (node.name === 'html' || node.name === 'head')
      for (const match of (node.attribute('prefix') ?? '').slice(0, MAX_CHARS).matchAll(/([\w-]+):\s*\S+/g))
        namespaces.add(match[1]!)
    if (node.name !== 'meta' || node.parent?.name !== 'head' || found.length >= MAX_ELEMENTS) continue
    const name = node.attribute('property')
    const content = node.attribute('content')
    if (name === undefined || content === undefined || content.length > MAX_CHARS) continue
    if (namespaces.has(name.split(':')[0]!)) found.push({ name, content })
  }
  return found
}
