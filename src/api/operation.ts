/**
 * One operation of the HTTP API. Its route, the validation of requests, the shape of answers, the OpenAPI document and the typed client
 * are all made from this one description, so that they cannot disagree.
 */
import type { Context } from 'hono'
import { z } from 'zod'
import type { Shelf } from './shelf.ts'
import type { ShelvedCollection } from './shelved.ts'

/** What an operation on the whole server gets. */
export interface ServerPlace {
  readonly shelf: Shelf
}

/** What an operation on one collection gets. */
export interface CollectionPlace extends ServerPlace {
  readonly shelved: ShelvedCollection
  /** The hash of the token that the request came with; null if none was needed. */
  readonly token: string | null
}

type Shape = z.ZodObject

interface OperationBase<Query extends Shape, Body extends z.ZodType, Answer extends z.ZodType> {
  /** A verb or noun in camel case: the name of the function in the typed client. */
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** Relative to `/api`, or to `/api/collections/{collection}` for operations on a collection. */
  readonly path: string
  /** One sentence. */
  readonly summary: string
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** Maximum size of the request body, for operations that accept files. */
  readonly maxBodyBytes?: number
}

export interface Input<Query extends Shape, Body extends z.ZodType> {
  readonly query: z.output<Query>
  readonly body: z.output<Body>
}

export interface ServerOperation<Q extends Shape, B extends z.ZodType, A extends z.ZodType>
  extends OperationBase<Q, B, A> {
  readonly on: 'server'
  run(place: ServerPlace, input: Input<Q, B>): Promise<z.output<A>>
}

export interface CollectionOperation<Q extends Shape, B extends z.ZodType, A extends z.ZodType>
  extends OperationBase<Q, B, A> {
  readonly on: 'collection'
  run(place: CollectionPlace, input: Input<Q, B>): Promise<z.output<A>>
}

/** An operation that sends something other than JSON: a file, a feed, a stream. */
interface SendingBase<Q extends Shape> {
  readonly method: 'get'
  readonly id: string
  readonly path: string
  readonly summary: string
  readonly query: Q
  /** Its `Content-Type`. */
  readonly media: string
}

export interface SendingOperation<Q extends Shape> extends SendingBase<Q> {
  readonly on: 'collection'
  send(context: Context, place: CollectionPlace, query: z.output<Q>): Promise<Response> | Response
}

export interface SendingForServer<Q extends Shape> extends SendingBase<Q> {
  readonly on: 'server'
  send(context: Context, place: ServerPlace, query: z.output<Q>): Promise<Response> | Response
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of all shapes; each was checked where it was written.
export type JsonOperation = ServerOperation<any, any, any> | CollectionOperation<any, any, any>
// biome-ignore lint/suspicious/noExplicitAny: as above.
export type Operation = JsonOperation | SendingOperation<any> | SendingForServer<any>

export const isSending = (operation: Operation): operation is Exclude<Operation, JsonOperation> =>
  'send' in operation

const NOTHING = z.object({})

type Reading<Q extends Shape, A extends z.ZodType> = Omit<
  CollectionOperation<Q, typeof NOTHING, A>,
  'on' | 'method' | 'body' | 'query'
> & { readonly query?: Q }

/** An operation that reads from a collection. */
export function reading<A extends z.ZodType, Q extends Shape = typeof NOTHING>(
  about: Reading<Q, A>,
): Operation {
  return { query: NOTHING as unknown as Q, ...about, on: 'collection', method: 'get', body: NOTHING }
}

/** An operation that sends a file, a feed or a stream from a collection. */
export function sending<Q extends Shape = typeof NOTHING>(
  about: Omit<SendingOperation<Q>, 'on' | 'method' | 'query'> & { readonly query?: Q },
): Operation {
  return { query: NOTHING as unknown as Q, ...about, on: 'collection', method: 'get' }
}

/** An operation that sends something about the whole server. */
export function sendingForServer<Q extends Shape = typeof NOTHING>(
  about: Omit<SendingForServer<Q>, 'on' | 'method' | 'query'> & { readonly query?: Q },
): Operation {
  return { query: NOTHING as unknown as Q, ...about, on: 'server', method: 'get' }
}

type Acting<B extends z.ZodType, A extends z.ZodType> = Omit<
  CollectionOperation<typeof NOTHING, B, A>,
  'on' | 'query' | 'body' | 'method'
> & { readonly body?: B; readonly method?: 'post' | 'put' | 'delete' }

/** An operation that changes a collection. */
export function acting<A extends z.ZodType, B extends z.ZodType = typeof NOTHING>(
  about: Acting<B, A>,
): Operation {
  return { body: NOTHING as unknown as B, method: 'post', ...about, on: 'collection', query: NOTHING }
}

type Serving<Q extends Shape, B extends z.ZodType, A extends z.ZodType> = Omit<
  ServerOperation<Q, B, A>,
  'on' | 'query' | 'body' | 'method'
> & { readonly query?: Q; readonly body?: B; readonly method?: 'get' | 'post' }

/** An operation that reads or changes the whole server. */
export function serving<
  A extends z.ZodType,
  B extends z.ZodType = typeof NOTHING,
  Q extends Shape = typeof NOTHING,
>(about: Serving<Q, B, A>): Operation {
  return {
    query: NOTHING as unknown as Q,
    body: NOTHING as unknown as B,
    method: 'get',
    ...about,
    on: 'server',
  }
}
