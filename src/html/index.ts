/**
 * From bytes to characters to tags.
 *
 * `decodeBody` finds the charset of a body (BOM, header, declaration, UTF-8 check, statistics) and decodes it; `scan` reads the characters
 * once, without building a tree, and calls a handler for tags and text. A crawler looks at every page for links and at few for structure,
 * so this is its hot path.
 *
 * `parseTree` builds a light tree where structure is needed, and `compileXPath` (xpath/) queries it.
 *
 * Invariants: none of them ever throws, whatever the bytes; all take time linear in their input; no text and no attribute is copied before
 * it is needed.
 *
 * Cost: `bench/suites/html.ts --pages DIR` measures it.
 *
 * The rules come from the HTML standard (13.2 Parsing HTML documents) and the Encoding standard; html5lib's tokenizer tests check them
 * (`bench/suites/html.ts --folder`).
 */
export { Attributes } from './attributes.ts'
export { decodeBody } from './charset.ts'
export { commentText, parseDoctype } from './comment.ts'
export { INLINE_ELEMENTS, VOID_ELEMENTS } from './element-kinds.ts'
export { decodeAttribute, decodeText, decodeXmlText, type TextMode } from './references.ts'
export { type ScanHandler, type ScanOptions, scan } from './scan.ts'
export {
  compileSelector,
  type Selector,
  type SelectorAnswer,
  type SelectorProblem,
} from './selectors/index.ts'
export { type Selected, selecting } from './selectors/selected.ts'
export { Tree, TreeNode } from './tree.ts'
export { parseTree } from './tree-builder.ts'
export {
  compileXPath,
  withOneEffort,
  type XPath,
  type XPathAnswer,
  type XPathProblem,
  type XPathValue,
  xpathText,
} from './xpath/index.ts'
