/**
 * The frontier: which page is fetched next, and when.
 *
 *   store: hosts with work ─place→ servers ─lease→ held servers ─take→ pages read ahead ─turn→ a visit
 *
 * A worker leases servers, never single Urls, so only one worker ever talks to a server. `placement.ts` finds the
 * server of a host by its address, so virtual hosts share one delay. A held server has a Turn (politeness) and, for
 * each of its hosts, a few pages read ahead; those with a page and room stand in one heap by the time of their next turn.
 * A pick is O(log held servers), whatever the number of Urls known.
 *
 * A server goes back to the pool when it has nothing more to do, or rests for longer than the crawl is willing to wait.
 * When the process dies, `store.recover` gives its leases and running pages back.
 */
export { Frontier } from './frontier.ts'
export type { FrontierEvents, Slot } from './frontier-parts.ts'
export { addressOf, portOf, serverKey, UNRESOLVED_SERVER } from './placement.ts'
