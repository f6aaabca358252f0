/** What a CSS selector says, once it is parsed. */

/** How a compound stands to the one before it: anywhere inside, child, next sibling, later sibling. */
export type Combinator = ' ' | '>' | '+' | '~'

export type AttributeMatch = 'present' | '=' | '~=' | '|=' | '^=' | '$=' | '*='

/** What an element must be like. Names of elements and attributes are in lower case. */
export type ElementTest =
  | { readonly kind: 'name'; readonly name: string }
  | {
      readonly kind: 'attribute'
      readonly name: string
      readonly match: AttributeMatch
      readonly value: string
      readonly ignoresCase: boolean
    }
  /** Its place among its siblings is `step · n + offset` for some n from 0. */
  | {
      readonly kind: 'nth'
      readonly step: number
      readonly offset: number
      readonly fromEnd: boolean
      readonly ofType: boolean
    }
  | { readonly kind: 'root' | 'empty' }
  | { readonly kind: 'any'; readonly of: readonly Chain[]; readonly isNegated: boolean }
  /** Something stands in this relation to it. */
  | { readonly kind: 'has'; readonly of: readonly ChainLink[] }

export type ElementTests = readonly ElementTest[]

export interface ChainLink {
  readonly combinator: Combinator
  readonly compound: ElementTests
}

/** `main > p a`: the first link stands anywhere in the page. */
export type Chain = readonly ChainLink[]

/** What is taken of the elements: themselves, the texts directly inside them (`::text`), or an attribute (`::attr(href)`). */
export type Taken =
  | { readonly kind: 'element' | 'text' }
  | { readonly kind: 'attribute'; readonly name: string }

export interface ChainWithTaken {
  readonly chain: Chain
  readonly taken: Taken
}

export interface SelectorProblem {
  /** In characters from the beginning. */
  readonly position: number
  readonly message: string
}

export class SelectorSyntaxError extends Error {
  readonly position: number

  constructor(position: number, message: string) {
    super(message)
    this.position = position
  }
}
