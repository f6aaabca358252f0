/** The collections of the server. */

import { z } from 'zod'
import { errorMessage } from '../../env/failure.ts'
import { CollectionSummary, Counts, RunState } from '../answers.ts'
import { anything, list, time } from '../api-values.ts'
import { reading, serving } from '../operation.ts'
import type { ShelvedCollection } from '../shelved.ts'
import { TICKET_USES, ticketFor } from '../tickets.ts'

const collections = serving({
  id: 'collections',
  path: '/collections',
  summary: 'The collections that this server shows.',
  answer: list(CollectionSummary),
  run: ({ shelf }) => Promise.all(shelf.all.map(summaryOf)),
})

const create = serving({
  id: 'createCollection',
  method: 'post',
  path: '/collections',
  summary: 'Makes a collection; nothing is fetched until a run is started.',
  body: z.object({ name: z.string().max(100), config: z.record(z.string(), anything) }),
  answer: CollectionSummary,
  run: async ({ shelf }, { body }) => summaryOf(await shelf.create(body.name, body.config)),
})

const collection = reading({
  id: 'collection',
  path: '',
  summary: 'A collection: what it holds and whether it is being crawled.',
  answer: CollectionSummary,
  run: ({ shelved }) => summaryOf(shelved),
})

const now = reading({
  id: 'now',
  path: '/now',
  summary: 'The counters, and how the queue grew since somebody began to look.',
  answer: z.object({
    at: time,
    counts: Counts,
    run: RunState.nullable(),
    points: list(
      z.object({
        at: time,
        known: z.number(),
        stored: z.number(),
        visits: z.number(),
        fresh: z.number().nullable().describe('the true share of current pages, where it is known'),
        judged: z.number().describe('pages that a focused crawl judged'),
        relevant: z.number().describe('of these, those that are about a topic'),
      }),
    ),
  }),
  async run({ shelved }) {
    return {
      at: new Date(shelved.env.clock.now()),
      counts: await shelved.counts(),
      run: shelved.run.status,
      points: shelved.live.points,
    }
  },
})

const ticket = reading({
  id: 'ticket',
  path: '/ticket',
  summary:
    'What to add to an address as `ticket`, so that a frame, a picture or a feed reader may read it without a token; null if you came without one.',
  query: z.object({ for: z.enum(TICKET_USES).default('stored') }),
  answer: z.object({ ticket: z.string().nullable() }),
  run: async ({ shelf, shelved, token }, { query }) => ({
    ticket: token === null ? null : ticketFor(token, shelved.id, query.for, shelf.env.clock.now()),
  }),
})

export const COLLECTIONS = [collections, create, collection, now, ticket]

async function summaryOf(shelved: ShelvedCollection): Promise<z.output<typeof CollectionSummary>> {
  const { id, run } = shelved
  const at = new Date(shelved.env.clock.now())
  const running = shelved.tasks.statuses.filter(({ state }) => state === 'running').map(({ kind }) => kind)
  try {
    const reader = await shelved.reader()
    const config = await reader.config()
    return {
      id,
      name: config?.name ?? id,
      where: reader.name,
      run: run.status,
      problem: null,
      at,
      counts: await reader.counts(),
      isBusy: await reader.isBusy(),
      tasks: running,
    }
  } catch (error) {
    const problem = errorMessage(error)
    const where = withoutUser(shelved.where)
    return { id, name: id, where, run: run.status, counts: null, problem, isBusy: false, tasks: running, at }
  }
}

/** Removes user and password: people who may read a collection need not be able to log in to its database. */
const withoutUser = (where: string): string => where.replace(/^(postgres(?:ql)?:\/\/)[^/]*@/, '$1')
