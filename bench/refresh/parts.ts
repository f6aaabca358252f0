/**
 * What each part of a policy is worth: the stale ratio against uniform when it is left out, on traces and simulated worlds, and what the
 * clocks' settings do, each history being judged by the setting that was best on all others.
 */
import { type LabWorld, replay, worldNamed } from '../../src/lab/index.ts'
import { type ClockSettings, POLICY_PARTS, type PolicyPart, policyNamed } from '../../src/refresh/index.ts'

interface Variant {
  readonly label: string
  readonly policy: string
  readonly without?: readonly PolicyPart[]
}

const VARIANTS: readonly Variant[] = [
  { label: 'value', policy: 'value' },
  ...POLICY_PARTS.filter(part => part !== 'clocks').map(part => ({
    label: `value without ${part}`,
    policy: 'value',
    without: ['clocks', part] as const,
  })),
  { label: 'value with clocks', policy: 'value', without: [] },
  { label: 'gamma', policy: 'gamma' },
  { label: 'clocks without clocks', policy: 'clocks', without: ['clocks'] },
  { label: 'clocks', policy: 'clocks' },
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
  clocks?: ClockSettings,
): number {
  const made = () => policyNamed(policy, without ? { without } : {})
  return mean(
    seeds.map(seed => 1 - replay(world, made(), { every, seed, ...(clocks ? { clocks } : {}) }).freshness),
  )
}

const SETTINGS: readonly ClockSettings[] = [
  { pull: 0.15, pullShare: 0.15 },
  { pull: 0.3, pullShare: 0.15 },
  { pull: 0.15, pullShare: 0.3 },
  { pull: 0.3, pullShare: 0.3 },
  { pull: 0.6, pullShare: 0.3 },
  { pull: 0.3, pullShare: 0.6 },
  { pull: 0.6, pullShare: 0.6 },
]

/** Leave one trace out: the setting best on the others, and what it gives on the one left out. */
export function printSettings(traces: readonly LabWorld[], every: number, seeds: readonly number[]): void {
  const uniform = traces.map(world => staleness(world, { label: '', policy: 'uniform' }, every, seeds))
  const table = SETTINGS.map(settings =>
    traces.map(
      (world, i) => staleness(world, { label: '', policy: 'clocks' }, every, seeds, settings) / uniform[i]!,
    ),
  )
  SETTINGS.forEach(({ pull, pullShare }, s) => {
    console.log(rowOf(`pull ${pull}, share ${pullShare}`, table[s]!, traces.length))
  })
  const unseen = traces.map((_, left) => table[bestWithout(table, left)]![left]!)
  console.log(rowOf('each left out of the choice', unseen, traces.length))
}

function bestWithout(table: readonly (readonly number[])[], left: number): number {
  const others = table.map(row => mean(row.filter((_, i) => i !== left)))
  return others.indexOf(Math.min(...others))
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)
