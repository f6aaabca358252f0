/**
 * The HTTP API and the dashboard's server: thin wrappers around the library, like the commands.
 *
 *   operations/   everything the API can do, each described once                        operation.ts
 *   app.ts        routes, validation, problems as sentences                             access-guard.ts: access control
 *   openapi.ts    the same descriptions as an OpenAPI 3.1 document; the dashboard's client is generated from it
 *   shelf.ts      the collections of this server                                        shelved.ts, crawl-run.ts
 *   live-feed.ts  polls twice a second, once for all open pages                         news-stream.ts
 *
 * Invariants: a stored page never runs a script and never shares our origin; nothing is changed without a token; a crawl runs in
 * its own process, so that an open dashboard costs it nothing but the reads.
 */
export { openApi } from './openapi.ts'
export { serve } from './serve.ts'
export { Shelf } from './shelf.ts'
export type { Run, RunOrder, RunStatus } from './shelved.ts'
export { keptTokens, makeToken } from './token-file.ts'
