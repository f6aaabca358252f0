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
  #over = Promise.withResolvers<void>()
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

  get ended(): Promise<void> {
    return this.#over.promise
  }

  async start(order: RunOrder): Promise<void> {
    this.orders.push(order)
    this.#over = Promise.withResolvers()
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
    this.#over.resolve()
  }

  /** As if it had come to its end by itself. */
  async end(message: string): Promise<void> {
    if (this.#status) this.#status = { ...this.#status, message }
    await this.stop('ended')
  }
}

/** A collection on the shelf that knows what to crawl. */
async function configured() {
  const where = await mkdtemp(join(tmpdir(), 'tidewatch-shelved-'))
  folders.push(where)
  const run = new HoldingRun(where)
  const shelved = new ShelvedCollection({ id: 'a', where, env: realEnv, run, exports: where })
  const config = { seeds: ['https://a.example/'] }
  await shelved.configure(config)
  return { run, shelved, config }
}

const kindsOf = (run: HoldingRun) => run.orders.map(({ kind }) => kind)

it('a run is stopped while something is written, and resumes with its config, even if writing failed', async () => {
  const { run, shelved, config } = await configured()
  await run.start({ kind: 'watch', config })
  expect(await shelved.writingBetween(collection => Promise.resolve(collection.mode))).toBe('write')
  expect(run.status?.state).toBe('running')
  await expect(shelved.writingBetween(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(run.status?.state).toBe('running')
  expect(run.orders.map(({ kind }) => kind)).toEqual(['watch', 'watch', 'watch'])
  expect(run.orders.at(-1)!.config.seeds).toEqual(config.seeds)
  await shelved.close()
})

const MODEL = { pages: 20, strategy: 'dense', split: 'none', seed: 1 } as const

it('a crawl is paused while models are made, goes on afterward, and what was made is remembered', async () => {
  const { run, shelved, config } = await configured()
  await run.start({ kind: 'recrawl', config, all: true })
  await shelved.makeModels({ urls: ['https://a.example/'], model: MODEL })
  expect(kindsOf(run)).toEqual(['recrawl', 'model'])
  expect(shelved.modelRun?.state).toBe('running')
  await run.end('4 classes')
  await expect.poll(() => kindsOf(run)).toEqual(['recrawl', 'model', 'recrawl'])
  await expect.poll(() => run.status).toMatchObject({ kind: 'recrawl', state: 'running' })
  expect(run.order).toMatchObject({ all: true, config })
  expect(shelved.modelRun).toMatchObject({ kind: 'model', state: 'ended', message: '4 classes' })
  await shelved.close()
})

it('whoever stops the making of models stops the crawl that was to go on, too', async () => {
  const { run, shelved, config } = await configured()
  await run.start({ kind: 'watch', config })
  await shelved.makeModels({ urls: ['https://a.example/'], model: MODEL })
  await shelved.stop('ended')
  await shelved.close()
  expect(kindsOf(run)).toEqual(['watch', 'model'])
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
