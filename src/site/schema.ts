/**
 * Link and text collections of a page, its schema, and the schema of a class: the union of its pages' link paths, and of the
 * text paths only those whose texts are the same on at least two pages. These are the definitions; inference works on sketches, which
 * are the same idea at a fixed level of the lattice.
 */
import type { Tree, TreeNode } from '../html/index.ts'
import { defaultVersion, stepsTo, versionXPath } from './path.ts'

export interface Collection {
  readonly path: string
  /** URLs as written, or texts, in document order. */
  readonly items: readonly string[]
}

export interface PageCollections {
  readonly links: readonly Collection[]
  readonly texts: readonly Collection[]
}

const LONGEST_TEXT = 64
/** Schemas nearer than this are of one candidate class. */
const NEAR = 0.2

export function collectionsOf(tree: Tree): PageCollections {
  const links = new Map<string, string[]>()
  const texts = new Map<string, string[]>()
  for (const node of tree.nodes) {
    if (node.kind === 'element' && node.name === 'a') {
      const href = node.attribute('href')
      if (href !== undefined) add(links, node, href)
    } else if (node.kind === 'text' && node.rawLength < 4 * LONGEST_TEXT) addText(texts, node)
  }
  return { links: listed(links), texts: listed(texts) }
}

function addText(texts: Map<string, string[]>, node: TreeNode): void {
  const text = node.text().trim()
  const parent = node.parent!
  if (text === '' || text.length >= LONGEST_TEXT || parent.kind !== 'element') return
  if (parent.name !== 'a' && parent.name !== 'script' && parent.name !== 'style') add(texts, parent, text)
}

function add(collections: Map<string, string[]>, node: TreeNode, item: string): void {
  const path = versionXPath(defaultVersion(stepsTo(node)))
  const items = collections.get(path)
  if (items === undefined) collections.set(path, [item])
  else items.push(item)
}

function listed(collections: Map<string, string[]>): Collection[] {
  return [...collections].map(([path, items]) => ({ path, items }))
}

export function pageSchema({ links, texts }: PageCollections): Set<string> {
  return new Set([...links, ...texts].map(collection => collection.path))
}

export function classSchema(pages: readonly PageCollections[]): Set<string> {
  const schema = new Set(pages.flatMap(page => page.links.map(collection => collection.path)))
  const seen = new Set<string>()
  for (const { texts } of pages)
    for (const { path, items } of texts) {
      const key = `${path}\n${items.join('\n')}`
      if (seen.has(key)) schema.add(path)
      seen.add(key)
    }
  return schema
}

/** |G△H| / |G∪H|: 0 for equal schemas, 1 for disjoint ones. */
export function schemaDistance(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const path of a) if (b.has(path)) common++
  const union = a.size + b.size - common
  return union === 0 ? 0 : (union - common) / union
}

/** Candidate classes: pages of equal schema, then, largest first, groups that are near. Each is a list of page numbers. */
export function candidates(schemas: readonly ReadonlySet<string>[]): number[][] {
  const equal = new Map<string, number[]>()
  for (const [i, schema] of schemas.entries()) {
    const key = [...schema].sort().join('\n')
    const group = equal.get(key)
    if (group === undefined) equal.set(key, [i])
    else group.push(i)
  }
  const merged: { pages: number[]; schema: ReadonlySet<string> }[] = []
  for (const pages of [...equal.values()].sort((a, b) => b.length - a.length)) {
    const schema = schemas[pages[0]!]!
    const near = merged.find(group => schemaDistance(group.schema, schema) < NEAR)
    if (near === undefined) merged.push({ pages, schema })
    else {
      near.pages.push(...pages)
      near.schema = new Set([...near.schema, ...schema])
    }
  }
  return merged.map(group => group.pages)
}
