/** What a model keeps of its sample so that later pages can be assigned a class: shares of features by class. Plain data. */

import type { Interner } from '../sketch/interner.ts'
import type { Evidence } from './likeness.ts'
import type { View } from './page-blocks.ts'

/** The kinds of evidence that a page has by itself; the links that lead to a single page are not known. */
export const OWN_KINDS = ['structure', 'address', 'labels', 'frame'] as const
export type OwnKind = (typeof OWN_KINDS)[number]

/** Keeps a model small. */
const MAX_WORDS = 1_000

export interface KindProfile {
  readonly words: readonly string[]
  readonly weights: readonly number[]
  readonly variances: readonly number[]
  /** For each class, the share of its pages that have each word; sparse: word, share, word, share … */
  readonly shares: readonly (readonly number[])[]
}

export interface Profile {
  readonly sizes: readonly number[]
  /** Models made before labels counted have none. */
  readonly kinds: Readonly<Partial<Record<OwnKind, KindProfile>>>
}

export function profileOf(
  evidence: Evidence,
  groups: readonly (readonly number[])[],
  vocabulary: Interner,
): Profile {
  const of = (kind: OwnKind) => kindProfile(evidence[kind], groups, vocabulary)
  return {
    sizes: groups.map(group => group.length),
    kinds: Object.fromEntries(OWN_KINDS.map(kind => [kind, of(kind)])),
  }
}

/** The weight of a block is spread over its features, since a later page may have only some of them. */
function kindProfile(view: View, groups: readonly (readonly number[])[], vocabulary: Interner): KindProfile {
  const words: string[] = []
  const weights: number[] = []
  const variances: number[] = []
  const firstOf: number[] = []
  const kept = tellingBlocks(view)
  for (const [b, { features }] of view.blocks.entries()) {
    firstOf.push(kept.has(b) ? words.length : -1)
    if (!kept.has(b)) continue
    for (const feature of features) {
      words.push(vocabulary.word(feature))
      weights.push(rounded(view.weights[b]! / features.length))
      variances.push(rounded(view.variances[b]!))
    }
  }
  const shares = groups.map(group => sharesOf(view, group, firstOf))
  return { words, weights, variances, shares }
}

/** The most telling blocks: those with much weight on many pages. */
function tellingBlocks(view: View): Set<number> {
  const order = [...view.blocks.keys()].sort(
    (a, b) =>
      view.weights[b]! * view.blocks[b]!.pages.length - view.weights[a]! * view.blocks[a]!.pages.length,
  )
  let words = 0
  const kept = new Set<number>()
  for (const block of order) {
    words += view.blocks[block]!.features.length
    if (words > MAX_WORDS) break
    kept.add(block)
  }
  return kept
}

function sharesOf(view: View, group: readonly number[], firstOf: readonly number[]): number[] {
  const counts = new Map<number, number>()
  for (const page of group)
    for (const block of view.ofPage[page]!) counts.set(block, (counts.get(block) ?? 0) + 1)
  return [...counts].flatMap(([block, count]) =>
    firstOf[block]! < 0
      ? []
      : view.blocks[block]!.features.flatMap((_, i) => [firstOf[block]! + i, rounded(count / group.length)]),
  )
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
