import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Clock, Failure } from '../env/index.ts'
import type { ConfigInput } from '../library/index.ts'
import type { Run, RunOrder, RunStatus } from './shelved.ts'

export interface CrawlRunOptions {
  readonly where: string
  /** Folder for the config files that are passed to runs. */
  readonly folder: string
  readonly clock: Clock
}

/** The command-line program. */
export const COMMAND = fileURLToPath(new URL('../../bin/tidewatch', import.meta.url))
/** How long visits in progress may take to end. Then the process is killed, which loses only those visits. */
const PATIENCE_MS = 30_000
/** Only the end of a run's standard error is kept. */
const MAX_WORDS_CHARS = 4_000

/**
 * Runs a crawl in a separate process, so that it does not block the server's thread and cannot crash the server. It is the same command
 * that people type, so everything documented about that applies here too.
 */
export class CrawlRun implements Run {
  readonly #options: CrawlRunOptions
  #child: ChildProcess | null = null
  #ended: Promise<void> = Promise.resolve()
  #status: RunStatus | null = null
  #order: RunOrder | null = null
  #words = ''

  constructor(options: CrawlRunOptions) {
    this.#options = options
  }

  get status(): RunStatus | null {
    return this.#status && { ...this.#status, message: this.#words.trim().split('\n').at(-1) || null }
  }

  get order(): RunOrder | null {
    return this.#order
  }

  get ended(): Promise<void> {
    return this.#ended
  }

  async start(order: RunOrder): Promise<void> {
    if (this.#child) throw new Failure('busy', 'it is already running: stop it first')
    this.#order = order
    const { where, clock } = this.#options
    const { file, sites } = await this.#handOver(order)
    this.#words = ''
    this.#status = {
      kind: order.kind,
      state: 'running',
      startedAt: new Date(clock.now()),
      endedAt: null,
      message: null,
    }
    const child = spawn(COMMAND, argumentsFor(order, where, file, sites), {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    child.stderr?.setEncoding('utf8').on('data', (words: string) => {
      this.#words = (this.#words + words).slice(-MAX_WORDS_CHARS)
    })
    this.#ended = new Promise(resolve => {
      child.on('error', error => this.#end(`cannot be started: ${error.message}`, 'failed', resolve))
      child.on('close', code => this.#end(null, code === 0 || code === 130 ? 'ended' : 'failed', resolve))
    })
  }

  /** Rewrites the config file; a `watch` notices the change and continues with the new config. */
  async reconfigure(config: ConfigInput): Promise<void> {
    const { configFrom } = await import('../library/checked-config.ts')
    configFrom(config, { env: process.env })
    await this.#handOver({ config })
  }

  async #handOver({ config, kind, urls = [] }: HandedOver): Promise<{ file: string; sites: string }> {
    const { where, folder } = this.#options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const digest = createHash('sha256').update(where).digest('hex').slice(0, 16)
    const place = join(folder, `${encodeURIComponent(where).slice(-60)}-${digest}`)
    const [file, sites] = [`${place}.json`, `${place}.sites`]
    await writeFile(file, JSON.stringify(config, null, 2), { mode: 0o600 })
    if (kind === 'model') await writeFile(sites, urls.join('\n'), { mode: 0o600 })
    return { file, sites }
  }

  async stop(as: 'paused' | 'ended'): Promise<void> {
    const child = this.#child
    if (!child || !this.#status) return
    this.#status = { ...this.#status, state: 'stopping' }
    child.kill('SIGINT')
    const giveUp = this.#options.clock.timer(PATIENCE_MS, () => child.kill('SIGKILL'))
    await this.#ended
    giveUp()
    this.#status = { ...this.#status, state: as }
  }

  #end(words: string | null, state: 'ended' | 'failed', done: () => void): void {
    if (words !== null) this.#words = words
    this.#child = null
    if (this.#status) this.#status = { ...this.#status, state, endedAt: new Date(this.#options.clock.now()) }
    done()
  }
}

type HandedOver = Pick<RunOrder, 'config' | 'urls'> & Partial<Pick<RunOrder, 'kind'>>

function argumentsFor(order: RunOrder, where: string, file: string, sites: string): string[] {
  const { kind, all, urls = [], model } = order
  const place = ['--collection', where, '--progress', 'none']
  const which = urls.length === 1 ? urls : ['--seeds', sites]
  if (kind === 'model') return ['model', ...which, '--config', file, ...modelWords(model), ...place]
  if (kind === 'watch') return ['watch', file, ...place]
  if (kind === 'recrawl' && urls.length > 0) return ['recrawl', '--config', file, ...place, '--', ...urls]
  return [kind, '--config', file, ...place, ...(kind === 'recrawl' && all ? ['--all'] : [])]
}

const modelWords = (model: RunOrder['model']): string[] =>
  model
    ? [
        ...['--pages', String(model.pages), '--strategy', model.strategy],
        ...['--split', model.split, '--seed', String(model.seed)],
      ]
    : []
