/**
 * The lab: tests a refresh policy before it is trusted with a budget. A **world** says when pages change (simulated populations P0 … P9,
 * traces of real pages, a collection's own history); a **replay** runs a policy over it exactly as the engine would; a **tally**
 * integrates what readers of the collection would have seen.
 *
 * Invariants: every policy spends the same number of fetches; the last half of the span is measured, when beliefs have formed; results
 * depend only on world, policy and seed. A visit costs about ten microseconds; a page about a hundred bytes, plus its change times. The
 * oracle knows every page's true rate and follows the best timetable for it.
 */
export { OBJECTIVES, type Objective, POLICY_NAMES, type Policy, policyNamed } from '../refresh/index.ts'
export { batchShare } from './batches.ts'
export { type Compared, type CompareOptions, compare, type PolicyComparison } from './compare-policies.ts'
export { formulaGates, type Gate, theoryGates } from './gates.ts'
export { labReport } from './lab-report.ts'
export { worldOfHistory } from './own-history.ts'
export { type ReplayOptions, replay } from './replay.ts'
export {
  SCALE_UNITS,
  type ScaleAnswer,
  type ScaleCosts,
  type ScaleNeed,
  type ScaleQuestion,
  scaleOf,
} from './scale.ts'
export type { Tallied } from './tally.ts'
export { readTrace } from './trace.ts'
export type { LabWorld } from './world.ts'
export { WORLD_NAMES, worldNamed } from './worlds.ts'
