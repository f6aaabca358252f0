import type { TreeNode } from '../../html/index.ts'

/** A longer path would not help anyone, and would fill the store. */
const MAX_PATH_CHARS = 300
/** Counting siblings costs time; beyond this many, the position is left out. */
const MAX_SIBLINGS = 1_000

/** An XPath to the element: from its own identifier, the nearest one above, or the root. */
export function elementPath(node: TreeNode): string {
  let path = ''
  let at: TreeNode | null = node
  for (; at !== null && at.kind === 'element'; at = at.parent) {
    const id = at.attribute('id')
    if (id !== undefined && /^[\w.:-]{1,60}$/.test(id))
      return `//*[@id="${id}"]${path}`.slice(0, MAX_PATH_CHARS)
    path = `/${at.name}${position(at)}${path}`
    if (path.length > MAX_PATH_CHARS) return `…${path.slice(-MAX_PATH_CHARS)}`
  }
  return path
}

function position(node: TreeNode): string {
  if (node.parent === null || /^(?:html|head|body)$/.test(node.name)) return ''
  let place = 0
  let seen = 0
  let isAlone = true
  for (let child = node.parent.firstChild; child !== undefined; child = child.nextSibling) {
    if (++seen > MAX_SIBLINGS) return place === 0 ? '' : `[${place}]`
    if (child.name !== node.name) continue
    if (child.order < node.order) place++
    if (child !== node) isAlone = false
    if (child.order > node.order) break
  }
  return isAlone ? '' : `[${place + 1}]`
}
