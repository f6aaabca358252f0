import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { realEnv } from '../env/index.ts'
import { Collection } from '../library/index.ts'
import { type Run, type RunOrder, type RunStatus, ShelvedCollection } from './shelved.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A run that only holds the collection open, as a crawl does. */
class HoldingRun implements Run {
  readonly orders: RunOrder[] = []
  #status: RunStatus | null = null
  #collection: Collection | null = null
  readonly #where: string

  constructor(where: string) {
    this.#where = where
  }

  get status(): RunStatus | null {
    return this.#status
  }

  get order(): RunOrder | null {
    return this.orders.at(-1) ?? null
  }

  async start(order: RunOrder): Promise<void> {
    this.orders.push(order)
    this.#collection = await Collection.open(this.#where, { mode: 'write' })
    this.#status = {
      kind: order.kind,
      state: 'running',
      startedAt: new Date(0),
      endedAt: null,
      message: null,
    }
  }

  async reconfigure(): Promise<void> {}

  async stop(as: 'paused' | 'ended'): Promise<void> {
    await this.#collection?.close()
    this.#collection = null
    if (this.#status) this.#status = { ...this.#status, state: as }
  }
}

it('a run is stopped while something is written, and resumes with its config, even if writing failed', async () => {
  const where = await mkdtemp(join(tmpdir(), 'tidewatch-shelved-'))
  folders.push(where)
  const run = new HoldingRun(where)
  const shelved = new ShelvedCollection({ id: 'a', where, env: realEnv, run, exports: where })
  const config = { seeds: ['https://a.example/'] }
  await shelved.configure(config)
  await run.start({ kind: 'watch', config })
  expect(await shelved.writingBetween(collection => Promise.resolve(collection.mode))).toBe('write')
  expect(run.status?.state).toBe('running')
  await expect(shelved.writingBetween(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(run.status?.state).toBe('running')
  expect(run.orders.map(({ kind }) => kind)).toEqual(['watch', 'watch', 'watch'])
  expect(run.orders.at(-1)!.config.seeds).toEqual(config.seeds)
  await shelved.close()
})

it('settings of a run that would not read them are refused, and those of a watch are handed to it', async () => {
  const where = await mkdtemp(join(tmpdir(), 'tidewatch-shelved-'))
  folders.push(where)
  const run = new HoldingRun(where)
  const shelved = new ShelvedCollection({ id: 'a', where, env: realEnv, run, exports: where })
  const config = { seeds: ['https://a.example/'] }
  await run.start({ kind: 'crawl', config })
  await expect(shelved.configure({ seeds: ['https://b.example/'] })).rejects.toThrow(/stop it first/)
  await run.stop('ended')
  await run.start({ kind: 'watch', config })
  await shelved.configure(config)
  await run.stop('ended')
  await shelved.close()
})
