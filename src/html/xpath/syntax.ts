/** The parts of an XPath expression, as the grammar of XPath 1.0 (2 and 3) names them. `at` is the offset in the source. */
export type Axis =
  | 'ancestor'
  | 'ancestor-or-self'
  | 'attribute'
  | 'child'
  | 'descendant'
  | 'descendant-or-self'
  | 'following'
  | 'following-sibling'
  | 'namespace'
  | 'parent'
  | 'preceding'
  | 'preceding-sibling'
  | 'self'

export type NodeTest =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'prefix'; readonly prefix: string }
  | { readonly type: 'any' }
  | { readonly type: 'node' }
  | { readonly type: 'text' }
  | { readonly type: 'comment' }
  | { readonly type: 'instruction' }

export interface Step {
  readonly axis: Axis
  readonly test: NodeTest
  readonly predicates: readonly Expression[]
}

export type Operator = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | 'div' | 'mod'

export type Expression =
  | {
      readonly type: 'binary'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly type: 'negate'; readonly of: Expression }
  | { readonly type: 'union'; readonly left: Expression; readonly right: Expression; readonly at: number }
  | { readonly type: 'literal'; readonly value: string }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'variable'; readonly name: string; readonly at: number }
  | {
      readonly type: 'call'
      readonly name: string
      readonly args: readonly Expression[]
      readonly at: number
    }
  | {
      readonly type: 'filter'
      readonly of: Expression
      readonly predicates: readonly Expression[]
      readonly at: number
    }
  | {
      readonly type: 'path'
      readonly from: 'root' | 'context' | Expression
      readonly steps: readonly Step[]
      readonly at: number
    }

/** What is wrong with an expression, and where (offset from 0). */
export interface XPathProblem {
  readonly position: number
  readonly message: string
}

/** Thrown only inside the compiler; `compileXPath` turns it into a result. */
export class XPathSyntaxError extends Error {
  readonly position: number
  constructor(position: number, message: string) {
    super(message)
    this.position = position
  }
}
