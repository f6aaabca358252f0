/** Any number of pages for a planner, generated as they are read, so that only their next visits take memory. */
import { seededRandom } from '../../env/index.ts'
import { DAY_MS, type Policy, type State } from '../../refresh/index.ts'
import { hostId, pageId } from '../../store/ids.ts'
import { type PlannedPage, type Rescheduled, type Resting, rests, type Store } from '../../store/index.ts'
import { asUrl } from '../../url/index.ts'
import { packBelief } from './belief.ts'

const CHUNK = 1_000

export interface ManyPages {
  readonly store: Store
  readonly page: (id: number) => PlannedPage
  /** Number of pages read so far. */
  read(): number
  /** Number of pages handed to a plan that may move them. */
  handed(): number
}

export interface ManyPagesOptions {
  readonly hosts?: number
  /** Share of the pages that have been visited more than once. */
  readonly learned?: number
  /** Number of distinct beliefs; a page that has learned has one of them. */
  readonly beliefs?: number
}

export function manyPages(
  count: number,
  nowMs: number,
  policy: Policy,
  { hosts = 200, learned = 0.5, beliefs = 5_000 }: ManyPagesOptions = {},
): ManyPages {
  const fetchedAt = (id: number) => nowMs - ((id * 7919) % (7 * DAY_MS))
  // Where a crawl leaves them before the first plan.
  const dueAt = Float64Array.from({ length: count }, (_, id) => fetchedAt(id) + 7 * DAY_MS)
  const known = manyBeliefs(policy, beliefs)
  let [read, handed] = [0, 0]
  const page = (id: number): PlannedPage => ({
    id: pageId(id),
    shard: 0,
    host: hostId(id % hosts),
    status: 'completed',
    url: asUrl(`https://host${id % hosts}.example/${id % 7}/${id % 31}/page-${id}.html`),
    dueAt: dueAt[id]!,
    fetchedAt: fetchedAt(id),
    hintedAt: null,
    hintedBy: 0,
    saidRate: null,
    sizeBytes: 20_000,
    importance: null,
    accessibility: null,
    relevance: null,
    copyOf: null,
    pageClass: null,
    belief: (id * 0.618) % 1 < learned ? known[(id * 31) % beliefs]! : null,
  })
  async function* plannedChunks(oneIn = 1) {
    const length = Math.floor(count / oneIn)
    for (let at = 0; at < length; at += CHUNK) {
      const some = Math.min(CHUNK, length - at)
      read += some
      yield Array.from({ length: some }, (_, i) => page(drawn(at + i, oneIn)))
    }
  }
  const store = {
    plannedChunks,
    async *movableChunks(resting: Resting | null) {
      for await (const pages of plannedChunks()) {
        const movable = resting ? pages.filter(each => !rests(resting, each)) : pages
        handed += movable.length
        yield movable
      }
    },
    async *servers() {},
    async *hosts() {},
    counts: async () => ({ fetched: count }),
    reschedule: async (moved: readonly Rescheduled[]) => {
      for (const { page: ref, dueAt: at } of moved) dueAt[ref.id] = at!
    },
  } as unknown as Store
  return { store, page, read: () => read, handed: () => handed }
}

/** One page in every `oneIn`, each at a different place in its group. */
export const drawn = (row: number, oneIn: number) => Math.floor((row + ((row * 0.618034) % 1)) * oneIn)

function manyBeliefs(policy: Policy, count: number): readonly Buffer[] {
  const random = seededRandom(1)
  return Array.from({ length: count }, () => packBelief(learnedState(policy, () => random.next())))
}

/** The state after ten visits of a page of some rate. */
function learnedState(policy: Policy, chance: () => number): State {
  const facts = { weight: 1, cost: 1, visitedAt: 0 }
  const rate = 0.001 * 10_000 ** chance()
  let state = policy.begin(facts)
  for (let visit = 0; visit < 10; visit++) {
    const elapsed = 1 + 10 * chance()
    state = policy.learn(state, { at: 0, elapsed, changed: chance() < -Math.expm1(-rate * elapsed) }, facts)
  }
  return state
}
