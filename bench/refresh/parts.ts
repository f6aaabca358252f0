/**
 * What each part of a policy is worth: the stale ratio against uniform when it is left out, on traces and simulated worlds.
 */
import { type LabWorld, replay, worldNamed } from '../../src/lab/index.ts'
import { POLICY_PARTS, type PolicyPart, policyNamed } from '../../src/refresh/index.ts'

interface Variant {
  readonly label: string
  readonly policy: string
  readonly without?: readonly PolicyPart[]
}

const VARIANTS: readonly Variant[] = [
  { label: 'value', policy: 'value' },
  ...POLICY_PARTS.map(part => ({ label: `value without ${part}`, policy: 'value', without: [part] })),
  { label: 'gamma', policy: 'gamma' },
]

const SIMULATED = ['P1', 'P4', 'P5', 'P6'] as const
const PER_ROUND = 40

export function printParts(traces: readonly LabWorld[], every: number, seeds: readonly number[]): void {
  const simulated = SIMULATED.map(name =>
    worldNamed(name, { pages: 600, spanDays: PER_ROUND * every, seed: 7 }),
  )
  const worlds = [...traces, ...simulated]
  const uniform = worlds.map(world => staleness(world, { label: '', policy: 'uniform' }, every, seeds))
  console.log(`one fetch in ${every} d, stale ratio: ${worlds.map(world => world.name).join(' ')}`)
  for (const variant of VARIANTS) {
    const ratios = worlds.map((world, i) => staleness(world, variant, every, seeds) / uniform[i]!)
    console.log(rowOf(variant.label, ratios, traces.length))
  }
}

function rowOf(label: string, ratios: readonly number[], traces: number): string {
  const cells = ratios.map(ratio => ratio.toFixed(3))
  return `| ${label} | ${cells.join(' | ')} | ${mean(ratios.slice(0, traces)).toFixed(3)} |`
}

function staleness(
  world: LabWorld,
  { policy, without }: Variant,
  every: number,
  seeds: readonly number[],
): number {
  const made = () => policyNamed(policy, without ? { without } : {})
  return mean(seeds.map(seed => 1 - replay(world, made(), { every, seed }).freshness))
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)
