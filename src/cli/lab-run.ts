/** `tidewatch lab run | report | theory | scale`. */
import { access, constants, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Failure } from '../env/index.ts'
import {
  compare,
  formulaGates,
  type Gate,
  type LabWorld,
  labReport,
  type PolicyComparison,
  policiesFrom,
  theoryGates,
  worldFrom,
} from '../library/lab-sources.ts'
import { type LabWords, settingsOf } from './lab-settings.ts'
import { EXIT, type Output } from './output.ts'

export type LabOptions = LabWords

export async function labCommand(what: string, options: LabOptions, output: Output): Promise<number> {
  switch (what) {
    case 'run':
      return run(options, output)
    case 'report':
      return report(options, output)
    case 'theory':
      return theory(options, output)
    case 'scale':
      return (await import('./lab-scale.ts')).scaleCommand(options, output)
    default:
      throw new Failure(
        'usage',
        `tidewatch lab does not know “${what}”: it can run, report, theory or scale.`,
      )
  }
}

async function run(options: LabOptions, output: Output): Promise<number> {
  const settings = settingsOf(options, ['30d'])
  if (settings.budgets.length > 1)
    throw new Failure('usage', '--budget: lab run takes one budget, such as 30d; lab report takes several.')
  const every = settings.budgets[0]!
  const policies = await policiesFrom(settings.policies, settings)
  const world = await worldFrom(settings.source, { ...settings, every })
  const comparison = compare(world, policies, { ...settings, every })
  if (options.json) output.result(JSON.stringify(comparison))
  else printComparison(world, every, comparison, output)
  return EXIT.done
}

async function report(options: LabOptions, output: Output): Promise<number> {
  const file = options.out ?? 'lab.html'
  await place(file, access(dirname(resolve(file)), constants.W_OK))
  const settings = settingsOf(options, ['3d', '7d', '30d'])
  const policies = await policiesFrom(settings.policies, settings)
  const runs = []
  let source = ''
  for (const every of settings.budgets) {
    const world = await worldFrom(settings.source, { ...settings, every })
    source = world.name
    output.note(`${world.name}, one fetch in ${every} days …`)
    runs.push({ every, comparison: compare(world, policies, { ...settings, every }) })
  }
  const html = labReport({ ...settings, source, runs, gates: formulaGates() })
  await place(file, writeFile(file, html))
  output.result(options.json ? JSON.stringify({ report: file, runs }) : `written to ${file}`)
  return EXIT.done
}

/** Reports a target that cannot be written; checked before the work, which takes minutes, and again when writing. */
async function place(file: string, use: Promise<void>): Promise<void> {
  try {
    await use
  } catch (cause) {
    throw new Failure(
      'usage',
      `--out ${file}: the report cannot be written there (${(cause as Error).message}).`,
      { cause },
    )
  }
}

async function theory(options: LabOptions, output: Output): Promise<number> {
  const gates = theoryGates(settingsOf(options, ['30d']).seed)
  const passed = gates.every(gate => gate.passed)
  if (options.json) output.result(JSON.stringify({ passed, gates }))
  else for (const gate of gates) output.result(gateLine(gate))
  return passed ? EXIT.done : EXIT.failed
}

const gateLine = ({ name, expected, value, passed }: Gate) =>
  `${passed ? 'passed' : 'FAILED'}  ${name.padEnd(62)}  expected ${expected.toFixed(3).padStart(8)}  found ${value.toFixed(3).padStart(8)}`

function printComparison(world: LabWorld, every: number, comparison: PolicyComparison, output: Output): void {
  output.result(
    `${world.name}: ${comparison.pages} pages, ${Math.round(comparison.spanDays)} days, one fetch a page in ${every} days; measured over the last half; ${Math.round(100 * comparison.batched)} % of the changes come in batches`,
  )
  output.result(
    'policy         freshness  stale ratio  % oracle   age d  harmonic  wasted  delay d  p95 d  starved',
  )
  for (const one of comparison.policies)
    output.result(
      [
        one.name.padEnd(13),
        one.freshness.toFixed(4).padStart(10),
        one.staleRatio.toFixed(3).padStart(12),
        one.oraclePercent.toFixed(1).padStart(9),
        one.age.toFixed(2).padStart(7),
        one.harmonic.toFixed(3).padStart(9),
        one.wasted.toFixed(3).padStart(7),
        one.delayMean.toFixed(2).padStart(8),
        one.delayP95.toFixed(1).padStart(6),
        one.starved.toFixed(3).padStart(8),
      ].join(' '),
    )
}
