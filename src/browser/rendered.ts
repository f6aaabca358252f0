/** What a page is shown with, and what comes of it. Plain data, so that nobody else has to know the browser. */
import type { HeaderList } from '../fetch/header-list.ts'

/** An answer as the browser gets it: content codings undone. */
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
  /** Those that the page itself chose, in lower case; who we are is not among them. */
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
  /** A selector of what must be there before the page is read; null for none. */
  readonly until: string | null
  /** The text of a function that must return true before, called among the page's own scripts; null for none. */
  readonly when: string | null
  /** How often it is scrolled to its end at most, for pages that go on there. */
  readonly scrolls: number
  /** Banners that ask for consent are answered with no. */
  readonly rejectsConsent: boolean
  /** Buttons are pressed, to see what they would ask for; nothing of that is sent. */
  readonly presses: boolean
  readonly pictures: Pictures
  /** Rules of axe-core that the page is checked by; null for none. */
  readonly axeRules: readonly string[] | null
}

/** A picture of the whole page, of what one sees first, or none. */
export type Pictures = 'none' | 'view' | 'page'

/** An address that only a browser finds. */
export interface BrowserLink {
  readonly href: string
  readonly text: string
  /** `a` leads to a page; `meta` was only mentioned: data, sockets, what a form would be sent to. */
  readonly kind: 'a' | 'meta'
}

export interface Rendered {
  readonly kind: 'rendered'
  /** The document as it stood, shadow trees in their places. */
  readonly html: string
  /** Of frames, scripts, history and windows; those in the document are in `html`. */
  readonly links: readonly BrowserLink[]
  readonly requests: number
  readonly refused: number
  /** JPEG. */
  readonly picture?: Uint8Array
  /** The same, small. */
  readonly thumbnail?: Uint8Array
  /** What axe-core says of it, if that was asked for and it was done in time. */
  readonly findings?: PageFindings
}

/** Rules of axe-core that passed, and those that failed with the number of elements and the XPaths of the first of them. */
export interface PageFindings {
  readonly passed: readonly string[]
  readonly failed: readonly (readonly [rule: string, count: number, elements: readonly string[]])[]
}

export interface Unrendered {
  readonly kind: 'unrendered'
  /** `page`: it hangs or crashes by itself. `browser`: the browser ended under it. */
  readonly by: 'page' | 'browser'
  /** Follows "the page". */
  readonly why: string
}
