import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VisitCommit } from '../batch.ts'
import type { QueuedPage, Work } from '../queue-rows.ts'
import { PAGE_STATUSES, type PageRow, type PageStatus } from '../rows.ts'
import type { Store } from '../store.ts'
import {
  ALL,
  batch,
  candidate,
  DISCOVER,
  empty,
  fetched,
  hostOf,
  NOW,
  type Opened,
  REFRESH,
  settle,
} from './fixture.ts'

/** A random history against a store and against a few lines of arrays: both must tell the same at every step. */
export function model(open: () => Promise<Opened>): void {
  describe('a random history', () => {
    it('equals the model', { timeout: 240_000 }, async () => {
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), run(open)), {
        numRuns: 60,
      })
    })
  })
}

const origins = ['https://a.example', 'https://b.example', 'https://c.example']
const url = fc.tuple(fc.constantFrom(...origins), fc.nat(7)).map(([origin, n]) => `${origin}/${n}`)
const work = fc.constantFrom(ALL, DISCOVER, REFRESH)
const outcome = fc.record({
  kind: fc.constantFrom('new', 'same', 'moved', 'gone', 'failed', 'walled', 'denied', 'putBack', 'keep'),
  dueIn: fc.option(fc.nat(50)),
})
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      urls: fc.array(url, { maxLength: 6 }),
      depth: fc.nat(4),
      excluded: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('visit' as const),
      origin: fc.constantFrom(...origins),
      work,
      limit: fc.integer({ min: 1, max: 5 }),
      outcomes: fc.array(outcome, { minLength: 5, maxLength: 5 }),
    }),
  },
  fc.record({ do: fc.constant('hint' as const), url, in: fc.integer({ min: -50, max: 20 }) }),
  fc.record({ do: fc.constant('tick' as const), ms: fc.nat(60) }),
  fc.record({ do: fc.constant('lease' as const) }),
  fc.record({ do: fc.constant('release' as const) }),
  fc.record({ do: fc.constant('crash' as const) }),
  fc.record({ do: fc.constant('all' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Outcome = typeof outcome extends fc.Arbitrary<infer T> ? T : never

interface Known {
  readonly url: string
  readonly origin: string
  status: PageStatus
  from: PageStatus
  depth: number
  due: number | null
  hinted: number | null
  fetchedAt: number | null
  revision: number
}

const run = (open: () => Promise<Opened>) => async (steps: readonly Step[]) => {
  const opened = await open()
  try {
    const history = new History(opened)
    for (const each of steps) await history.apply(each)
    await history.compare()
    await history.compareWork()
  } finally {
    await opened.dispose()
  }
}

class History {
  readonly #opened: Opened
  #store: Store
  #now = NOW
  #visits = 0
  #revisions = 0
  /** In order of insertion. */
  readonly #known: Known[] = []

  constructor(opened: Opened) {
    this.#opened = opened
    this.#store = opened.store
  }

  async apply(each: Step): Promise<void> {
    switch (each.do) {
      case 'add':
        return this.#add(each.urls, each.depth, each.excluded)
      case 'visit':
        return this.#visit(each.origin, each.work, each.limit, each.outcomes)
      case 'hint':
        return this.#hint(each.url, this.#now + each.in)
      case 'lease':
        return this.#lease()
      case 'release':
        return this.#giveBack(() => this.#store.leave('w'))
      case 'crash':
        return this.#giveBack(() => this.#crash())
      case 'all':
        return this.#makeAllDue()
      case 'tick':
        this.#now += each.ms
    }
  }

  async #add(urls: readonly string[], depth: number, excluded: boolean): Promise<void> {
    const more = {
      depth,
      rank: depth,
      excluded: excluded ? ({ by: 'exclude', reason: 'rule' } as const) : null,
    }
    const { added } = await this.#store.add(urls.map(each => candidate(each, more)))
    const before = this.#known.length
    for (const each of urls) {
      const known = this.#find(each)
      if (known?.status === 'waiting') known.depth = Math.min(known.depth, depth)
      if (!known) this.#known.push(fresh(each, depth, excluded ? 'excluded' : 'waiting'))
    }
    expect(added).toBe(this.#known.length - before)
  }

  async #visit(origin: string, what: Work, limit: number, outcomes: readonly Outcome[]): Promise<void> {
    const expected = this.#next(origin, what).slice(0, limit)
    if (!this.#known.some(page => page.origin === origin)) return
    const host = await hostOf(this.#store, origin)
    const taken = await this.#store.take({ host, work: what, nowMs: this.#now, limit })
    expect(taken.map(page => page.url)).toEqual(expected.map(page => page.url))
    const visits: VisitCommit[] = []
    const back: QueuedPage[] = []
    for (const [i, page] of taken.entries()) {
      const known = expected[i]!
      known.from = known.status
      known.status = 'running'
      const { kind, dueIn } = outcomes[i]!
      if (kind === 'putBack') {
        back.push(page)
        known.status = known.from
      } else if (kind !== 'keep')
        visits.push(this.#outcome(known, page, kind, dueIn === null ? null : this.#now + dueIn))
    }
    await this.#store.commit(batch({ visits }))
    await this.#store.putBack(back)
  }

  #outcome(known: Known, page: QueuedPage, kind: Outcome['kind'], dueAt: number | null): VisitCommit {
    const at = this.#now
    this.#visits++
    known.due = dueAt
    const isFailure = kind === 'failed' || kind === 'walled'
    if (!isFailure && kind !== 'denied') known.fetchedAt = at
    known.status = isFailure
      ? 'error'
      : kind === 'gone'
        ? 'gone'
        : kind === 'denied'
          ? 'excluded'
          : 'completed'
    const state = { at, dueAt, status: known.status }
    if (kind !== 'new')
      return empty(page, {
        ...state,
        outcome: kind === 'same' ? 'notModified' : (kind as 'gone'),
        failures: 1,
        ...(kind === 'walled' ? { wall: 'login' as const } : {}),
      } as Parameters<typeof empty>[1])
    known.revision++
    this.#revisions++
    return fetched(page, state)
  }

  #next(origin: string, what: Work): Known[] {
    const due = (status: PageStatus) =>
      this.#known
        .filter(
          page =>
            page.origin === origin && page.status === status && page.due !== null && page.due <= this.#now,
        )
        .sort((a, b) => a.due! - b.due!)
    const waiting = this.#known
      .filter(page => page.origin === origin && page.status === 'waiting')
      .sort((a, b) => a.depth - b.depth)
    return [
      ...(what.refresh ? [...due('completed'), ...due('gone')] : []),
      ...(what.discover ? [...due('error'), ...waiting] : []),
    ]
  }

  async #hint(each: string, hintedAt: number): Promise<void> {
    const known = this.#find(each)
    if (!known) return
    await this.#store.add([candidate(each, { depth: 9, hintedAt, prompt: true })])
    if (hintedAt > (known.hinted ?? 0)) known.hinted = hintedAt
    if (known.status !== 'completed' || known.fetchedAt! >= hintedAt) return
    known.due = Math.min(known.due ?? hintedAt, hintedAt)
  }

  async #lease(): Promise<void> {
    await settle(this.#store)
    await this.#store.join('w', this.#now)
    await this.#store.lease({ worker: 'w', work: ALL, nowMs: this.#now, untilMs: this.#now + 1e9, limit: 9 })
  }

  /** Pages running on a server that nobody ever leased are found by recovery only. */
  async #giveBack(how: () => Promise<void>): Promise<void> {
    await how()
    await this.#store.recover(this.#now)
    for (const page of this.#known) if (page.status === 'running') page.status = page.from
  }

  async #crash(): Promise<void> {
    this.#store = await this.#opened.reopen()
  }

  async #makeAllDue(): Promise<void> {
    const stored = this.#known.filter(
      p => p.status === 'completed' || p.status === 'gone' || (p.status === 'error' && p.fetchedAt !== null),
    )
    for (const page of stored) page.due = Math.min(page.due ?? this.#now, this.#now)
    expect(await this.#store.makeAllDue(this.#now)).toBe(stored.length)
  }

  #find(each: string): Known | undefined {
    return this.#known.find(page => page.url === each)
  }

  async compare(): Promise<void> {
    const rows = new Map<string, PageRow>()
    for await (const row of this.#store.pages({})) rows.set(row.url, row)
    const told = this.#known.map(page => [
      page.url,
      page.status,
      page.depth,
      page.due,
      page.hinted,
      page.fetchedAt,
      page.revision,
    ])
    const found = this.#known
      .map(({ url: each }) => rows.get(each)!)
      .map(row => [row.url, row.status, row.depth, row.dueAt, row.hintedAt, row.fetchedAt, row.revision])
    expect(found).toEqual(told)
    expect(rows.size).toBe(this.#known.length)
    const statuses = Object.fromEntries(
      PAGE_STATUSES.map(status => [status, this.#known.filter(page => page.status === status).length]),
    )
    expect(await this.#store.counts()).toMatchObject({
      ...statuses,
      visits: this.#visits,
      revisions: this.#revisions,
      bytes: this.#revisions * 100,
      fetched: this.#known.filter(page => page.revision > 0).length,
      hosts: new Set(this.#known.map(page => page.origin)).size,
    })
    expect(await this.#store.check()).toEqual([])
  }

  /** `work_at` and `refresh_at` are never later than the first page of their kind. */
  async compareWork(): Promise<void> {
    await this.#giveBack(() => this.#store.leave('w'))
    const least = (pages: readonly Known[]) =>
      pages.reduce(
        (first, page) => Math.min(first, page.status === 'waiting' ? 0 : (page.due ?? Infinity)),
        Infinity,
      )
    const discover = least(this.#known.filter(page => page.status === 'waiting' || page.status === 'error'))
    const refresh = least(this.#known.filter(page => page.status === 'completed' || page.status === 'gone'))
    expect((await this.#store.nextWorkAt(DISCOVER)) ?? Infinity).toBeLessThanOrEqual(discover)
    expect((await this.#store.nextWorkAt(REFRESH)) ?? Infinity).toBeLessThanOrEqual(refresh)
  }
}

function fresh(each: string, depth: number, status: PageStatus): Known {
  const origin = origins.find(one => each.startsWith(one))!
  return {
    url: each,
    origin,
    status,
    from: status,
    depth,
    due: null,
    hinted: null,
    fetchedAt: null,
    revision: 0,
  }
}
