/**
 * The five kinds of evidence for "same class", each a view over all pages, and how much each counts: the template paths, the
 * form of the address, the paths of the links that lead to the page, the labels that recur ("Synopsis", "See also"), and the
 * words of `html` and `body`. The shares need not sum to one.
 */

import type { PageSketch } from '../sketch/page-sketch.ts'
import { makeView, type View } from './page-blocks.ts'
import { siblingPairs } from './siblings.ts'

export const KINDS = ['structure', 'address', 'inLinks', 'labels', 'frame'] as const
export type Kind = (typeof KINDS)[number]

export const SHARES: Readonly<Record<Kind, number>> = {
  structure: 0.5,
  address: 0.3,
  inLinks: 0.15,
  labels: 0.1,
  frame: 0.05,
}

export type Evidence = Readonly<Record<Kind, View>>

export function gatherEvidence(pages: readonly PageSketch[], documents?: readonly number[]): Evidence {
  const siblings = siblingPairs(pages, 'whole')
  const view = (features: readonly (readonly number[])[]) => makeView(features, siblings, documents)
  return {
    structure: view(pages.map(page => page.structure)),
    address: makeView(
      pages.map(page => page.urlTokens),
      siblingPairs(pages, 'file'),
      documents,
    ),
    inLinks: view(inLinkPaths(pages)),
    labels: view(pages.map(page => page.labels)),
    frame: view(pages.map(page => page.frame)),
  }
}

/** Evidence that keeps more groups apart, by whole paths and folders: while a sample is chosen, that shows more kinds of pages. */
export function evidenceWhileExploring(pages: readonly PageSketch[]): Evidence {
  const siblings = siblingPairs(pages, 'whole')
  return {
    ...gatherEvidence(pages),
    structure: makeView(
      pages.map(page => page.places),
      siblings,
    ),
    address: makeView(
      pages.map(page => page.urlTokens),
      siblings,
    ),
  }
}

function inLinkPaths(pages: readonly PageSketch[]): number[][] {
  const places = new Map(pages.map((page, i) => [page.url, i]))
  const paths = pages.map(() => new Set<number>())
  for (const page of pages)
    for (const link of page.links) {
      const target = places.get(link.url)
      if (target !== undefined) paths[target]!.add(link.path)
    }
  return paths.map(own => [...own])
}
