/**
 * What pages share is no page's own matter: a footer, a menu, the latest news beside each article, whatever their tags and names say.
 * When such a text changes, that is one event of the host, not one of every page.
 *
 * Learned from comparisons: each text that came or went on a page is remembered by place and hash, with which pages agree on when
 * (`shared-text.ts`). A place where one text after the other was shared counts as a whole (`shared-places.ts`). Memory: at most
 * `MAX_TEXTS`, those of single pages forgotten first.
 */
import { LINKS, MAIN, type Regions, VALUE } from '../signature/regions.ts'
import { mix } from '../text/hash.ts'
import type { Comparison } from './compare.ts'
import type { Gap } from './gap.ts'
import { SharedPlaces } from './shared-places.ts'
import {
  bitOf,
  gain,
  gainedFirst,
  isOfOnePage,
  isOwn,
  isShared,
  isSince,
  lose,
  lostFirst,
  type SharedText,
  type Sighting,
  stand,
} from './shared-text.ts'

const MAX_TEXTS = 300
/** Of one comparison: a front page that is new as a whole teaches nothing. */
const MAX_NOTED = 60
const MINUTE = 60_000
const CHARS_A_TEXT = 60

type SeenText = readonly [key: number, place: number]

/** What came, went, stayed and was not there at one visit of one page. */
export interface SharedSightings extends Sighting {
  readonly gained: readonly SeenText[]
  readonly lost: readonly SeenText[]
  /** Keys of texts that are remembered. */
  readonly standing: readonly number[]
  readonly absent: readonly number[]
}

interface NotedText extends SharedText {
  /** As what it was counted for its place. */
  counted: 'shared' | 'own' | null
}

export class SharedTexts {
  private readonly texts = new Map<number, NotedText>()
  private readonly places: SharedPlaces

  constructor(places = new SharedPlaces()) {
    this.places = places
  }

  /** What a comparison has to teach, for `learn`. */
  sightings(url: string, comparison: Comparison): SharedSightings {
    const { before, after, gaps } = comparison
    const gained: SeenText[] = []
    const lost: SeenText[] = []
    let left = MAX_NOTED
    for (const gap of gaps) {
      if (!gap.main || left <= 0) continue
      left -= gap.removed[1] - gap.removed[0] + gap.added[1] - gap.added[0]
      for (const at of removedIn(gap, comparison)) if (isNoted(before, at)) lost.push(seenAt(before, at))
      for (const at of addedIn(gap, comparison)) if (isNoted(after, at)) gained.push(seenAt(after, at))
    }
    return { ...sightingOf(url, comparison), gained, lost, ...this.standing(comparison) }
  }

  /** Has to come behind the decision on the same visit. */
  learn({ gained, lost, standing, absent, ...sighting }: SharedSightings): void {
    for (const key of standing) this.note(key, text => stand(text, sighting, true))
    for (const key of absent) this.note(key, text => stand(text, sighting, false))
    for (const [key, path] of lost) this.come(key, lostFirst(path, sighting), text => lose(text, sighting))
    for (const [key, path] of gained)
      this.come(key, gainedFirst(path, sighting), text => gain(text, sighting))
    this.forget()
  }

  /** Whether all that differs in a gap is what the pages of the host share. */
  hasGap(url: string, gap: Gap, comparison: Comparison): boolean {
    const { before, after } = comparison
    const sighting = sightingOf(url, comparison)
    const around = this.sharedPaths(comparison, sighting)
    const within = new Set<number>()
    for (const at of removedIn(gap, comparison)) {
      const isCarried = isLinks(before, at) && around.has(before.paths[at]!)
      if (!isCarried && !this.isGoing(comparison, at, sighting)) return false
      within.add(before.paths[at]!)
    }
    return addedIn(gap, comparison).every(at => {
      const isCarried = (isLinks(after, at) ? around : within).has(after.paths[at]!)
      return isCarried || this.isComing(comparison, at, sighting)
    })
  }

  /** Of its JSON. */
  get roughChars(): number {
    return this.texts.size * CHARS_A_TEXT
  }

  toJSON(): unknown {
    const texts = [...this.texts].map(([key, { path, along, against, firstAt, goneAt, counted }]) => [
      key,
      path,
      along,
      against,
      firstAt,
      goneAt,
      COUNTED.indexOf(counted),
    ])
    return { texts, places: this.places }
  }

  /** What cannot be read is as good as nothing learned. */
  static from(json: unknown): SharedTexts {
    const { texts, places } = (json ?? {}) as { texts?: unknown; places?: unknown }
    const shared = new SharedTexts(SharedPlaces.from(places))
    for (const row of Array.isArray(texts) ? texts.slice(0, MAX_TEXTS) : []) {
      if (!Array.isArray(row) || row.length !== ROW_LENGTH || !row.every(Number.isInteger)) continue
      const [key, path, along, against, firstAt, goneAt, counted] = row as Row
      shared.texts.set(key, { path, along, against, firstAt, goneAt, counted: COUNTED[counted] ?? null })
    }
    return shared
  }

  /** Links go with the text that they are in: their addresses may name the page. */
  private sharedPaths(comparison: Comparison, sighting: Sighting): ReadonlySet<number> {
    const paths = new Set<number>()
    const { before, after, gaps } = comparison
    for (const gap of gaps) {
      if (!gap.main) continue
      for (const at of removedIn(gap, comparison))
        if (!isLinks(before, at) && this.isGoing(comparison, at, sighting)) paths.add(before.paths[at]!)
      for (const at of addedIn(gap, comparison))
        if (!isLinks(after, at) && this.isComing(comparison, at, sighting)) paths.add(after.paths[at]!)
    }
    return paths
  }

  /** What was gone at the last visit went with the others then, or there would be a later revision. */
  private isGoing(comparison: Comparison, at: number, { page, lastAt }: Sighting): boolean {
    const { before } = comparison
    if (this.places.has(placeOf(before, at))) return true
    const key = keyOf(before, at)
    const text = this.texts.get(key)
    if (text === undefined || !isShared(text, page)) return false
    return text.goneAt === 0 || isSince(text.goneAt, lastAt) || !keysOf(comparison).stood.has(key)
  }

  private isComing({ after }: Comparison, at: number, { page, lastAt }: Sighting): boolean {
    if (this.places.has(placeOf(after, at))) return true
    const text = this.texts.get(keyOf(after, at))
    return text !== undefined && isShared(text, page) && (text.goneAt > 0 || isSince(text.firstAt, lastAt))
  }

  /** Remembered texts that did not come or go on this page, though they are or could be there. */
  private standing(comparison: Comparison): Pick<SharedSightings, 'standing' | 'absent'> {
    const { stood, after } = keysOf(comparison)
    const places = new Set(Array.from(comparison.after.paths, (_, at) => placeOf(comparison.after, at)))
    const known = [...this.texts].filter(([, { path }]) => places.has(path)).map(([key]) => key)
    return {
      standing: known.filter(key => stood.has(key) && after.has(key)),
      absent: known.filter(key => !stood.has(key) && !after.has(key)),
    }
  }

  private come(key: number, first: SharedText, again: (text: SharedText) => void): void {
    const known = this.texts.get(key)
    this.texts.delete(key)
    this.texts.set(key, known ?? { ...first, counted: null })
    this.note(key, known ? again : () => {})
  }

  private note(key: number, change: (text: SharedText) => void): void {
    const text = this.texts.get(key)
    if (text === undefined) return
    change(text)
    this.count(text)
  }

  /** Once as shared, once as some page's own. */
  private count(text: NotedText): void {
    const kind = isShared(text, 0) ? 'shared' : isOwn(text) ? 'own' : null
    if (kind === null || kind === text.counted) return
    text.counted = kind
    this.places.note(text.path, kind)
  }

  /** The oldest, of texts of one page and of several whichever are more than half. */
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
  along: number,
  against: number,
  firstAt: number,
  goneAt: number,
  counted: number,
]
const ROW_LENGTH = 7

function sightingOf(url: string, { lastAt, at }: Comparison): Sighting {
  return { page: bitOf(url), lastAt: Math.floor(lastAt / MINUTE), at: Math.floor(at / MINUTE) }
}

/** The links of a block are another matter than its text. */
const placeOf = (regions: Regions, at: number): number =>
  isLinks(regions, at) ? mix(regions.paths[at]!, LINKS) : regions.paths[at]!

/** Values are each page's own. */
const isNoted = ({ flags }: Regions, at: number): boolean => (flags[at]! & (VALUE | MAIN)) === MAIN

const seenAt = (regions: Regions, at: number): SeenText => [keyOf(regions, at), placeOf(regions, at)]

const isLinks = ({ flags }: Regions, at: number): boolean => (flags[at]! & LINKS) !== 0

/** Pieces that stand nowhere else on the other side, as "read more" does. */
function removedIn({ removed }: Gap, comparison: Comparison): readonly number[] {
  const { after } = keysOf(comparison)
  return between(removed).filter(at => !after.has(keyOf(comparison.before, at)))
}

function addedIn({ added }: Gap, comparison: Comparison): readonly number[] {
  const { before } = keysOf(comparison)
  return between(added).filter(at => !before.has(keyOf(comparison.after, at)))
}

const between = ([from, to]: readonly [number, number]): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

/** By its place, its words and its dates. */
function keyOf({ paths, hashes, flags, moments }: Regions, at: number): number {
  const key = mix(paths[at]!, hashes[at]! ^ (flags[at]! & LINKS))
  const dates = moments.get(at)
  return dates === undefined ? key : dates.reduce((mixed, { hash }) => mix(mixed, hash), key)
}

interface PageKeys {
  readonly before: ReadonlySet<number>
  /** At the last visit. */
  readonly stood: ReadonlySet<number>
  readonly after: ReadonlySet<number>
}

const keysByComparison = new WeakMap<Comparison, PageKeys>()

function keysOf(comparison: Comparison): PageKeys {
  let keys = keysByComparison.get(comparison)
  if (keys === undefined) {
    const all = (regions: Regions) => new Set(Array.from(regions.hashes, (_, at) => keyOf(regions, at)))
    const before = all(comparison.before)
    const stood = comparison.since ? all(comparison.since) : before
    keysByComparison.set(comparison, (keys = { before, stood, after: all(comparison.after) }))
  }
  return keys
}
