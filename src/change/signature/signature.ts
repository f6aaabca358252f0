/** What is stored about a revision to compare it by. */
import type { BlockSignature } from './blocks.ts'
import type { Regions } from './regions.ts'
import type { Sketch } from './sketch.ts'

/** What a signature holds hashes of, from the bytes to the meaning. */
export const LEVELS = ['raw', 'tags', 'text', 'content', 'links'] as const
export type Level = (typeof LEVELS)[number]

export type BodyKind = 'html' | 'text' | 'binary'

export interface Signature {
  readonly kind: BodyKind
  /** Hexadecimal hashes; a level that the body does not have is absent. */
  readonly levels: { readonly [L in Level]?: string }
  /** 64 bits as 16 hexadecimal digits, over the words of the main text. */
  readonly simhash: string
  readonly sketch: Sketch
  /** Over the masked main text of pages and texts, over the bytes of anything else. */
  readonly blocks: BlockSignature
  readonly regions: Regions
  /** The tag of the part of the page that it is the signature of (`PagePart`); 0 for a whole page. */
  readonly part: number
  /** When the body was received, in milliseconds since 1970; 0 if unknown. */
  readonly takenAt: number
  /** What the page said later, up to its last visit: a date that had not moved by then does not follow the clock. Never stored. */
  readonly since?: { readonly regions: Regions; readonly untilMs: number }
  /** Only present if the signature was just made from its body; never stored. */
  readonly fresh?: FreshParts
}

export interface FreshParts {
  /** Main text, one line for each piece, noise masked. */
  readonly text: string
  /** Readable forms of the paths in `regions`. */
  readonly labels: ReadonlyMap<number, string>
}
