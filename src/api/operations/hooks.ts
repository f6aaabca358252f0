/** Operations on hooks, which receive notifications of changes. */
import { z } from 'zod'
import { Failure } from '../../env/index.ts'
import { parseDuration } from '../../library/index.ts'
import { MESSAGE_FORMS } from '../../library/notify/index.ts'
import { changeFilter, list, time } from '../api-values.ts'
import { acting, reading } from '../operation.ts'

const Filter = changeFilter.meta({ id: 'ChangeFilter' })

const Hook = z
  .object({
    id: z.string(),
    kind: z.enum(['webhook', 'email']),
    target: z.string(),
    filter: Filter,
    form: z.enum(MESSAGE_FORMS),
    everyMs: z.number().describe('how long changes are gathered into one mail'),
    madeAt: time,
    pending: z.number(),
    sent: z.number(),
    problem: z.string().nullable().describe('why the last attempt failed'),
  })
  .meta({ id: 'Hook' })

const hooks = reading({
  id: 'hooks',
  path: '/hooks',
  summary: 'Who is told of changes, and how far that went.',
  answer: list(Hook),
  run: async ({ shelf, shelved }) =>
    shelf.outbox.hooks(shelved.id).map(hook => ({
      ...hook,
      ...shelf.outbox.state(hook.id),
      madeAt: new Date(hook.madeAt),
    })),
})

const addHook = acting({
  id: 'addHook',
  path: '/hooks',
  summary: 'Tells an address, or people by mail, of changes from now on.',
  body: z.object({
    kind: z.enum(['webhook', 'email']),
    target: z.string().max(2_000).describe('https://… or a mail address'),
    filter: Filter.default({}),
    form: z
      .enum(MESSAGE_FORMS)
      .default('event')
      .describe(
        'what a webhook gets: `event`, JSON for programs; `slack`, as Slack, Mattermost, Rocket.Chat and Google Chat take it; `discord`; `text`, plain',
      ),
    every: z.string().max(20).default('1h').describe('how long changes are gathered into one mail'),
  }),
  answer: z.object({ id: z.string(), secret: z.string().describe('shown once; signs what is sent') }),
  async run({ shelf, shelved }, { body: { kind, target, filter, form, every } }) {
    const isGood = kind === 'webhook' ? /^https?:\/\/\S+$/.test(target) : /^[^\s@]+@[^\s@]+$/.test(target)
    if (!isGood) throw new Failure('usage', `"${target}" cannot be the target of a ${kind}`)
    const order = { collection: shelved.id, kind, target, filter, form, everyMs: parseDuration(every) }
    const { id, secret } = shelf.notifier.add(order)
    return { id, secret }
  },
})

const removeHook = acting({
  id: 'removeHook',
  method: 'delete',
  path: '/hooks',
  summary: 'Tells somebody no more.',
  body: z.object({ id: z.string().max(40) }),
  answer: z.object({ removed: z.boolean() }),
  async run({ shelf, shelved }, { body }) {
    const isOurs = shelf.outbox.hooks(shelved.id).some(hook => hook.id === body.id)
    return { removed: isOurs && shelf.outbox.remove(body.id) }
  },
})

const testHook = acting({
  id: 'testHook',
  path: '/hooks/test',
  summary: 'Sends an invented change to a receiver now, as a message of the type `test`.',
  body: z.object({ id: z.string().max(40) }),
  answer: z.object({ problem: z.string().nullable().describe('null: it has arrived') }),
  async run({ shelf, shelved }, { body }) {
    const hook = shelf.outbox.hooks(shelved.id).find(each => each.id === body.id)
    if (!hook) throw new Failure('usage', `nobody with the id ${body.id} is told of changes`)
    return { problem: await shelf.notifier.test(hook) }
  },
})

export const HOOKS = [hooks, addHook, removeHook, testHook]
