/**
 * The HTTP API and the dashboard's server: thin shells over the library, like the commands.
 *
 *   operations/   what can be asked and done, each described once                       operation.ts
 *   app.ts        routes, checks, problems as sentences                                 access-guard.ts: who may ask what
 *   openapi.ts    the same descriptions as an OpenAPI 3.1 document; the client of the web page is generated from it
 *   shelf.ts      the collections of this server                                        shelved.ts, crawl-run.ts
 *   live-feed.ts  one look twice a second for everyone who has a page open              news-stream.ts
 *
 * Invariants: a stored page never runs a script and never shares our origin; nothing is changed without a token; a crawl runs in
 * its own process, so that an open page costs it nothing but the reads.
 */
export { openApi } from './openapi.ts'
export { serve } from './serve.ts'
export { Shelf } from './shelf.ts'
export type { Run, RunOrder, RunStatus } from './shelved.ts'
export { keptTokens, makeToken } from './token-file.ts'
