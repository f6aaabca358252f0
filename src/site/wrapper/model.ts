/** A wrapper as plain data, so that it can be part of a model, of JSON, and (its fields) of a specification. */
import type { FieldType } from '../specification/specification.ts'

export interface WrapperField {
  readonly name: string
  readonly type: FieldType
  /** An XPath, or the address of structured data (`json-ld(Product)/offers/price`). */
  readonly xpath: string
  /** Whether a page has several values, as in the cells of a record list. */
  readonly many: boolean
  /** Share of the sample pages that have it. */
  readonly share: number
  /** 0 to 1: how certain it is that this is one piece of data, found in a way that lasts. */
  readonly confidence: number
}

/** Records that repeat on a page: search results, the rows of a table. */
export interface WrapperList {
  readonly name: string
  /** XPath of the items. */
  readonly xpath: string
  /** Fields with XPaths relative to an item. */
  readonly fields: readonly WrapperField[]
  readonly share: number
  readonly confidence: number
}

export interface Wrapper {
  readonly fields: readonly WrapperField[]
  readonly lists?: readonly WrapperList[]
}

export type FieldValues = Readonly<Record<string, readonly string[]>>
