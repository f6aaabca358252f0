/**
 * Crawls of a known graph that go by other scores than ours, to see what each is worth: pages that many link to, that important ones do, and
 * pages of folders that were important so far. One page at a time, with exact counts: what the engine would do if it had all the time.
 */
import type { Graph } from './page-rank.ts'

interface Standing {
  links: number
  /** What pages that link there had to give, in equal parts. */
  share: number
  /** The same, if all pages had as much. */
  votes: number
}

interface Crawl {
  readonly standings: Map<string, Standing>
  /** Of pages that were fetched, by folder: the sum of the logarithms of their shares, and how many. */
  readonly folders: Map<string, { sum: number; count: number }>
}

type Score = (url: string, standing: Standing, crawl: Crawl) => number

const DAMPING = 0.85
/** A folder counts like so many pages of its own. */
const PRIOR = 3

const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)

function inFolder(url: string, { folders }: Crawl): number {
  const { sum, count } = folders.get(folderOf(url)) ?? { sum: 0, count: 0 }
  return sum / (count + PRIOR)
}

const halves = (factor: number, score: number) => Math.floor(Math.log2(score) / factor)

export const SCORES: Readonly<Record<string, Score>> = {
  links: (_, { links }) => links,
  'links by 1/out': (_, { votes }) => votes,
  share: (_, { share }) => share,
  'share and folder': (url, { share }, crawl) => Math.log(share) + 0.3 * inFolder(url, crawl),
  'share x links': (_, { share, links }) => share * links,
  'share x links^2': (_, { share, links }) => share * links ** 2,
  'same, in halves': (_, { share, links }) => halves(1, share * links),
  'same, in quarters': (_, { share, links }) => halves(2, share * links),
}

/** The best first; of equals, the one that was found first. */
export function simulated(graph: Graph, start: string, score: Score): string[] {
  const crawl: Crawl = { standings: new Map([[start, { links: 0, share: 1, votes: 0 }]]), folders: new Map() }
  const open = new Map([[start, Number.POSITIVE_INFINITY]])
  const order: string[] = []
  const fetched = new Set<string>()
  while (open.size > 0) {
    const url = bestOf(open)
    open.delete(url)
    order.push(url)
    fetched.add(url)
    fetch(url, graph.get(url) ?? [], crawl)
    for (const to of graph.get(url) ?? [])
      if (!fetched.has(to)) open.set(to, score(to, crawl.standings.get(to)!, crawl))
  }
  return order
}

function bestOf(open: ReadonlyMap<string, number>): string {
  let [best, most] = ['', Number.NEGATIVE_INFINITY]
  for (const [url, value] of open) if (value > most || best === '') [best, most] = [url, value]
  return best
}

function fetch(url: string, links: readonly string[], { standings, folders }: Crawl): void {
  const own = standings.get(url)!
  const folder = folders.get(folderOf(url)) ?? { sum: 0, count: 0 }
  folders.set(folderOf(url), { sum: folder.sum + Math.log(own.share), count: folder.count + 1 })
  for (const to of links) {
    const { links: count, share, votes } = standings.get(to) ?? { links: 0, share: 0, votes: 0 }
    standings.set(to, {
      links: count + 1,
      share: share + (DAMPING * own.share) / links.length,
      votes: votes + 1 / links.length,
    })
  }
}
