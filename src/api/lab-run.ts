import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, Failure } from '../env/index.ts'
import type { PolicyComparison } from '../library/lab-sources.ts'
import { COMMAND } from './crawl-run.ts'
import type { SentFile } from './sent-file.ts'

export interface LabOrder {
  /** A simulated world; null for a trace or the collection's own history. */
  readonly world: string | null
  /** An uploaded change history; null for a simulated world or the collection's own history. */
  readonly trace: SentFile | null
  /** Number of pages of a simulated world. */
  readonly pages: number
  /** How long a simulated world lasts; forty rounds by default. */
  readonly days?: number | undefined
  /** Budgets, each as the time in which a page is fetched once: `12h`, `7d`. */
  readonly budgets: readonly string[]
  readonly policies: readonly string[]
  /** Classes for the policy `classes`, as times between changes. */
  readonly classes?: readonly string[] | undefined
  readonly objective: string
  readonly seed: number
}

export interface LabStatus {
  readonly state: 'running' | 'done' | 'failed' | 'stopped'
  /** The order, with the trace reduced to its name. */
  readonly order: Omit<LabOrder, 'trace'> & { readonly trace: string | null }
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
  #report: string | null = null

  constructor(where: string, clock: Clock) {
    this.#where = where
    this.#clock = clock
  }

  get status(): LabStatus | null {
    return this.#status
  }

  /** The latest comparison as an HTML page; null until one is done. */
  get report(): string | null {
    return this.#report
  }

  async start(order: LabOrder): Promise<LabStatus> {
    if (this.#status?.state === 'running')
      throw new Failure('busy', 'policies are being compared already: wait, or stop it first')
    const startedAt = new Date(this.#clock.now())
    const told = { ...order, trace: order.trace?.name ?? null }
    this.#status = { state: 'running', order: told, startedAt, endedAt: null, message: null, runs: [] }
    this.#report = null
    await this.#ended
    this.#ended = this.#compared(order).catch((error: Error) => this.#end('failed', error.message, []))
    return this.#status
  }

  async #compared(order: LabOrder): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'tidewatch-lab-'))
    try {
      if (order.trace) await handOver(order.trace, folder)
      if (this.#status?.state === 'running') await this.#ran(order, folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #ran(order: LabOrder, folder: string): Promise<void> {
    const report = join(folder, 'lab.html')
    const child = spawn(COMMAND, argumentsFor(order, this.#where, report), {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Messages and results name the trace as its sender did.
      cwd: order.trace ? join(folder, TRACES) : undefined,
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
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    this.#child = null
    if (this.#status?.state !== 'running') return
    if (code !== 0) return this.#end('failed', lastLine(said.words), [])
    this.#report = await readFile(report, 'utf8')
    this.#end('done', null, runsIn(said.output))
  }

  async stop(): Promise<void> {
    if (this.#status?.state === 'running') this.#end('stopped', null, [])
    this.#child?.kill('SIGKILL')
    await this.#ended
  }

  #change(change: Partial<LabStatus>): void {
    if (this.#status) this.#status = { ...this.#status, ...change }
  }

  #end(state: LabStatus['state'], message: string | null, runs: readonly LabResult[]): void {
    this.#change({ state, message, runs, endedAt: new Date(this.#clock.now()) })
  }
}

const TRACES = 'traces'

async function handOver({ name, text }: SentFile, folder: string): Promise<void> {
  await mkdir(join(folder, TRACES))
  await writeFile(join(folder, TRACES, fileName(name)), text, { mode: 0o600 })
}

/** Turns the name of an uploaded file into one that cannot leave its folder or be taken for an option. */
const fileName = (name: string) => name.replace(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^[.-]+/, '') || 'trace'

const lastLine = (words: string): string | null => words.trim().split('\n').at(-1) || null

const runsIn = (output: string): readonly LabResult[] =>
  (JSON.parse(output) as { readonly runs: readonly LabResult[] }).runs

function argumentsFor(
  { world, trace, pages, days, budgets, policies, classes, objective, seed }: LabOrder,
  where: string,
  file: string,
): string[] {
  const simulated = ['--world', world ?? '', '--pages', String(pages)]
  const source = trace
    ? ['--trace', fileName(trace.name)]
    : world === null
      ? ['--collection', where]
      : [...simulated, ...(days === undefined ? [] : ['--days', String(days)])]
  const how = ['--budget', budgets.join(','), '--policies', policies.join(','), '--objective', objective]
  const rates = classes ? ['--classes', classes.join(',')] : []
  return ['lab', 'report', '--json', '--out', file, ...source, ...how, ...rates, '--seed', String(seed)]
}
