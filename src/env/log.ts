import { createRequire } from 'node:module'
import { printableLines } from './printable.ts'

export type LogFields = Readonly<Record<string, unknown>>

/** What components report while they work. A message is a sentence; numbers go into the fields. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Structured lines on standard error, so that standard output stays free for results. */
export function structuredLog(level: LogLevel): Log {
  if (level === 'silent') return silentLog
  // Loaded only here: threads that write no log need not load it.
  const { pino } = createRequire(import.meta.url)('pino') as typeof import('pino')
  const lines = pino.destination({ fd: 2, sync: true })
  const logger = pino({ level, base: null }, { write: line => lines.write(printableLines(line)) })
  const write = (at: 'debug' | 'info' | 'warn' | 'error') => (message: string, fields?: LogFields) =>
    logger[at](fields ?? {}, message)
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}
