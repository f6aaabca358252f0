/** A frontier on a virtual clock, over a real store whose answers may be delayed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VirtualClock } from '../env/index.ts'
import { DEFAULT_DNS, Dns, type Exchange } from '../fetch/index.ts'
import { ALL, batch, candidate, fetched, NOW } from '../store/conformance/fixture.ts'
import { openSqliteStore } from '../store/sqlite/open-store.ts'
import type { Store } from '../store/store.ts'
import { Frontier } from './frontier.ts'
import type { FrontierSettings, Slot } from './frontier-parts.ts'

export const DELAY_MS = 1_000
export const LEASE_MS = 60_000
export const SETTINGS: FrontierSettings = {
  politeness: { delayMs: DELAY_MS, concurrency: 1 },
  servers: 10,
  leaseMs: LEASE_MS,
  by: 'server',
  readAhead: () => 3,
  choices: () => 1,
  patienceMs: 5_000,
}

const SERVERS = 2

/** Hosts alternate between two servers. */
export const addressOfHost = (host: number) => `10.0.0.${host % SERVERS}:80`
export const urlAt = (host: number, page: number) => `http://h${host}.test/${page}`

export class Scene {
  readonly clock = new VirtualClock(NOW)
  readonly store: Store
  readonly lost: string[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'tidewatch-frontier-'))

  constructor() {
    this.store = openSqliteStore({ folder: this.#folder, mode: 'write' })
  }

  async frontier(worker: string, store = this.store): Promise<Frontier> {
    await this.store.join(worker, this.clock.now())
    const network = {
      resolve: async (name: string) => [
        { address: `10.0.0.${Number(/\d+/.exec(name)![0]) % SERVERS}`, family: 4 as const },
      ],
      dial: () => Promise.reject(new Error('nothing is dialled here')),
    }
    const dns = new Dns(network, this.clock, DEFAULT_DNS, () => {})
    const events = {
      onTurnEvent: () => {},
      onReleased: () => {},
      onLost: (server: string) => this.lost.push(server),
    }
    return new Frontier(
      { store, queue: store, dns, clock: this.clock, worker, work: () => ALL, events },
      SETTINGS,
    )
  }

  /** The store as a worker on another machine sees it: leases end, and every answer takes as long as `latencyMs` says. */
  remote(latencyMs: () => number, methods: Partial<Store> = {}): Store {
    return new Proxy(this.store, {
      get: (store, name) => {
        if (name === 'kind') return 'postgres'
        const method = methods[name as keyof Store] ?? store[name as keyof Store]
        if (typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          await this.#pass(latencyMs())
          const result = await (method as (...args: unknown[]) => unknown).apply(store, args)
          await this.#pass(latencyMs())
          return result
        }
      },
    })
  }

  async #pass(ms: number): Promise<void> {
    if (ms > 0) await this.clock.sleep(ms)
  }

  async add(...urls: string[]): Promise<void> {
    await this.store.add(urls.map(url => candidate(url)))
  }

  /** Commits the visit of a slot as if it had brought a page. */
  async commit(slot: Slot, worker: string): Promise<ReadonlySet<number>> {
    return (await this.store.commit(batch({ worker, visits: [fetched(slot.page)] }))).refused
  }

  /** Lets everything run that need not wait, then advances the clock. */
  async pass(ms: number): Promise<void> {
    for (let i = 0; i < 4; i++) await new Promise<void>(resolve => setImmediate(resolve))
    await this.clock.advance(ms)
  }

  /** Advances the clock until the promise settles. */
  async until<T>(work: Promise<T>): Promise<T> {
    let done = false
    const mark = () => void (done = true)
    work.then(mark, mark)
    for (let steps = 0; !done && steps < MAX_STEPS; steps++) await this.pass(STEP_MS)
    if (!done) throw new Error('an hour has passed, and it is still not done')
    return work
  }

  async close(): Promise<void> {
    await this.store.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const STEP_MS = 50
const MAX_STEPS = 3_600_000 / STEP_MS

/** An answer whose first byte came when it ended. */
export function answer(startedAt: number, endedAt: number): Exchange {
  return {
    kind: 'answer',
    status: 200,
    statusText: 'OK',
    headers: [],
    body: new Uint8Array(0),
    truncated: null,
    address: '10.0.0.1',
    startedAt,
    firstByteAt: endedAt,
    endedAt,
  }
}
