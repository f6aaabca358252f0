import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, Failure } from '../env/index.ts'
import type { PolicyComparison } from '../library/lab-sources.ts'
import { COMMAND } from './crawl-run.ts'

export interface LabOrder {
  /** A simulated world, or null for the collection's own history. */
  readonly world: string | null
  readonly pages: number
  /** Budgets, each as the time in which a page is fetched once: `12h`, `7d`. */
  readonly budgets: readonly string[]
  readonly policies: readonly string[]
  readonly objective: string
  readonly seed: number
}

export interface LabStatus {
  readonly state: 'running' | 'done' | 'failed' | 'stopped'
  readonly order: LabOrder
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** Why it failed, or what it is doing now. */
  readonly message: string | null
  /** One result for each budget, once it is done. */
  readonly runs: readonly LabResult[]
}

export interface LabResult {
  /** Days between two fetches of a page. */
  readonly every: number
  readonly comparison: PolicyComparison
}

/** Maximum length of its output; no result is that long. */
const MAX_OUTPUT_CHARS = 4_000_000

/**
 * Compares policies, one comparison at a time, in a separate process, because it takes a whole core for seconds or minutes. It runs the
 * same command that people type.
 */
export class LabRun {
  readonly #where: string
  readonly #clock: Clock
  #child: ChildProcess | null = null
  #ended: Promise<void> = Promise.resolve()
  #status: LabStatus | null = null

  constructor(where: string, clock: Clock) {
    this.#where = where
    this.#clock = clock
  }

  get status(): LabStatus | null {
    return this.#status
  }

  async start(order: LabOrder): Promise<LabStatus> {
    if (this.#child) throw new Failure('busy', 'policies are being compared already: wait, or stop it first')
    const folder = await mkdtemp(join(tmpdir(), 'tidewatch-lab-'))
    const startedAt = new Date(this.#clock.now())
    this.#status = { state: 'running', order, startedAt, endedAt: null, message: null, runs: [] }
    const child = spawn(COMMAND, argumentsFor(order, this.#where, join(folder, 'lab.html')), {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const said = { output: '', words: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (said.output.length < MAX_OUTPUT_CHARS) said.output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.words = (said.words + text).slice(-MAX_OUTPUT_CHARS)
      this.#change({ message: lastLine(said.words) })
    })
    this.#ended = new Promise<void>(resolve => {
      child.on('error', error => this.#end('failed', error.message, []))
      child.on('close', code => {
        if (code === 0) this.#end('done', null, runsIn(said.output))
        else if (this.#status?.state === 'running') this.#end('failed', lastLine(said.words), [])
        resolve()
      })
    }).finally(() => rm(folder, { recursive: true, force: true }))
    return this.#status
  }

  async stop(): Promise<void> {
    if (!this.#child) return
    this.#change({ state: 'stopped', message: null, endedAt: new Date(this.#clock.now()) })
    this.#child.kill('SIGKILL')
    await this.#ended
    this.#child = null
  }

  #change(change: Partial<LabStatus>): void {
    if (this.#status) this.#status = { ...this.#status, ...change }
  }

  #end(state: LabStatus['state'], message: string | null, runs: readonly LabResult[]): void {
    this.#child = null
    this.#change({ state, message, runs, endedAt: new Date(this.#clock.now()) })
  }
}

const lastLine = (words: string): string | null => words.trim().split('\n').at(-1) || null

const runsIn = (output: string): readonly LabResult[] =>
  (JSON.parse(output) as { readonly runs: readonly LabResult[] }).runs

function argumentsFor(
  { world, pages, budgets, policies, objective, seed }: LabOrder,
  where: string,
  file: string,
): string[] {
  const source = world === null ? ['--collection', where] : ['--world', world, '--pages', String(pages)]
  const how = ['--budget', budgets.join(','), '--policies', policies.join(','), '--objective', objective]
  return ['lab', 'report', '--json', '--out', file, ...source, ...how, '--seed', String(seed)]
}
