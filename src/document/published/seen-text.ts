import type { Tree } from '../../html/index.ts'

/** Elements whose text is not displayed. */
// biome-ignore format: a list
export const UNSEEN: ReadonlySet<string> = new Set([
  'script', 'style', 'noscript', 'template', 'title', 'option',
])

/** The displayed text, and where in it the title of the page begins and ends: both 0 if there is none. */
export interface VisibleText {
  readonly text: string
  readonly titleAt: number
  readonly titleEnd: number
}

export function seenText(tree: Tree): VisibleText {
  const parts: string[] = []
  let [length, titleAt, titleEnd, titleLast] = [0, -1, 0, -1]
  for (let at = 0; at < tree.nodes.length; at++) {
    const node = tree.nodes[at]!
    if (titleAt >= 0 && titleEnd === 0 && at > titleLast) titleEnd = length
    if (node.kind === 'element' && node.name === 'h1' && titleAt < 0) {
      titleAt = length
      titleLast = node.last
    }
    if (node.kind === 'element' && UNSEEN.has(node.name)) at = node.last
    else if (node.kind === 'text') {
      const text = `${node.text()} `
      parts.push(text)
      length += text.length
    }
  }
  return { text: parts.join(''), titleAt: Math.max(0, titleAt), titleEnd }
}
