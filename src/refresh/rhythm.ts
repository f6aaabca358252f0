/**
 * Pages that change once a week at about the same hour: a column on Mondays at nine, a report on Friday afternoons. A rate says nothing of the
 * hour, and visits every three and a half days would see the same two hours of the week for ever, so such a page has a hypothesis of its own:
 * it changes once in a week in which it is active, somewhere inside an **arc** of the week.
 *
 * A visit that finds a change after less than a week says that the arc lies between the two visits: arcs are intersected, and a change outside the arc
 * begins a new one. The hypothesis is scored against the plain belief by the chance each gave to what was seen, before the arc learns from it, so a page
 * without a rhythm never comes to be judged by one. Once it is believed, visits are placed to tell: in the middle of the arc, and at
 * its end if nothing was found, until the arc is narrow; then at its end alone. Some of the plain visits between remain, to notice when the rhythm is lost.
 *
 * A page may pause: an uneventful week makes it less likely to be active and leaves the arc alone, and one change at the usual time ends the pause.
 *
 * State, in order: start of the arc in days of the week from Thursday 0:00 UTC (as the epoch was), its length (0: none yet), score, chance to be active.
 */
import type { Objective, Observation, State } from './types.ts'

export const RHYTHM_WIDTH = 4
const START = 0
const LENGTH = 1
const SCORE = 2
const ACTIVE = 3

const WEEK = 7
/** Days. Narrower arcs are visited at their end; change times of people and cron jobs spread so far at least. */
const NARROW = 3 / 24
/** A moment that is known (a Last-Modified) leaves so much room for other weeks, in days. */
const ROOM = 1 / 24
/** Arcs are kept in floats: what lies closer is the same moment. */
const SAME = 1e-4
/** Log odds from which visits follow the rhythm, and their bounds. At 4 one of four histories was 1 % staler, with one seed. */
const BELIEVED = 5
const MAX_SCORE = 12
const MIN_SCORE = -4
/** Chance that an active page changes in a week; chances a week to pause and to come back. */
const KEEPS = 0.95
const PAUSES = 0.02
const RESUMES = 0.1
/** Changes a day besides the usual one. */
const STRAY = 0.02
/**
 * Changes a day of the other rival: a page that is as active and has no hour. The plain belief is slow to follow a page that has become faster, and
 * a rhythm must not win by that.
 */
const RIVAL = 1.5 / WEEK
/** Of the plain visits between, at least this share is made. */
const MIN_CHECKS = 0.15
/** Weeks looked ahead: longer than any pause that a page is waited for. */
const MAX_WEEKS = 26

const modulo = (value: number, by: number) => ((value % by) + by) % by

/** The usual time of change: days of the week from Thursday 0:00 UTC, and how exactly it is known. */
export interface UsualTime {
  readonly from: number
  readonly lengthDays: number
}

export interface Rhythm extends UsualTime {
  readonly score: number
  readonly active: number
}

/** The rhythm in a state at `at`; undefined before a change said anything. */
function rhythmOf(state: State, at: number): Rhythm | undefined {
  const lengthDays = state[at + LENGTH]!
  if (!(lengthDays > 0)) return undefined
  return { from: state[at + START]!, lengthDays, score: state[at + SCORE]!, active: state[at + ACTIVE]! }
}

/** The same, where visits follow it. */
export function believedRhythm(state: State, at: number): Rhythm | undefined {
  const rhythm = rhythmOf(state, at)
  return rhythm && rhythm.score >= BELIEVED ? rhythm : undefined
}

/** Chance of no change between two moments, the usual one and stray ones. */
export function chanceToRest(rhythm: Rhythm, from: number, to: number): number {
  const rests = rhythm.active * restsIfActive(rhythm, from, to) + 1 - rhythm.active
  return rests * Math.exp(-STRAY * (to - from))
}

function restsIfActive(rhythm: UsualTime, from: number, to: number): number {
  const weeks = Math.floor((to - from) / WEEK)
  return (1 - KEEPS) ** weeks * (1 - KEEPS * coverage(rhythm, from, to - weeks * WEEK))
}

/** Share of the arc that less than a week covers. A visit inside the arc that found nothing leaves only the rest of it. */
function coverage({ from: start, lengthDays }: UsualTime, from: number, to: number): number {
  const place = modulo(from - start, WEEK)
  const end = place + to - from
  if (place < lengthDays - SAME)
    return Math.min(1, (Math.min(end, lengthDays) - place) / (lengthDays - place))
  return Math.max(0, Math.min(1, (end - WEEK) / lengthDays))
}

/** Learns in place from a visit; `plainChance` is what the plain belief gave to finding no change, asked for where it is needed. */
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

/** Between which moments the change came. */
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

/** Pauses begin and end while nobody looks. */
function laterActive(active: number, weeks: number): number {
  const settled = RESUMES / (RESUMES + PAUSES)
  return settled + (active - settled) * (1 - RESUMES - PAUSES) ** weeks
}

/** Where both lie. A change outside the arc begins a new one; two pieces say nothing. */
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

/** What a visit must be worth, and by what measure. */
export interface RhythmTerms {
  readonly objective: Objective
  readonly target: number
}

/**
 * When a page with a rhythm is worth its next fetch: at the first usual time by which a change is likely enough to pay for the fetch, since one
 * that is missed stays missed for a week. Infinity if none is.
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

/** The next moment that tells: the middle of the arc while it is wide, else its end. */
function telling({ from, lengthDays }: UsualTime, visitedAt: number): number {
  const place = modulo(visitedAt - from, WEEK)
  if (place < lengthDays - SAME) return visitedAt + lengthDays - place
  return visitedAt + WEEK - place + (lengthDays > NARROW ? lengthDays / 2 : lengthDays)
}

/** Is the plain visit after this one made, to see that nothing changes between? The same answer however often it is asked. */
export function isChecked({ score, lengthDays }: Rhythm, visitedAt: number): boolean {
  const share = Math.max(MIN_CHECKS, Math.min(1, 1 - (score - BELIEVED) / (MAX_SCORE - BELIEVED)))
  const lot = modulo(visitedAt * 1_000 * 0.618034, 1)
  return lengthDays > NARROW || lot < share
}
