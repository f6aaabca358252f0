/**
 * Plug-ins: three stages, one optional method each.
 *
 * - `request` runs before a page is requested and may change its address, method, headers and body, or veto it.
 * - `response` runs after the answer was read and may add fields, overrule `changed`, or reject the answer.
 * - `queue` runs for every visited page and for every Url just found, before it is queued: it may exclude the Url, change
 *   its priority or next visit, and add other Urls.
 *
 * A method that throws, or takes longer than its limit, is reported with the plug-in's name; the visit continues without it.
 */
import type { ChangeNote } from '../change/index.ts'
import type { Conversion } from '../document/convert/index.ts'
import type { Log } from '../env/index.ts'
import type { Selected } from '../html/index.ts'

export interface PluginContext {
  readonly log: Log
  readonly now: () => number
}

export interface PluginRequest {
  /** The address to request; may be changed to another address of the same origin that robots.txt allows. */
  url: URL
  method: 'GET' | 'POST'
  /** The body of a POST. */
  body: string | null
  readonly depth: number
  /** Header names in lower case; changes to the map are sent. */
  readonly headers: Map<string, string>
  /** The revision we have, if any. */
  readonly stored: { readonly fetchedAt: number; readonly revision: number } | null
}

export interface RequestContext extends PluginContext {
  /** Cancels the request; the page is excluded with this reason. */
  veto(reason: string): void
}

export interface PluginVisit {
  readonly url: URL
  readonly depth: number
  readonly outcome: 'fetched' | 'notModified' | 'moved' | 'denied' | 'gone' | 'walled' | 'failed'
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
  /** The page's class in the model of its site, if known. */
  readonly pageClass: string | null
  /** The record that the site model extracted from the page, by field. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** How the page compares with the stored revision, if its bytes differ: `changed`, `difference`, `paths`, … */
  readonly comparison: ChangeNote | null
  /** The stored revision, or null for a new page. */
  readonly previous: PreviousRevision | null
  /** The body as text, decoded with the detected charset, or null. */
  html(): string | null
  /**
   * What a CSS selector or an XPath selects on a page, in document order: `visit.select('.price')[0]?.text`. Nothing on what is no page;
   * throws if the selector is not valid.
   */
  select(selector: string): readonly Selected[]
  /**
   * The body of any supported file type in one form: title, language, blocks of text, links and metadata, or the reason why it cannot be
   * read; null without a body.
   */
  document(): Promise<Conversion | null>
  /** Stored with the revision, as JSON. */
  readonly fields: Record<string, unknown>
  /** Whether this revision differs from the previous one. May be set. */
  changed: boolean
}

export interface ResponseContext extends PluginContext {
  /**
   * The answer is not the page: it is not stored as a revision, and its links are not followed. The page is tried again later, like after a
   * server error; with `retry: false` it is excluded with this reason.
   */
  reject(reason: string, options?: { readonly retry?: boolean }): void
}

export interface PreviousRevision {
  readonly revision: number
  readonly fetchedAt: number | null
  readonly changedAt: number | null
  /** Its body as text; null if the archive no longer has it. */
  html(): Promise<string | null>
  /** Its visible text; null if the archive no longer has it. */
  text(): Promise<string | null>
}

export interface PluginPage {
  readonly url: URL
  readonly depth: number
  /** Null for a Url that was just found and not visited yet. */
  readonly visit: PluginVisit | null
  /** Smaller numbers are visited earlier. */
  readonly priority: number
}

export interface QueueContext extends PluginContext {
  exclude(reason: string): void
  setPriority(priority: number): void
  /** Sets when to visit a visited page again: a Date or milliseconds since the epoch, or null for never. */
  visitAt(timeMs: number | Date | null): void
  add(url: string | URL, options?: { readonly priority?: number }): void
}

export interface Plugin {
  readonly name: string
  request?(request: PluginRequest, context: RequestContext): void | Promise<void>
  response?(visit: PluginVisit, context: ResponseContext): void | Promise<void>
  queue?(page: PluginPage, context: QueueContext): void | Promise<void>
}

/** Returns the plug-in unchanged; lets the compiler check and infer its types. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}
