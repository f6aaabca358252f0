/**
 * Runs a bench and keeps what it prints: `npm run bench:keep -- NAME [its options]`
 *
 * The result goes to bench/results/NAME.json, with the command, the day and the machine; `npm run docs:figures` makes docs/figures.md
 * from all results. `--as NAME` keeps a second result of the same bench under another name.
 *
 *   { "bench", "command", "day", "machine", "reached", "lines": ["what it printed", …] }
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { realClock } from '../src/env/index.ts'

export interface KeptResult {
  readonly bench: string
  readonly command: string
  readonly day: string
  readonly machine: string
  /** Whether the bench ended well: benches with targets say so by their exit code. */
  readonly reached: boolean
  readonly lines: readonly string[]
}

const RESULTS = join(import.meta.dirname, 'results')

/** Folders of one's own are told by their last name: where they lie says nothing to others. */
function shown(word: string): string {
  const isOwn =
    (word.startsWith('..') || word.startsWith('/')) && !word.startsWith('/usr/') && existsSync(word)
  const told = isOwn ? basename(word) : word
  return /[^\w./,:=-]/.test(told) ? `'${told}'` : told
}

function machine(): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'an unknown processor'}, ${gibibytes} GiB, Node ${process.version}`
}

async function run(script: string, words: readonly string[]): Promise<Pick<KeptResult, 'reached' | 'lines'>> {
  const child = spawn(process.execPath, [script, ...words], { stdio: ['inherit', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const [code] = await once(child, 'close')
  return { reached: code === 0, lines: output.trimEnd().split('\n') }
}

const words = process.argv.slice(2)
const as = words.indexOf('--as')
const name = as < 0 ? undefined : words.splice(as, 2)[1]
const [bench = '', ...options] = words
const script = join(import.meta.dirname, `${bench}.ts`)
if (bench === '' || !existsSync(script)) {
  console.error(`name a bench: there is no bench/${bench}.ts`)
  process.exit(2)
}
const ran = await run(script, options)
const separator = options.length > 0 ? ' -- ' : ''
const result: KeptResult = {
  bench,
  command: `npm run bench:${bench}${separator}${options.map(shown).join(' ')}`,
  day: new Date(realClock.now()).toISOString().slice(0, 10),
  machine: machine(),
  ...ran,
}
mkdirSync(RESULTS, { recursive: true })
writeFileSync(join(RESULTS, `${name ?? bench}.json`), `${JSON.stringify(result, null, 2)}\n`)
