/** What an open dashboard is told while somebody else crawls. */
import { expect, it, onTestFinished } from 'vitest'
import { Shelf } from '../../src/api/index.ts'
import { realEnv } from '../../src/env/index.ts'
import { Collection } from '../../src/index.ts'
import { hostileSite } from './dashboard-site.ts'
import { JumpingClock } from './jumping-clock.ts'
import { temporaryFolder } from './shell.ts'

it('a change that was fetched before the last look, but recorded after it, is told all the same', async () => {
  const [folder, site] = [await temporaryFolder(), await hostileSite()]
  onTestFinished(() => site.stop())
  const config = { seeds: [site.url], threads: 1, request: { allowPrivate: true, delay: 0 as const } }
  await using collection = await Collection.open(folder, { mode: 'write' })
  await collection.crawl(config)
  site.edit()

  // The dashboard's clock is an hour ahead of the crawl's, as it is where a minute lasts a few milliseconds.
  const clock = new JumpingClock(realEnv.clock.now())
  const shelf = new Shelf({ home: folder, env: realEnv })
  const shelved = shelf.add(folder, { env: { ...realEnv, clock } })
  onTestFinished(() => shelf.close())
  const told: string[] = []
  let looks = 0
  shelved.live.listen(message => {
    if (message.kind === 'now') looks++
    if (message.kind === 'changes') told.push(...message.changes.map(each => each.url))
  })
  await expect.poll(() => looks).toBeGreaterThan(0)
  clock.jump(3_600_000)
  const before = looks
  await expect.poll(() => looks).toBeGreaterThan(before)
  await collection.recrawl(undefined, { which: 'all' })
  await expect.poll(() => told.length).toBe(8)
})
