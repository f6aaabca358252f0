import { spawn } from 'node:child_process'

export interface Measured {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly wallSeconds: number
  readonly cpuSeconds: number
}

export interface MeasureOptions {
  /** Interrupted (then killed) after this long. */
  readonly seconds: number
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a command under bash's `time` and coreutils' `timeout`: the only way to the CPU time of all its processes. */
export function measure(command: readonly string[], options: MeasureOptions): Promise<Measured> {
  const script = 'TIMEFORMAT="measured %R %U %S"; time timeout -s INT -k 10 "$@"'
  const child = spawn('bash', ['-c', script, 'measure', String(options.seconds), ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => (stdout += chunk))
  child.stderr.on('data', chunk => (stderr = (stderr + chunk).slice(-20_000)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => {
      const [, wall, user, system] = /measured ([\d.]+) ([\d.]+) ([\d.]+)/.exec(stderr) ?? []
      const cpuSeconds = Number(user ?? 0) + Number(system ?? 0)
      resolve({ code: code ?? 1, stdout, stderr, wallSeconds: Number(wall ?? 0), cpuSeconds })
    })
  })
}

/** The last line of JSON that a runner's script printed: its own count and time. */
export function lastReport(measured: Measured): { pages: number; seconds: number } {
  const line = measured.stdout
    .trim()
    .split('\n')
    .findLast(text => text.startsWith('{'))
  if (line === undefined)
    throw new Error(`the peer reported nothing; it said: ${measured.stderr.slice(-500)}`)
  return JSON.parse(line)
}
