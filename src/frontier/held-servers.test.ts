import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ALL, settle } from '../store/conformance/fixture.ts'
import type { Store } from '../store/store.ts'
import { addressOfHost, answer, DELAY_MS, LEASE_MS, Scene, SETTINGS, urlAt } from './frontier.fixture.ts'
import type { Frontier } from './frontier.ts'
import type { Slot } from './frontier-parts.ts'
import { HeldServers } from './held-servers.ts'

/** Nothing is sent in the last tenth of a lease. */
const SENDING_MS = LEASE_MS * 0.9
const NEVER = new AbortController().signal

let scene: Scene
beforeEach(() => {
  scene = new Scene()
})
afterEach(() => scene.close())

describe('the servers a worker holds', () => {
  async function holding(worker: string, store: Store = scene.remote(() => 0)): Promise<HeldServers> {
    await scene.store.join(worker, scene.clock.now())
    return new HeldServers({ store: store, queue: store, clock: scene.clock, worker: worker }, SETTINGS)
  }

  async function placed(...hosts: number[]): Promise<void> {
    await scene.add(...hosts.map(host => urlAt(host, 0)))
    await settle(scene.store, ({ origin }) => addressOfHost(Number(/\d+/.exec(origin)![0])))
  }

  it('are ours until a little before the lease ends, and longer when it is renewed', async () => {
    await placed(0)
    const held = await holding('w1')
    const [server] = await held.leaseMore(ALL)
    const startedAt = scene.clock.now()
    await scene.clock.advance(SENDING_MS - 1)
    expect(server!.isLeased(scene.clock.monotonic())).toBe(true)
    await scene.clock.advance(1)
    expect(server!.isLeased(scene.clock.monotonic())).toBe(false)
    expect(await held.renew()).toEqual({ kept: [server], lost: [] })
    expect(server!.leasedUntil).toBe(startedAt + 2 * SENDING_MS)
  })

  it('never run out in an embedded store, which has one writer', async () => {
    await placed(0)
    const [server] = await (await holding('w1', scene.store)).leaseMore(ALL)
    expect(server!.isLeased(scene.clock.monotonic() + 1e12)).toBe(true)
  })

  it('are leased from the time of the request, however long the answer took', async () => {
    await placed(0)
    const held = await holding(
      'w1',
      scene.remote(() => 2_000),
    )
    const startedAt = scene.clock.now()
    const [server] = await scene.until(held.leaseMore(ALL))
    expect(scene.clock.now() - startedAt).toBeGreaterThanOrEqual(4_000)
    expect(server!.leasedUntil).toBe(startedAt + SENDING_MS)
    const askedAt = scene.clock.now()
    await scene.until(held.renew())
    expect(server!.leasedUntil).toBe(askedAt + SENDING_MS)
  })

  it('are lost when another worker has them', async () => {
    await placed(0, 1)
    const held = await holding('w1')
    const servers = await held.leaseMore(ALL)
    expect(servers).toHaveLength(2)
    await scene.clock.advance(LEASE_MS + 1)
    await scene.store.recover(scene.clock.now(), 0)
    const address = servers[0]!.lease.address
    await (await holding('w2')).borrow(address)
    const { kept, lost } = await held.renew()
    expect(kept).toEqual([])
    expect(lost).toEqual(servers)
    expect([held.size, servers[0]!.isLost, await held.borrow(address)]).toEqual([0, true, null])
  })

  it('are borrowed once, however many ask at the same time', async () => {
    const held = await holding('w1')
    const [first, second] = await Promise.all([held.borrow('10.0.0.9:80'), held.borrow('10.0.0.9:80')])
    expect(first).not.toBeNull()
    expect(second).toBe(first)
    expect(held.size).toBe(1)
  })

  it('are given back with the delay that the next worker must keep', async () => {
    await placed(0)
    const held = await holding('w1')
    const [server] = await held.leaseMore(ALL)
    const now = scene.clock.monotonic()
    server!.turn.start(now)
    server!.turn.end(answer(now, now), now)
    await held.release([server!])
    expect([held.size, server!.isLost]).toEqual([0, true])
    const next = await holding('w2')
    expect(await next.leaseMore(ALL)).toEqual([])
    await scene.clock.advance(DELAY_MS)
    expect(await next.leaseMore(ALL)).toHaveLength(1)
  })
})

describe('a worker that was cut off from the store for longer than its lease', () => {
  let first: Frontier
  let slot: Slot
  let reconnect: () => void

  /** The first worker holds a server and visits a page, and then cannot reach the store until `reconnect`. */
  beforeEach(async () => {
    await scene.add(...[0, 1, 2, 3].map(page => urlAt(0, page)))
    let isCut = false
    const connection = new Promise<void>(resolve => {
      reconnect = () => {
        isCut = false
        resolve()
      }
    })
    const renew: Store['renew'] = async (worker, untilMs) => {
      if (isCut) await connection
      return scene.store.renew(worker, untilMs)
    }
    first = await scene.frontier(
      'w1',
      scene.remote(() => 0, { renew }),
    )
    slot = (await scene.until(first.take()))!
    isCut = true
    first.finishExchange(slot, answer(scene.clock.monotonic(), scene.clock.monotonic()))
    await scene.clock.advance(LEASE_MS + DELAY_MS)
  })

  it('sends nothing more', async () => {
    expect(first.mayStart(slot)).toBe(false)
    expect(first.takeNow()).toBeNull()
    let came: boolean | null = null
    void first.nextTurn(slot, NEVER).then(turn => void (came = turn))
    await scene.pass(5 * DELAY_MS)
    expect(came).toBeNull()
  })

  it('finds that another worker holds its servers, whose pages it neither commits nor puts back', async () => {
    const second = await scene.frontier(
      'w2',
      scene.remote(() => 0),
    )
    await scene.store.recover(scene.clock.now(), DELAY_MS)
    const theirs = (await scene.until(second.take()))!
    expect(theirs.page.url).toBe(slot.page.url)
    expect(await scene.commit(slot, 'w1')).toEqual(new Set([slot.page.id]))
    await first.putBackHost(slot)
    expect((await scene.store.page(theirs.page.url))?.status).toBe('running')
    const waits = first.nextTurn(slot, NEVER)
    reconnect()
    expect(await scene.until(waits)).toBe(false)
    expect(scene.lost).toEqual([addressOfHost(0)])
    expect([first.heldServers, first.takeNow(), first.mayStart(slot)]).toEqual([0, null, false])
    expect(await scene.commit(theirs, 'w2')).toEqual(new Set())
    await scene.until(second.stop())
    await scene.until(first.stop())
    expect((await scene.store.counts()).running).toBe(0)
  })
})
