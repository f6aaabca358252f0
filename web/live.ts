/** Live news of a collection. Server-sent events are read with `fetch`, because `EventSource` cannot send the token. */
import { useEffect, useState } from 'preact/hooks'
import type { Counts, Event as JournalEvent, PageChange, Run } from '../src/client/index.ts'
import { headers } from './api/call.ts'

export interface Now {
  readonly at: string
  readonly counts: Counts
  readonly visitsPerSecond: number
  readonly run: Run | null
  /** The latest run that made models, even if a crawl has gone on since. */
  readonly modelRun: Run | null
  readonly isBusy: boolean
}

export interface Live {
  readonly now: Now | null
  /** Newest first. */
  readonly changes: readonly PageChange[]
  readonly events: readonly JournalEvent[]
  /** Whether the connection to the server works. */
  readonly isConnected: boolean
}

const NOTHING: Live = { now: null, changes: [], events: [], isConnected: false }
const MAX_KEPT = 100
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000

/** Listens while the page is shown, and reconnects by itself when the connection was lost. */
export function useLive(collection: string | null): Live {
  const [live, setLive] = useState<Live>(NOTHING)
  useEffect(() => {
    setLive(NOTHING)
    if (collection === null) return
    const controller = new AbortController()
    void listen(collection, controller.signal, change => setLive(change))
    return () => controller.abort()
  }, [collection])
  return live
}

type Change = (change: (before: Live) => Live) => void

/** Said when the server answers again after it did not: what was refused in the meantime is worth asking again. */
const BACK = 'tidewatch-back'

/** Calls `retry` whenever the server is back, as long as `isRefused`. */
export function useRetry(isRefused: boolean, retry: () => void): void {
  useEffect(() => {
    if (!isRefused) return
    addEventListener(BACK, retry)
    return () => removeEventListener(BACK, retry)
  }, [isRefused, retry])
}

async function listen(collection: string, signal: AbortSignal, change: Change): Promise<void> {
  let last: string | null = null
  let wasLost = false
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      const response: Response = await fetch(`/api/collections/${encodeURIComponent(collection)}/live`, {
        headers: {
          accept: 'text/event-stream',
          ...headers(),
          ...(last === null ? {} : { 'last-event-id': last }),
        },
        signal,
      })
      if (response.ok && response.body) {
        change(before => ({ ...before, isConnected: true }))
        if (wasLost) dispatchEvent(new Event(BACK))
        wasLost = false
        for await (const message of messages(response.body)) {
          pause = FIRST_PAUSE_MS
          last = message.id ?? last
          change(before => told(before, message))
        }
      }
    } catch {
      // The server is down, or the page was left.
    }
    if (signal.aborted) return
    wasLost = true
    change(before => ({ ...before, isConnected: false }))
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}

interface Message {
  readonly event: string
  readonly data: string
  readonly id: string | null
}

function told(before: Live, { event, data }: Message): Live {
  if (event === 'now') return { ...before, now: JSON.parse(data) as Now }
  if (event === 'changes') {
    const news = (JSON.parse(data) as PageChange[]).toReversed()
    const isNew = (each: PageChange) =>
      !news.some(one => one.url === each.url && one.revision === each.revision)
    return { ...before, changes: [...news, ...before.changes.filter(isNew)].slice(0, MAX_KEPT) }
  }
  if (event === 'events')
    return {
      ...before,
      events: [...(JSON.parse(data) as JournalEvent[]), ...before.events].slice(0, MAX_KEPT),
    }
  return before
}

async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield messageOf(block)
  }
}

function messageOf(block: string): Message {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^(\w*):\s?(.*)$/.exec(line) ?? []
    fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value)
  }
  return { event: fields.get('event') ?? '', data: fields.get('data') ?? '', id: fields.get('id') ?? null }
}
