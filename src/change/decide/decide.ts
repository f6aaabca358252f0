/**
 * Decides whether the page has changed, by how much and where, or why not.
 *
 * Difference is the share of text (both versions together) that has no counterpart in the other one, without volatile regions. The
 * threshold is measured against a screenful: `difference` on a page of up to 1,000 characters, and the changed characters per 1,000 on a
 * longer one, so that one new sentence weighs the same on a short page and on a long one, and 2% hides no sentence on any page. `per:
 * 'page'` measures against the whole page. The default threshold is 0.
 */
import { blockDifference } from '../signature/blocks.ts'
import { LINKS } from '../signature/regions.ts'
import type { Level, Signature } from '../signature/signature.ts'
import { simhashDistance } from '../signature/simhash.ts'
import { sketchResemblance } from '../signature/sketch.ts'
import { hex32 } from '../text/hash.ts'
import { type Comparison, compare } from './compare.ts'
import type { Gap } from './gap.ts'
import { isPartOf } from './region-selector.ts'
import type { SharedGaps } from './shared-gaps.ts'
import type { SharedTexts } from './shared-texts.ts'
import { isProven, type SlotEvidence } from './slot.ts'
import { VolatileRegions } from './volatile.ts'

/** What can be compared. Records and accessibility reports are not part of signatures; without them a page is compared by its content. */
export type ChangeLevel = Level | 'record' | 'accessibility'

export interface ChangeRules {
  readonly level: ChangeLevel
  /** From 0 to 1; a page has changed if its difference exceeds this. */
  readonly threshold: number
  readonly per: 'screen' | 'page'
  /** Regions that never count, by parts of their path: `ul.related`, `#clock`, `aside`. */
  readonly ignore: readonly string[]
  /** Regions that always count, even if they look volatile. */
  readonly watch: readonly string[]
}

export const DEFAULT_RULES: ChangeRules = {
  level: 'content',
  threshold: 0,
  per: 'screen',
  ignore: [],
  watch: [],
}

export type Unchanged = 'same' | 'noise' | 'volatile' | 'shared' | 'elsewhere' | 'under threshold'

interface Findings {
  readonly level: Level
  /** Share of the page that differs, from 0 to 1. */
  readonly difference: number
  /** The value that the threshold was compared with. */
  readonly measured: number
  /** Where it differs, for display; the first twenty places. */
  readonly paths: readonly string[]
  /** Regions that differ but do not count, with the evidence. */
  readonly excused: readonly Excused[]
  /** Share of word 3-grams in common, and simhash bits that differ. */
  readonly resemblance: number
  readonly simhashDistance: number
  /** 1 − matched / total over blocks of the main text; null without the later body. */
  readonly blockDifference: number | null
  /** Set if something counts only because a second fetch has yet to prove that it is noise. */
  readonly wantsProof?: true
  /** To be passed to `VolatileRegions.observe`; absent if regions do not decide. */
  readonly comparison?: Comparison
}

export interface Excused {
  readonly path: string
  /** Null if the rules or a clock excuse it. */
  readonly evidence: SlotEvidence | SharedEvidence | null
}

export interface SharedEvidence {
  /** Number of other pages on which all of it came or went, as far as their bits differ; 0 if only its place is known. */
  readonly pages: number
}

export const isSharedEvidence = (evidence: Excused['evidence']): evidence is SharedEvidence =>
  evidence !== null && 'pages' in evidence

/** What earlier comparisons taught. */
export interface Learned {
  readonly volatile: readonly VolatileRegions[]
  /** Texts shared on the host, and the URL of this page. */
  readonly shared: { readonly texts: SharedTexts; readonly url: string }
  /** Whether the page can be fetched once more for proof: what merely differed on every visit counts until then. */
  readonly canProve?: boolean
}

export type Decision =
  | ({ readonly changed: true } & Findings)
  | ({ readonly changed: false; readonly why: Unchanged } & Findings)

const SCREEN_CHARACTERS = 1000
const MAX_PATHS = 20

export function decide(
  before: Signature,
  after: Signature,
  rules: Partial<ChangeRules> = {},
  learned: VolatileRegions | readonly VolatileRegions[] | Learned = [],
): Decision {
  const full = { ...DEFAULT_RULES, ...rules }
  const level = levelFor(full.level, before, after)
  if (level === 'content' || level === 'text')
    return new Deciding(before, after, { ...full, level }, learned).decision()
  const same = isSame(level, before, after)
  const findings = {
    ...alike(before, after),
    level,
    ...none,
    difference: same ? 0 : 1,
    measured: same ? 0 : 1,
  }
  if (same) return { changed: false, why: 'same', ...findings }
  return full.threshold >= 1
    ? { changed: false, why: 'under threshold', ...findings }
    : { changed: true, ...findings }
}

const none = { paths: [], excused: [] } as const

const isSame = (level: Level, before: Signature, after: Signature) =>
  before.levels[level] !== undefined && before.levels[level] === after.levels[level]

/** The level to compare at: a body without the wanted level is compared by its bytes, as are two bodies of different kinds. */
function levelFor(wanted: ChangeLevel, before: Signature, after: Signature): Level {
  if (before.kind !== after.kind) return 'raw'
  const level = wanted === 'record' || wanted === 'accessibility' ? 'content' : wanted
  return before.levels[level] === undefined || after.levels[level] === undefined ? 'raw' : level
}

function alike(before: Signature, after: Signature) {
  return {
    resemblance: sketchResemblance(before.sketch, after.sketch),
    simhashDistance: simhashDistance(before.simhash, after.simhash),
    blockDifference: after.fresh ? blockDifference(before.blocks, Buffer.from(after.fresh.text)) : null,
  }
}

type RulesAtLevel = ChangeRules & { readonly level: Level }

class Deciding {
  private readonly before: Signature
  private readonly after: Signature
  private readonly rules: RulesAtLevel
  private readonly learned: readonly VolatileRegions[]
  private readonly shared: SharedGaps | undefined
  private readonly canProve: boolean
  private readonly comparison: Comparison
  private wantsProof = false

  constructor(
    before: Signature,
    after: Signature,
    rules: RulesAtLevel,
    learned: VolatileRegions | readonly VolatileRegions[] | Learned,
  ) {
    this.before = before
    this.after = after
    this.rules = rules
    const all = 'shared' in learned ? learned.volatile : learned
    this.learned = all instanceof VolatileRegions ? [all] : all
    this.canProve = 'shared' in learned && learned.canProve === true
    this.comparison = compare(before, after)
    this.shared =
      'shared' in learned ? learned.shared.texts.in(learned.shared.url, this.comparison) : undefined
  }

  decision(): Decision {
    const counted = this.comparison.gaps.filter(gap => gap.main || this.rules.level === 'text')
    const excused = new Map<Gap, Excused['evidence']>()
    for (const gap of counted) {
      const evidence = this.excuse(gap)
      if (evidence !== undefined) excused.set(gap, evidence)
    }
    const changes = counted.filter(gap => !excused.has(gap))
    const findings = this.findings(changes, excused)
    if (changes.length === 0) return { changed: false, why: this.why([...excused.values()]), ...findings }
    if (findings.measured <= this.rules.threshold)
      return { changed: false, why: 'under threshold', ...findings }
    return { changed: true, ...findings }
  }

  private findings(changes: readonly Gap[], excused: ReadonlyMap<Gap, Excused['evidence']>): Findings {
    const characters = changes.reduce((sum, gap) => sum + gap.characters, 0)
    const total = Math.max(1, this.comparison.mainCharacters, characters)
    const screen = this.rules.per === 'page' ? total : Math.min(total, 2 * SCREEN_CHARACTERS)
    return {
      level: this.rules.level,
      difference: characters / total,
      measured: Math.min(1, characters / screen),
      paths: [...new Set(changes.map(gap => this.labelOf(gap)))].slice(0, MAX_PATHS),
      excused: [...excused]
        .slice(0, MAX_PATHS)
        .map(([gap, evidence]) => ({ path: this.labelOf(gap), evidence })),
      ...alike(this.before, this.after),
      ...(this.wantsProof && { wantsProof: true }),
      comparison: this.comparison,
    }
  }

  private why(excuses: readonly Excused['evidence'][]): Unchanged {
    if (excuses.some(evidence => !isSharedEvidence(evidence))) return 'volatile'
    if (excuses.length > 0) return 'shared'
    if (this.comparison.gaps.length > 0) return 'elsewhere'
    const isAlike = (level: Level) => this.before.levels[level] === this.after.levels[level]
    return isAlike('text') && isAlike('links') ? 'same' : 'noise'
  }

  /** Returns null if the rules or a clock excuse the gap, and undefined if it counts. */
  private excuse(gap: Gap): Excused['evidence'] | undefined {
    const label = this.labelOf(gap)
    if (this.rules.watch.some(part => isPartOf(label, part))) return undefined
    if (this.rules.ignore.some(part => isPartOf(label, part))) return null
    if (gap.movement === 'clock') return null
    const found = this.learned.map(regions => regions.excuse(gap)).filter(each => each !== undefined)
    const [evidence] = this.canProve ? found.filter(isProven) : found
    if (evidence !== undefined) return evidence
    const pages = this.shared?.pagesWith(gap)
    if (pages !== undefined) return { pages }
    if (found.length > 0) this.wantsProof = true
    return undefined
  }

  private labelOf(gap: Gap): string {
    const label =
      this.after.fresh?.labels.get(gap.path) ?? this.before.fresh?.labels.get(gap.path) ?? hex32(gap.path)
    return this.isLinksOnly(gap) ? `${label}/@href` : label
  }

  private isLinksOnly({ removed, added }: Gap): boolean {
    const { before, after } = this.comparison
    for (let at = removed[0]; at < removed[1]; at++) if ((before.flags[at]! & LINKS) === 0) return false
    for (let at = added[0]; at < added[1]; at++) if ((after.flags[at]! & LINKS) === 0) return false
    return true
  }
}
