import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { Counts, JournalEvent, PageChange, RunState } from './answers.ts'
import { list, time } from './api-values.ts'
import type { LiveMessage } from './live-feed.ts'
import type { ShelvedCollection } from './shelved.ts'

const Now = z.object({
  at: time,
  counts: Counts,
  visitsPerSecond: z.number(),
  run: RunState.nullable(),
  modelRun: RunState.nullable(),
  isBusy: z.boolean(),
})

/** How many messages a slow reader may lag behind. Then it is disconnected, and resumes where it was. */
const MAX_BEHIND = 500
const KEEP_ALIVE_MS = 15_000
const MAX_MISSED = 200

/**
 * Server-sent events: `now` (counters), `changes` and `events`. The id of each is the time on the collection's clock; a reader that
 * reconnects with `Last-Event-ID` first gets the changes it missed.
 */
export function streamNews(context: Context, shelved: ShelvedCollection): Response {
  const last = context.req.header('last-event-id')
  return streamSSE(context, async stream => {
    let behind = 0
    let isOpen = true
    const send = (message: LiveMessage) => {
      if (behind++ > MAX_BEHIND) return void stream.abort()
      const id = String(shelved.env.clock.now())
      void stream
        .writeSSE({ id, event: message.kind, data: dataOf(message) })
        .finally(() => void behind--)
        .catch(() => {})
    }
    if (last !== undefined && /^\d{1,16}$/.test(last)) await sendMissed(shelved, Number(last), send)
    const stop = shelved.live.listen(send)
    stream.onAbort(() => {
      isOpen = false
      stop()
    })
    while (isOpen) {
      await stream.sleep(KEEP_ALIVE_MS)
      if (isOpen) await stream.write(': still here\n\n')
    }
  })
}

async function sendMissed(
  shelved: ShelvedCollection,
  sinceMs: number,
  send: (message: LiveMessage) => void,
): Promise<void> {
  const changes = []
  const reader = await shelved.reader()
  for await (const each of reader.changes({ since: new Date(sinceMs), limit: MAX_MISSED })) changes.push(each)
  if (changes.length > 0) send({ kind: 'changes', changes })
}

function dataOf(message: LiveMessage): string {
  switch (message.kind) {
    case 'now':
      return JSON.stringify(z.encode(Now, message.now))
    case 'changes':
      return JSON.stringify(z.encode(list(PageChange), message.changes))
    case 'events':
      return JSON.stringify(z.encode(list(JournalEvent), message.events))
  }
}
