/**
 * Traces: when real pages changed. Plain or gzip CSV; a first line that begins with `#` is a comment and may say `span N days`, without
 * which the trace ends with its last change; then one line for each page with its change times in days, comma-separated and in any order.
 * Lines may begin with the page's address, whole or as a path such as `/docs/index.html`; if one does, all must. An empty line is a page
 * that never changed. Line ends may be those of any system.
 */
import { gunzipSync } from 'node:zlib'
import { Failure } from '../env/index.ts'
import { countedRates, type LabWorld, timesByPage } from './world.ts'

/** Nearly three hundred years: a longer trace probably counts in seconds. */
const MAX_DAYS = 100_000
/** A line that begins with an address. */
const NAMED = /^(?:\/|https?:\/\/)/i
const TIME = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

export function readTrace(name: string, bytes: Uint8Array): LabWorld {
  const lines = textOf(name, bytes).split(/\r\n|\n|\r/)
  const comment = lines[0]?.startsWith('#') ? lines.shift()! : ''
  if (lines.at(-1) === '') lines.pop()
  const isNamed = lines.some(line => NAMED.test(line))
  const rows = lines.map((line, i) => rowOf(name, line, i + (comment ? 2 : 1), isNamed))
  const pages = rows.map(row => row.times)
  if (pages.length === 0)
    throw new Failure(
      'usage',
      `${name} holds no pages: a trace is one line a page with its change times in days.`,
    )
  const spanDays = spanOf(name, comment, rows)
  const changes = timesByPage(pages)
  const world = { name, pages: pages.length, spanDays, changes, rates: countedRates(changes, spanDays) }
  return isNamed ? { ...world, addresses: rows.map(row => row.address) } : world
}

interface TraceRow {
  /** Its line in the file. */
  readonly number: number
  readonly address: string
  readonly times: number[]
}

function rowOf(name: string, line: string, number: number, isNamed: boolean): TraceRow {
  if (!isNamed) return { number, address: '', times: timesOf(name, line, number) }
  if (!NAMED.test(line))
    throw new Failure(
      'usage',
      `${name}, line ${number}: “${printable(line)}” has no address, but other lines do; begin every line with a path such as /docs/ or a whole address, or none.`,
    )
  const comma = line.indexOf(',')
  if (comma < 0) return { number, address: pathOf(line.trim()), times: [] }
  return {
    number,
    address: pathOf(line.slice(0, comma)),
    times: timesOf(name, line.slice(comma + 1), number),
  }
}

/** The host of a whole address is its first directory. */
const pathOf = (address: string) => address.replace(/^https?:\/\//i, '/')

function spanOf(name: string, comment: string, rows: readonly TraceRow[]): number {
  const latest = rows.reduce((most, row) => (lastOf(row) > lastOf(most) ? row : most), rows[0]!)
  const last = lastOf(latest)
  const said = /\bspan\s+([\d.]+)\s+days?\b/i.exec(comment)?.[1]
  const spanDays = said === undefined ? Math.ceil(last) : Number(said)
  const refuse = (why: string): never => {
    throw new Failure('usage', `${name} ${why}.`)
  }
  if (said === undefined && last === 0)
    refuse('has no length: no page changes, and the first line does not say “span N days”')
  if (!(spanDays > 0)) refuse(`cannot last “${said} days”: say a number above 0 behind “span”`)
  if (last > spanDays)
    refuse(`lasts ${said} days by its first line, but in line ${latest.number} a page changes on day ${last}`)
  if (spanDays > MAX_DAYS) refuse(`lasts ${spanDays} days: times are days, up to ${MAX_DAYS}`)
  return spanDays
}

const lastOf = ({ times }: TraceRow) => times.at(-1) ?? 0

function textOf(name: string, bytes: Uint8Array): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes)
  try {
    return new TextDecoder().decode(gunzipSync(bytes, { maxOutputLength: 2 ** 30 }))
  } catch (cause) {
    throw new Failure('usage', `${name} begins like gzip but cannot be unpacked.`, { cause })
  }
}

function timesOf(name: string, line: string, number: number): number[] {
  const text = line.trim()
  if (text === '') return []
  const cells = text.split(',').map(cell => cell.trim())
  const wrong = cells.find(cell => !TIME.test(cell) || !Number.isFinite(Number(cell)))
  if (wrong !== undefined)
    throw new Failure(
      'usage',
      `${name}, line ${number}: “${printable(wrong)}” is no time in days; a line holds numbers of 0 or more, separated by commas.`,
    )
  return cells.map(Number).sort((a, b) => a - b)
}

const printable = (text: string) => text.slice(0, 40).replace(/[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]/g, '?')
