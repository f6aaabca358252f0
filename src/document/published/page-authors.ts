/** The authors of a page: from structured data, meta elements, links with rel author, and the line under the title. */
import type { Tree, TreeNode } from '../../html/index.ts'
import { fold } from '../fold.ts'
import { structuredOf } from '../structured/index.ts'
import { isObject, type Json } from '../structured/json-ld.ts'

// biome-ignore format: a list
const METAS: ReadonlySet<string> = new Set([
  'author', 'article:author', 'article:author_name', 'dc.creator', 'dcterms.creator', 'citation_author',
  'parsely-author', 'sailthru.author', 'byl', 'authors', 'creator', 'cxenseparse:author',
])
const NAMED = /(?:^|[\s_-])(?:author|byline)(?:$|[\s_-]*(?:name|link)|s?$)/i
const BY = /^(?:(?:written|posted|published|reviewed)\s+)?(?:by|von|par|por|di|door|av|af)\s*:?\s+/i
/** What is not the name of a person or an editorial office. */
const NO_NAME =
  /https?:|@|\d{3}|\d:\d|^(?:admin|administrator|author|home|subscribe|about|contact|share|follow)$/i
const MAX_NAME_CHARS = 80
const MAX_AUTHORS = 20

/** The names of the authors, each once; empty if the page does not say. */
export function authorsOf(tree: Tree): readonly string[] {
  for (const source of [ofJsonLd, ofMetas, ofMarks, ofBylines]) {
    const names = [...new Set(source(tree).flatMap(namesIn))].slice(0, MAX_AUTHORS)
    if (names.length > 0) return names
  }
  return []
}

function ofJsonLd(tree: Tree): string[] {
  const found: string[] = []
  const visit = (value: Json | undefined, depth: number): void => {
    if (depth > 12 || value === undefined) return
    if (Array.isArray(value)) for (const each of value) visit(each as Json, depth + 1)
    else if (isObject(value)) {
      found.push(...nameOf(value.author))
      for (const [name, each] of Object.entries(value))
        if (name !== 'author' && name !== 'review' && name !== 'comment') visit(each, depth + 1)
    }
  }
  visit(structuredOf(tree).jsonLd as Json, 0)
  return found
}

function nameOf(author: Json | undefined): string[] {
  if (typeof author === 'string') return [author]
  if (Array.isArray(author)) return author.flatMap(each => nameOf(each as Json))
  return author !== undefined && isObject(author) && typeof author.name === 'string' ? [author.name] : []
}

function ofMetas(tree: Tree): string[] {
  return elements(tree, node => {
    if (node.name !== 'meta') return null
    const name = (node.attribute('name') ?? node.attribute('property') ?? '').trim().toLowerCase()
    return METAS.has(name) ? (node.attribute('content') ?? null) : null
  })
}

const ofMarks = (tree: Tree) =>
  elements(tree, node => {
    const isMarked =
      node.attribute('itemprop') === 'author' || /(?:^|\s)author(?:$|\s)/i.test(node.attribute('rel') ?? '')
    return isMarked ? node.text() : null
  })

/** Of several such places the first counts: the others belong to comments and other pages. */
const ofBylines = (tree: Tree) =>
  elements(tree, node => (NAMED.test(node.attribute('class') ?? '') ? node.text() : null)).slice(0, 1)

function elements(tree: Tree, textOf: (node: TreeNode) => string | null): string[] {
  return tree.nodes.flatMap(node => {
    const text = node.kind === 'element' ? textOf(node) : null
    return text && namesIn(text).length > 0 ? [text] : []
  })
}

/** "By Ann Lee and Bo Ek" are two people; text that is too long for a name is not one. */
function namesIn(text: string): string[] {
  return fold(text.slice(0, 500))
    .replace(BY, '')
    .split(/\s*(?:[,;|•·\n]|\s(?:and|und|et|y|e|og|och|&)\s)\s*/i)
    .map(name => name.replace(BY, '').trim())
    .filter(name => name.length >= 2 && name.length <= MAX_NAME_CHARS && !NO_NAME.test(name))
    .filter(name => name.split(' ').length <= 6)
}
