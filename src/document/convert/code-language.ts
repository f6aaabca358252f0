/** The language of a block of code, as highlighters name it: on `pre`, on the `code` in it, or on what is around both. */
import type { TreeNode } from '../../html/index.ts'

/** `language-rust`, `lang-rust` (HTML standard, Prism, highlight.js), `highlight-source-rust` (GitHub), `highlight-rust` (Sphinx), `brush: rust`. */
const NAMED =
  /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|highlight-|brush:\s*)([a-z][a-z\d+#.-]{0,19})(?=[\s;]|$)/i
/** What these words say of code without a language. */
const NONE = /^(?:none|default|plain|plaintext|text|txt|nohighlight|wrapper|block|code)$/i
const MAX_ABOVE = 2

export function codeLanguage(pre: TreeNode): string | undefined {
  const inner = pre.tree.nodes.slice(pre.order + 1, Math.min(pre.last, pre.order + 2) + 1)
  const code = inner.find(node => node.kind === 'element' && node.name === 'code')
  const places = [...(code ? [code] : []), pre]
  for (let above = pre.parent; above !== null && places.length < 2 + MAX_ABOVE; above = above.parent)
    places.push(above)
  for (const place of places) {
    const said = NAMED.exec(place.attribute('class') ?? '')?.[1] ?? place.attribute('data-lang')
    if (said !== undefined)
      return NONE.test(said) || !/^[\w+#.-]{1,20}$/.test(said) ? undefined : said.toLowerCase()
  }
  return undefined
}
