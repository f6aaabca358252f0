/**
 * Pages as a browser shows them: the system's Chromium, driven by playwright-core, which is loaded when the first page needs it.
 *
 * The browser has no way out. Every request of a page is paused and handed to whoever asked for the page (`Supply`), which answers
 * it with what our own fetcher brought, or not at all; so the address guard, robots.txt, turns and limits hold for it like for
 * any other request. Whatever Chromium would send past that (WebSockets, WebRTC, its own updates) goes to a proxy that is a black
 * hole, and no name resolves. The page itself is never requested by the browser: it is shown the answer that the crawl already has.
 *
 * Costs: a browser is about 300 MB and half a second to start, a page about half a second of one core. What a page may use is
 * bounded: time, memory, requests, bytes, links. A page that hangs or crashes costs itself its rendering; a browser that dies costs
 * every page in it one more try.
 */
export { findChromium } from './find-chromium.ts'
export * from './page-renderer.ts'
export * from './rendered.ts'
