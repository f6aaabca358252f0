/**
 * The blocks of a marked page as they are, and once more with most of the content cut out. Few of the pages that people marked have a text
 * shorter than what stands around it, such as comments, teasers and notices; of a page that was cut, it can be learned that these do not become
 * content because little else is there.
 */
import type { ContentBlock } from '../../src/document/content/content-blocks.ts'
import { isWithin, type MarkedPage } from './marked-pages.ts'
import { Truth } from './truth.ts'

export interface Version {
  readonly isCut: boolean
  readonly blocks: readonly ContentBlock[]
  /** For each block, the share of it that belongs to the content. */
  readonly shares: Float32Array
}

/** Kinds of pages whose content is one text: where it is short, the rest of the page is the same. */
const CUT_KINDS: ReadonlySet<string> = new Set(['article', 'documentation'])
const MIN_BLOCKS = 6
const MOST_KEPT = 4
const IN_CONTENT = 0.5

export function versionsOf(
  { kind, content, stretches }: Pick<MarkedPage, 'kind' | 'content' | 'stretches'>,
  blocks: readonly ContentBlock[],
): readonly Version[] {
  const shares = stretches
    ? Float32Array.from(blocks, ({ first }) => (isWithin(first, stretches) ? 1 : 0))
    : new Truth(content).sharesOf(blocks.map(({ text }) => text))
  const whole = { isCut: false, blocks, shares }
  const inContent = blocks.flatMap((_, i) => (shares[i]! >= IN_CONTENT ? [i] : []))
  if (!CUT_KINDS.has(kind) || inContent.length < MIN_BLOCKS) return [whole]
  // Evenly from one to the most, the same each time.
  const kept = 1 + (inContent.length % MOST_KEPT)
  const cut = new Set(inContent.slice(kept))
  const left = blocks.flatMap((_, i) => (cut.has(i) ? [] : [i]))
  return [
    whole,
    { isCut: true, blocks: left.map(i => blocks[i]!), shares: Float32Array.from(left, i => shares[i]!) },
  ]
}
