/** Runs the stages of a plug-in on a page that a test makes up, without a crawl, and tells what it wanted. */

import { scanPage } from '../document/index.ts'
import { isPageType } from '../document/type.ts'
import { visibleText } from '../document/visible-text.ts'
import { silentLog } from '../env/log.ts'
import { selecting } from '../html/index.ts'
import { Canonicalizer } from '../url/index.ts'
import type { Plugin, PluginContext, PluginRequest, PluginVisit, PreviousRevision } from './plugin.ts'
import {
  addressFrom,
  checkFindings,
  checkRequest,
  priorityFrom,
  reasonFrom,
  timeFrom,
} from './plugin-values.ts'
import { documentOf } from './visit/plugged-visit.ts'

/** The page. Without a body, it was only found, and nothing but the queue stage is called. */
export interface TriedPage {
  readonly url: string
  /** What the server answers. */
  readonly body?: string
  /** `text/html` by default. */
  readonly type?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly depth?: number
  /** The stored revision; none by default. */
  readonly previous?: string
  readonly pageClass?: string
  readonly record?: Readonly<Record<string, unknown>>
}

/** What the plug-in did. */
export interface TriedPlugin {
  /** As the request stage left it; null for a page that was only found. */
  readonly request: Pick<PluginRequest, 'url' | 'method' | 'body' | 'headers'> | null
  /** Why it vetoed the request, rejected the answer or excluded the page; null if it did not. */
  readonly vetoed: string | null
  readonly rejected: string | null
  readonly excluded: string | null
  readonly fields: Readonly<Record<string, unknown>>
  readonly changed: boolean
  /** Addresses it added, absolute. */
  readonly added: readonly string[]
  readonly priority: number | null
  /** When it wants the page visited again; undefined if it did not say. */
  readonly visitAt: number | null | undefined
}

type Found = { -readonly [Key in keyof TriedPlugin]: TriedPlugin[Key] }

/** Calls the stages one after another, as a crawl does, until one of them says no. What the plug-in throws, or says wrongly, is thrown. */
export async function tryPlugin(plugin: Plugin, page: TriedPage): Promise<TriedPlugin> {
  const found: Found = {
    request: null,
    vetoed: null,
    rejected: null,
    excluded: null,
    priority: null,
    visitAt: undefined,
    fields: {},
    changed: false,
    added: [],
  }
  if (page.body === undefined) {
    await queue(plugin, page, null, found)
    return found
  }
  await request(plugin, page, found)
  if (found.vetoed !== null) return found
  const visit = visitOf(page, page.body)
  await plugin.response?.(visit, {
    ...CONTEXT,
    reject: reason => void (found.rejected ??= reasonFrom(reason)),
  })
  checkFindings(visit)
  Object.assign(found, { fields: visit.fields, changed: visit.changed })
  if (found.rejected === null) await queue(plugin, page, visit, found)
  return found
}

const CONTEXT: PluginContext = { log: silentLog, now: () => 0 }

async function request(plugin: Plugin, { url, depth = 0, previous }: TriedPage, found: Found): Promise<void> {
  const stored = previous === undefined ? null : { fetchedAt: 0, revision: 1 }
  const asked: PluginRequest = {
    url: new URL(url),
    method: 'GET',
    body: null,
    depth,
    stored,
    headers: new Map([['accept', '*/*']]),
  }
  await plugin.request?.(asked, { ...CONTEXT, veto: reason => void (found.vetoed = reasonFrom(reason)) })
  checkRequest(asked)
  found.request = asked
}

async function queue(
  plugin: Plugin,
  { url, depth = 0 }: TriedPage,
  visit: PluginVisit | null,
  found: Found,
): Promise<void> {
  const added: string[] = []
  await plugin.queue?.(
    { url: new URL(url), depth, visit, priority: found.priority ?? depth },
    {
      ...CONTEXT,
      exclude: reason => void (found.excluded = reasonFrom(reason)),
      setPriority: priority => void (found.priority = priorityFrom(priority)),
      visitAt: time => void (found.visitAt = timeFrom(time)),
      add: href => void added.push(new URL(addressFrom(href), url).href),
    },
  )
  found.added = added
}

function visitOf({ url, type = 'text/html', ...page }: TriedPage, body: string): PluginVisit {
  const isPage = isPageType(type)
  const scan = scanPage(isPage ? body : '', url, new Canonicalizer())
  const bytes = Buffer.from(body)
  return {
    url: new URL(url),
    depth: page.depth ?? 0,
    outcome: 'fetched',
    status: page.status ?? 200,
    headers: new Map(Object.entries({ 'content-type': type, ...page.headers }).map(lowered)),
    type,
    title: scan.title || null,
    text: isPage ? visibleText(body, url) : body,
    body: bytes,
    links: scan.links.map(({ href, text, kind, nofollow }) => ({ href, text, kind, nofollow })),
    pageClass: page.pageClass ?? null,
    record: page.record ?? null,
    comparison: null,
    previous: page.previous === undefined ? null : previousOf(page.previous, url),
    html: () => body,
    select: selecting(() => (isPage ? body : ''), url),
    document: () => documentOf(url, bytes, { type, charset: 'utf-8' }),
    fields: {},
    changed: page.previous !== undefined && page.previous !== body,
  }
}

const lowered = ([name, value]: [string, string]) => [name.toLowerCase(), value] as const

const previousOf = (html: string, url: string): PreviousRevision => ({
  revision: 1,
  fetchedAt: 0,
  changedAt: 0,
  html: async () => html,
  text: async () => visibleText(html, url),
})
