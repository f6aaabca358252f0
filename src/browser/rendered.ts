/** Input and result of rendering a page. Plain data, so that no other folder depends on the browser. */
import type { HeaderList } from '../fetch/header-list.ts'

/** A response as the browser gets it, with content codings decoded. */
export interface ShownAnswer {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** What a request is for. */
export type RequestPurpose = 'document' | 'script' | 'style' | 'data' | 'image' | 'font' | 'media'

/** A request that a page makes while it is shown. */
export interface PageRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly purpose: RequestPurpose
  /** Headers that the page itself chose, in lower case; those that identify the crawler are not among them. */
  readonly headers: HeaderList
  readonly body: string | null
}

/** Answers a request of a page, or refuses it with null. */
export type Supply = (request: PageRequest) => Promise<ShownAnswer | null>

export interface RenderJob {
  readonly url: string
  readonly answer: ShownAnswer
  readonly userAgent: string
  readonly supply: Supply
  /** A selector that must match before the page is read; null for none. */
  readonly until: string | null
  /** Source of a function that must return true before the page is read, called in the page's own world; null for none. */
  readonly when: string | null
  /** How often the page is scrolled to its end at most, for pages that load more there. */
  readonly scrolls: number
  /** Whether banners that ask for consent are answered with no. */
  readonly rejectsConsent: boolean
  /** Whether buttons are clicked, to see what they would request; nothing of that is sent. */
  readonly presses: boolean
  readonly pictures: Pictures
  /** axe-core rules to check the page against; null for none. */
  readonly axeRules: readonly string[] | null
}

/** A picture of the whole page, of the initial view, or none. */
export type Pictures = 'none' | 'view' | 'page'

/** An address that only a browser finds. */
export interface BrowserLink {
  readonly href: string
  readonly text: string
  /** `a` leads to a page; `meta` was only mentioned: data, sockets, form targets. */
  readonly kind: 'a' | 'meta'
}

export interface Rendered {
  readonly kind: 'rendered'
  /** The rendered document, with shadow trees in place. */
  readonly html: string
  /** Links from frames, scripts, history and windows; those in the document are in `html`. */
  readonly links: readonly BrowserLink[]
  readonly requests: number
  readonly refused: number
  /** JPEG. */
  readonly picture?: Uint8Array
  /** A small version, as JPEG. */
  readonly thumbnail?: Uint8Array
  /** Results of axe-core, if requested and completed in time. */
  readonly findings?: PageFindings
}

/** axe-core rules that passed, and those that failed, with the number of elements and the XPaths of the first ones. */
export interface PageFindings {
  readonly passed: readonly string[]
  readonly failed: readonly (readonly [rule: string, count: number, elements: readonly string[]])[]
}

export interface Unrendered {
  readonly kind: 'unrendered'
  /** `page`: the page itself hangs or crashes. `browser`: the browser ended while showing it. */
  readonly by: 'page' | 'browser'
  /** Continues "the page …". */
  readonly why: string
}
