/** Compares policies on one world: same changes, same number of fetches, measured over the same half. */
import { Failure } from '../env/index.ts'
import { type Objective, type Policy, policyNamed } from '../refresh/index.ts'
import { batchShare } from './batches.ts'
import { replay } from './replay.ts'
import type { Tallied } from './tally.ts'
import type { LabWorld } from './world.ts'

export interface CompareOptions {
  /** Days in which each page gets one fetch on average. */
  readonly every: number
  readonly objective: Objective
  readonly seed: number
}

export interface Compared {
  readonly name: string
  readonly freshness: number
  readonly age: number
  readonly harmonic: number
  /** Staleness relative to visiting all pages equally often; below 1 is better. */
  readonly staleRatio: number
  /** Percentage of the result of the timetable that knows the rates, by the objective. */
  readonly oraclePercent: number
  readonly wasted: number
  readonly delayMean: number
  readonly delayP95: number
  readonly starved: number
  readonly calibration: number | null
}

export interface PolicyComparison {
  readonly pages: number
  readonly spanDays: number
  readonly fetchesPerPage: number
  /** Share of changes that come in batches of a group's pages. */
  readonly batched: number
  readonly policies: readonly Compared[]
}

/** With fewer rounds than this, no policy can learn anything. */
const MIN_ROUNDS = 2

export function compare(
  world: LabWorld,
  policies: readonly Policy[],
  options: CompareOptions,
): PolicyComparison {
  const { every, objective, seed } = options
  if (world.spanDays < MIN_ROUNDS * every)
    throw new Failure(
      'usage',
      `${world.name} spans ${round(world.spanDays)} days: too short for one fetch a page in ${round(every)} days; choose a budget of ${round(world.spanDays / 10)}d or less.`,
    )
  const run = (policy: Policy) => replay(world, policy, { every, seed })
  const uniform = run(policyNamed('uniform'))
  const oracle = replay(world, policyNamed('optimal', { objective }), {
    every,
    seed,
    knowsRates: true,
    explore: 0,
  })
  return {
    pages: world.pages,
    spanDays: world.spanDays,
    fetchesPerPage: round(world.spanDays / every),
    batched: round(batchShare(world)),
    policies: policies.map(policy =>
      compared(policy.name, policy.name === 'uniform' ? uniform : run(policy), uniform, oracle, objective),
    ),
  }
}

function compared(
  name: string,
  own: Tallied,
  uniform: Tallied,
  oracle: Tallied,
  objective: Objective,
): Compared {
  const against =
    objective === 'freshness' ? own.freshness / oracle.freshness : oracle[objective] / own[objective]
  return {
    name,
    freshness: round(own.freshness),
    age: round(own.age),
    harmonic: round(own.harmonic),
    staleRatio: round((1 - own.freshness) / Math.max(1e-12, 1 - uniform.freshness)),
    oraclePercent: round(100 * (Number.isFinite(against) ? against : 1)),
    wasted: round(own.wasted),
    delayMean: round(own.delayMean),
    delayP95: round(own.delayP95),
    starved: round(own.starved),
    calibration: own.calibration === null ? null : round(own.calibration),
  }
}

const round = (value: number) => Number(value.toFixed(5))
