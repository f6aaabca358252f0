/** `tidewatch/xpath`: XPath 1.0 on HTML as found on the web. `parseTree` makes the tree, `compileXPath` the query. */
export {
  compileXPath,
  parseTree,
  Tree,
  TreeNode,
  type XPath,
  type XPathAnswer,
  type XPathProblem,
  type XPathValue,
  xpathText,
} from './html/index.ts'
