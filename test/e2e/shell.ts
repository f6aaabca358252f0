/** The command as people and scripts run it, and a world in a process of its own for it to crawl. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const COMMAND = join(ROOT, 'bin', 'tidewatch')

export interface Said {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Standard output as one object a line. */
  readonly rows: readonly Record<string, unknown>[]
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Said>
  /** Resolves when standard error holds this, or the command has ended. */
  said(pattern: RegExp): Promise<void>
}

/** Where, by whom and with which variables on top a command is started. */
export interface Starting {
  readonly cwd?: string
  readonly uid?: number
  readonly gid?: number
  readonly env?: Readonly<Record<string, string>>
  /** How many files the command may have open. */
  readonly maxFiles?: number
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const limitedTo = (files: number) => ['sh', '-c', `ulimit -n ${files}; exec "$0" "$@"`]

export function start(words: readonly string[], { env = {}, maxFiles, ...options }: Starting = {}): Running {
  const [command, ...rest] = [...(maxFiles === undefined ? [] : limitedTo(maxFiles)), COMMAND, ...words]
  const child = spawn(command!, rest, {
    ...{ stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1', ...env } },
    ...options,
  })
  let stdout = ''
  let stderr = ''
  const waiting: { pattern: RegExp; done: () => void }[] = []
  child.stdout.on('data', chunk => (stdout += chunk))
  child.stderr.on('data', chunk => {
    stderr += chunk
    for (const { pattern, done } of waiting) if (pattern.test(stderr)) done()
  })
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout,
    stderr,
    get rows() {
      return stdout
        .trim()
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as Record<string, unknown>)
    },
  }))
  const said = (pattern: RegExp) =>
    new Promise<void>(resolve => {
      if (pattern.test(stderr)) resolve()
      else waiting.push({ pattern, done: resolve })
      child.once('close', () => resolve())
    })
  return { child, ended, said }
}

export const tidewatch = (...words: string[]): Promise<Said> => start(words).ended

export interface Served {
  readonly hosts: Readonly<Record<string, string>>
  readonly seeds: readonly string[]
  /** Writes a config that leads into the world, with more keys on top. One thread reads so small a world soon enough. */
  config(folder: string, more?: Readonly<Record<string, unknown>>): Promise<string>
  stop(): void
}

/** Starts test/world/serve.ts with these options, until the test is over. */
export async function serveWorld(...words: string[]): Promise<Served> {
  const served = await startServing(...words)
  onTestFinished(() => served.stop())
  return served
}

/** The same for several tests: whoever starts it stops it. */
export async function startServing(...words: string[]): Promise<Served> {
  const script = join(ROOT, 'test', 'world', 'serve.ts')
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  let line = ''
  while (!line.includes('\n')) line += String((await once(child.stdout, 'data'))[0])
  const { hosts, seeds } = JSON.parse(line) as { hosts: Record<string, string>; seeds: string[] }
  return {
    hosts,
    seeds,
    async config(folder, more = {}) {
      const request = { delay: 0, allowPrivate: true, ...(more.request as object | undefined) }
      const file = join(folder, 'config.json')
      const dns = { hosts }
      await writeFile(file, JSON.stringify({ seeds, patience: '2s', threads: 1, dns, ...more, request }))
      return file
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
