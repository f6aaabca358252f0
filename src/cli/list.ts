/** `pages`, `classes` and `errors`: the collection as tables. */
import { Failure, printable } from '../env/index.ts'
import {
  classWords,
  type ErrorGroup,
  type Page,
  type PageClassCount,
  type PageSort,
  type PageStatus,
  type PagesQuery,
  STATUSES,
  shownBytes,
  shownTime,
} from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { namedHost } from './named-host.ts'
import { EXIT, type Output } from './output.ts'
import { pageJson } from './page-json.ts'
import { sinceOf } from './since.ts'
import { type Column, printRows } from './table.ts'

export interface PagesOptions extends SharedOptions {
  readonly status?: string
  readonly host?: string
  readonly class?: string
  readonly text?: string
  readonly type?: string
  readonly since?: string
  /** Only pages that are neither excluded nor gone. */
  readonly watched?: boolean
  readonly sort?: PageSort
  readonly descending?: boolean
  readonly limit?: number
  /** Only pages whose stored copy is missing from the archive. */
  readonly lost?: boolean
  /** Only pages that were behind a wall at their last visit. */
  readonly walled?: boolean
  readonly topic?: string
  readonly relevance?: number
}

const right = { align: 'right' } as const
const shownDate = (at: Date | null) => shownTime(at?.getTime() ?? null)

const PAGE_COLUMNS: readonly Column<Page>[] = [
  { title: 'status', value: page => page.status },
  { title: 'http', value: page => page.httpStatus, ...right },
  { title: 'depth', value: page => page.depth, ...right },
  { title: 'size', value: ({ sizeBytes }) => (sizeBytes === null ? null : shownBytes(sizeBytes)), ...right },
  { title: 'fetched (UTC)', value: page => shownDate(page.fetchedAt) },
  { title: 'url', value: page => (page.reason ? `${page.url}  (${page.reason})` : page.url) },
]

/** Extra columns; one is shown first if pages are sorted or filtered by its value. */
const MORE_COLUMNS: Partial<Record<PageSort, Column<Page>>> = {
  relevance: { title: 'relevance', value: ({ relevance }) => relevance?.toFixed(2) ?? null, ...right },
  changesPerDay: {
    title: 'changes/day',
    value: ({ changesPerDay }) => changesPerDay?.toPrecision(3) ?? null,
    ...right,
  },
  changedAt: { title: 'changed (UTC)', value: page => shownDate(page.changedAt) },
  dueAt: { title: 'due (UTC)', value: page => shownDate(page.dueAt) },
}

export function pagesCommand(options: PagesOptions, output: Output): Promise<number> {
  const query = queryOf(options)
  const { json = false, topic, relevance, sort } = options
  const isByTopic = topic !== undefined || relevance !== undefined
  const more = MORE_COLUMNS[sort ?? (isByTopic ? 'relevance' : 'discovered')]
  const columns = more ? [more, ...PAGE_COLUMNS] : PAGE_COLUMNS
  return reading(options, async collection => {
    const pages = collection.pages({ ...query, ...(await namedHost(collection, options.host)) })
    await printRows(pages, { json, columns, toJson: pageJson, empty: 'no pages found' }, output)
    return EXIT.done
  })
}

function queryOf(options: PagesOptions): PagesQuery {
  const { class: pageClass, text, type, since, watched, sort, descending, limit } = options
  const { topic, relevance } = options
  const status = statusOf(options.status)
  return {
    ...(status !== undefined && { status }),
    ...(pageClass !== undefined && { class: pageClass }),
    ...(text !== undefined && { text }),
    ...(type !== undefined && { type }),
    ...(since !== undefined && { changedSince: sinceOf(since) }),
    ...(watched && { watched }),
    ...(sort && { sort }),
    ...(descending && { order: 'descending' }),
    ...(topic !== undefined && { topic }),
    ...(relevance !== undefined && { minRelevance: relevance }),
    ...(limit !== undefined && { limit }),
    lost: options.lost ?? false,
    walled: options.walled ?? false,
  }
}

function statusOf(text: string | undefined): PageStatus | undefined {
  if (text === undefined) return undefined
  const status = STATUSES.find(known => known === text)
  if (!status) throw new Failure('usage', `--status ${text} is not known: use one of ${STATUSES.join(', ')}`)
  return status
}

const ERROR_COLUMNS: readonly Column<ErrorGroup>[] = [
  { title: 'pages', value: row => row.count, ...right },
  { title: 'retry (UTC)', value: row => shownDate(row.retryAt) },
  { title: 'reason', value: row => row.reason },
  { title: 'for example', value: row => row.example },
]
const USUAL_EVENTS = 20

/** Shows failed pages grouped by reason, and the events reported by the engine. */
export function errorsCommand(
  options: SharedOptions & { readonly limit?: number },
  output: Output,
): Promise<number> {
  const { json = false, limit = USUAL_EVENTS } = options
  return reading(options, async collection => {
    const toJson = (row: ErrorGroup) => row
    await printRows(
      await collection.errors(),
      { json, columns: ERROR_COLUMNS, toJson, empty: 'no errors' },
      output,
    )
    for await (const { kind, at, subject, message } of collection.events({ latest: limit }))
      output.result(
        json
          ? JSON.stringify({ event: kind, at, subject, message })
          : printable(`${shownDate(at)}  ${kind}  ${subject}: ${message}`),
      )
    return EXIT.done
  })
}

const CLASS_COLUMNS: readonly Column<PageClassCount>[] = [
  { title: 'class', value: row => classWords(row.class) },
  { title: 'known', value: row => row.known, ...right },
  { title: 'stored', value: row => row.stored, ...right },
]

export function classesCommand(options: SharedOptions, output: Output): Promise<number> {
  const { json = false } = options
  return reading(options, async collection => {
    const toJson = (row: PageClassCount) => row
    const empty = 'no page has a class: run tidewatch model URL, or crawl with --model'
    await printRows(await collection.classes(), { json, columns: CLASS_COLUMNS, toJson, empty }, output)
    return EXIT.done
  })
}
