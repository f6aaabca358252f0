/**
 * Pages that change once a week at about the same hour: a column on Mondays at nine, a report on Friday afternoons. A rate says nothing of
 * the hour, and visits every three and a half days would see the same two hours of the week forever. So each page also has a second
 * hypothesis: it changes once in every week in which it is active, somewhere inside an **arc** of the week.
 *
 * A visit that finds a change after less than a week says that the arc lies between the two visits: arcs are intersected, and a change
 * outside the arc begins a new one. The hypothesis is scored against the plain belief by the chance each gave to what was seen, before the
 * arc learns from it, so a page without a rhythm is hardly ever judged by one. Once it is believed, visits are placed where they are
 * informative: in the middle of the arc, and at its end if nothing was found, until the arc is narrow; then at its end alone. Some of the
 * plain visits in between remain, to notice when the rhythm is lost.
 *
 * A page may pause: an uneventful week makes it less likely to be active and leaves the arc alone, and one change at the usual time ends the pause.
 *
 * State, in order: start of the arc in days since Thursday 0:00 UTC (the weekday of the epoch), its length (0: none yet), score, chance to be active.
 */
import type { Objective, Observation, State } from './types.ts'

export const RHYTHM_WIDTH = 4
const START = 0
const LENGTH = 1
const SCORE = 2
const ACTIVE = 3

const WEEK = 7
/** In days. Narrower arcs are visited at their end; the times at which people and cron jobs make changes spread at least this far. */
const NARROW = 3 / 24
/** Room left on both sides of a known moment (a Last-Modified) for other weeks, in days. */
const ROOM = 1 / 24
/** Arcs are stored as 32-bit floats: moments closer than this are the same. */
const SAME = 1e-4
/** Log odds from which visits follow the rhythm, and bounds of the score. With 4, one of four histories was 1% staler (one seed). */
const BELIEVED = 5
const MAX_SCORE = 12
const MIN_SCORE = -4
/** Chance that an active page changes in a week; chances per week to pause and to resume. */
const KEEPS = 0.95
const PAUSES = 0.02
const RESUMES = 0.1
/** Changes a day outside the usual time. */
const STRAY = 0.02
/**
 * Changes a day under the second rival: a page that is as active but has no fixed hour. The plain belief is slow to follow a page that has
 * become faster, and a rhythm must not win because of that.
 */
const RIVAL = 1.5 / WEEK
/** Least share of the plain visits in between that are made. */
const MIN_CHECKS = 0.15
/** Weeks looked ahead: longer than any pause that is waited out. */
const MAX_WEEKS = 26

const modulo = (value: number, by: number) => ((value % by) + by) % by

/** The usual time of change: its start in days since Thursday 0:00 UTC, and how exactly it is known. */
export interface UsualTime {
  readonly from: number
  readonly lengthDays: number
}

export interface Rhythm extends UsualTime {
  readonly score: number
  readonly active: number
}

/** The rhythm at index `at` of a state; undefined before any change gave one. */
function rhythmOf(state: State, at: number): Rhythm | undefined {
  const lengthDays = state[at + LENGTH]!
  if (!(lengthDays > 0)) return undefined
  return { from: state[at + START]!, lengthDays, score: state[at + SCORE]!, active: state[at + ACTIVE]! }
}

/** The rhythm, if it is believed enough for visits to follow it. */
export function believedRhythm(state: State, at: number): Rhythm | undefined {
  const rhythm = rhythmOf(state, at)
  return rhythm && rhythm.score >= BELIEVED ? rhythm : undefined
}

/** Chance of no change between two moments, usual or stray. */
export function chanceToRest(rhythm: Rhythm, from: number, to: number): number {
  const rests = rhythm.active * restsIfActive(rhythm, from, to) + 1 - rhythm.active
  return rests * Math.exp(-STRAY * (to - from))
}

function restsIfActive(rhythm: UsualTime, from: number, to: number): number {
  const weeks = Math.floor((to - from) / WEEK)
  return (1 - KEEPS) ** weeks * (1 - KEEPS * coverage(rhythm, from, to - weeks * WEEK))
}

/**
 * Share of the arc that an interval of less than a week covers. After a visit inside the arc that found nothing, only the rest of the arc
 * counts.
 */
function coverage({ from: start, lengthDays }: UsualTime, from: number, to: number): number {
  const place = modulo(from - start, WEEK)
  const end = place + to - from
  if (place < lengthDays - SAME)
    return Math.min(1, (Math.min(end, lengthDays) - place) / (lengthDays - place))
  return Math.max(0, Math.min(1, (end - WEEK) / lengthDays))
}

/**
 * Learns from a visit, in place; `plainChance` computes the chance that the plain belief gave to finding no change, and is called only
 * where needed.
 */
export function learnRhythm(
  state: Float64Array,
  at: number,
  seen: Observation,
  plainChance: () => number,
): void {
  const rhythm = rhythmOf(state, at)
  const from = seen.at - seen.elapsed
  if (rhythm) {
    state[at + SCORE] = scored(rhythm, seen, plainChance())
    state[at + ACTIVE] = activeAfter(rhythm, seen)
  }
  if (!seen.changed) return
  const [earliest, latest] = whenOf(seen, from)
  if (latest - earliest >= WEEK - SAME) return
  const arc = { from: modulo(earliest, WEEK), lengthDays: latest - earliest }
  const both = rhythm ? intersection(rhythm, arc) : arc
  if (both === undefined) return
  state[at + START] = both.from
  state[at + LENGTH] = both.lengthDays
  if (!rhythm) state[at + ACTIVE] = KEEPS
}

/** The earliest and latest moment at which the change can have come. */
function whenOf({ at, modifiedAgo }: Observation, from: number): readonly [number, number] {
  if (modifiedAgo === undefined) return [from, at]
  return [Math.max(from, at - modifiedAgo - ROOM), Math.min(at, at - modifiedAgo + ROOM)]
}

function scored(rhythm: Rhythm, { at, elapsed, changed }: Observation, plainChance: number): number {
  const rests = chanceToRest(rhythm, at - elapsed, at)
  const weekly = rhythm.active * Math.exp(-RIVAL * elapsed) + 1 - rhythm.active
  const chance = (stay: number) => Math.max(1e-3, changed ? 1 - stay : stay)
  const score = rhythm.score + Math.log(chance(rests) / Math.max(chance(plainChance), chance(weekly)))
  return Math.max(MIN_SCORE, Math.min(MAX_SCORE, score))
}

function activeAfter(rhythm: Rhythm, { at, elapsed, changed }: Observation): number {
  const rests = restsIfActive(rhythm, at - elapsed, at)
  const stray = -Math.expm1(-STRAY * elapsed)
  const ifActive = changed ? 1 - rests * (1 - stray) : rests
  const ifPaused = changed ? stray : 1
  const after = (rhythm.active * ifActive) / (rhythm.active * ifActive + (1 - rhythm.active) * ifPaused)
  return laterActive(after, elapsed / WEEK)
}

/** Moves the chance to be active toward its long-run value, since pauses begin and end between visits. */
function laterActive(active: number, weeks: number): number {
  const settled = RESUMES / (RESUMES + PAUSES)
  return settled + (active - settled) * (1 - RESUMES - PAUSES) ** weeks
}

/** The overlap of both arcs. A change outside the known arc begins a new one; an overlap in two pieces says nothing. */
function intersection(known: UsualTime, seen: UsualTime): UsualTime | undefined {
  const place = modulo(seen.from - known.from, WEEK)
  const end = place + seen.lengthDays
  const wraps = end - WEEK
  if (place < known.lengthDays - SAME) {
    if (wraps > SAME) return undefined
    return { from: seen.from, lengthDays: Math.max(SAME, Math.min(end, known.lengthDays) - place) }
  }
  if (wraps > SAME) return { from: known.from, lengthDays: Math.min(known.lengthDays, wraps) }
  return seen
}

/** What a visit must be worth, and under which objective. */
export interface RhythmTerms {
  readonly objective: Objective
  readonly target: number
}

/**
 * When a page with a rhythm is worth its next fetch: after the first usual time by which a change is likely enough to pay for the fetch,
 * since a change that is missed stays missed for a week. Infinity if there is none.
 */
export function rhythmicDue(rhythm: Rhythm, visitedAt: number, { objective, target }: RhythmTerms): number {
  const worth = objective === 'age' ? (WEEK * WEEK) / 2 : WEEK
  let rests = 1
  for (let week = 0; week < MAX_WEEKS; week++) {
    const active = laterActive(rhythm.active, week)
    rests *= 1 - KEEPS * active
    if ((1 - rests) * worth >= target) return telling(rhythm, visitedAt) + week * WEEK
  }
  return Infinity
}

/** The next informative moment: the middle of the arc while it is wide, else its end. */
function telling({ from, lengthDays }: UsualTime, visitedAt: number): number {
  const place = modulo(visitedAt - from, WEEK)
  if (place < lengthDays - SAME) return visitedAt + lengthDays - place
  return visitedAt + WEEK - place + (lengthDays > NARROW ? lengthDays / 2 : lengthDays)
}

/** Whether the plain visit after this one is made, to check that nothing changes in between. The answer is the same for the same visit. */
export function isChecked({ score, lengthDays }: Rhythm, visitedAt: number): boolean {
  const share = Math.max(MIN_CHECKS, Math.min(1, 1 - (score - BELIEVED) / (MAX_SCORE - BELIEVED)))
  const lot = modulo(visitedAt * 1_000 * 0.618034, 1)
  return lengthDays > NARROW || lot < share
}
