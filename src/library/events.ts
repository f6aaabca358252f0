import type { Holdings } from '../crawl/holdings.ts'
import type { Clock } from '../env/index.ts'
import type { JournalStore } from '../store/index.ts'
import { givenTime } from './moment.ts'
import { dateOf } from './plain.ts'

/** Something the crawler reported: a paused server, a trap, a failed plug-in, … */
export interface CollectionEvent {
  readonly at: Date
  /** Machine-readable kind: `dns-alarm`, `server-rests`, `trap-stopped`, `plugin-failed`, … */
  readonly kind: string
  readonly subject: string
  readonly message: string
}

export interface EventOptions {
  /** Only events at this time or later. */
  readonly since?: Date
  /** Only this many of the latest events, newest first. */
  readonly latest?: number
  /** Keep waiting for new events until the signal is aborted. */
  readonly follow?: boolean
  readonly signal?: AbortSignal
}

/** Returns the latest events, newest first. */
async function latestEvents(store: JournalStore, limit: number): Promise<CollectionEvent[]> {
  const events = await store.events(limit)
  return events.map(({ at, kind, subject, message }) => ({ at: dateOf(at), kind, subject, message }))
}

const CHUNK = 500
/** How often a collection that another process may write to is polled. */
const LOOK_EVERY_MS = 1_000
/** Workers of one PostgreSQL collection may commit out of numeric order, so this many numbers are read again. */
const OVERLAP = 200

/** Lists events, oldest first unless `latest` is given. */
export async function* eventsOf(
  { store }: Holdings<JournalStore>,
  clock: Clock,
  { since, latest, follow = false, signal }: EventOptions,
): AsyncGenerator<CollectionEvent> {
  const from = since === undefined ? 0 : givenTime('since', since)
  if (latest !== undefined) {
    yield* (await latestEvents(store, latest)).filter(({ at }) => at.getTime() >= from)
    return
  }
  let told = new Set<number>()
  for (let last = 0; !signal?.aborted; ) {
    const events = (await store.eventsAfter(Math.max(0, last - OVERLAP), OVERLAP + CHUNK)).filter(
      ({ id }) => !told.has(id),
    )
    for (const { id, at, kind, subject, message } of events) {
      told.add(id)
      last = Math.max(last, id)
      if (at >= from) yield { at: dateOf(at), kind, subject, message }
      if (signal?.aborted) return
    }
    told = new Set([...told].filter(id => id > last - OVERLAP))
    if (events.length > 0) continue
    if (!follow) return
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => {})
  }
}
