/**
 * Refresh: learn how often each page changes, and spend the budget where a fetch buys most.
 *
 * How a visit goes through this room:
 *
 *   begin ─ learn ─ next ─┐        every visit: a policy turns what was seen into a belief and a time
 *     └───────────────────┘
 *   Population ─ Market            now and then: one streaming pass over all pages finds the price
 *
 * A **belief** says how likely each class of change rate is. The **value** of a fetch is what it buys in freshness (or age, or harmonic
 * penalty), averaged over the belief: V(τ) = ∫ s·D′(s) ds. A page is due when its value reaches the **price** μ, which
 * is where all pages together spend exactly the budget. Around this: `priors` are learned from the pages around a page, `habits` turn
 * wall time into operational time, a `group-clock` does the same for pages that change together, a `rhythm` tells the hour of a page that
 * changes weekly, `signals` are believed as far as they proved true, `probe` visits early where a visit teaches most, `goals` say what is impossible and what it would take.
 *
 * Invariants: nothing here touches disk, network or clock; times are days; a state is a row of numbers of fixed width (value: 29
 * floats, 116 bytes); an unchanged visit is evidence, a failed one is none; memory never grows with the number of pages. A
 * decision costs some ten microseconds, asking a page for its demand fifty (`npm run bench:plan`).
 *
 * Ideas: Cho and Garcia-Molina (2003) for freshness and its surprise that ever-changing pages deserve no visit; Azar et al. (2018) for the
 * crawl value as an index; Kolobov et al. (2019) for the harmonic penalty and signals; Robbins for empirical Bayes.
 */

export { Calibration, type CalibrationMemory } from './calibration.ts'
export { learnChangesOnly, learnClasses } from './classes.ts'
export { agingAverage, equalAverage, halvingAverages, likelyRate, ratioEstimate } from './estimators.ts'
export { type Goal, GoalCheck, goalInterval, type Verdict } from './goals.ts'
export type { GroupClock } from './group-clock.ts'
export { Habits } from './habits.ts'
export { CollectionClock, type CollectionClockMemory, directoriesOf, HostClocks } from './host-clocks.ts'
export { bitOf, HostSignals, type SignalSource, type SourceRecord } from './host-signals.ts'
export { cappedPrices, MarketMaker } from './market.ts'
export { isPolicyName, POLICY_NAMES, policyNamed } from './named.ts'
export { momentAfter } from './operational.ts'
export { type Outlook, Population } from './population.ts'
export { RateHistogram } from './price.ts'
export { directoryOf, type GroupMemory, HostPriors, PriorGroup, type PriorPlace } from './priors.ts'
export { Signals, type SignalsMemory } from './signals.ts'
export type { StepOptions } from './step.ts'
export * from './theory.ts'
export * from './types.ts'
export { POLICY_PARTS, type PolicyPart } from './value.ts'
export { isClearlyBetter, refreshingBuys, type Worth, worthOf } from './worth.ts'
export { shareOfNew } from './worth-of-new.ts'
