/** `pages`, `hosts`, `classes` and `errors`: the collection as tables. */
import { base32 } from '../archive/index.ts'
import { IMAGE_CLASS } from '../crawl/models/image-class.ts'
import { Failure, printable } from '../env/index.ts'
import { UNPLACED_CLASS } from '../site/index.ts'
import {
  type ClassCount,
  type HostRow,
  PAGE_STATUSES,
  type PageRow,
  type PageStatus,
} from '../store/index.ts'
import { open, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'
import { pagesAsOf, readableUntil } from './published.ts'
import { printRows, shownBytes, shownTime } from './table.ts'

export interface PagesOptions extends SharedOptions {
  readonly status?: string
  readonly host?: string
  readonly limit?: number
  /** Only pages whose copy the archive has lost. */
  readonly lost?: boolean
}

export async function pagesCommand(options: PagesOptions, output: Output): Promise<number> {
  const status = statusOf(options.status)
  const collection = await open(options, 'read')
  try {
    const until = await readableUntil(collection)
    const rows = pagesAsOf(collection.store, until, {
      ...(status === undefined ? {} : { status }),
      ...(options.host === undefined ? {} : { origin: originOf(options.host) }),
      ...(options.limit === undefined ? {} : { limit: options.limit }),
      ...(options.lost ? { lost: true } : {}),
    })
    const columns = [
      { title: 'status', value: (page: PageRow) => page.status },
      { title: 'http', value: (page: PageRow) => page.httpStatus, align: 'right' as const },
      { title: 'depth', value: (page: PageRow) => page.depth, align: 'right' as const },
      {
        title: 'size',
        value: (page: PageRow) => (page.sizeBytes === null ? null : shownBytes(page.sizeBytes)),
        align: 'right' as const,
      },
      { title: 'fetched (UTC)', value: (page: PageRow) => shownTime(page.fetchedAt) },
      { title: 'url', value: (page: PageRow) => (page.reason ? `${page.url}  (${page.reason})` : page.url) },
    ]
    await printRows(
      rows,
      { json: options.json ?? false, columns, toJson: pageJson, empty: 'no such pages' },
      output,
    )
    return EXIT.done
  } finally {
    await collection.close()
  }
}

export function pageJson(page: PageRow) {
  const failed = page.status === 'error' || page.status === 'gone'
  return {
    url: page.url,
    status: page.status,
    httpStatus: page.httpStatus,
    depth: page.depth,
    class: page.pageClass,
    fetchedAt: iso(page.fetchedAt),
    changedAt: iso(page.changedAt),
    dueAt: iso(page.dueAt),
    sizeBytes: page.sizeBytes,
    digest: page.digest ? `sha1:${base32(page.digest)}` : null,
    type: page.type,
    title: page.title,
    revision: page.revision,
    failures: page.failures,
    error: failed ? page.reason : null,
    reason: page.reason,
    via: page.via,
  }
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

export async function hostsCommand(options: SharedOptions, output: Output): Promise<number> {
  const collection = await open(options, 'read')
  try {
    const columns = [
      { title: 'host', value: (host: HostRow) => host.origin },
      { title: 'server', value: (host: HostRow) => host.server },
      { title: 'known', value: (host: HostRow) => host.known, align: 'right' as const },
      { title: 'pages', value: (host: HostRow) => host.fetched, align: 'right' as const },
      { title: 'failed', value: (host: HostRow) => host.failed, align: 'right' as const },
      { title: 'bytes', value: (host: HostRow) => shownBytes(host.bytes), align: 'right' as const },
      { title: 'robots', value: (host: HostRow) => host.robots },
      { title: 'last visit (UTC)', value: (host: HostRow) => shownTime(host.lastVisitAt) },
    ]
    const toJson = (host: HostRow) => ({
      host: host.origin,
      server: host.server,
      known: host.known,
      pages: host.fetched,
      failed: host.failed,
      bytes: host.bytes,
      robots: host.robots,
      lastVisitAt: iso(host.lastVisitAt),
    })
    await printRows(
      collection.store.hosts(),
      { json: options.json ?? false, columns, toJson, empty: 'no hosts yet' },
      output,
    )
    return EXIT.done
  } finally {
    await collection.close()
  }
}

interface ErrorRow {
  readonly reason: string
  readonly count: number
  readonly example: string
  readonly retryAt: number | null
}

/** What went wrong, grouped by reason, and what the engine reported. */
export async function errorsCommand(
  options: SharedOptions & { readonly limit?: number },
  output: Output,
): Promise<number> {
  const collection = await open(options, 'read')
  try {
    const groups = new Map<string, { count: number; example: string; retryAt: number | null }>()
    for (const status of ['error', 'gone'] as const) {
      for await (const page of collection.store.pages({ status })) {
        const reason = page.reason ?? status
        const group = groups.get(reason) ?? { count: 0, example: page.url, retryAt: null }
        group.count++
        if (page.dueAt !== null) group.retryAt = Math.min(page.dueAt, group.retryAt ?? page.dueAt)
        groups.set(reason, group)
      }
    }
    const rows: ErrorRow[] = [...groups]
      .map(([reason, group]) => ({ reason, ...group }))
      .sort((a, b) => b.count - a.count)
    const columns = [
      { title: 'pages', value: (row: ErrorRow) => row.count, align: 'right' as const },
      { title: 'retry (UTC)', value: (row: ErrorRow) => shownTime(row.retryAt) },
      { title: 'reason', value: (row: ErrorRow) => row.reason },
      { title: 'for example', value: (row: ErrorRow) => row.example },
    ]
    const toJson = (row: ErrorRow) => ({ ...row, retryAt: iso(row.retryAt) })
    await printRows(
      iterate(rows),
      { json: options.json ?? false, columns, toJson, empty: 'no errors' },
      output,
    )
    for (const event of await collection.store.events(options.limit ?? 20)) {
      if (options.json)
        output.result(
          JSON.stringify({
            event: event.kind,
            at: iso(event.at),
            subject: event.subject,
            message: event.message,
          }),
        )
      else
        output.result(printable(`${shownTime(event.at)}  ${event.kind}  ${event.subject}: ${event.message}`))
    }
    return EXIT.done
  } finally {
    await collection.close()
  }
}

async function* iterate<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows
}

function statusOf(text: string | undefined): PageStatus | undefined {
  if (text === undefined) return undefined
  const status = PAGE_STATUSES.find(known => known === text)
  if (!status)
    throw new Failure('usage', `--status ${text} is not known: use one of ${PAGE_STATUSES.join(', ')}`)
  return status
}

function originOf(host: string): string {
  const url = URL.parse(host.includes('://') ? host : `https://${host}`)
  if (!url)
    throw new Failure('usage', `--host ${host} is not a host: write example.org or http://example.org:8080`)
  return url.origin
}

/** Classes that the engine made, in words. */
const SHOWN_CLASSES: Readonly<Record<string, string>> = {
  [IMAGE_CLASS]: '(pictures)',
  [UNPLACED_CLASS]: '(fits no class)',
}

export async function classesCommand(options: SharedOptions, output: Output): Promise<number> {
  const collection = await open(options, 'read')
  try {
    const columns = [
      { title: 'class', value: (row: ClassCount) => SHOWN_CLASSES[row.pageClass] ?? row.pageClass },
      { title: 'known', value: (row: ClassCount) => row.known, align: 'right' as const },
      { title: 'stored', value: (row: ClassCount) => row.stored, align: 'right' as const },
    ]
    const toJson = ({ pageClass, known, stored }: ClassCount) => ({ class: pageClass, known, stored })
    const empty = 'no page has a class: run tidewatch model URL, or crawl with --model'
    await printRows(
      await collection.store.classes(),
      { json: options.json ?? false, columns, toJson, empty },
      output,
    )
    return EXIT.done
  } finally {
    await collection.close()
  }
}
