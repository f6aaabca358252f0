/**
 * The typed client of the HTTP API, for programs on any machine and for browsers: it needs `fetch` and nothing else of ours.
 *
 *   client.gen.ts   a method for each operation, with the types of questions and answers; generated from the OpenAPI document
 *   caller.ts       how a question is sent, and what the server said instead of an answer
 */
import { type ConnectOptions, callerFor } from './caller.ts'
import { Client } from './client.gen.ts'

export { type Call, type Caller, ClientProblem, type ConnectOptions } from './caller.ts'
export * from './client.gen.ts'

/** A client of the server that `tidewatch serve` started. */
export const connect = (options: ConnectOptions): Client => new Client(callerFor(options))
