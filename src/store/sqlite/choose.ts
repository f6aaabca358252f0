import {
  admissionOf,
  type Choice,
  type ChoiceRequest,
  type ChoiceResult,
  mayBeReplaced,
  type PlaceHolder,
} from '../choice.ts'
import type { HostId, PageId } from '../ids.ts'
import type { PageStatus } from '../rows.ts'
import type { Sqlite } from './open.ts'
import type { Recorder } from './record.ts'

interface PlaceHolderRow extends PlaceHolder {
  readonly id: PageId
  readonly shard: number
  readonly host: HostId
  /** Whether it is stored as a sitemap or feed, which takes no place. */
  readonly isSource: number
}

/** Gives out places, each in exchange for that of another page or while some are free. Must run inside a transaction. */
export function choose(database: Sqlite, recorder: Recorder, request: ChoiceRequest): ChoiceResult {
  const places = new Places(database, recorder, request)
  for (const choice of request.choices) places.give(choice)
  for (const page of request.retries) places.retry(page.id)
  return places
}

class Places implements ChoiceResult {
  readonly #recorder: Recorder
  readonly #nowMs: number
  readonly #sql: ReturnType<typeof prepareAll>
  #free: number
  chosen = 0
  returned = 0
  replaced = 0

  constructor(database: Sqlite, recorder: Recorder, { nowMs, limit }: ChoiceRequest) {
    this.#recorder = recorder
    this.#nowMs = nowMs
    this.#sql = prepareAll(database)
    const { taken } = this.#sql.taken.get() as { taken: number }
    this.#free = limit - taken
  }

  give({ newcomer, reason, replaced }: Choice): void {
    const page = this.#sql.standing.get(newcomer.id) as PlaceHolderRow | undefined
    const admission = page && admissionOf(page)
    if (!admission || (replaced ? !this.#putOut(replaced.page.id, replaced.reason) : this.#free <= 0)) return
    if (!replaced) this.#free--
    this.chosen++
    if (admission.kind === 'returned') this.#bringBack(page)
    else this.#admit(page, admission.from, reason)
  }

  #admit(page: PlaceHolderRow, from: PageStatus, reason: string): void {
    this.#sql.wait.run(this.#nowMs, reason, page.id)
    this.#recorder.moved(page.shard, from, 'waiting')
    this.#recorder.count(page.shard, 'chosen', 1)
    this.#recorder.wakeFor({ shard: page.shard, id: page.host }, 'waiting', this.#nowMs)
  }

  retry(id: PageId): void {
    const page = this.#sql.standing.get(id) as PlaceHolderRow | undefined
    if (page?.status !== 'error' || page.revision === 0) return
    this.#sql.due.run(this.#nowMs, id)
    this.#recorder.moved(page.shard, 'error', 'completed')
    this.#recorder.wake({ shard: page.shard, id: page.host }, this.#nowMs, 'refresh')
  }

  #putOut(id: PageId, reason: string): boolean {
    const page = this.#sql.standing.get(id) as PlaceHolderRow | undefined
    if (!page || !mayBeReplaced(page) || page.isSource === 1) return false
    this.#sql.putOut.run(reason, id)
    this.#recorder.moved(page.shard, page.status, 'excluded')
    this.#stored(page, -1)
    this.replaced++
    return true
  }

  #bringBack(page: PlaceHolderRow): void {
    this.returned++
    this.#sql.bringBack.run(this.#nowMs, page.id)
    this.#recorder.moved(page.shard, 'excluded', 'completed')
    this.#stored(page, 1)
    this.#recorder.wake({ shard: page.shard, id: page.host }, this.#nowMs, 'refresh')
  }

  #stored({ shard, host }: PlaceHolderRow, by: 1 | -1): void {
    this.#recorder.count(shard, 'fetched', by)
    this.#sql.hostFetched.run(by, host)
  }
}

function prepareAll(database: Sqlite) {
  const sql = (text: string) => database.prepare(text)
  return {
    taken: sql(`SELECT (SELECT coalesce(sum(value), 0) FROM counter WHERE name IN ('fetched', 'chosen'))
      + (SELECT coalesce(sum(room), 0) FROM worker) AS taken`),
    standing: sql(`SELECT id, shard, host, status, excluded_by AS excludedBy, due_at AS dueAt, revision,
      EXISTS (SELECT 1 FROM revision r WHERE r.shard = page.shard AND r.page = page.id AND r.number = 1 AND r.source = 1) AS isSource
      FROM page WHERE id = ?`),
    wait: sql("UPDATE page SET status = 'waiting', due_at = ?, reason = ? WHERE id = ?"),
    due: sql("UPDATE page SET status = 'completed', due_at = ? WHERE id = ?"),
    putOut: sql(
      "UPDATE page SET status = 'excluded', excluded_by = 'replaced', reason = ?, due_at = NULL WHERE id = ?",
    ),
    bringBack: sql(
      "UPDATE page SET status = 'completed', excluded_by = NULL, reason = NULL, due_at = ? WHERE id = ?",
    ),
    hostFetched: sql('UPDATE host SET fetched = fetched + ? WHERE id = ?'),
  }
}
