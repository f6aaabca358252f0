/**
 * How fast the table of pages is when it is long:
 *   node bench/pages.ts [--rows 1000000] [--store sqlite|postgres] [--repeat 3] [--folder DIR]
 *
 * Makes a collection of this many pages on a thousand hosts, of all statuses, types and classes, and requests the first and later parts of
 * the table from its HTTP API: every order with every filter. A rare text is searched to the end, part by part. With `--folder`, the
 * collection is kept and reused.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../scripts/postgres.ts'
import { Shelf, serve } from '../src/api/index.ts'
import { realClock, realEnv } from '../src/env/index.ts'
import { openSqliteStore, PAGE_SORTS, type Store } from '../src/store/index.ts'
import { openPostgresStore } from '../src/store/postgres/store.ts'
import { fillTable } from './pages/fill-table.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    store: { type: 'string', default: 'sqlite' },
    repeat: { type: 'string', default: '3' },
    folder: { type: 'string' },
  },
})
const rows = Number(options.rows)
const MAX_P95_MS = 200
/** The server lets a client ask so often. */
const PAUSE_MS = 20
const LATER_PARTS = 3
/** Enough to look through all pages. */
const MAX_PARTS = 1_000

const FILTERS: Readonly<Record<string, string>> = {
  none: '',
  'status completed': 'status=completed',
  'status error': 'status=error',
  'status waiting': 'status=waiting',
  watched: 'watched=true',
  'a host': 'host=www.site-7.example',
  'a host and a status': 'host=www.site-7.example&status=completed',
  'a class of many': 'class=article',
  'a class of few': 'class=rare',
  'a type of many': 'type=text/html',
  'a type of few': 'type=application/pdf',
  'changed since': 'changedSince=2023-11-01',
  'a frequent text': 'text=section-5',
  'two filters': 'class=product&type=application/pdf',
  'a text on a host': 'host=www.site-7.example&text=title',
}

interface Filled {
  readonly where: string
  close(): Promise<void>
}

async function filled(): Promise<Filled> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'tidewatch-bench-'))
  const isKept = options.folder !== undefined
  if (options.store === 'postgres') {
    const server = await startTestPostgres({ durable: true })
    const where = `${server.url}?schema=bench`
    await fillOnce(await openPostgresStore({ url: where, mode: 'write' }), true)
    return { where, close: () => server.stop() }
  }
  const isNew = !existsSync(join(folder, 'tidewatch.db'))
  await fillOnce(openSqliteStore({ folder, mode: 'write' }), isNew)
  const close = async () => (isKept ? undefined : rmSync(folder, { recursive: true, force: true }))
  return { where: folder, close }
}

async function fillOnce(store: Store, isNew: boolean): Promise<void> {
  const startedAt = realClock.monotonic()
  if (isNew) await fillTable(store, rows)
  const seconds = (realClock.monotonic() - startedAt) / 1000
  if (isNew) console.log(`${rows} pages written in ${seconds.toFixed(0)} s`)
  await store.close()
}

interface Part {
  readonly rows: readonly { readonly url: string }[]
  readonly next: string | null
}

/** Milliseconds by what was asked. */
const times = new Map<string, number[]>()
/** Milliseconds of processor time in this process, which is client and server: what a busy machine cannot bend. SQLite is in it, PostgreSQL is not. */
const cpuTimes: number[] = []

async function ask(base: string, group: string, query: string): Promise<Part> {
  await realClock.sleep(PAUSE_MS)
  const startedAt = realClock.monotonic()
  const cpu = process.cpuUsage()
  const answer = await fetch(`${base}api/collections/bench/pages?${query}`)
  const part = (await answer.json()) as Part
  const { user, system } = process.cpuUsage(cpu)
  cpuTimes.push((user + system) / 1000)
  if (!answer.ok) throw new Error(`${query}: ${JSON.stringify(part)}`)
  times.set(group, [...(times.get(group) ?? []), realClock.monotonic() - startedAt])
  return part
}

async function askAll(base: string): Promise<void> {
  for (const [name, filter] of Object.entries(FILTERS))
    for (const sort of PAGE_SORTS)
      for (const order of ['ascending', 'descending']) {
        let next: string | null = ''
        for (let part = 0; part <= LATER_PARTS && next !== null; part++) {
          const query: string = `${filter}&sort=${sort}&order=${order}&limit=100${next ? `&cursor=${next}` : ''}`
          next = (await ask(base, part === 0 ? `first part, ${name}` : `later parts, ${name}`, query)).next
        }
      }
}

/** As the dashboard does: it asks on until there is something to show. */
async function lookThrough(base: string): Promise<void> {
  const startedAt = realClock.monotonic()
  let [found, parts] = [0, 0]
  for (let next: string | null = ''; next !== null && parts < MAX_PARTS; parts++) {
    const part: Part = await ask(
      base,
      'a rare text',
      `text=needle-in-a-hay&sort=changedAt&limit=100${next ? `&cursor=${next}` : ''}`,
    )
    found += part.rows.length
    next = part.next
  }
  const seconds = (realClock.monotonic() - startedAt - parts * PAUSE_MS) / 1000
  console.log(`a rare text was found on ${found} pages, after ${parts} parts and ${seconds.toFixed(1)} s`)
}

const quantile = (list: readonly number[], share: number) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))]!

function report(): boolean {
  const all = [...times.values()].flat()
  for (const [group, list] of times)
    console.log(
      `${group.padEnd(38)} p50 ${quantile(list, 0.5).toFixed(0).padStart(5)} ms, p95 ${quantile(list, 0.95).toFixed(0).padStart(5)} ms`,
    )
  console.log(
    `processor time of client and server: p50 ${quantile(cpuTimes, 0.5).toFixed(0)} ms, p95 ${quantile(cpuTimes, 0.95).toFixed(0)} ms`,
  )
  const p95 = quantile(all, 0.95)
  const isReached = p95 <= MAX_P95_MS
  console.log(
    `${options.store}, ${rows} pages, ${all.length} questions: p50 ${quantile(all, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (asked: at most ${MAX_P95_MS})${isReached ? '' : ' NOT REACHED'}`,
  )
  return isReached
}

const { where, close } = await filled()
const home = mkdtempSync(join(tmpdir(), 'tidewatch-bench-home-'))
const shelf = new Shelf({ home, env: realEnv })
shelf.add(where, { id: 'bench' })
const serving = await serve(shelf, { address: '127.0.0.1', port: 0 })
try {
  for (let round = 0; round < Number(options.repeat); round++) await askAll(serving.url)
  await lookThrough(serving.url)
} finally {
  await serving.close()
  await close()
  rmSync(home, { recursive: true, force: true })
}
process.exit(report() ? 0 : 1)
