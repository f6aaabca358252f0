/**
 * What pages share does not belong to any of them: a footer, a menu, the latest news beside each article, whatever their tags and names
 * are. When such a text changes, that is one event of the host, not one of every page.
 *
 * Learned from comparisons: each text that came or went on a page is remembered by place and hash, with the pages that agree on when it
 * did (`shared-text.ts`). A place where one text after another was shared counts as a whole (`shared-places.ts`), and a place where two
 * pages have always agreed counts for these two (`paired-places.ts`). Lists that stand alike on several pages are known before they
 * change (`standing-lists.ts`). Memory: at most `MAX_TEXTS` texts; if more than half are of single pages, the oldest of those are
 * forgotten first.
 */
import { Rank } from '../signature/regions.ts'
import type { Comparison } from './compare.ts'
import { ComparedTexts, TextSide } from './compared-texts.ts'
import { PageBits, type PageMark, pageMark } from './page-bits.ts'
import { PairedPlaces } from './paired-places.ts'
import { SharedGaps } from './shared-gaps.ts'
import { SharedPlaces } from './shared-places.ts'
import {
  gain,
  gainedFirst,
  isAlone,
  isOfOnePage,
  isOwn,
  isShared,
  isTogether,
  lose,
  lostFirst,
  type SeenText,
  type SharedText,
  type Sighting,
  stand,
} from './shared-text.ts'
import { type ListSight, listSight, StandingLists } from './standing-lists.ts'

const MAX_TEXTS = 400
/** Most pieces noted in one comparison: a front page that is entirely new teaches nothing. */
const MAX_NOTED = 60
const MINUTE = 60_000

/** What came, went, stayed and was absent at one visit to one page. */
export interface SharedSightings extends Omit<Sighting, 'page'> {
  readonly page: PageMark
  readonly gained: readonly SeenText[]
  readonly lost: readonly SeenText[]
  /** Keys of remembered texts. */
  readonly standing: readonly number[]
  readonly absent: readonly number[]
  /** The lists of the page, at the last visit and at this one. */
  readonly lists: readonly ListSight[]
}

interface MarkedSighting extends Sighting {
  readonly address: number
}

/** A text as first noted, and how to update one that is already known. */
type Coming = readonly [first: SharedText, again: (text: SharedText, sighting: Sighting) => void]

interface NotedText extends SharedText {
  /** Hashed address of the page on which it was first noted; 0 if unknown. */
  readonly by: number
  /** How it was counted for its place. */
  counted: 'shared' | 'own' | null
}

export class SharedTexts {
  readonly texts = new Map<number, NotedText>()
  readonly places: SharedPlaces
  private readonly pairs: PairedPlaces
  private readonly pages: PageBits
  private readonly lists: StandingLists

  constructor(
    places = new SharedPlaces(),
    pages = new PageBits(),
    pairs = new PairedPlaces(),
    lists = new StandingLists(),
  ) {
    this.places = places
    this.pages = pages
    this.pairs = pairs
    this.lists = lists
  }

  /** What a comparison teaches, to be passed to `learn`. */
  sightings(url: string, comparison: Comparison): SharedSightings {
    const compared = new ComparedTexts(comparison)
    const { before, after } = compared
    const gained: SeenText[] = []
    const lost: SeenText[] = []
    let left = MAX_NOTED
    for (const gap of compared.gaps) {
      if (left <= 0) break
      left -= gap.removed[1] - gap.removed[0] + gap.added[1] - gap.added[0]
      for (const at of compared.removedIn(gap)) if (before.isNotedAt(at)) lost.push(before.seenAt(at))
      for (const at of compared.addedIn(gap)) if (after.isNotedAt(at)) gained.push(after.seenAt(at))
    }
    const page = pageMark(url, comparison.after)
    const { standing, absent } = this.standing(compared)
    // Where blocks were joined, a text may be present without being a piece of its own.
    const isJoined = comparison.after.coarseness > Rank.block
    const lists = [comparison.since ?? comparison.before, comparison.after].map(each => listSight(url, each))
    return { page, ...timesOf(comparison), gained, lost, standing, absent: isJoined ? [] : absent, lists }
  }

  /** Must be called after the decision on the same visit. */
  learn({ page, lastAt, at, gained, lost, standing, absent, lists }: SharedSightings): void {
    const sighting = { page: this.pages.of(page), address: page.address, lastAt, at }
    this.pages.note(page)
    for (const key of standing) this.stay(key, sighting)
    for (const key of absent) this.note(key, sighting, text => stand(text, sighting, false))
    for (const seen of lost) this.come(seen[0], sighting, [lostFirst(seen, sighting), lose])
    for (const seen of gained) this.come(seen[0], sighting, [gainedFirst(seen, sighting), gain])
    this.forget()
    for (const sight of lists) this.lists.learn(sight)
  }

  /** Finds the shared parts of a comparison. */
  in(url: string, comparison: Comparison): SharedGaps {
    const mark = pageMark(url, comparison.after)
    const sighting = { page: this.pages.of(mark), ...timesOf(comparison) }
    const hasPair = (place: number, atLeast?: number) => this.pairs.has(place, mark.address, atLeast)
    const lists = () => this.lists.in(url, new TextSide(comparison.since ?? comparison.before))
    return new SharedGaps(
      { texts: this.texts, places: this.places, hasPair, lists },
      new ComparedTexts(comparison),
      sighting,
    )
  }

  toJSON(): unknown {
    const texts = [...this.texts].map(
      ([key, { path, words, along, against, firstAt, goneAt, counted, by }]) => [
        ...[key, path, words, along, against, firstAt, goneAt],
        ...[COUNTED.indexOf(counted), by],
      ],
    )
    return { texts, places: this.places, pages: this.pages, pairs: this.pairs, lists: this.lists }
  }

  /** What cannot be read counts as nothing learned. */
  static from(json: unknown): SharedTexts {
    const { texts, places, pages, pairs, lists } = (json ?? {}) as Readonly<Record<string, unknown>>
    const shared = new SharedTexts(
      SharedPlaces.from(places),
      PageBits.from(pages),
      PairedPlaces.from(pairs),
      StandingLists.from(lists),
    )
    for (const row of Array.isArray(texts) ? texts.slice(0, MAX_TEXTS) : []) {
      if (!Array.isArray(row) || row.length < MIN_ROW_LENGTH || !row.every(Number.isInteger)) continue
      const [key, path, words, along, against, firstAt, goneAt, counted, by = 0] = row as Row
      shared.texts.set(key, {
        path,
        words,
        along,
        against,
        firstAt,
        goneAt,
        by,
        counted: COUNTED[counted] ?? null,
      })
    }
    return shared
  }

  /** Remembered texts that did not come or go on this page although they are, or could be, on it. */
  private standing({ after, stood }: ComparedTexts): Pick<SharedSightings, 'standing' | 'absent'> {
    const places = new Set(Array.from(after.regions.paths, (_, at) => after.placeAt(at)))
    const known = [...this.texts].filter(([, { path }]) => places.has(path)).map(([key]) => key)
    return {
      standing: known.filter(key => stood.has(key) && after.keys.has(key)),
      absent: known.filter(key => !stood.has(key) && !after.keys.has(key)),
    }
  }

  private come(key: number, sighting: MarkedSighting, [first, again]: Coming): void {
    const known = this.texts.get(key)
    this.texts.delete(key)
    this.texts.set(key, known ?? { ...first, counted: null, by: sighting.address })
    this.note(key, sighting, text => known && again(text, sighting))
  }

  /** A text that is still present somewhere may yet go, so it is kept. */
  private stay(key: number, sighting: MarkedSighting): void {
    const text = this.texts.get(key)
    if (text === undefined) return
    this.texts.delete(key)
    this.texts.set(key, text)
    this.note(key, sighting, each => stand(each, sighting, true))
  }

  private note(key: number, { address }: MarkedSighting, change: (text: SharedText) => void): void {
    const text = this.texts.get(key)
    if (text === undefined) return
    change(text)
    this.count(text)
    this.pair(text, address)
  }

  /** Counts a text for its place once as shared and once as a page's own. */
  private count(text: NotedText): void {
    const kind = isShared(text, 0) ? 'shared' : isOwn(text) ? 'own' : null
    if (kind === null || kind === text.counted) return
    text.counted = kind
    this.places.note(text.path, kind)
  }

  private pair(text: NotedText, page: number): void {
    const at = Math.max(text.firstAt, text.goneAt)
    if (isTogether(text)) {
      if (text.by !== 0) this.pairs.together(text.path, at, text.by)
      this.pairs.together(text.path, at, page)
    } else if (isAlone(text)) this.pairs.alone(text.path, at)
  }

  /** Forgets the oldest texts: those of single pages if they are more than half, otherwise those of several pages. */
  private forget(): void {
    let single = 0
    for (const text of this.texts.values()) if (isOfOnePage(text)) single++
    while (this.texts.size > MAX_TEXTS) {
      const isSingle = single > MAX_TEXTS / 2
      for (const [key, text] of this.texts) {
        if (isOfOnePage(text) !== isSingle) continue
        this.texts.delete(key)
        if (isSingle) {
          this.places.note(text.path, 'own')
          single--
        }
        break
      }
    }
  }
}

const COUNTED = [null, 'shared', 'own'] as const

type Row = [
  key: number,
  path: number,
  words: number,
  along: number,
  against: number,
  firstAt: number,
  goneAt: number,
  counted: number,
  by?: number,
]
/** Earlier versions did not store `by`. */
const MIN_ROW_LENGTH = 8

const timesOf = ({ lastAt, at }: Comparison): Pick<Sighting, 'lastAt' | 'at'> => ({
  lastAt: Math.floor(lastAt / MINUTE),
  at: Math.floor(at / MINUTE),
})
