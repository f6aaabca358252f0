/**
 * The one form that documents of every type become: blocks of text in reading order, with what the file says about itself.
 * Plain data, so that it passes between threads and into JSON as it is.
 */

/** Characters `start` to `end` of a block's text link to `href`. */
export interface LinkMark {
  readonly start: number
  readonly end: number
  readonly href: string
}

export type WritingStyle = 'code' | 'strong' | 'emphasis'

/** Characters `start` to `end` of a block's text are written as code, or stressed. */
export interface StyleMark {
  readonly start: number
  readonly end: number
  readonly style: WritingStyle
}

interface TextBlock {
  /** White space is folded; lines inside a block are separated by newlines. */
  readonly text: string
  readonly links?: readonly LinkMark[]
  readonly styles?: readonly StyleMark[]
}

export type DocumentBlock =
  | ({ readonly kind: 'heading'; readonly level: number } & TextBlock)
  | ({ readonly kind: 'paragraph' } & TextBlock)
  /** `depth` counts from 1. */
  | ({ readonly kind: 'item'; readonly depth: number; readonly isOrdered: boolean } & TextBlock)
  | ({ readonly kind: 'quote' } & TextBlock)
  /** White space is kept. `language` is what the page calls it: `python`, `c++`. */
  | ({ readonly kind: 'code'; readonly language?: string } & TextBlock)
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

export interface DocumentLink {
  /** As written, relative to the document or to `base`; absolute after `withAbsoluteLinks`. */
  readonly href: string
  readonly text: string
}

export interface PageDocument {
  readonly kind: 'document'
  /** The media type of the file it was made from. */
  readonly type: string
  readonly title: string | null
  /** As declared in the file: `en`, `nb-NO`, … */
  readonly language: string | null
  readonly authors: readonly string[]
  /** Milliseconds since 1970. */
  readonly publishedAt: number | null
  readonly modifiedAt: number | null
  readonly blocks: readonly DocumentBlock[]
  readonly links: readonly DocumentLink[]
  /** The base of relative addresses, if it is not the document's own address. */
  readonly base: string | null
  /** Other metadata of the file, by the names that its format uses. */
  readonly metadata: Readonly<Record<string, string>>
  /** Whether the file holds more than was read. */
  readonly isPartial: boolean
}

/** Why there is no document: the reason continues "the file …". */
export interface UnreadableFile {
  readonly kind: 'unreadable'
  readonly reason: string
}

export type Conversion = PageDocument | UnreadableFile

/** Thrown by readers and caught by `convertDocument`, which is their only caller: the reason continues "the file …". */
export class UnreadableError extends Error {}

/** A long book has a million characters; something four times as long is not a text for people. */
export const MAX_DOCUMENT_CHARS = 4_000_000
export const MAX_BLOCKS = 100_000
/** The same limit as for links of a web page. */
export const MAX_DOCUMENT_LINKS = 20_000
const MAX_METADATA = 100
const MAX_VALUE_CHARS = 2_000

/** Metadata by name, folded and bounded; empty and repeated entries are dropped. */
export class MetadataNotes {
  readonly values: Record<string, string> = Object.create(null) as Record<string, string>
  #count = 0

  add(name: string, value: string | number | null | undefined): void {
    if (value === null || value === undefined) return
    const text = String(value).slice(0, MAX_VALUE_CHARS).replace(/\s+/g, ' ').trim()
    if (text === '' || name === '' || name in this.values || this.#count >= MAX_METADATA) return
    this.values[name] = text
    this.#count++
  }
}
