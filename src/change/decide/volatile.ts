/**
 * Volatile regions: what differs on nearly every visit, whatever the interval. They are learned, never listed.
 *
 * One object serves a page, a host or a page class: its owner calls `observe` with each comparison. Evidence is
 * kept for slots (`compare.ts`): how often the slot could be compared, how often it differed, over which intervals. Two
 * comparisons, that is three visits, make a slot volatile; one is enough when both fetches were seconds apart. Exceptions:
 *
 * - values (prices, rates, versions) and lists that are visibly fed at their head or whose items move on to other places:
 *   these need a difference within seconds, or many over widely different intervals, which is no proof (`isProven`) if the page can be
 *   fetched twice;
 * - slots that stayed the same within seconds while others on the page differed: they change with time, so someone writes them;
 * - comparisons in which much of the page is new, as on a front page: they say nothing about single regions;
 * - text that is only added or only removed between its neighbors: noise replaces, editors insert;
 * - slots with more blocks than ever before: something was added beside the noise;
 * - what a host or class knows about all places of one kind (`main/p`), until enough other pages have shown it: one page that picks its
 *   paragraphs at random says nothing about the paragraphs of others.
 *
 * A slot is no longer volatile once more than a fifth of its comparisons are quiet (half, if it ever differed within seconds). Memory: at
 * most `most` slots.
 */

import { bitsIn, hex32 } from '../text/hash.ts'
import type { Comparison } from './compare.ts'
import type { Gap } from './gap.ts'
import { type CountedSlot, isProven, isSlot, newSlot, type SlotEvidence } from './slot.ts'

/** Two fetches this close together see the same page: a difference between them is not an edit. */
export const CLOSE_MS = 60_000
const NEARLY_ALWAYS = 0.8
const MIN_DIFFERENCES = 2
const MIN_FOR_VALUES = 6
const MIN_FIGURES = 3
const HALF = 0.5
/** Below 1 because an age may read the same twice: "2 hours". */
const MOSTLY = 0.6
const MAX_PATHS = 8
const WIDE_SPREAD = 8
/**
 * About as many pieces as an advertisement and a few lists of related items have; more are allowed if they are a small part of the page.
 */
const CALM_PIECES = 40
const MAX_CALM_PIECES = 100
const CALM_SHARE = 0.3
const MAX_SLOTS = 200
const MAX_GAPS = 100
/** Number of other pages on which places of a kind must differ before that counts for another page. */
const MIN_PAGES = 3

interface Difference {
  readonly gap: Gap
  readonly feed: boolean
}

const isReplacement = ({ removed, added }: Gap): boolean => removed[1] > removed[0] && added[1] > added[0]

export class VolatileRegions {
  private readonly slots = new Map<number, CountedSlot>()
  private readonly most: number
  private readonly cautious: boolean
  private comparisons = 0
  /** The bit of the current page, if other pages contribute evidence too; 0 otherwise. */
  private page = 0

  /**
   * `cautious` is for owners that can fetch a page twice within seconds. They need not treat as noise what merely differed on two visits,
   * as a sentence that is rewritten every day does so too.
   */
  constructor(most = MAX_SLOTS, cautious = false) {
    this.most = most
    this.cautious = cautious
  }

  /** From now on, comparisons are of this page, one of many: what single other pages do in places of a kind does not count for it. */
  lookAt(page: number): this {
    this.page = page
    return this
  }

  /** `labels` turn paths into readable names; those of the later signature suffice. */
  observe(comparison: Comparison, intervalMs: number, labels?: ReadonlyMap<number, string>): void {
    this.comparisons++
    const close = intervalMs <= CLOSE_MS
    if (!close && isUpheaval(comparison)) return
    const differing = this.differing(comparison)
    this.countCompared(comparison, differing, close)
    for (const [key, difference] of differing) if (difference) this.note(key, difference, intervalMs, labels)
    this.forget()
  }

  /**
   * Records that the page was fetched twice within seconds on purpose and nothing differed: whatever differs from visit to visit here was
   * written by someone, or a cache answered; neither makes it noise. `comparison` compares the page with itself.
   */
  observeSteady(comparison: Comparison): void {
    const present = comparison.present()
    for (const [key, slot] of this.slots) if (present.has(key)) slot.steady++
  }

  /** The evidence that makes a gap volatile, if there is enough. */
  excuse(gap: Gap): SlotEvidence | undefined {
    for (const key of isReplacement(gap) ? gap.between : []) {
      const slot =
        this.volatileSlot(key, gap) ?? (gap.movement && this.restlessSlot(key, gap.movement === 'perhaps'))
      if (slot !== undefined && (gap.suspect || fits(gap, slot))) return slot
    }
    let found: SlotEvidence | undefined
    for (const keys of gap.lists) {
      const slot = keys
        .map(({ key }) => this.volatileSlot(key, gap))
        .find(each => each !== undefined && this.isOfMany(each))
      if (slot === undefined) return undefined
      if (found === undefined || isProven(found)) found = slot
    }
    return found
  }

  private volatileSlot(key: number, { movement }: Gap): SlotEvidence | undefined {
    const slot = this.slots.get(key)
    if (slot === undefined || !isVolatile(slot, this.cautious)) return undefined
    // Where only figures have ever differed, different words are an edit.
    return movement === undefined && slot.figures === slot.differed ? undefined : slot
  }

  private isOfMany({ seenOn }: SlotEvidence): boolean {
    return this.page === 0 || bitsIn(seenOn & ~this.page) >= MIN_PAGES
  }

  private restlessSlot(key: number, ticksAgain: boolean): SlotEvidence | undefined {
    const slot = this.slots.get(key)
    if (slot === undefined) return undefined
    // Two hints that it is a clock are as good as a proof.
    const hasTicked = ticksAgain && !slot.value && slot.differed > 0 && slot.ticked === slot.differed
    return hasTicked || isRestless(slot, this.cautious) ? slot : undefined
  }

  /** Everything known, most volatile first. */
  evidence(): (SlotEvidence & { readonly volatile: boolean })[] {
    return [...this.slots.values()]
      .map(slot => ({
        ...slot,
        volatile: isVolatile(slot, this.cautious) || isRestless(slot, this.cautious),
      }))
      .sort((a, b) => b.differed / b.compared - a.differed / a.compared || b.differed - a.differed)
  }

  get isEmpty(): boolean {
    return this.slots.size === 0
  }

  toJSON(): object {
    return { comparisons: this.comparisons, slots: [...this.slots.values()] }
  }

  /** What cannot be read counts as nothing learned. */
  static from(json: unknown, most = MAX_SLOTS, cautious = false): VolatileRegions {
    const regions = new VolatileRegions(most, cautious)
    const stored = json as { comparisons?: unknown; slots?: unknown } | null | undefined
    if (typeof stored?.comparisons === 'number') regions.comparisons = stored.comparisons
    if (!Array.isArray(stored?.slots)) return regions
    for (const slot of stored.slots.slice(0, most))
      if (isSlot(slot)) {
        const key = Number.parseInt(slot.key, 16)
        regions.slots.set(key, { ...newSlot(key, ''), ...slot })
      }
    return regions
  }

  /** The slots that differ; undefined for those whose difference says nothing. */
  private differing(comparison: Comparison): Map<number, Difference | undefined> {
    const differing = new Map<number, Difference | undefined>()
    for (const gap of comparison.gaps.slice(0, MAX_GAPS)) {
      for (const key of gap.between)
        differing.set(key, isReplacement(gap) ? { gap, feed: false } : differing.get(key))
      for (const { key, feed, exchanged, isOneStretch } of gap.lists.flat()) {
        // The neighbors of a place of its own identify it, and what stands beside it is not noise.
        const isList = exchanged && !(this.cautious && isOneStretch)
        differing.set(key, isList ? { gap, feed } : differing.get(key))
      }
    }
    return differing
  }

  private countCompared(
    comparison: Comparison,
    differing: ReadonlyMap<number, unknown>,
    close: boolean,
  ): void {
    if (this.slots.size === 0) return
    const present = comparison.present()
    for (const [key, slot] of this.slots) {
      if (differing.has(key)) continue
      if (!present.has(key)) continue
      slot.compared++
      if (close && comparison.gaps.length > 0) slot.steady++
    }
  }

  private note(
    key: number,
    { gap, feed }: Difference,
    intervalMs: number,
    labels?: ReadonlyMap<number, string>,
  ): void {
    let slot = this.slots.get(key)
    if (slot === undefined)
      this.slots.set(key, (slot = newSlot(key, labels?.get(gap.path) ?? hex32(gap.path))))
    slot.compared++
    slot.differed++
    slot.seenOn |= this.page
    const isClose = intervalMs <= CLOSE_MS
    if (isClose && slot.close++ === 0) {
      // Earlier differences may include an edit beside the noise: only now is it known what the noise is.
      slot.width = 0
      slot.paths = []
      slot.value = false
    }
    slot.shortestMs = slot.differed === 1 ? intervalMs : Math.min(slot.shortestMs, intervalMs)
    slot.longestMs = Math.max(slot.longestMs, intervalMs)
    slot.width = Math.max(slot.width, gap.width)
    if (feed || gap.moved) slot.fed++
    if (gap.movement !== undefined) slot.figures++
    if (gap.movement === 'counter') slot.grown++
    if (gap.movement === 'perhaps' || gap.movement === 'clock') slot.ticked++
    // Another page of the host may have an edit where this page has noise.
    if (slot.close === 0 || isClose) {
      slot.value ||= gap.value
      if (slot.paths.length < MAX_PATHS) slot.paths = [...new Set([...slot.paths, ...gap.paths])]
    }
    slot.suspect = slot.differed === 1 ? gap.suspect : slot.suspect && gap.suspect
  }

  private forget(): void {
    if (this.slots.size <= this.most) return
    const worth = (slot: CountedSlot) => (slot.differed / slot.compared) * Math.min(slot.differed, 5)
    const ranked = [...this.slots].sort((a, b) => worth(b[1]) - worth(a[1]))
    for (const [key] of ranked.slice(this.most)) this.slots.delete(key)
  }
}

/** Whether the difference is no larger than earlier ones and in the same kinds of places. */
function fits(gap: Gap, { width, paths, close, value }: SlotEvidence): boolean {
  if (gap.width > width || (close > 0 && gap.value && !value)) return false
  return paths.length === 0 || paths.length >= MAX_PATHS || gap.paths.every(path => paths.includes(path))
}

/**
 * Whether these are figures that differ nearly whenever some time has passed, or that only ever grow and do so on at least half of the
 * visits: a clock of minutes stands still within seconds, and a counter may pause.
 */
function isRestless(slot: CountedSlot, cautious: boolean): boolean {
  const { differed, compared, steady, figures, grown, ticked, value } = slot
  if (value || figures < differed || differed < MIN_DIFFERENCES) return false
  if (ticked === differed) return true
  if (cautious && differed < MIN_FIGURES) return false
  const share = differed / Math.max(1, compared - steady)
  return share >= (grown === differed ? HALF : MOSTLY)
}

function isVolatile(slot: CountedSlot, cautious: boolean): boolean {
  const share = slot.differed / slot.compared
  if (slot.steady > slot.close) return false
  if (slot.close > 0) return share >= 0.5
  if (share < NEARLY_ALWAYS || slot.differed < MIN_DIFFERENCES) return false
  const looksWritten = slot.value || 2 * slot.fed >= slot.differed || cautious
  if (slot.suspect ? !slot.value : !looksWritten) return true
  return slot.differed >= MIN_FOR_VALUES && slot.longestMs >= WIDE_SPREAD * slot.shortestMs
}

function isUpheaval({ gaps, mainCharacters, mainChanged }: Comparison): boolean {
  if (mainChanged <= CALM_PIECES) return false
  let changed = 0
  for (const gap of gaps) if (gap.main) changed += gap.characters
  return mainChanged > MAX_CALM_PIECES || changed > CALM_SHARE * mainCharacters
}
