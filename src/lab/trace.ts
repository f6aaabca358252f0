/**
 * Traces: when real pages changed. Plain or gzip CSV; a first line that begins with `#` is a comment and may say
 * `span N days`; then one line a page, its change times in days, comma-separated. An empty line is a page that never changed.
 */
import { gunzipSync } from 'node:zlib'
import { Failure } from '../env/index.ts'
import { countedRates, type LabWorld, timesByPage } from './world.ts'

export function readTrace(name: string, bytes: Uint8Array): LabWorld {
  const lines = textOf(name, bytes).split('\n')
  const comment = lines[0]?.startsWith('#') ? lines.shift()! : ''
  if (lines.at(-1) === '') lines.pop()
  const pages = lines.map((line, i) => timesOf(name, line, i + (comment ? 2 : 1)))
  if (pages.length === 0)
    throw new Failure(
      'usage',
      `${name} holds no pages: a trace is one line a page with its change times in days.`,
    )
  const last = pages.reduce((most, times) => Math.max(most, times.at(-1) ?? 0), 0)
  const spanDays = Number(/\bspan\s+([\d.]+)\s+days?\b/i.exec(comment)?.[1] ?? Math.ceil(last))
  if (!(spanDays > 0))
    throw new Failure(
      'usage',
      `${name} has no length: no page changes, and the first line does not say “span N days”.`,
    )
  const changes = timesByPage(pages.map(times => times.filter(time => time <= spanDays)))
  return { name, pages: pages.length, spanDays, changes, rates: countedRates(changes, spanDays) }
}

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
  const times = text.split(',').map(Number)
  const wrong = times.findIndex(time => !Number.isFinite(time) || time < 0)
  if (wrong >= 0)
    throw new Failure(
      'usage',
      `${name}, line ${number}: “${text.split(',')[wrong]!.slice(0, 40)}” is no time in days; a line holds numbers of 0 or more, separated by commas.`,
    )
  return times.sort((a, b) => a - b)
}
