/** The inside of an element as HTML again (HTML standard 13.3, Serializing HTML fragments). */
import { type TreeNode, VOID_ELEMENTS } from '../../html/index.ts'

const RAW = new Set('style script xmp iframe noembed noframes plaintext'.split(' '))

export function innerHtml(element: TreeNode): string {
  if (element.kind !== 'element' && element.kind !== 'document') return escaped(element.text())
  const { nodes } = element.tree
  const open: TreeNode[] = []
  let html = ''
  for (let i = element.order + 1; i <= element.last; i++) {
    while (open.length > 0 && open.at(-1)!.last < i) html += `</${open.pop()!.name}>`
    const node = nodes[i]!
    if (node.kind === 'text') html += RAW.has(node.parent!.name) ? node.text() : escaped(node.text())
    else if (node.kind === 'comment') html += `<!--${node.text()}-->`
    else if (node.kind === 'element') {
      html += startTag(node)
      if (!VOID_ELEMENTS.has(node.name)) open.push(node)
    }
  }
  while (open.length > 0) html += `</${open.pop()!.name}>`
  return html
}

function startTag({ name, attributes }: TreeNode): string {
  let tag = `<${name}`
  for (let i = 0; i < attributes.length; i += 2)
    tag += ` ${attributes[i]}="${escaped(attributes[i + 1]!).replaceAll('"', '&quot;')}"`
  return `${tag}>`
}

const ESCAPED = /[&\u00a0<>]/

function escaped(text: string): string {
  if (!ESCAPED.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
