/**
 * `tidewatch/xpath`: XPath 1.0 and CSS selectors on HTML as found on the web. `parseTree` makes the tree, `compileXPath` or
 * `compileSelector` the query.
 */
export {
  compileSelector,
  compileXPath,
  parseTree,
  type Selector,
  type SelectorAnswer,
  type SelectorProblem,
  Tree,
  TreeNode,
  type XPath,
  type XPathAnswer,
  type XPathProblem,
  type XPathValue,
  xpathText,
} from './html/index.ts'
