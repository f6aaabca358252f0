/**
 * The world: a web of synthetic sites on loopback whose truth is known. Tests crawl it, the demonstration watches it,
 * and the lab and the fault tests build on it.
 *
 * A site is a value: a host, an address and a pure function from (path, moment) to a page. A page says what is true of
 * it (template, links, schedule of changes, record, whether robots.txt forbids it) and how it is drawn. One HTTP server
 * answers for all hosts; `world.truth` asks the same functions without the server, and the tests beside this file prove
 * that both agree. Functions that wrap a site (`noisy`, `validated`, `withRobots`, `slow`, `onAddress`, …) return sites again.
 *
 * Invariants: the same seed, clock and requests give the same answers; nothing is stored for a page, so a site of a
 * million pages costs no memory; a page changes at the times of its schedule and at no others (feeds and sitemaps, which
 * follow their pages, state no schedule of their own); noise never touches the set of links; nothing that goes through
 * `world.network` leaves the world (attempts are in `world.strays`).
 *
 * Time is the world's clock: changes, births, deaths, latency and the log all follow it. Every host has an address in
 * 127.0.0.0/8 (Linux answers on all of it), so that politeness for each server can be seen from the origin's side; with
 * `addresses: 'public'` names resolve to public-looking addresses, and an address guard can stay switched on.
 *
 * Cost, with the client on the same two cores: 2,600 pages of 4 KB per second drawn afresh, 4,500 from `frozen` sites
 * (`serve.ts --kind farm --hosts 200`, without and with --static). The idea of a named random graph as a test server
 * comes from BUbiNG; block-wise point processes make the past computable without replaying it.
 *
 * | kind | what it is for |
 * | --- | --- |
 * | `templateSite` | home → paged categories → details with records; page classes, wrappers, changes of every kind |
 * | `blog` | months, tags, RSS, Atom, JSON feed, sitemap with honest or lying lastmod |
 * | `news` | a hub whose articles are born and die |
 * | `shop` | prices and stock that change, JSON-LD, a search that robots.txt forbids |
 * | `docs` | relative links, previous and next, fragments |
 * | `wiki` | /wiki/Title, colons, Main_Page, percent-encoded titles, nofollow links out |
 * | `robotsSite` | one variant of robots.txt (RFC 9309) per site; forbidden pages are linked |
 * | `redirects` | every status, chains, loops, private targets, META, broken Locations |
 * | `charsets` | fifteen encodings, declared by header, META, byte order mark, not at all, wrongly |
 * | `encodings` | content codings: correct, damaged, and bombs |
 * | `sitemaps` | index, gzip, text, feeds, nested, huge, broken |
 * | `conditional` | ETag and Last-Modified, honest and lying; ranges |
 * | `sessions` | login form, cookies, basic and bearer authorization |
 * | `perfumes` | lists, a log-in form on each page, records, pictures: a crawl by specification |
 * | `negotiated` | answers by Accept, Accept-Language, User-Agent |
 * | `soft404` | 200 for everything |
 * | `hostile` | faults below HTML: hangs, drips, resets, garbage, floods |
 * | `traps` | calendars, mazes, session ids, facets, growing paths |
 * | `forum` | one page under many addresses: sessions, replies, sort orders, index files |
 * | `portal` | several programs on one host: lists two deep, a forum, a wiki with special pages, galleries |
 * | `hiddenShop`, `hiddenLibrary` | records that only a search form finds, beside forms that order, log in, subscribe and delete |
 * | `busyBoard` | a blog and a forum whose addresses mostly sort, reply, search, print or rate |
 * | `traceSite` | pages at given paths that change at given times: histories of the real web, replayed |
 * | `media` | PDF, PNG, ZIP, with right and wrong types |
 * | `farm` | n hosts of k pages, m hosts per address |
 *
 * `demoSites` is the web of the demonstration; `serve.ts` runs a world in a separate process.
 */
export * from './chance.ts'
export * from './demo.ts'
export type { Fault, FaultKind } from './faults.ts'
export * from './kinds/blog.ts'
export * from './kinds/busy-board.ts'
export * from './kinds/charsets.ts'
export * from './kinds/conditional.ts'
export * from './kinds/docs.ts'
export * from './kinds/encodings.ts'
export * from './kinds/farm.ts'
export * from './kinds/forum.ts'
export * from './kinds/hidden-library.ts'
export * from './kinds/hidden-shop.ts'
export * from './kinds/hostile.ts'
export * from './kinds/index.ts'
export * from './kinds/media.ts'
export * from './kinds/negotiated.ts'
export * from './kinds/news.ts'
export * from './kinds/perfumes.ts'
export * from './kinds/portal.ts'
export * from './kinds/redirects.ts'
export * from './kinds/robots.ts'
export * from './kinds/sessions.ts'
export * from './kinds/shop.ts'
export * from './kinds/sitemaps.ts'
export * from './kinds/soft404.ts'
export * from './kinds/template.ts'
export * from './kinds/trace-site.ts'
export * from './kinds/traps.ts'
export * from './kinds/wiki.ts'
export * from './listing.ts'
export * from './log.ts'
export * from './markup.ts'
export type { DnsRule, Stray } from './network.ts'
export * from './noise.ts'
export * from './schedule.ts'
export * from './site.ts'
export * from './site-parts.ts'
export * from './truth.ts'
export * from './world.ts'
