import { expect, test } from 'vitest'
import { VirtualClock } from '../env/index.ts'
import { ALL, candidate, NOW } from '../store/conformance/fixture.ts'
import { Scene, urlAt } from './frontier.fixture.ts'
import { HeldServer } from './held-server.ts'
import { ReadAhead } from './read-ahead.ts'

test('a page that is added while the pages of its host are being read is read, too', async () => {
  const scene = new Scene()
  const clock = new VirtualClock(NOW)
  await scene.store.join('w', NOW)
  await scene.add(urlAt(1, 1))
  const [host] = await scene.store.homelessHosts(NOW, ALL, 1)
  const server = new HeldServer({} as HeldServer['lease'], {} as HeldServer['turn'], {
    now: 0,
    leasedUntil: 1,
  })
  const queue = server.addHost(host!)
  let reads = 0
  const whileRead = async () => {
    if (++reads > 1) return
    await scene.store.add([candidate(urlAt(1, 2))])
    // As when a commit is announced.
    queue.drained = false
    ahead.fillIfLow(server, queue)
  }
  const ahead: ReadAhead = new ReadAhead({
    queue: {
      take: async request => {
        const pages = await scene.store.take(request)
        await whileRead()
        return pages
      },
    } as typeof scene.store,
    ...{ clock, worker: 'w', work: () => ALL, limit: () => 8, isHeld: () => true, onFilled: () => {} },
    onFailure: error => expect.unreachable(String(error)),
  })
  await ahead.fill(server, queue)
  await expect.poll(() => queue.pages.map(({ url }) => url)).toEqual([urlAt(1, 1), urlAt(1, 2)])
  await scene.close()
})
