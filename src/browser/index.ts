/**
 * Renders pages in a browser: the system's Chromium, driven by playwright-core, which is loaded when the first page needs it.
 *
 * The browser has no network access. Every request of a page is paused and handed to the caller (`Supply`), which answers it with what our
 * own fetcher brought, or not at all. The address guard, robots.txt, politeness and limits therefore apply to it as to any other request.
 * Whatever else Chromium would send (WebSockets, WebRTC, its own updates) goes to a proxy that accepts nothing, and no name resolves. The
 * browser never requests the page itself: it gets the response that the crawl already has.
 *
 * Costs: a browser takes about 300 MB and half a second to start, a page 0.3 to 0.8 seconds of one core, or two to three times as much
 * with a Chromium that has windows. What a page may use is bounded: time, memory, requests, bytes, links. A page that hangs or crashes
 * loses only its own rendering; if a browser dies, every page in it is tried again, up to five times in all.
 */
export { findChromium } from './find-chromium.ts'
export * from './page-renderer.ts'
export * from './rendered.ts'
