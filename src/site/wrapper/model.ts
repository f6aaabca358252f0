/** What a wrapper is: plain data, so that it can stand in a model, in JSON, and (its fields) in a specification. */
import type { FieldType } from '../specification/specification.ts'

export interface WrapperField {
  readonly name: string
  readonly type: FieldType
  /** An XPath, or the address of structured data (`json-ld(Product)/offers/price`). */
  readonly xpath: string
  /** Several on a page: the cells of a record list. */
  readonly many: boolean
  /** Share of the sample pages that have it. */
  readonly share: number
  /** 0 to 1: how sure it is that this is one piece of data, found in a way that lasts. */
  readonly confidence: number
}

/** Records that repeat on a page: search results, the rows of a table. */
export interface WrapperList {
  readonly name: string
  /** Of the items. */
  readonly xpath: string
  /** With XPaths relative to an item. */
  readonly fields: readonly WrapperField[]
  readonly share: number
  readonly confidence: number
}

export interface Wrapper {
  readonly fields: readonly WrapperField[]
  readonly lists?: readonly WrapperList[]
}

export type FieldValues = Readonly<Record<string, readonly string[]>>
