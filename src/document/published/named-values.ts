/** Values of a page by their names: of elements, of meta elements, and in structured data. */
import type { Tree, TreeNode } from '../../html/index.ts'
import { isObject, type Json } from '../structured/json-ld.ts'
import names from './date-names.json' with { type: 'json' }

const REPLY = new RegExp(names.replies, 'i')
/** What is further up is no reply. */
const MAX_STEPS = 12

/** What readers said has dates of its own. */
export function isInReply(node: TreeNode): boolean {
  let steps = 0
  for (let at: TreeNode | null = node; at && steps < MAX_STEPS && at.name !== 'body'; at = at.parent, steps++)
    if (REPLY.test(labelOf(at))) return true
  return false
}

export const labelOf = (node: TreeNode) =>
  `${node.attribute('class') ?? ''} ${node.attribute('id') ?? ''} ${node.attribute('itemprop') ?? ''}`.trim()

export function* metasOf(tree: Tree): Generator<{ readonly name: string; readonly content: string }> {
  for (const node of tree.nodes) {
    if (node.kind !== 'element' || node.name !== 'meta') continue
    const content = node.attribute('content') ?? node.attribute('datetime')
    if (content === undefined) continue
    for (const key of ['name', 'property', 'itemprop', 'http-equiv', 'pubdate'])
      if (node.attribute(key))
        yield { name: key === 'pubdate' ? 'pubdate' : node.attribute(key)!.trim().toLowerCase(), content }
  }
}

/** Depth first, articles before everything else with such a value. */
export function valuesNamed(json: Json, name: string): string[] {
  const [articles, others]: [string[], string[]] = [[], []]
  const visit = (value: Json | undefined, depth: number): void => {
    if (depth > 12 || value === undefined) return
    if (Array.isArray(value)) for (const each of value) visit(each as Json, depth + 1)
    else if (isObject(value)) {
      const found = value[name]
      const isArticle = /article|posting|report|webpage|newsmedia/i.test(JSON.stringify(value['@type'] ?? ''))
      if (typeof found === 'string') (isArticle ? articles : others).push(found)
      for (const each of Object.values(value)) if (typeof each === 'object') visit(each as Json, depth + 1)
    }
  }
  visit(json, 0)
  return [...articles, ...others]
}
