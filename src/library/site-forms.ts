/** The forms of sites: what they are for, whether they are asked, what came of it, and how much is still hidden behind them. */
import { savedQueriesOf } from '../crawl/host/saved-queries-of.ts'
import { type FormReport, HostQueries } from '../focus/queries/index.ts'
import type { FormKind } from '../site/index.ts'
import { type HostRow, type HostStore, hostId, pageId } from '../store/index.ts'
import { originNamed } from './address.ts'
import { cursorOf, placeOfCursor } from './cursor.ts'

export interface FormsQuery {
  /** Only this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  readonly limit?: number
  /** Continues after the host that has this cursor. */
  readonly cursor?: string
}

/** The forms of one host. */
export interface HostForms {
  /** Scheme, host and port. */
  readonly host: string
  /** Different pages that answers listed, whether or not they were known. */
  readonly found: number
  /** How many there are by what answers have in common; null while too few overlap to tell. It is a lower bound. */
  readonly estimate: number | null
  /** How many of them are still hidden. */
  readonly hidden: number | null
  /** Pages of answers that were read. */
  readonly answerPages: number
  readonly forms: readonly SiteForm[]
  /** `collection.forms({ cursor })` continues after this host. */
  readonly cursor: string
}

export interface SiteForm {
  readonly kind: FormKind
  readonly method: 'get' | 'post'
  /** Where it leads. */
  readonly action: string
  /** The names of its fields. */
  readonly fields: readonly string[]
  /** A page that has it. */
  readonly page: string
  /** `asked`: its queries go on; `ended`: no more is asked; `closed`: nothing is ever asked. */
  readonly state: 'asked' | 'ended' | 'closed'
  /** Why it is closed or has ended. */
  readonly reason: string | null
  /** How many queries were asked, and what they were. */
  readonly queries: number
  readonly asked: readonly string[]
  /** Pages that answers listed and that the collection did not know. */
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
  const saved = savedQueriesOf(memory)
  if (saved === null) return null
  const { found, estimate, answerPages, forms } = new HostQueries(saved).report()
  return {
    ...{ host: origin, found, estimate, hidden: estimate === null ? null : Math.max(0, estimate - found) },
    ...{ answerPages, forms: forms.map(siteForm), cursor: cursorOf({ shard, id: pageId(id) }) },
  }
}

function siteForm({ found, page, ended, queries, fresh, asked }: FormReport): SiteForm {
  const { kind, method, action, fields, closed } = found
  return {
    ...{ kind, method, action, fields, page, queries, asked, newPages: fresh },
    state: closed !== null ? 'closed' : ended === null ? 'asked' : 'ended',
    reason: closed ?? ended,
  }
}
