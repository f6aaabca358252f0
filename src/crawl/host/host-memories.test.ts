import { expect, it } from 'vitest'
import { CollectionClock, PriorGroup } from '../../refresh/index.ts'
import { hostId } from '../../store/ids.ts'
import type { LeasedHost } from '../../store/index.ts'
import { HostMemories } from './host-memories.ts'

const hostAt = (id: number): LeasedHost => ({
  shard: 0,
  id: hostId(id),
  origin: `https://h${id}.test`,
  memory: null,
  fetched: 0,
  dnsFailures: 0,
})

it('lets the longest unvisited hosts go when all take too much memory, and saves them', () => {
  const memories = new HostMemories(
    true,
    { priors: new PriorGroup(), clock: new CollectionClock() },
    () => {},
  )
  const hosts = 2_500
  for (let id = 0; id < hosts; id++) {
    const memory = memories.of(hostAt(id))
    for (let n = 0; n < 10; n++) memory.keepCookies(`${memory.origin}/`, [`c${n}=${'x'.repeat(3_000)}`], 1)
  }
  memories.of(hostAt(0))
  expect(memories.changed()).toHaveLength(hosts)
  const held = Array.from({ length: hosts }, (_, id) => memories.held(id)).filter(memory => memory)
  const bytes = held.reduce((sum, memory) => sum + memory!.sizeBytes, 0)
  expect(bytes).toBeLessThan(65 * 1024 * 1024)
  expect(held.length).toBeGreaterThan(500)
  expect([memories.held(0) === undefined, memories.held(1) === undefined]).toEqual([false, true])
})
