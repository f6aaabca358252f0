/**
 * The optimum of tags outside and words inside (Finn, Kushmerick and Smyth 2001), the baseline that lectures teach: of a page as a row of
 * tags and words, the stretch from i to j for which tags before i, words between, and tags behind j are most.
 */
import type { Tree, TreeNode } from '../../src/html/index.ts'
import { wordsOf } from './truth.ts'

const UNSEEN = new Set(['script', 'style', 'noscript', 'head'])

export function tagOptimum(tree: Tree): string {
  const tokens = tokensOf(tree)
  // Words inside count for, tags inside against: the best stretch of a sum (Kadane).
  let best = { from: 0, to: 0, sum: 0 }
  for (let at = 0, from = 0, sum = 0; at < tokens.length; at++) {
    sum += tokens[at] === null ? -1 : 1
    if (sum > best.sum) best = { from, to: at + 1, sum }
    if (sum < 0) [sum, from] = [0, at + 1]
  }
  return tokens.slice(best.from, best.to).join(' ')
}

/** Words, and null for every start and end tag. */
function tokensOf(tree: Tree): (string | null)[] {
  const tokens: (string | null)[] = []
  const open: TreeNode[] = []
  for (let at = 0; at < tree.nodes.length; at++) {
    const node = tree.nodes[at]!
    while (open.length > 0 && open.at(-1)!.last < at) {
      open.pop()
      tokens.push(null)
    }
    if (node.kind === 'text') tokens.push(...wordsOf(node.text()))
    else if (node.kind !== 'element') continue
    else if (UNSEEN.has(node.name)) at = node.last
    else {
      tokens.push(null)
      if (node.last > node.order) open.push(node)
    }
  }
  return tokens
}
