/** PageRank over the stored pages of a collection, worked out to the end. */
import type { Collection } from '../../src/index.ts'

/** What each page links to, among the pages of the collection. */
export type Graph = ReadonlyMap<string, readonly string[]>

const DAMPING = 0.85
/** More moves the ranks of some thousand pages by less than a millionth. */
const PASSES = 60
const LEADING: ReadonlySet<string> = new Set(['a', 'area', 'frame', 'link', 'refresh'])

export async function graphOf(collection: Collection): Promise<Graph> {
  const targets = new Map<string, string[]>()
  for await (const page of collection.pages({ stored: true })) {
    const links = (await page.links()).filter(({ kind, nofollow }) => LEADING.has(kind) && !nofollow)
    targets.set(page.url, [...new Set(links.map(({ url }) => url))])
  }
  for (const [from, links] of targets)
    targets.set(
      from,
      links.filter(url => url !== from && targets.has(url)),
    )
  return targets
}

/** The sum is 1. */
export function pageRank(graph: Graph): ReadonlyMap<string, number> {
  let ranks = new Map([...graph.keys()].map(url => [url, 1 / graph.size]))
  for (let pass = 0; pass < PASSES; pass++) {
    const next = new Map([...graph.keys()].map(url => [url, 0]))
    let loose = 0
    for (const [from, links] of graph) {
      const rank = ranks.get(from)!
      if (links.length === 0) loose += rank
      for (const to of links) next.set(to, next.get(to)! + rank / links.length)
    }
    const even = (1 - DAMPING + DAMPING * loose) / graph.size
    ranks = new Map([...next].map(([url, followed]) => [url, even + DAMPING * followed]))
  }
  return ranks
}
