/** Policies by name. */
import { Failure } from '../env/index.ts'
import { agingAveragePolicy, equalAveragePolicy, halvingAveragePolicy } from './averages.ts'
import { classesModel } from './classes.ts'
import { gammaModel } from './gamma.ts'
import { random, uniform } from './intervals.ts'
import { rated } from './rated.ts'
import { adaptive, type StepOptions, stepPolicy } from './step.ts'
import { optimalPolicy, proportional } from './timetable.ts'
import type { Objective, Policy } from './types.ts'
import { type PolicyPart, pricedPolicy, valuePolicy } from './value.ts'

// biome-ignore format: a list
export const POLICY_NAMES = [
  'value', 'gamma', 'classes', 'optimal', 'proportional', 'uniform', 'random', 'step', 'adaptive',
  'average-equal', 'average-half', 'average-age',
] as const
export type PolicyName = (typeof POLICY_NAMES)[number]

export interface PolicyOptions {
  readonly objective?: Objective
  /** Rates of the `classes` policy, in changes a day; the forty usual ones if empty. */
  readonly classes?: readonly number[]
  /** Parameters of `step`, by default those of 2004. The averages use its first interval and its bounds. */
  readonly step?: StepOptions
  /** Parts of `value` to leave out, to measure what each contributes. */
  readonly without?: readonly PolicyPart[]
}

export const isPolicyName = (name: string): name is PolicyName =>
  (POLICY_NAMES as readonly string[]).includes(name)

export function policyNamed(name: string, options: PolicyOptions = {}): Policy {
  const objective = options.objective ?? 'freshness'
  if (!isPolicyName(name))
    throw new Failure('usage', `There is no policy “${name}”; choose one of ${POLICY_NAMES.join(', ')}.`)
  switch (name) {
    case 'value':
      return valuePolicy(objective, options.without)
    case 'gamma':
      return pricedPolicy(gammaModel, objective)
    case 'classes':
      return pricedPolicy(classesModel(options.classes?.length ? options.classes : undefined), objective)
    case 'optimal':
      return optimalPolicy(objective)
    case 'proportional':
      return proportional
    case 'uniform':
      return rated(uniform)
    case 'random':
      return rated(random)
    case 'step':
      return rated(stepPolicy(options.step))
    case 'adaptive':
      return rated(adaptive)
    case 'average-equal':
      return rated(equalAveragePolicy(options.step))
    case 'average-half':
      return rated(halvingAveragePolicy(options.step))
    case 'average-age':
      return rated(agingAveragePolicy(options.step))
  }
}
