/**
 * Answers for whoever watches over the process: a container platform, a load balancer. They need no token and answer to any host name, because such
 * a watcher has neither, and they tell nothing but whether all is well.
 *
 *   /healthz   200 as long as the process answers
 *   /readyz    200 if every collection can be read, else 503
 */
import type { Hono } from 'hono'
import { Failure, realClock } from '../env/index.ts'
import { RememberedAnswer } from './remembered-answer.ts'
import type { Shelf } from './shelf.ts'
import type { ShelvedCollection } from './shelved.ts'

/** A database that takes longer is as good as none. */
const PATIENCE_MS = 5_000

export function addHealth(app: Hono, shelf: Shelf): void {
  const unread = new RememberedAnswer<number>()
  app.get('/healthz', context => context.text('ok\n'))
  app.get('/readyz', async context => {
    const count = await unread.get(() => countUnread(shelf))
    return count === 0
      ? context.text('ok\n')
      : context.text(`${count} of ${shelf.all.length} collections cannot be read\n`, 503)
  })
}

async function countUnread({ all }: Shelf): Promise<number> {
  const read = await Promise.all(all.map(isRead))
  return read.filter(isFine => !isFine).length
}

async function isRead(shelved: ShelvedCollection): Promise<boolean> {
  const patience = new AbortController()
  try {
    const late = realClock.sleep(PATIENCE_MS, patience.signal).then(() => false)
    const read = shelved.reader().then(async reader => (await reader.counts()) !== null)
    return await Promise.race([read, late])
  } catch (error) {
    // One that was never crawled has nothing to read yet.
    return error instanceof Failure && error.code === 'usage'
  } finally {
    patience.abort()
  }
}
