import type { PageRef } from '../batch.ts'
import {
  type Admission,
  admissionOf,
  type Choice,
  type ChoiceRequest,
  type ChoiceResult,
  mayBeReplaced,
  type PlaceHolder,
} from '../choice.ts'
import type { HostId } from '../ids.ts'
import type { PageStatus } from '../rows.ts'
import { Ledger } from './ledger.ts'
import { ints, texts } from './literal.ts'
import type { Query, Session } from './session.ts'

interface PlaceHolderRow extends PlaceHolder, PageRef {
  readonly host: HostId
  /** Whether it is stored as a sitemap or feed, which takes no place. */
  readonly isSource: boolean
}

interface Written extends PageRef {
  readonly status: PageStatus
  readonly excludedBy: 'replaced' | null
  readonly reason: string | null
  readonly dueAt: number | null
}

/** Gives out places, each in exchange for that of another page or while some are free, which is checked under the lock on all room. */
export function choose(session: Session, request: ChoiceRequest): Promise<ChoiceResult> {
  return session.transaction(async query => {
    await query(LOCK_ROOM)
    const [{ taken }] = (await query<{ taken: number }>(TAKEN)) as [{ taken: number }]
    const places = new Places(await standings(query, request), request, taken)
    for (const choice of request.choices) places.give(choice)
    for (const page of request.retries) places.retry(page)
    await write(query, places.written)
    await places.ledger.write(query)
    const { chosen, returned, replaced } = places
    return { chosen, returned, replaced }
  })
}

class Places {
  readonly ledger = new Ledger()
  readonly written: Written[] = []
  readonly #pages: Map<number, PlaceHolderRow>
  readonly #nowMs: number
  #free: number
  chosen = 0
  returned = 0
  replaced = 0

  constructor(pages: readonly PlaceHolderRow[], { nowMs, limit }: ChoiceRequest, taken: number) {
    this.#pages = new Map(pages.map(page => [page.id, page]))
    this.#nowMs = nowMs
    this.#free = limit - taken
  }

  give({ newcomer, reason, replaced }: Choice): void {
    const page = this.#pages.get(newcomer.id)
    const admission = page && admissionOf(page)
    if (!admission || (replaced ? !this.#putOut(replaced) : this.#free <= 0)) return
    if (!replaced) this.#free--
    this.chosen++
    this.#admit(page, admission, reason)
  }

  retry({ id }: PageRef): void {
    const page = this.#pages.get(id)
    if (page?.status !== 'error' || page.revision === 0) return
    this.#move(page, { status: 'completed', dueAt: this.#nowMs })
  }

  #admit(page: PlaceHolderRow, admission: Admission, reason: string): void {
    if (admission.kind === 'returned') {
      this.returned++
      this.#move(page, { status: 'completed', dueAt: this.#nowMs })
      this.#stored(page, 1)
    } else {
      this.#move(page, { status: 'waiting', dueAt: this.#nowMs, reason })
      this.ledger.count(page.shard, 'chosen', 1)
    }
  }

  #putOut({ page: { id }, reason }: NonNullable<Choice['replaced']>): boolean {
    const page = this.#pages.get(id)
    if (!page || !mayBeReplaced(page) || page.isSource) return false
    this.#move(page, { status: 'excluded', excludedBy: 'replaced', reason })
    this.#stored(page, -1)
    this.replaced++
    return true
  }

  #move(page: PlaceHolderRow, to: Partial<Written> & Pick<Written, 'status'>): void {
    const { shard, id, host, status } = page
    // A page moves only once: a later choice in the same request sees its new state.
    const after = { shard, id, excludedBy: null, reason: null, dueAt: null, ...to }
    this.written.push(after)
    this.#pages.delete(id)
    this.ledger.moved(shard, status, to.status)
    this.ledger.wakeFor(host, to.status, after.dueAt)
  }

  #stored({ shard, host }: PlaceHolderRow, by: 1 | -1): void {
    this.ledger.count(shard, 'fetched', by)
    this.ledger.host(host).fetched += by
  }
}

async function standings(
  query: Query,
  { choices, retries }: ChoiceRequest,
): Promise<readonly PlaceHolderRow[]> {
  const pages = choices.flatMap(({ newcomer, replaced }) =>
    replaced ? [newcomer, replaced.page] : [newcomer],
  )
  const ids = new Set([...pages, ...retries].map(({ id }) => id))
  return query<PlaceHolderRow>(STANDINGS, ints([...ids]))
}

async function write(query: Query, pages: readonly Written[]): Promise<void> {
  if (pages.length === 0) return
  await query(
    WRITE,
    ints(pages.map(page => page.id)),
    texts(pages.map(page => page.status)),
    texts(pages.map(page => page.excludedBy)),
    texts(pages.map(page => page.reason)),
    ints(pages.map(page => page.dueAt)),
  )
}

const LOCK_ROOM = 'SELECT 1 AS locked FROM refresh WHERE shard = 0 FOR UPDATE'
const TAKEN = `SELECT ((SELECT coalesce(sum(value), 0) FROM counter WHERE name IN ('fetched', 'chosen'))
  + (SELECT coalesce(sum(room), 0) FROM worker))::bigint AS taken`
/** Rows are locked in key order, as everywhere, to avoid deadlocks. */
const STANDINGS = `SELECT p.id, p.shard, p.host, p.status, p.excluded_by AS "excludedBy", p.due_at AS "dueAt", p.revision,
    EXISTS (SELECT 1 FROM revision r WHERE r.shard = p.shard AND r.page = p.id AND r.number = 1 AND r.source) AS "isSource"
  FROM unnest($1::bigint[]) u(id) JOIN page p ON p.shard = (u.id >> 40)::int AND p.id = u.id ORDER BY p.id FOR UPDATE OF p`
const WRITE = `UPDATE page p SET status = u.status, excluded_by = u.excluded_by, reason = u.reason, due_at = u.due_at
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[]) u(id, status, excluded_by, reason, due_at)
  WHERE p.shard = (u.id >> 40)::int AND p.id = u.id`
