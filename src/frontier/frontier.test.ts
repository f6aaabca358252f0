import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALL, candidate, collect } from '../store/conformance/fixture.ts'
import type { Store } from '../store/store.ts'
import { addressOfHost, answer, DELAY_MS, Scene, urlAt } from './frontier.fixture.ts'
import type { Frontier } from './frontier.ts'
import type { BorrowedTurn, Slot } from './frontier-parts.ts'

/** A visit in progress: a request is running, or the visit is between two requests. */
interface Going {
  readonly slot: Slot
  /** When its turn came; null between two requests. */
  startedAt: number | null
  /** Whether it is waiting for its next turn. */
  waits: boolean
}

/** Visits pages in any order, and checks what each server sees. */
class Visitor {
  readonly scene: Scene
  readonly frontier: Frontier
  readonly worker: string
  readonly handedOut: string[] = []
  /** Violations of politeness that were seen. */
  readonly wrongs: string[] = []
  /** Pages that were put back into the store, and so are handed out once more. */
  readonly returned: string[] = []
  #going: Going[] = []
  #borrowed: { readonly turn: BorrowedTurn; readonly address: string; readonly startedAt: number }[] = []
  #taking: Promise<void> | null = null
  isDone = false
  /** Servers with a request in progress, and when the last answer of each came. */
  readonly #asked = new Set<string>()
  readonly #answeredAt: Map<string, number>

  constructor(scene: Scene, frontier: Frontier, worker: string, answeredAt = new Map<string, number>()) {
    this.scene = scene
    this.frontier = frontier
    this.worker = worker
    this.#answeredAt = answeredAt
  }

  get #now(): number {
    return this.scene.clock.monotonic()
  }

  /** A turn has come: no other request may be running, and the delay must be over. */
  #start(address: string): number {
    if (this.#asked.has(address)) this.wrongs.push(`two requests at once to ${address}`)
    const gapMs = this.#now - (this.#answeredAt.get(address) ?? 0)
    if (gapMs < DELAY_MS) this.wrongs.push(`${address} was asked again after ${gapMs} ms`)
    this.#asked.add(address)
    return this.#now
  }

  #end(address: string, isUsed: boolean): void {
    this.#asked.delete(address)
    if (isUsed) this.#answeredAt.set(address, this.#now)
  }

  take(): void {
    if (this.isDone) return
    this.#taking ??= this.frontier.take().then(slot => {
      this.#taking = null
      if (slot) this.#began(slot)
      else this.isDone = true
    })
  }

  async add(url: string): Promise<void> {
    this.frontier.committed(await this.scene.store.add([candidate(url)]))
  }

  takeNow(): void {
    const slot = this.frontier.takeNow()
    if (slot) this.#began(slot)
  }

  #began(slot: Slot): void {
    this.handedOut.push(slot.page.url)
    this.#going.push({ slot, startedAt: this.#start(slot.server.lease.address), waits: false })
  }

  answer(which: number): void {
    const going = pick(this.#asking, which)
    if (!going) return
    this.#end(going.slot.server.lease.address, true)
    this.frontier.finishExchange(going.slot, answer(going.startedAt!, this.#now))
    going.startedAt = null
  }

  skip(which: number): void {
    const going = pick(this.#asking, which)
    if (!going) return
    this.#end(going.slot.server.lease.address, false)
    this.frontier.skipTurn(going.slot)
    going.startedAt = null
  }

  again(which: number): void {
    const going = pick(this.#pausing, which)
    if (!going) return
    going.waits = true
    void this.frontier.nextTurn(going.slot, NEVER).then(came => {
      going.waits = false
      if (came) going.startedAt = this.#start(going.slot.server.lease.address)
    })
  }

  async finish(which: number): Promise<void> {
    const going = pick(this.#pausing, which)
    if (!going) return
    this.#going = this.#going.filter(each => each !== going)
    await this.scene.commit(going.slot, this.worker)
    this.frontier.finish(going.slot)
  }

  async shelve(which: number): Promise<void> {
    const going = pick(this.#pausing, which)
    if (!going) return
    this.#going = this.#going.filter(each => each !== going)
    this.returned.push(going.slot.page.url)
    await this.scene.until(this.frontier.putBackHost(going.slot))
    this.frontier.finish(going.slot)
  }

  borrow(host: number): void {
    const address = addressOfHost(host)
    void this.frontier.borrowTurn(address, NEVER).then(turn => {
      if (turn) this.#borrowed.push({ turn, address, startedAt: this.#start(address) })
    })
  }

  giveBack(which: number): void {
    const borrowed = pick(this.#borrowed, which)
    if (!borrowed) return
    this.#borrowed = this.#borrowed.filter(each => each !== borrowed)
    this.#end(borrowed.address, true)
    borrowed.turn.end(answer(borrowed.startedAt, this.#now))
  }

  /** Takes and visits every page. */
  async complete(): Promise<void> {
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
      this.take()
      this.answer(0)
      this.giveBack(0)
      await this.finish(0)
      if (this.isDone && this.#going.length === 0 && !(await this.#awaitRested())) return
      await this.scene.pass(300)
    }
    expect.fail(`not done; going ${this.#going.length}`)
  }

  /** A crawl ends when a server rests for longer than its patience; waits until there is more to do. False when there never will be. */
  async #awaitRested(): Promise<boolean> {
    const next = await this.scene.store.nextWorkAt(ALL)
    if (next === null) return false
    await this.scene.pass(Math.max(0, next - this.scene.clock.now()))
    this.isDone = false
    return true
  }

  /** Answers the requests in progress and stops. */
  async stop(): Promise<void> {
    this.frontier.interrupt()
    for (let i = 0; i < 40; i++) {
      this.answer(0)
      this.giveBack(0)
      await this.scene.pass(50)
    }
    this.returned.push(...this.#going.map(({ slot }) => slot.page.url))
    await this.scene.until(this.frontier.stop())
  }

  get answeredAt(): Map<string, number> {
    return this.#answeredAt
  }

  get #asking(): Going[] {
    return this.#going.filter(({ startedAt }) => startedAt !== null)
  }

  get #pausing(): Going[] {
    return this.#going.filter(({ startedAt, waits }) => startedAt === null && !waits)
  }
}

const MAX_ROUNDS = 5_000
const NEVER = new AbortController().signal
const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(1, all.length)]

/** One random action, with a name for the report of a failure. */
class Step {
  readonly #name: string
  readonly run: (visitor: Visitor) => unknown

  constructor(name: string, run: (visitor: Visitor) => unknown) {
    this.#name = name
    this.run = run
  }

  toString(): string {
    return this.#name
  }
}

const NAMES = ['answer', 'skip', 'again', 'finish', 'shelve', 'borrow', 'giveBack'] as const
const step = fc.oneof(
  fc.constant(new Step('takeNow', visitor => visitor.takeNow())),
  fc.constantFrom(1, 30, 400, 1_100, 7_000).map(ms => new Step(`${ms} ms`, ({ scene }) => scene.pass(ms))),
  fc
    .tuple(fc.constantFrom(...NAMES), fc.nat(3))
    .map(([name, which]) => new Step(`${name} ${which}`, visitor => visitor[name](which))),
  fc
    .tuple(fc.nat(3), fc.nat(9))
    .map(([host, page]) => new Step(`add ${host}/${page}`, visitor => visitor.add(urlAt(host, 100 + page)))),
)
const steps = fc.array(step, { maxLength: 40, size: 'max' })
/** With latencies of 0, 0, 0, 1 and 15 ms, a visit borrows a server that was leased a moment ago, before the answer to that has come. */
const BORROWED_WHILE_LEASED = [
  new Step('30 ms', ({ scene }) => scene.pass(30)),
  new Step('borrow 0', visitor => visitor.borrow(0)),
]
/** How long the store takes to answer, in a cycle; [0] is the embedded store. */
const latencies = fc.oneof(
  fc.constant([0]),
  fc.array(fc.constantFrom(0, 1, 15, 60), { minLength: 1, maxLength: 5 }),
)

async function inAnyOrder(
  taken: readonly Step[],
  latency: readonly number[],
  test: (visitor: Visitor) => Promise<void>,
) {
  const scene = new Scene()
  try {
    await scene.add(...HOSTS.flatMap(host => PAGES.map(page => urlAt(host, page))))
    const visitor = new Visitor(scene, await scene.frontier('w1', storeWith(scene, latency)), 'w1')
    for (const one of taken) {
      visitor.take()
      await one.run(visitor)
      await scene.pass(0)
    }
    await test(visitor)
  } finally {
    await scene.close()
  }
}

function storeWith(scene: Scene, latency: readonly number[]): Store {
  if (latency.every(ms => ms === 0)) return scene.store
  let calls = 0
  return scene.remote(() => latency[calls++ % latency.length]!)
}

const HOSTS = [0, 1, 2]
const PAGES = [0, 1, 2, 3, 4]

describe('a frontier, whatever the order of things', () => {
  it('asks a server politely, and hands out every page once, and again when it was put back', async () => {
    await fc.assert(
      fc.asyncProperty(steps, latencies, (taken, latency) =>
        inAnyOrder(taken, latency, async visitor => {
          await visitor.complete()
          expect(visitor.wrongs).toEqual([])
          const pages = await collect(visitor.scene.store.pages({}))
          expect(pages.filter(({ status }) => status !== 'completed').map(({ url }) => url)).toEqual([])
          const expected = [...pages.map(({ url }) => url), ...visitor.returned]
          expect([...visitor.handedOut].sort()).toEqual(expected.sort())
        }),
      ),
      { numRuns: 60, examples: [[BORROWED_WHILE_LEASED, [0, 0, 0, 1, 15]]] },
    )
  }, 120_000)

  it('leaves nothing running when it stops, and another one hands out the rest as politely', async () => {
    await fc.assert(
      fc.asyncProperty(steps, latencies, (taken, latency) =>
        inAnyOrder(taken, latency, async visitor => {
          const { scene, handedOut, returned } = visitor
          await visitor.stop()
          expect((await scene.store.counts()).running).toBe(0)
          const next = new Visitor(scene, await scene.frontier('w2'), 'w2', visitor.answeredAt)
          await next.complete()
          expect([...visitor.wrongs, ...next.wrongs]).toEqual([])
          const pages = await collect(scene.store.pages({}))
          expect(pages.filter(({ status }) => status !== 'completed').map(({ url }) => url)).toEqual([])
          const expected = [...pages.map(({ url }) => url), ...returned]
          expect([...handedOut, ...next.handedOut].sort()).toEqual(expected.sort())
        }),
      ),
      { numRuns: 40 },
    )
  }, 120_000)
})
