/**
 * Fetches at most n pages of a site, chosen so that they show its classes, and groups them along the way: each grouping tells
 * the frontier which collections of which class have been sampled too little.
 */

import { parseTree } from '../../html/index.ts'
import { canonicalUrl } from '../../url/index.ts'
import { clusterPages, WHILE_EXPLORING } from '../cluster/cluster.ts'
import { firstAlike } from '../cluster/known-alike.ts'
import { evidenceWhileExploring } from '../cluster/likeness.ts'
import { Interner } from '../sketch/interner.ts'
import { type PageSketch, type SketchLink, sketchTree } from '../sketch/page-sketch.ts'
import { Newcomers, NOTHING_SEEN } from '../worth/newcomers.ts'
import { ownPhrases } from '../worth/own-phrases.ts'
import { Familiarity } from './familiarity.ts'
import { type Navigation, SampleFrontier, type Waiting } from './sampler.ts'
import type { PageSource, SourcePage } from './source.ts'
import { MAX_AUTO_PAGES, SampleEnd } from './unseen.ts'

export interface ExploreOptions {
  /** Maximum number of requests; `auto`: as many as bring new classes (unseen.ts). */
  readonly pages?: number | 'auto'
  readonly seed?: number
  readonly navigation?: Navigation
  /** The registered domain, if all of its hosts are parts of the site. */
  readonly domain?: string
  /** Pages to visit right after the start page. */
  readonly also?: readonly string[]
  /** Called for each page, to count or to keep it. */
  readonly onPage?: (page: SourcePage) => void
}

export interface Exploration {
  readonly start: string
  readonly domain?: string | undefined
  readonly pages: readonly PageSketch[]
  readonly vocabulary: Interner
  readonly requests: number
}

const FIRST_GROUPING = 8
const GROWTH = 1.3
const FAILED = 1
const COPY = 0.5
const KNOWN = 0.3
/** The burden of a page that says nothing of its own and leads to nothing new. */
const IDLE = 0.5

export async function explore(
  source: PageSource,
  start: string,
  options: ExploreOptions = {},
): Promise<Exploration> {
  const explorer = new Explorer(source, canonicalUrl(start) ?? start, options)
  await explorer.run()
  const { pages, vocabulary, requests } = explorer
  return { start: explorer.start, domain: options.domain, pages, vocabulary, requests }
}

interface Sketched {
  readonly sketch: PageSketch
  readonly phrases: Uint32Array
}

class Explorer {
  readonly start: string
  readonly pages: PageSketch[] = []
  readonly vocabulary = new Interner()
  requests = 0
  private readonly source: PageSource
  private readonly frontier: SampleFrontier
  private readonly known = new Map<string, number>()
  private readonly fingerprints = new Set<number>()
  private readonly newcomers = new Newcomers('kinds')
  private readonly domain: string | undefined
  private readonly also: readonly string[]
  private readonly most: number
  private readonly end: SampleEnd | null
  private isOver = false
  private readonly onPage: ((page: SourcePage) => void) | undefined
  private groupAt = FIRST_GROUPING

  constructor(source: PageSource, start: string, options: ExploreOptions) {
    this.source = source
    this.start = start
    this.most = options.pages === 'auto' ? MAX_AUTO_PAGES : (options.pages ?? 200)
    this.end = options.pages === 'auto' ? new SampleEnd() : null
    this.domain = options.domain
    this.also = (options.also ?? []).map(url => canonicalUrl(url) ?? url)
    this.onPage = options.onPage
    this.frontier = new SampleFrontier(options.seed ?? 1, options.navigation ?? 'dense', this.newcomers)
  }

  async run(): Promise<void> {
    this.frontier.know(this.start)
    await this.visit(this.start, undefined)
    for (const url of this.also) if (!this.known.has(url)) await this.begin(url)
    while (this.requests < this.most && !this.isOver) {
      const link = this.frontier.take()
      if (link === undefined) break
      await this.visit(link.url, link)
      if (this.pages.length >= this.groupAt) this.group()
    }
  }

  private async begin(url: string): Promise<void> {
    if (this.requests >= this.most) return
    this.frontier.know(url)
    await this.visit(url, undefined)
  }

  private async visit(url: string, link: Waiting | undefined): Promise<void> {
    const page = await this.request(url)
    if (page === null) {
      this.newcomers.fetched({ url, ...NOTHING_SEEN, isMissing: true })
      return this.blame(link, FAILED)
    }
    if (page.url !== url)
      this.newcomers.fetched({ url, ...NOTHING_SEEN, links: [page.url], movedTo: page.url })
    this.frontier.know(page.url)
    if (this.known.has(page.url)) return this.blame(link, KNOWN)
    const sketched = await this.sketch(page)
    const { sketch } = sketched
    if (sketch.moved === undefined) return this.keep(page, sketched, link)
    this.newcomers.fetched({ url: page.url, ...NOTHING_SEEN, links: [sketch.moved] })
    this.blame(link, KNOWN)
    if (this.known.has(sketch.moved) || this.requests >= this.most) return
    this.frontier.know(sketch.moved)
    const target = await this.request(sketch.moved)
    if (target === null || this.known.has(target.url)) return this.blame(link, FAILED)
    this.keep(target, await this.sketch(target), link)
  }

  private async request(url: string): Promise<SourcePage | null> {
    this.requests++
    const page = await this.source.fetch(url)
    return page !== null && page.status < 400 ? page : null
  }

  private async sketch({ html, charset, url }: SourcePage): Promise<Sketched> {
    const tree = parseTree(html, charset)
    const sketch = sketchTree(tree, url, this.vocabulary, this.domain)
    const links = [...sketch.links, ...(await this.answers(sketch))]
    return { sketch: { ...sketch, links }, phrases: ownPhrases(tree, url) }
  }

  /** Known answers to the search forms of a page, as links in the place of the forms. */
  private async answers({ forms, url: from }: PageSketch): Promise<SketchLink[]> {
    const { source } = this
    if (source.answersTo === undefined) return []
    const links: SketchLink[] = []
    for (const { path, form } of forms) {
      const known = form.kind === 'search' ? await source.answersTo(form.action, from) : null
      if (known === null) continue
      const { field, urls } = known
      const others = urls.filter(url => url !== from)
      links.push(...others.map(url => ({ path, url, text: '', rel: '', field })))
    }
    return links
  }

  private keep(page: SourcePage, { sketch, phrases }: Sketched, link: Waiting | undefined): void {
    const { url, fingerprint } = sketch
    const links = [...new Set(sketch.links.map(each => each.url))]
    const isOwn = this.newcomers.fetched({ url, outline: fingerprint, phrases, links })
    if (this.fingerprints.has(fingerprint)) this.blame(link, COPY)
    else if (!isOwn) this.blame(link, IDLE)
    this.fingerprints.add(fingerprint)
    const place = this.pages.push(sketch) - 1
    this.known.set(page.url, place)
    if (link !== undefined) this.frontier.bring(link, place)
    this.frontier.add(sketch, place)
    this.frontier.placeNew(place)
    this.onPage?.(page)
  }

  private blame(link: Waiting | undefined, burden: number): void {
    if (link !== undefined) this.frontier.blame(link, burden)
  }

  private group(): void {
    const evidence = evidenceWhileExploring(this.pages)
    const classes = clusterPages(evidence, firstAlike(this.pages), WHILE_EXPLORING)
    const familiarity = new Familiarity(this.pages, classes, this.vocabulary)
    this.frontier.regroup(classes, url => familiarity.of(url))
    this.isOver = this.end?.isReached(this.pages.length, sizesOf(classes)) ?? false
    this.groupAt = Math.ceil(this.pages.length * GROWTH)
  }
}

function sizesOf(classes: readonly number[]): number[] {
  const sizes: number[] = []
  for (const classIndex of classes) sizes[classIndex] = (sizes[classIndex] ?? 0) + 1
  return sizes
}
