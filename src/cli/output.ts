import { join } from 'node:path'
import { errorCode, errorMessage, Failure, printableLines } from '../env/index.ts'

/** A line with our own colors: external text was made printable before coloring. */
export class Painted {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Where a command writes: results to standard output, everything else to standard error. All lines are printed without control
 * characters (`printable`), except for our own colors and line ends.
 */
export interface Output {
  result(line: string | Painted): void
  note(line: string): void
  readonly isTerminal: boolean
}

export const processOutput: Output = {
  result: line =>
    void process.stdout.write(`${line instanceof Painted ? line.text : printableLines(line)}\n`),
  note: line => void process.stderr.write(`${printableLines(line)}\n`),
  isTerminal: process.stderr.isTTY === true,
}

export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** The message and exit code for an error. Only bugs get a stack trace, and only on request. */
export function explain(error: unknown): { sentence: string; exitCode: number } {
  if (error instanceof Failure)
    return { sentence: error.message, exitCode: error.code === 'usage' ? EXIT.usage : EXIT.failed }
  if (isBrokenConnection(error))
    return {
      sentence:
        'lost the connection to the database: nothing that was reported is lost; run the same command again when it is back',
      exitCode: EXIT.failed,
    }
  const message = errorMessage(error)
  const program = error instanceof Error ? foreignPlace(error) : null
  if (program !== null)
    return {
      sentence: `${program} failed where nothing waited for it, in a timer or a promise of its own: ${message}`,
      exitCode: EXIT.failed,
    }
  const trace = process.env.TIDEWATCH_TRACE && error instanceof Error ? `\n${error.stack}` : ''
  return {
    sentence: `tidewatch failed unexpectedly: ${message} (set TIDEWATCH_TRACE=1 for details)${trace}`,
    exitCode: EXIT.failed,
  }
}

/** The file and line of a plug-in or another program of the user's in which an error began; null if it began in ours. */
function foreignPlace({ stack = '' }: Error): string | null {
  const [, file, line] = /^\s+at .*?(?:file:\/\/)?(\/[^\s():]+):(\d+):\d+\)?$/m.exec(stack) ?? []
  const isOurs = file === undefined || file.startsWith(`${OWN_FOLDER}/`) || file.includes('/node_modules/')
  return isOurs ? null : `${file}:${line}`
}

const OWN_FOLDER = join(import.meta.dirname, '..', '..')

/** Whoever reads the output must not take it for complete. */
export function unwrittenOutput(error: unknown): string {
  const code = errorCode(error)
  const why = code === 'ENOSPC' ? 'the disk is full' : `it cannot be written (${code})`
  return `standard output is not complete: ${why}; make room or send it elsewhere, and run the same command again`
}

/** The PostgreSQL driver writes to a closed socket from its own callback, where nothing can catch the error. */
function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && /node_modules.postgres./.test(error.stack ?? '')
}
