/**
 * `export graphml` and `export cypher`: stored pages as nodes and links between them as edges, for programs that draw and query graphs.
 *
 * A node has the address of its page, its title, class, depth and status; an edge the text of the first link from one page to the other.
 * A link through redirects leads to the final page; links to pages that are not stored are left out. All nodes come before the edges.
 * Memory does not grow with the collection: targets are looked up, and a bounded number of them is cached.
 */
import { ByteCache } from '../../crawl/byte-cache.ts'
import { cypherLiteral, graphMlData, graphMlKey, xml } from '../../site/export/graph.ts'
import type { PageQuery, PageRow } from '../../store/index.ts'
import { asUrl } from '../../url/index.ts'
import type { Visible } from '../visible.ts'
import { linksOn } from './links-on.ts'
import type { Target } from './target.ts'

export type GraphFormat = 'graphml' | 'cypher'

interface PageEdge {
  readonly from: string
  readonly to: string
  readonly text: string
}

interface GraphWriter {
  readonly head: readonly string[]
  node(page: PageRow): string
  edge(edge: PageEdge): string
  readonly foot: readonly string[]
}

const PAGES: PageQuery = { stored: true, withoutSources: true, withoutReplaced: true }
const BATCH_CHARS = 65_536
const MAX_REDIRECTS = 20
/** Targets are worth caching, because most links of a page are on its neighbors too. */
const MAX_TARGET_BYTES = 32 * 1024 * 1024
const TARGET_BYTES = 100

export async function exportPageGraph(
  visible: Visible,
  format: GraphFormat,
  target: Target,
): Promise<{ readonly pages: number; readonly links: number }> {
  const writer = WRITERS[format]
  const lines = new Lines(target)
  let pages = 0
  let links = 0
  for (const line of writer.head) await lines.add(line)
  for await (const page of visible.pages(PAGES)) {
    await lines.add(writer.node(page))
    pages++
  }
  const ends = new LinkEnds(visible)
  for await (const page of visible.pages(PAGES))
    for (const edge of await edgesOf(visible, page, ends)) {
      await lines.add(writer.edge(edge))
      links++
    }
  for (const line of writer.foot) await lines.add(line)
  await lines.end()
  return { pages, links }
}

async function edgesOf(visible: Visible, page: PageRow, ends: LinkEnds): Promise<readonly PageEdge[]> {
  const edges = new Map<string, PageEdge>()
  for (const { url, text, kind } of await linksOn(visible, page)) {
    const to = kind === 'a' ? await ends.of(url) : null
    if (to !== null && to !== page.url && !edges.has(to)) edges.set(to, { from: page.url, to, text })
  }
  return [...edges.values()]
}

/** Finds the stored page that an address finally leads to, if any. */
class LinkEnds {
  readonly #visible: Visible
  readonly #known = new ByteCache<string, string | null>(MAX_TARGET_BYTES)

  constructor(visible: Visible) {
    this.#visible = visible
  }

  async of(url: string): Promise<string | null> {
    const known = this.#known.get(url)
    if (known !== undefined) return known
    let page = await this.#visible.find(asUrl(url))
    for (let hops = 0; page?.movedTo && hops < MAX_REDIRECTS; hops++)
      page = await this.#visible.find(page.movedTo)
    const end = page !== null && page.revision > 0 && isNode(page) ? page.url : null
    this.#known.set(url, end, TARGET_BYTES + 2 * (url.length + (end?.length ?? 0)))
    return end
  }
}

/** The same condition as in `PAGES`. */
const isNode = ({ kind, excludedBy }: PageRow) => kind === 'page' && excludedBy !== 'replaced'

class Lines {
  readonly #target: Target
  #batch = ''

  constructor(target: Target) {
    this.#target = target
  }

  async add(line: string): Promise<void> {
    this.#batch += `${line}\n`
    if (this.#batch.length >= BATCH_CHARS) await this.end()
  }

  async end(): Promise<void> {
    const batch = this.#batch
    this.#batch = ''
    await this.#target.write(batch)
  }
}

const GRAPHML: GraphWriter = {
  head: [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    graphMlKey('node', 'title', 'string'),
    graphMlKey('node', 'class', 'string'),
    graphMlKey('node', 'depth', 'int'),
    graphMlKey('node', 'status', 'string'),
    graphMlKey('edge', 'text', 'string'),
    '<graph id="pages" edgedefault="directed">',
  ],
  node: ({ url, title, pageClass, depth, status }) =>
    `<node id="${xml(url)}">${[
      title ? graphMlData('node-title', title) : '',
      pageClass ? graphMlData('node-class', pageClass) : '',
      graphMlData('node-depth', depth),
      graphMlData('node-status', status),
    ].join('')}</node>`,
  edge: ({ from, to, text }) =>
    `<edge source="${xml(from)}" target="${xml(to)}">${graphMlData('edge-text', text)}</edge>`,
  foot: ['</graph>', '</graphml>'],
}

const CYPHER: GraphWriter = {
  head: ['CREATE CONSTRAINT page_url IF NOT EXISTS FOR (p:Page) REQUIRE p.url IS UNIQUE;'],
  node: ({ url, title, pageClass, depth, status }) =>
    `MERGE (p:Page {url: ${cypherLiteral(url)}}) SET p.title = ${cypherLiteral(title)}, p.class = ${cypherLiteral(pageClass)}, ` +
    `p.depth = ${depth}, p.status = ${cypherLiteral(status)};`,
  edge: ({ from, to, text }) =>
    `MATCH (a:Page {url: ${cypherLiteral(from)}}), (b:Page {url: ${cypherLiteral(to)}}) ` +
    `MERGE (a)-[l:LINK]->(b) SET l.text = ${cypherLiteral(text)};`,
  foot: [],
}

const WRITERS: Readonly<Record<GraphFormat, GraphWriter>> = { graphml: GRAPHML, cypher: CYPHER }
