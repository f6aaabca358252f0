/** The text of an element as displayed: no scripts, words of different blocks separated, white space folded. */
import type { TreeNode } from '../../html/index.ts'

const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const SILENT = new Set(['script', 'style', 'noscript', 'template'])

/** Most characters and nodes read for one kind of structured data: properties may be nested, each with the whole page inside. */
const MAX_READ = 8_000_000

/** The texts of elements, bounded in total; when the limit is reached, they are empty. */
export class BlockTexts {
  private left = MAX_READ

  of(node: TreeNode): string {
    if (this.left <= 0) return ''
    const text = blockText(node)
    this.left -= node.last - node.order + text.length
    return text
  }
}

function blockText(node: TreeNode): string {
  const { nodes } = node.tree
  let text = ''
  let blockEnd = -1
  for (let i = node.order + 1; i <= node.last; i++) {
    const inner = nodes[i]!
    if (i > blockEnd && blockEnd >= 0) {
      text += ' '
      blockEnd = -1
    }
    if (inner.kind === 'text') text += inner.text()
    else if (SILENT.has(inner.name)) i = inner.last
    else if (inner.kind === 'element' && !INLINE.has(inner.name)) {
      text += ' '
      if (blockEnd < 0 || inner.last < blockEnd) blockEnd = inner.last
    }
  }
  return text.replace(/[\s\u00a0]+/g, ' ').trim()
}
