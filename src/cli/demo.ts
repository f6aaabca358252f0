import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigInput } from '../config/index.ts'
import { acceleratedClock, type Env, realEnv } from '../env/index.ts'
import { Collection } from '../library/index.ts'
import { DemoScreen } from './demo-screen.ts'
import { onInterrupt } from './interrupt.ts'
import { EXIT, type Output } from './output.ts'

export interface DemoOptions {
  readonly collection?: string
  readonly speed: number
  readonly seconds?: number
  readonly json?: boolean
}

/** What the demonstration needs of the world; the world itself lives with the tests, and comes in at run time. */
interface DemoWorld {
  readonly network: Env['network']
  readonly truth: { of(url: string): { readonly modifiedAt: number; readonly exists: boolean } | undefined }
  stop(): Promise<void>
}

interface WorldModule {
  demoWorld(seed: number, options: { clock: Env['clock'] }): Promise<DemoWorld>
  demoSeeds(): string[]
}

const SEED = 7
const REFRESH = '12h'

/**
 * The product in one command: a small changing web on loopback, a collection that crawls it and keeps visiting it again on
 * an accelerated clock. Freshness is measured by the world, which knows when each page last changed.
 */
export async function demoCommand(options: DemoOptions, output: Output): Promise<number> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const { demoWorld, demoSeeds } = (await import(
    new URL(`../../test/world/index.${extension}`, import.meta.url).href
  )) as WorldModule
  const clock = acceleratedClock(Math.max(1, options.speed))
  const world = await demoWorld(SEED, { clock })
  const folder = options.collection ?? (await mkdtemp(join(tmpdir(), 'tidewatch-demo-')))
  const collection = await Collection.open(folder, { mode: 'write' })
  const interrupt = onInterrupt(output)
  const env: Env = { ...realEnv, clock, network: world.network }
  const screen = new DemoScreen(collection, world, clock, options, output)
  const stopAt =
    options.seconds === undefined ? null : realEnv.clock.timer(options.seconds * 1000, () => interrupt.stop())
  try {
    screen.start()
    await keepWatching(collection, env, demoSeeds(), interrupt.signal, screen)
    return options.seconds === undefined ? EXIT.interrupted : EXIT.done
  } finally {
    stopAt?.()
    await screen.stop()
    interrupt.release()
    await collection.close()
    await world.stop()
    if (options.collection === undefined) await rm(folder, { recursive: true, force: true })
    else output.note(`the collection is kept in ${folder}: try tidewatch pages -c ${folder}`)
  }
}

/** Crawls once, then spends one fetch a page in `REFRESH` where it is worth most. */
async function keepWatching(
  collection: Collection,
  env: Env,
  seeds: readonly string[],
  signal: AbortSignal,
  screen: DemoScreen,
): Promise<void> {
  const config: ConfigInput = {
    name: 'demo',
    seeds: [...seeds],
    // On a fast clock, seconds are moments: an answer takes minutes, and a delay of twice that would be most of a day.
    request: { allowPrivate: true, delay: 0, perServer: 2, timeout: '12h', connectTimeout: '12h' },
    refresh: { interval: REFRESH },
  }
  await collection.watch(config, {
    env,
    signal,
    onVisit: visit => screen.add(visit),
    onPlan: plan => screen.planned(plan),
  })
}
