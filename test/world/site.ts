import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../src/env/clock.ts'
import type { Coding } from './codings.ts'
import type { Element } from './markup.ts'
import type { NoiseKind } from './noise.ts'
import type { Schedule } from './schedule.ts'

/** When and in which world a page is seen. `seed` is already mixed with the host. */
export interface Moment {
  readonly seed: number
  readonly nowMs: number
}

/** What a page is drawn from: its moment and its last changes, newest first. */
export interface View extends Moment {
  readonly edits: readonly number[]
}

/** What a change does to a page. */
export type ChangeKind = 'sentence' | 'price' | 'item' | 'link'

/** What an answer may depend on besides the path. */
export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** The raw exchange, for pages that misbehave below HTTP. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
  readonly clock: Clock
  /** Aborted when the client disconnects or the world stops. */
  readonly signal: AbortSignal
}

export interface Validators {
  /** `lying`: the tag stays the same when the page changes; `fickle`: it differs on every fetch. */
  readonly etag?: 'strong' | 'weak' | 'lying' | 'fickle'
  /** `lying`: always the current time. */
  readonly lastModified?: 'true' | 'lying'
  /** How far ahead the clock is that Last-Modified and Date are taken from. */
  readonly clockAheadMs?: number
  /** Answers byte ranges with 206 and 416. */
  readonly ranges?: boolean
}

/** One page at one moment: what is true of it, and how it is drawn on request. */
export interface Page {
  /** The template it is built from: its true page class. */
  readonly template: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly schedule?: Schedule
  readonly changeKind?: ChangeKind
  readonly bornAt?: number
  readonly diesAt?: number
  readonly noise?: readonly NoiseKind[]
  readonly validators?: Validators
  /** The record it shows, by field. */
  readonly fields?: (view: View) => Readonly<Record<string, string>>
  /** An HTML page. */
  readonly draw?: (view: View) => Element
  /** Anything else; `headers` gives the type. */
  readonly bytes?: (view: View) => Uint8Array | string
  /** URLs that `bytes` names (sitemaps, feeds, broken HTML), as written. */
  readonly names?: (view: View) => readonly string[]
  /** Where it redirects the visitor (with a 3xx status, or by meta refresh). */
  readonly location?: string
  /** Whether robots.txt forbids it: fetching it is recorded as a violation. */
  readonly forbidden?: boolean
  /** Whether the URL belongs to an endless family: fetching it is a waste. */
  readonly trap?: boolean
  /** Returns another page for some requests. */
  readonly given?: (asked: Asked) => Page
  /** Takes over the exchange. */
  readonly act?: (exchange: Exchange) => void | Promise<void>
}

/** A site is a value: a name, and a pure function from path (with query) and moment to page. */
export interface Site {
  readonly host: string
  readonly kind: string
  /** The server it lives on; sites with the same address are virtual hosts. The world chooses one if absent. */
  readonly address?: string
  /** Paths a crawl starts from. */
  readonly entries: readonly string[]
  /** Codings in which answers are compressed for clients that accept them, best first. */
  readonly codings?: readonly Coding[]
  /** Whether its TLS certificate is refused by clients that check it. */
  readonly untrusted?: boolean
  /** Time before the first byte. */
  readonly latencyMs?: number
  find(path: string, at: Moment): Page | undefined
}

/** Number of recent changes that remain visible in a page's text. */
const VISIBLE_EDITS = 8

export function viewOf(page: Page, at: Moment): View {
  const born = page.bornAt ?? Number.NEGATIVE_INFINITY
  const edits = page.schedule?.latest(at.nowMs, VISIBLE_EDITS).filter(time => time > born) ?? []
  return { ...at, edits }
}

export function plain(text: string, template: string, type = 'text/plain; charset=utf-8'): Page {
  return { template, headers: { 'content-type': type }, bytes: () => text }
}
