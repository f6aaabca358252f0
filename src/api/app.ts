/** The HTTP application: operations, live news, stored pages and the dashboard's files, behind one guard. */
import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { Failure } from '../env/index.ts'
import { type GuardOptions, guard, POLICY, tokenOf } from './access-guard.ts'
import { addHealth } from './health.ts'
import { openApi } from './openapi.ts'
import { isSending, type Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { parsedRequest } from './parsed-request.ts'
import { sentJson } from './sent-json.ts'
import type { Shelf } from './shelf.ts'
import { webFiles } from './web-files.ts'

export interface AppOptions extends GuardOptions {
  /** Folder of the built dashboard; null if there is none. */
  readonly webFolder: string | null
}

export function application(shelf: Shelf, options: AppOptions): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
    if (!context.res.headers.has('Content-Security-Policy')) context.header('Content-Security-Policy', POLICY)
  })
  addHealth(app, shelf)
  app.use(guard(options))
  app.onError((error, context) => problem(context, error))
  const document = openApi()
  app.get('/openapi.json', context => context.json(document))
  const token = (context: Context) => tokenOf(context, options)
  for (const operation of OPERATIONS) mount(app, shelf, operation, token)
  app.all('/api/*', context => context.json({ problem: `there is nothing at ${context.req.path}` }, 404))
  app.get('*', webFiles(options.webFolder))
  return app
}

/** Frames and feed readers prove by it that they may read. */
const FOR_THE_GUARD = ['ticket']

function mount(
  app: Hono,
  shelf: Shelf,
  operation: Operation,
  token: (context: Context) => string | null,
): void {
  const prefix = operation.on === 'collection' ? '/api/collections/:collection' : '/api'
  const placeOf = (context: Context) => ({
    shelf,
    shelved: shelvedFor(shelf, context),
    token: token(context),
  })
  if (isSending(operation)) {
    app.get(prefix + operation.path, async context => {
      const query = parsedRequest(operation.query, context.req.query(), FOR_THE_GUARD)
      return operation.on === 'collection'
        ? operation.send(context, placeOf(context), query)
        : operation.send(context, { shelf }, query)
    })
    return
  }
  const { method, body, answer, maxBodyBytes } = operation
  app.on(method.toUpperCase(), prefix + operation.path, async context => {
    const input = {
      query: parsedRequest(operation.query, context.req.query(), FOR_THE_GUARD),
      body: method === 'get' ? {} : parsedRequest(body, await sentJson(context.req.raw, maxBodyBytes)),
    }
    const told =
      operation.on === 'collection'
        ? await operation.run(placeOf(context), input)
        : await operation.run({ shelf }, input)
    return tagged(context, JSON.stringify(z.encode(answer, told)))
  })
}

/** Adds an ETag to an answer, so that repeated requests for unchanged data cost little. */
function tagged(context: Context, json: string): Response {
  const tag = `"${createHash('sha1').update(json).digest('base64url')}"`
  context.header('ETag', tag)
  context.header('Cache-Control', 'no-cache')
  if (context.req.method === 'GET' && context.req.header('if-none-match') === tag)
    return context.body(null, 304)
  return context.body(json, 200, { 'Content-Type': 'application/json; charset=utf-8' })
}

export function shelvedFor(shelf: Shelf, context: Context) {
  const id = context.req.param('collection') ?? ''
  const shelved = shelf.get(id)
  if (shelved) return shelved
  throw new Missing(`there is no collection "${id}" on this server`)
}

class Missing extends Error {}

const STATUS = { usage: 400, busy: 409, broken: 500 } as const

function problem(context: Context, error: Error): Response {
  if (error instanceof Missing) return context.json({ problem: error.message }, 404)
  if (error instanceof Failure) return context.json({ problem: error.message }, STATUS[error.code])
  return context.json({ problem: `tidewatch failed unexpectedly: ${error.message}` }, 500)
}
