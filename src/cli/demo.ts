/**
 * `tidewatch demo`: the product in one command. A collection crawls a small changing web on loopback and keeps it fresh on an
 * accelerated clock. Freshness is measured against the world, which knows when each page last changed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Shelf, serve } from '../api/index.ts'
import { acceleratedClock, type Env, realEnv } from '../env/index.ts'
import { Collection } from '../library/index.ts'
import { DemoRun, demoConfig } from './demo-run.ts'
import { DemoScreen } from './demo-screen.ts'
import { freshnessIn, type TruthfulWorld } from './demo-truth.ts'
import { onInterrupt, untilInterrupted } from './interrupt.ts'
import { EXIT, type Output } from './output.ts'

export interface DemoOptions {
  readonly collection?: string
  readonly speed: number
  readonly seconds?: number
  readonly port: number
  readonly terminal?: boolean
  readonly json?: boolean
}

/** What the demo needs from the world, which lives with the tests and is loaded at run time. */
interface DemoWorld extends TruthfulWorld {
  readonly network: Env['network']
  stop(): Promise<void>
}

interface WorldModule {
  demoWorld(seed: number, options: { clock: Env['clock'] }): Promise<DemoWorld>
  demoSeeds(): string[]
}

const SEED = 7

/** What a running demo consists of. */
interface Stage {
  readonly world: DemoWorld
  readonly seeds: readonly string[]
  readonly folder: string
  readonly env: Env
}

export async function demoCommand(options: DemoOptions, output: Output): Promise<number> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const { demoWorld, demoSeeds } = (await import(
    new URL(`../../test/world/index.${extension}`, import.meta.url).href
  )) as WorldModule
  const clock = acceleratedClock(Math.max(1, options.speed))
  const world = await demoWorld(SEED, { clock })
  const folder = options.collection ?? (await mkdtemp(join(tmpdir(), 'tidewatch-demo-')))
  const interrupt = onInterrupt(output)
  const stopAt =
    options.seconds === undefined ? null : realEnv.clock.timer(options.seconds * 1000, () => interrupt.stop())
  const stage = { world, seeds: demoSeeds(), folder, env: { ...realEnv, clock, network: world.network } }
  const show = options.terminal || options.json ? showInTerminal : showInBrowser
  try {
    await show(stage, options, interrupt.signal, output)
    return options.seconds === undefined ? EXIT.interrupted : EXIT.done
  } finally {
    stopAt?.()
    interrupt.release()
    await world.stop()
    if (options.collection === undefined) await rm(folder, { recursive: true, force: true })
    else output.note(`the collection is kept in ${folder}: try tidewatch pages -c ${folder}`)
  }
}

async function showInTerminal(
  { world, seeds, folder, env }: Stage,
  options: DemoOptions,
  signal: AbortSignal,
  output: Output,
): Promise<void> {
  const collection = await Collection.open(folder, { mode: 'write' })
  const screen = new DemoScreen(collection, world, env.clock, options, output)
  try {
    screen.start()
    await collection.watch(demoConfig(seeds), {
      env,
      signal,
      onVisit: visit => screen.add(visit),
      onPlan: plan => screen.planned(plan),
    })
  } finally {
    await screen.stop()
    await collection.close()
  }
}

async function showInBrowser(
  { world, seeds, folder, env }: Stage,
  options: DemoOptions,
  signal: AbortSignal,
  output: Output,
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'tidewatch-demo-server-'))
  const run = new DemoRun(folder, env)
  const shelf = new Shelf({ home, env: realEnv })
  await run.start({ kind: 'watch', config: demoConfig(seeds) })
  const truth = async (collection: Collection) => {
    const { pages, fresh } = await freshnessIn(collection, world)
    return pages === 0 ? null : fresh / pages
  }
  shelf.add(folder, { id: 'demo', env, run, truth, speed: options.speed }).live.begin()
  const serving = await serve(shelf, { address: '127.0.0.1', port: options.port })
  output.result(`${serving.url}#token=${serving.token}`)
  output.note(
    'open that address in a browser: a web of 16 sites lives through a day in 24 seconds, and a collection follows it. Ctrl-C stops it.',
  )
  try {
    await untilInterrupted(signal)
  } finally {
    await serving.close()
    await rm(home, { recursive: true, force: true })
  }
}
