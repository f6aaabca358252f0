/**
 * Pages as a browser shows them: the system's Chromium, driven by playwright-core, which is loaded when the first page needs it.
 *
 * The browser has no way out. Every request of a page is paused and handed to the caller that wants the page (`Supply`), which answers
 * it with what our own fetcher brought, or not at all. The address guard, robots.txt, turns and limits therefore apply to it as to
 * any other request. Whatever else Chromium would send (WebSockets, WebRTC, its own updates) goes to a proxy that is a black
 * hole, and no name resolves. The browser never requests the page itself: it gets the answer that the crawl already has.
 *
 * Costs: a browser takes about 300 MB and half a second to start, a page 0.3 to 0.8 seconds of one core, or two to three times as much where Chromium has windows. What a page may use is
 * bounded: time, memory, requests, bytes, links. A page that hangs or crashes loses only its own rendering; if a browser dies,
 * every page in it is tried once more.
 */
export { findChromium } from './find-chromium.ts'
export * from './page-renderer.ts'
export * from './rendered.ts'
