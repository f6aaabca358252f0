/**
 * A crawl with a topic: judges the fetched pages, learns from each what links promise, and so puts those first that lead to more. A page
 * that is not relevant itself but leads to one that is was worth its fetch too: its link is credited with a share of that, so that paths
 * through pages of other topics are found where they pay.
 */

import { RecentMap } from '../env/recent-map.ts'
import { Background, type BackgroundData } from './background.ts'
import { cluesOf, type LinkStanding } from './link-clues.ts'
import { type LinkClues, LinkPredictor, type LinkReason, type PredictorData } from './link-predictor.ts'
import type { TermBag } from './term-bag.ts'
import { isRelevant, TopicJudge, type TopicTerms } from './topic-judge.ts'

/** What a page says, and what its links are called. Plain data, made by a parse thread. */
export interface PageBearing {
  /** Null if there is no text, as in a sitemap. */
  readonly bag: TermBag | null
  /** Parallel to the links found: the stems of each link's text, and of its address. */
  readonly anchors: readonly (readonly string[])[]
  readonly addresses: readonly (readonly string[])[]
}

export interface Relevance {
  readonly topic: string
  /** Between 0 and 1. */
  readonly value: number
}

/** How relevant a page is expected to be, and the most telling clues, strongest first. */
export interface LinkExpectation {
  readonly relevance: number
  readonly clues: readonly LinkReason[]
}

export interface FocusData {
  readonly background: BackgroundData
  readonly predictor: PredictorData
}

/** A link that leads to a relevant page in two steps is worth this share of one that leads there at once. */
const A_STEP_FURTHER = 0.6
/** Most links remembered whose pages were not fetched yet. Forgotten links are still followed, but teach nothing. */
const MAX_LINKS = 30_000
/** Most fetched pages remembered that may yet lead to something. */
const MAX_VISITED = 10_000
/** A smaller difference would move a link past few others. */
const WORTH_TELLING = 0.01
/** More clues than people would read. */
const MAX_REASONS = 5
/** Assumed steps since a relevant page, for a page that is not remembered. */
const UNKNOWN_SINCE = 2

/** A link, with what the pages it was seen on say. */
interface SeenLink extends LinkStanding {
  readonly seen: number
  /** Its promise as last reported. */
  promise: number
}

interface VisitedPage {
  readonly clues: LinkClues
  readonly since: number
  readonly via: string | null
}

export class Focus {
  readonly #judges: readonly TopicJudge[]
  readonly #background: Background
  readonly #predictor: LinkPredictor
  readonly #links = new RecentMap<string, SeenLink>(MAX_LINKS)
  readonly #visited = new RecentMap<string, VisitedPage>(MAX_VISITED)

  constructor(topics: readonly TopicTerms[], data?: FocusData) {
    this.#background = new Background(data?.background)
    this.#predictor = new LinkPredictor(data?.predictor)
    this.#judges = topics.map(topic => new TopicJudge(topic, this.#background))
  }

  /** The topic that a page is most about. Also counts the page as seen. */
  judge(bag: TermBag): Relevance {
    this.#background.add(bag)
    const judged = this.#judges.map(judge => ({ topic: judge.topic.name, value: judge.relevance(bag) }))
    return judged.reduce((best, each) => (each.value > best.value ? each : best))
  }

  /** Learns from a fetched page: compares what its link promised with what it is. */
  learn(page: { readonly url: string; readonly via: string | null }, relevance: number): void {
    const { url, via } = page
    const link = this.#links.get(url)
    const clues = link ? this.#clues(url, link) : null
    if (clues) this.#predictor.learn(clues, relevance)
    const since = isRelevant(relevance) ? 0 : (link?.since ?? UNKNOWN_SINCE) + 1
    if (clues) this.#visited.set(url, { clues, since, via })
    this.#links.delete(url)
    this.#credit(via, relevance * A_STEP_FURTHER)
  }

  /** The expectation for a page not fetched yet, and why; null if no link to it is remembered. */
  expectation(url: string): LinkExpectation | null {
    const link = this.#links.get(url)
    if (!link) return null
    const clues = this.#clues(url, link)
    return {
      relevance: round(this.#predictor.promise(clues)),
      clues: this.#predictor.reasons(clues, MAX_REASONS),
    }
  }

  /** What each link of a page promises, between 0 and 1. */
  promises(from: string, relevance: number, links: readonly string[], bearing: PageBearing): number[] {
    const since = isRelevant(relevance) ? 0 : (this.#visited.get(from)?.since ?? UNKNOWN_SINCE)
    return links.map((url, i) => {
      const said = { anchor: bearing.anchors[i] ?? [], address: bearing.addresses[i] ?? [] }
      const link = seenAgain(this.#links.get(url), { ...said, parents: relevance, since })
      link.promise = this.#predictor.promise(this.#clues(url, link))
      if (!this.#visited.has(url)) this.#links.set(url, link)
      return link.promise
    })
  }

  /** Waiting links whose promise has changed since it was last reported, because of what was learned; in batches. */
  *changed(most: number): Generator<readonly { readonly url: string; readonly promise: number }[]> {
    let looked = 0
    let moved = [] as { url: string; promise: number }[]
    for (const [url, link] of this.#links.entries()) {
      const promise = this.#predictor.promise(this.#clues(url, link))
      if (Math.abs(promise - link.promise) > WORTH_TELLING)
        moved.push({ url, promise: (link.promise = promise) })
      if (++looked % most > 0) continue
      yield moved
      moved = []
    }
    yield moved
  }

  toJSON(): FocusData {
    return { background: this.#background.toJSON(), predictor: this.#predictor.toJSON() }
  }

  /** Credits the page that led here, if more came of it than it promised. */
  #credit(via: string | null, worth: number): void {
    const parent = via === null ? undefined : this.#visited.get(via)
    if (parent && worth > this.#predictor.promise(parent.clues)) this.#predictor.learn(parent.clues, worth)
  }

  #clues(url: string, link: LinkStanding): LinkClues {
    const best = (stems: readonly string[]) => Math.max(...this.#judges.map(judge => judge.share(stems)))
    return cluesOf(url, link, { anchor: best(link.anchor), address: best(link.address) })
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000

/** A menu is on every page, so the relevance of linking pages is averaged rather than maximized. */
function seenAgain(before: SeenLink | undefined, now: LinkStanding): SeenLink {
  if (!before) return { ...now, seen: 1, promise: 0 }
  const seen = before.seen + 1
  return {
    anchor: before.anchor.length > 0 ? before.anchor : now.anchor,
    address: now.address,
    parents: before.parents + (now.parents - before.parents) / seen,
    since: Math.min(before.since, now.since),
    seen,
    promise: before.promise,
  }
}
