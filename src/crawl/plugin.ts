/**
 * Plug-ins: three stages, one optional method each.
 *
 * - `request` runs before a request is sent and may change its headers or veto it.
 * - `response` runs after the answer was read and may add fields or overrule `changed`.
 * - `queue` runs for every visited page and for every Url just found, before they are queued: it may exclude it, change
 *   its priority or next visit, and add other Urls.
 *
 * A method that throws, or takes longer than its limit, is reported with the plug-in's name; the visit goes on without it.
 */
import type { Log } from '../env/index.ts'

export interface PluginContext {
  readonly log: Log
  readonly now: () => number
}

export interface PluginRequest {
  readonly url: URL
  readonly depth: number
  /** Header names in lower case; changes are sent. */
  readonly headers: Map<string, string>
  /** The revision we have, if any. */
  readonly stored: { readonly fetchedAt: number; readonly revision: number } | null
}

export interface RequestContext extends PluginContext {
  /** Do not send it; the page is excluded with this reason. */
  veto(reason: string): void
}

export interface PluginVisit {
  readonly url: URL
  readonly depth: number
  readonly outcome: 'fetched' | 'notModified' | 'moved' | 'denied' | 'gone' | 'failed'
  readonly status: number | null
  /** Header names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly type: string | null
  readonly title: string | null
  /** Visible text of a page, or null. */
  readonly text: string | null
  /** The body after decoding, or null. */
  readonly body: Uint8Array | null
  readonly links: readonly {
    readonly href: string
    readonly text: string
    readonly kind: string
    readonly nofollow: boolean
  }[]
  /** Stored with the revision, as JSON. */
  readonly fields: Record<string, unknown>
  /** Does this revision differ from the one before? May be set. */
  changed: boolean
}

export interface PluginPage {
  readonly url: URL
  readonly depth: number
  /** Null for a Url that was just found and not visited yet. */
  readonly visit: PluginVisit | null
  /** Smaller is earlier. */
  readonly priority: number
}

export interface QueueContext extends PluginContext {
  exclude(reason: string): void
  setPriority(priority: number): void
  /** When to visit a visited page again; milliseconds since the epoch, or null for never. */
  visitAt(timeMs: number | null): void
  add(url: string, options?: { readonly priority?: number }): void
}

export interface Plugin {
  readonly name: string
  request?(request: PluginRequest, context: RequestContext): void | Promise<void>
  response?(visit: PluginVisit, context: PluginContext): void | Promise<void>
  queue?(page: PluginPage, context: QueueContext): void | Promise<void>
}

/** Gives a plug-in its types; returns it as it is. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}
