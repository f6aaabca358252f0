/** The forms of sites: what they are for, whether they are queried, what that found, and how much is still hidden behind them. */
import { storedMemory } from '../crawl/host/stored-memory.ts'
import { type FormReport, HostQueries } from '../focus/queries/index.ts'
import type { FormKind } from '../site/index.ts'
import { type HostRow, type HostStore, hostId, pageId } from '../store/index.ts'
import { originNamed } from './address.ts'
import { cursorOf, placeOfCursor } from './cursor.ts'

export interface FormsQuery {
  /** Only this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  readonly limit?: number
  /** Continue after the host with this cursor. */
  readonly cursor?: string
}

/** The forms of one host. */
export interface HostForms {
  /** Scheme, host and port. */
  readonly host: string
  /** Distinct pages listed in answers, whether or not they were already known. */
  readonly found: number
  /** Estimated total number of pages behind the forms, from the overlap between answers; a lower bound. Null while too few overlap. */
  readonly estimate: number | null
  /** Estimated number of pages not found yet: `estimate` minus `found`. */
  readonly hidden: number | null
  /** Number of answer pages read. */
  readonly answerPages: number
  readonly forms: readonly SiteForm[]
  /** Pass to `collection.forms({ cursor })` to continue after this host. */
  readonly cursor: string
}

export interface SiteForm {
  readonly kind: FormKind
  readonly method: 'get' | 'post'
  /** The address it submits to. */
  readonly action: string
  /** Names of its fields. */
  readonly fields: readonly string[]
  /** A page that has the form. */
  readonly page: string
  /** `asked`: it is being queried. `ended`: it was queried and no more queries are made. `closed`: it is never queried. */
  readonly state: 'asked' | 'ended' | 'closed'
  /** Why the form is closed or has ended. */
  readonly reason: string | null
  /** Number of queries made. */
  readonly queries: number
  /** The queries. */
  readonly asked: readonly string[]
  /** Pages listed in answers that the collection did not know yet. */
  readonly newPages: number
}

export async function* hostForms(
  store: HostStore,
  { host, limit = Number.POSITIVE_INFINITY, cursor }: FormsQuery,
): AsyncGenerator<HostForms, void, undefined> {
  const after = cursor === undefined ? undefined : placeOfCursor(cursor)
  const origin = host === undefined ? null : originNamed(host)
  let left = limit
  for await (const row of store.hosts(after && { shard: after.shard, id: hostId(after.id) })) {
    if (left <= 0) return
    const forms = origin === null || row.origin === origin ? formsOfHost(row) : null
    if (forms === null) continue
    yield forms
    left--
  }
}

function formsOfHost({ shard, id, origin, memory }: HostRow): HostForms | null {
  const saved = storedMemory(memory).forms
  if (!saved) return null
  const { found, estimate, answerPages, forms } = new HostQueries(saved).report()
  return {
    host: origin,
    found,
    estimate,
    hidden: estimate === null ? null : Math.max(0, estimate - found),
    answerPages,
    forms: forms.map(siteForm),
    cursor: cursorOf({ shard, id: pageId(id) }),
  }
}

function siteForm({ found, page, ended, queries, fresh, asked }: FormReport): SiteForm {
  const { kind, method, action, fields, closed } = found
  return {
    kind,
    method,
    action,
    fields,
    page,
    queries,
    asked,
    newPages: fresh,
    state: closed !== null ? 'closed' : ended === null ? 'asked' : 'ended',
    reason: closed ?? ended,
  }
}
