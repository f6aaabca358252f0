/**
 * The frontier: which page is fetched next, and when.
 *
 *   store: hosts with work ─place→ servers ─lease→ held servers ─take→ pages read ahead ─turn→ a visit
 *
 * A worker leases servers, never single Urls, so only one worker ever talks to a server. `placement.ts` finds the server of a host by its
 * address, so virtual hosts share one delay. A held server has a Turn (politeness) and, for each of its hosts, a few pages read ahead.
 * Servers with a page and room for a request are kept in one heap, ordered by the time of their next turn, so a pick is O(log held
 * servers), however many Urls are known.
 *
 * A server is released when it has nothing left to do, or rests for longer than the crawl is willing to wait. When the process dies,
 * `store.recover` frees its leases and returns its running pages to the queue.
 */
export { Frontier } from './frontier.ts'
export type { FrontierEvents, Slot } from './frontier-parts.ts'
export { addressOf, portOf, serverKey, UNRESOLVED_SERVER } from './placement.ts'
